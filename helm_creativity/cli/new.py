"""``helm-creativity new``: the first version of a benchmark, which runs at once."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import TYPE_CHECKING

import click

from helm_creativity.cli.options import FILE, NamedChoice, say
from helm_creativity.templates.kinds import KINDS

if TYPE_CHECKING:
    from helm_creativity.templates.rendering import NewBenchmark

_KINDS = "\n".join(f"  {name:8}{kind.help}" for name, kind in KINDS.items())


@click.command(epilog=f"\b\nKinds:\n{_KINDS}")
@click.argument("name")
@click.option(
    "--kind", type=NamedChoice(list(KINDS)), required=True, help="What is asked and how it is scored: see below."
)
@click.option(
    "--project",
    type=FILE,
    metavar="DIR",
    help="Write a package of your own there (default: a benchmark of this repository).",
)
def new(name: str, kind: str, project: Path | None) -> None:
    """Write the first version of a benchmark, here or as a project of your own.

    It runs at once and passes every check. NAME consists of lowercase letters, digits and _. Its items are an example.
    """
    from helm_creativity.templates.names import check_name
    from helm_creativity.templates.rendering import NewBenchmark
    from helm_creativity.templates.writing import find_repository, write

    ours = project is None
    top = find_repository(Path.cwd()) if project is None else project.expanduser().absolute()
    check_name(name, outside=not ours)
    wanted = NewBenchmark(name, kind, ours)
    written = write(wanted, top)
    lines = [f"Written in {top}:", *(f"  {path}" for path in written), ""]
    lines += ["It runs as it is:", *(f"  {command}" for command in next_commands(wanted, top)), ""]
    lines += [
        "Its items are an example. Put your own into items/own.yaml, describe in card.yaml what they are and what they",
        "measure, and run check again; it lists what is still missing. The card's first deviation calls this a first",
        "version; delete it when that is no longer true.",
    ]
    say("\n".join(lines))


def next_commands(wanted: NewBenchmark, top: Path) -> list[str]:
    """What to type next."""
    # All that the project depends on is here. Left to itself pip may still replace torch for a torchvision that fits.
    install = f"pip install --no-deps --editable {shlex.quote(str(top))}"
    first = ["make generated"] if wanted.ours else [install]
    entry = f"creativity_{wanted.name}:{wanted.about.entry}model=creativity/greedy"
    run = f"helm-run --run-entries {entry} --suite {wanted.name} --max-eval-instances 10"
    return [*first, f"helm-creativity check {wanted.name}", run]
