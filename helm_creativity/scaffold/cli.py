"""``helm-creativity new``: the first version of a benchmark, which runs at once."""

from __future__ import annotations

import argparse
import shlex
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from helm_creativity.scaffold.rendering import Wanted


def add_parser(
    commands: argparse._SubParsersAction[argparse.ArgumentParser], run: Callable[[argparse.Namespace], int]
) -> None:
    """Adds the command; ``run`` prints what ``report`` gives."""
    from helm_creativity.scaffold.kinds import KINDS

    kinds = "\n".join(f"  {name:8}{kind.help}" for name, kind in KINDS.items())
    parser = commands.add_parser(
        "new",
        help="write the first version of a benchmark, here or as a project of your own",
        description="Writes a small benchmark that runs at once and passes every check. Its items are an example.",
        epilog=f"kinds:\n{kinds}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("name", metavar="NAME", help="of the benchmark: small letters, figures and _")
    parser.add_argument(
        "--kind", required=True, choices=list(KINDS), help="what is asked and how it is scored: see below"
    )
    where = "write a package of your own there (default: a room of this repository)"
    parser.add_argument("--project", type=Path, metavar="DIR", help=where)
    parser.set_defaults(run=run)


def report(arguments: argparse.Namespace, tell: Callable[[str], None]) -> str:
    """Writes the benchmark; what was written, and what comes next.

    Raises:
        BadArguments: for a name that cannot be, or a place that is no repository of this project.
        FileProblem: when something is in its place, or it cannot be written.
    """
    from helm_creativity.scaffold.names import check_name
    from helm_creativity.scaffold.rendering import Wanted
    from helm_creativity.scaffold.writing import repository_of, write

    ours = arguments.project is None
    top = repository_of(Path.cwd()) if ours else arguments.project.expanduser().absolute()
    check_name(arguments.name, outside=not ours)
    wanted = Wanted(arguments.name, arguments.kind, ours)
    written = write(wanted, top)
    lines = [f"Written in {top}:", *(f"  {path}" for path in written), ""]
    lines += ["It runs as it is:", *(f"  {command}" for command in commands_of(wanted, top)), ""]
    lines += [
        "Its items are an example. Put your own into items/own.yaml, say in card.yaml what they are and what they",
        "measure, and check again: that tells what does not fit yet. The card's first deviation calls it a first",
        "version; take it out when it is none any more.",
    ]
    return "\n".join(lines)


def commands_of(wanted: Wanted, top: Path) -> list[str]:
    """What to type next."""
    first = ["make generated"] if wanted.ours else [f"pip install --editable {shlex.quote(str(top))}"]
    entry = f"creativity_{wanted.name}:{wanted.about.entry}model=creativity/greedy"
    run = f"helm-run --run-entries {entry} --suite {wanted.name} --max-eval-instances 10"
    return [*first, f"helm-creativity check {wanted.name}", run]
