"""The files of a benchmark's first version, rendered into a folder."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from helm_creativity.core.card import FIRST_VERSION
from helm_creativity.core.card_schema import card_schema
from helm_creativity.core.comparability import checksum_prompts
from helm_creativity.core.prompts import render
from helm_creativity.io.yaml_files import read_items
from helm_creativity.templates.kinds import KINDS, Kind

TEMPLATES = Path(__file__).parent / "files"
SUFFIX = ".tpl"
PROJECT, CARD, SCHEMA = "project", "card.yaml", "card.schema.json"


@dataclass(frozen=True)
class NewBenchmark:
    """What is to be written.

    Attributes:
        name: of the benchmark.
        kind: name of its kind.
        ours: whether it is to be a benchmark of this repository; otherwise it is a package of its own.
    """

    name: str
    kind: str
    ours: bool

    @property
    def about(self) -> Kind:
        """Its kind."""
        return KINDS[self.kind]

    @property
    def package(self) -> str:
        """Import name of the benchmark."""
        return f"helm_creativity.scenarios.{self.name}" if self.ours else self.name


def render_benchmark(wanted: NewBenchmark, folder: Path) -> None:
    """Writes the benchmark's files; the card comes last, since it counts the items.

    Args:
        wanted: the benchmark.
        folder: where they are written; it is made.
    """
    variables, top = _variables(wanted), TEMPLATES / wanted.kind
    for path in sorted(top.rglob(f"*{SUFFIX}"), key=lambda path: path.name.startswith(CARD)):
        if path.name.startswith(CARD):
            entries = read_items(folder / "items" / "own.yaml")
            checksum = checksum_prompts(render(folder, "task", **entry) for entry in entries).rpartition(":")[2]
            variables |= {"count": len(entries), "checksum": checksum}
        _write(folder / path.relative_to(top).as_posix().removesuffix(SUFFIX), _name(path), variables)


def render_project(wanted: NewBenchmark, folder: Path) -> None:
    """Writes what a project needs beside the benchmark."""
    for path in sorted((TEMPLATES / PROJECT).glob(f"*{SUFFIX}")):
        _write(folder / path.name.removesuffix(SUFFIX), _name(path), _variables(wanted))
    (folder / SCHEMA).write_text(card_schema(), encoding="utf-8")


def _variables(wanted: NewBenchmark) -> dict[str, Any]:
    """What templates may use. ``gap`` parts imports of a project's own modules from those of others."""
    return {
        "name": wanted.name,
        "title": wanted.name.replace("_", " ").capitalize(),
        "camel": "".join(part.capitalize() for part in wanted.name.split("_")),
        "here": wanted.package,
        "gap": "" if wanted.ours else "\n",
        "kind": wanted.about,
        "written_for": f"Written for {'this package' if wanted.ours else wanted.name}",
        "first_version": FIRST_VERSION,
        "schema": f"../../helm_creativity/core/{SCHEMA}" if wanted.ours else f"../{SCHEMA}",
    }


def _write(target: Path, template: str, variables: dict[str, Any]) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(_environment().get_template(template).render(**variables), encoding="utf-8")


def _environment() -> Any:  # noqa: ANN401 - Jinja2 is imported where it is used
    """Jinja2 with delimiters that no prompt has, whose own are left as they are."""
    import jinja2

    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(TEMPLATES),
        undefined=jinja2.StrictUndefined,
        variable_start_string="<<",
        variable_end_string=">>",
        block_start_string="<%",
        block_end_string="%>",
        comment_start_string="<#",
        comment_end_string="#>",
        trim_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters["yaml"] = as_yaml
    return environment


def as_yaml(text: str) -> str:
    """A text as YAML reads it back: in quotes where it would be something else, as "no" would."""
    import yaml

    return text if yaml.safe_load(text) == text else json.dumps(text)


def _name(path: Path) -> str:
    return path.relative_to(TEMPLATES).as_posix()
