"""Prompts are Jinja2 templates, one file each; the checksum of what was asked goes with every instance."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

# Characters of no script, which stand for what a template's variable holds.
_HOLE = "\ue000{}\ue001"
_NOTED: ContextVar[set[tuple[Path, str]] | None] = ContextVar("noted", default=None)
_HOLES = re.compile("\ue000(\\w+\ue002?)\ue001")


@dataclass(frozen=True)
class Prompt:
    """A rendered prompt: the template's name and the text that the model reads."""

    id: str
    text: str

    @property
    def sha256(self) -> str:
        """Hex SHA-256 of the text."""
        return hashlib.sha256(self.text.encode()).hexdigest()


@lru_cache(maxsize=64)
def _template(folder: Path, prompt_id: str) -> Any:  # noqa: ANN401 - Jinja2 is imported where it is used
    import jinja2

    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(folder / "prompts"), undefined=jinja2.StrictUndefined, trim_blocks=True
    )
    return environment.get_template(f"{prompt_id}.j2")


def render(folder: Path, prompt_id: str, **variables: object) -> Prompt:
    """Renders ``prompts/<prompt_id>.j2`` of the benchmark in ``folder``.

    Raises:
        jinja2.UndefinedError: when the template uses a variable that was not given.
    """
    if (noted := _NOTED.get()) is not None:
        noted.add((folder, prompt_id))
    return Prompt(prompt_id, _template(folder, prompt_id).render(**variables).strip())


@contextmanager
def rendering() -> Iterator[set[tuple[Path, str]]]:
    """Inside, folder and name of every template that is rendered are noted."""
    noted: set[tuple[Path, str]] = set()
    token = _NOTED.set(noted)
    try:
        yield noted
    finally:
        _NOTED.reset(token)


def hole(name: str, lines: bool = False) -> str:
    """A value for ``unrender`` that stands for one unknown text: of one line without quotes, or of any ``lines``."""
    return _HOLE.format(name + ("\ue002" if lines else ""))


def unrender(folder: Path, prompt_id: str, text: str, **variables: object) -> dict[str, str] | None:
    """What the holes of a template held when ``text`` was made from it: the way back from a prompt to its item.

    Args:
        folder: the benchmark's folder.
        prompt_id: the template.
        text: a prompt, with or without other text around it.
        variables: of the template, with ``hole(name)`` where the text is unknown.

    Returns:
        Texts by the names of the holes, or None if ``text`` was not made from this template.
    """
    pattern = _pattern(render(folder, prompt_id, **variables).text)
    found = pattern.search(text)
    return found.groupdict() if found else None


@lru_cache(maxsize=64)
def _pattern(rendered: str) -> re.Pattern[str]:
    pieces = _HOLES.split(rendered)
    names: set[str] = set()
    parts = []
    for i, piece in enumerate(pieces):
        if i % 2 == 0:
            parts.append(re.escape(piece))
        else:
            # With nothing behind it, what stands in a hole ends with the line.
            few = "" if i == len(pieces) - 2 and not pieces[-1] else "?"
            name = piece.rstrip("\ue002")
            inside = r"[\s\S]" if name != piece else r'[^"\n]'
            parts.append(f"(?P={name})" if name in names else f"(?P<{name}>{inside}*{few})")
            names.add(name)
    return re.compile("".join(parts))


@lru_cache(maxsize=64)
def variables_of(folder: Path, prompt_id: str) -> tuple[str, ...]:
    """Names of the variables that a template uses, in alphabetical order."""
    import jinja2
    import jinja2.meta

    source = (folder / "prompts" / f"{prompt_id}.j2").read_text("utf-8")
    return tuple(sorted(jinja2.meta.find_undeclared_variables(jinja2.Environment().parse(source))))
