"""The files of a benchmark's first version, rendered into a folder."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from helm_creativity.rooms import ItemRoom
from helm_creativity.rooms.card import FIRST_VERSION
from helm_creativity.scaffold.kinds import KINDS, Kind

TEMPLATES = Path(__file__).parent / "templates"
SUFFIX = ".tpl"
COMMON, PROJECT = "common", "project"
RUN_SPEC, CARD = "run_spec.py", "card.yaml"


@dataclass(frozen=True)
class Wanted:
    """What is to be written.

    Attributes:
        name: of the benchmark.
        kind: name of its kind.
        ours: whether it is to be a room of this repository; otherwise it is a package of its own.
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
        """Import name of the room."""
        return f"helm_creativity.scenarios.{self.name}" if self.ours else self.name


def templates_of(kind: str) -> dict[str, str]:
    """Templates of a kind's room by the files that they give; those of the kind go before the common ones."""
    found = {}
    for folder in (COMMON, kind):
        for path in sorted((TEMPLATES / folder).rglob(f"*{SUFFIX}")):
            found[path.relative_to(TEMPLATES / folder).as_posix().removesuffix(SUFFIX)] = _name(path)
    return dict(sorted(found.items()))


def render_room(wanted: Wanted, folder: Path) -> None:
    """Writes the room's files, the run spec among them; the card comes last, since it counts the items.

    Args:
        wanted: the benchmark.
        folder: where they are written; it is made.
    """
    templates, variables = templates_of(wanted.kind), _variables(wanted)
    card = templates.pop(CARD)
    for target, template in templates.items():
        _write(folder / target, template, variables)
    room = ItemRoom(folder, "task")
    checksum = room.prompts.rpartition(":")[2]
    _write(folder / CARD, card, {**variables, "count": len(room.items), "checksum": checksum})


def render_project(wanted: Wanted, folder: Path) -> None:
    """Writes what a project needs beside the room."""
    for path in sorted((TEMPLATES / PROJECT).glob(f"*{SUFFIX}")):
        _write(folder / path.name.removesuffix(SUFFIX), _name(path), _variables(wanted))


def _variables(wanted: Wanted) -> dict[str, Any]:
    """What templates may use. ``gap`` parts imports of a project's own modules from those of others."""
    return {
        "name": wanted.name,
        "title": wanted.name.replace("_", " ").capitalize(),
        "camel": "".join(part.capitalize() for part in wanted.name.split("_")),
        "here": wanted.package,
        "gap": "" if wanted.ours else "\n",
        "ours": wanted.ours,
        "kind": wanted.about,
        "written_for": f"Written for {'this package' if wanted.ours else wanted.name}",
        "first_version": FIRST_VERSION,
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
