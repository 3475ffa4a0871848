"""``helm-creativity check``: whether a benchmark holds what this package promises of every one."""

from __future__ import annotations

import argparse
from collections.abc import Callable

from helm_creativity.checking.checks import SAYS, WITH_HELM
from helm_creativity.rooms import rooms_to_check

ALL = "all"


def add_parser(
    commands: argparse._SubParsersAction[argparse.ArgumentParser], run: Callable[[argparse.Namespace], int]
) -> None:
    """Adds the command; ``run`` prints what ``report`` gives."""
    parser = commands.add_parser(
        "check",
        help="check a benchmark: card, items, prompts, run names, scorer, baselines, and a pilot through HELM",
        description="Checks benchmarks, those of other packages too, and says of each problem what to change.",
        epilog="\n".join(["the checks:", *(f"  {name:10} {says}" for name, says in SAYS.items())]),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("names", nargs="+", metavar="NAME", help=f"a benchmark, or {ALL}")
    parser.add_argument(
        "--no-pilot", action="store_true", help=f"leave HELM's runner out: the checks {' and '.join(WITH_HELM)}"
    )
    parser.add_argument(
        "--only",
        action="append",
        default=[],
        choices=list(SAYS),
        metavar="CHECK",
        help="make this check; may be repeated",
    )
    parser.set_defaults(run=run)


def report(arguments: argparse.Namespace, tell: Callable[[str], None]) -> tuple[str, bool]:
    """What the checks say, and whether nothing is wrong.

    Raises:
        BadArguments: for a name of no benchmark.
    """
    names = [""] if ALL in arguments.names else dict.fromkeys(arguments.names)
    rooms = [room for name in names for room in rooms_to_check(name)]
    from helm_creativity.checking.running import verdicts
    from helm_creativity.checking.text import page

    found = list(verdicts(rooms, arguments.only, not arguments.no_pilot, tell))
    return page(found), not any(one.problems for one in found)
