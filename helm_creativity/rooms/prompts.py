"""Prompts are Jinja2 templates, one file each; the checksum of what was asked goes with every instance."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Prompt:
    """A rendered prompt: the template's name and the text that the model reads."""

    id: str
    text: str

    @property
    def sha256(self) -> str:
        """Hex SHA-256 of the text."""
        return hashlib.sha256(self.text.encode()).hexdigest()


def render(folder: Path, prompt_id: str, **variables: object) -> Prompt:
    """Renders ``prompts/<prompt_id>.j2`` of the room in ``folder``.

    Raises:
        jinja2.UndefinedError: when the template uses a variable that was not given.
    """
    import jinja2

    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(folder / "prompts"), undefined=jinja2.StrictUndefined, trim_blocks=True
    )
    return Prompt(prompt_id, environment.get_template(f"{prompt_id}.j2").render(**variables).strip())
