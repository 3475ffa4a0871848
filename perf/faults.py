"""What faults of servers, kills and outages do to runs: ``make faults``, which rewrites ``perf/faults.md``.

    python perf/faults.py matrix    # every benchmark under every fault
    python perf/faults.py kills     # helm-run killed at random moments
    python perf/faults.py outages   # judges that fail for a while

Each part exits with 1 where something is lost or wrong, and names it.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from kills import FOLLOW_UP, kill_runs
from outages import FAILS, REFUSES, Outage, outage
from support.fault_matrix import CANDIDATE, ENTRIES, JUDGE, Cell, Findings, Matrix, cells
from support.faults import CANDIDATE_FAULTS, JUDGE_FAULTS

PAGE = Path(__file__).with_suffix(".md")
SHOWN = 40


def table(head: Sequence[object], rows: Iterable[Sequence[object]]) -> str:
    """A Markdown table whose first column is text."""
    lines = [head, ["---", *["--:"] * (len(head) - 1)], *rows]
    return "\n".join(f"| {' | '.join(map(str, line))} |" for line in lines)


def rewrite(part: str, text: str) -> None:
    """Puts a part between its marks on the page."""
    begin, end = f"<!-- {part} -->", f"<!-- /{part} -->"
    head, _, rest = PAGE.read_text("utf-8").partition(begin)
    _, found, tail = rest.partition(end)
    assert found, f"{PAGE} lacks {begin} and {end}"
    PAGE.write_text(f"{head}{begin}\n{text}\n{end}{tail}", "utf-8")


@contextmanager
def output(arguments: argparse.Namespace) -> Iterator[Path]:
    """The folder for what HELM writes, which goes afterwards unless it was named."""
    if arguments.folder:
        yield arguments.folder
    else:
        with TemporaryDirectory() as folder:
            yield Path(folder)


def counted(cells_of: Sequence[Cell], found: dict[Cell, Findings]) -> list[int]:
    """How many cells there are, and in how many something is lost or wrong."""
    return [
        len(cells_of),
        sum(bool(found[cell].lost) for cell in cells_of),
        sum(bool(found[cell].wrong) for cell in cells_of),
    ]


def matrix(arguments: argparse.Namespace) -> list[str]:
    """Every benchmark under every fault; returns what is lost and wrong."""
    wanted = cells(arguments.benchmarks or ENTRIES)
    with output(arguments) as folder, Matrix(folder, wanted) as faulty:
        faulty.run()
        found, leaks, malformed, strangers = faulty.judged(), faulty.leaks, faulty.malformed, faulty.strangers
    assert not strangers, strangers[:3]
    problems = [
        f"{kind} in {cell.benchmark}, {cell.side}, {cell.behaviour}: {what}"
        for cell, findings in found.items()
        for kind, several in (("lost", findings.lost), ("wrong", findings.wrong))
        for what in several[:2]
    ]
    problems += [f"an API key is in {path.name} of {path.parent.name}" for path in leaks]
    problems += [f"a reply that cannot be used is in the cache of {path}" for path in malformed]
    sections = [
        table(["", "cells", "lost", "wrong"], [["all", *counted(wanted, found)]]),
        f"Files that hold the API key of an error: {len(leaks)}.",
        f"Replies in HELM's caches that cannot be used: {len(malformed)}.",
    ]
    for side, faults, title in (
        (CANDIDATE, CANDIDATE_FAULTS, "Faults of the model under test"),
        (JUDGE, JUDGE_FAULTS, "Faults of a judge"),
    ):
        rows = [
            [f"`{name}`: {fault.what}", *counted([cell for cell in wanted if cell[1:3] == (side, name)], found)]
            for name, fault in faults.items()
        ]
        sections.append(f"### {title}\n\n{table(['', 'cells', 'lost', 'wrong'], rows)}")
    rows = [[name, *counted([cell for cell in wanted if cell.benchmark == name], found)] for name in ENTRIES]
    sections.append(f"### By benchmark\n\n{table(['', 'cells', 'lost', 'wrong'], rows)}")
    if not arguments.benchmarks:
        rewrite("matrix", "\n\n".join(sections))
    print("\n\n".join(sections))
    return problems


def kills(arguments: argparse.Namespace) -> list[str]:
    """Kills ``helm-run``; returns what differs afterwards."""
    with output(arguments) as folder:
        found = kill_runs(folder, arguments.kills, threads=arguments.threads, seed=arguments.seed)
    phases = [found.phases[role] for role in (CANDIDATE, FOLLOW_UP, JUDGE)]
    text = table(
        ["kills", "while the model was asked", "in a follow-up", "while judges were asked", "runs completed",
         "results that differ", "answers paid twice", "at most"],
        [[sum(phases), *phases, found.runs, len(found.differing), found.repeated, found.allowed]],
    )  # fmt: skip
    rewrite("kills", text)
    print(text)
    many = [f"{found.repeated} answers were paid twice, at most {found.allowed} may be"]
    return [*found.differing, *(many if found.repeated > found.allowed else [])]


def outage_row(what: str, threads: int, outage: Outage) -> list[object]:
    """One outage."""
    warned = ("yes" if outage.is_warned else "no") if outage.missing_by_judge else "nothing is missing"
    return [what, threads, outage.planned, outage.came, warned, outage.came_later, f"{outage.wall:.0f} s"]


def outages(arguments: argparse.Namespace) -> list[str]:
    """Outages of judges, several at a time since they mostly wait; returns which of them lost ratings in silence."""
    kinds = list(product((11, 300), (FAILS, REFUSES), (8, 32)))
    with output(arguments) as folder, ThreadPoolExecutor(arguments.jobs) as pool:
        begun = [
            pool.submit(outage, folder / str(number), how, seconds * arguments.scale, threads)
            for number, (seconds, how, threads) in enumerate(kinds)
        ]
        found: list[Outage] = [outage.result() for outage in begun]
    rows = [
        outage_row(f"{seconds * arguments.scale:g} s, {how}", threads, outage)
        for (seconds, how, threads), outage in zip(kinds, found, strict=True)
    ]
    head = [
        "outage",
        "threads",
        "ratings planned",
        "there",
        "the log says how to get the rest",
        "there after the same command",
        "time",
    ]
    text = table(head, rows)
    rewrite("outages", text)
    print(text)
    return [
        f"{seconds} s, {how}, {threads} threads: {outage.came} of {outage.planned} ratings, {outage.came_later} later; "
        f"the log ends with {outage.last_lines!r}"
        for (seconds, how, threads), outage in zip(kinds, found, strict=True)
        if not outage.is_well
    ]


def main() -> None:
    """Entry point."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--folder", type=Path, help="a new one in which the output of HELM is kept")
    parts = parser.add_subparsers(required=True)
    part = parts.add_parser("matrix")
    part.add_argument("benchmarks", nargs="*", help="only these; the page is then left as it is")
    part.set_defaults(part=matrix)
    part = parts.add_parser("kills")
    part.add_argument("--kills", type=int, default=100)
    part.add_argument("--threads", type=int, default=4)
    part.add_argument("--seed", type=int, default=0)
    part.set_defaults(part=kills)
    part = parts.add_parser("outages")
    part.add_argument("--scale", type=float, default=1.0, help="of the length of outages")
    part.add_argument("--jobs", type=int, default=4, help="outages at a time")
    part.set_defaults(part=outages)
    arguments = parser.parse_args()
    problems = arguments.part(arguments)
    for problem in problems[:SHOWN]:
        print(problem, file=sys.stderr)
    if len(problems) > SHOWN:
        print(f"and {len(problems) - SHOWN} more", file=sys.stderr)
    sys.exit(bool(problems))


if __name__ == "__main__":
    main()
