"""The command ``helm-creativity``. It never imports HELM, so it answers at once."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from helm_creativity import __version__
from helm_creativity.errors import CreativityError
from helm_creativity.rooms import apart, find_room, find_rooms


def _score(arguments: argparse.Namespace) -> int:
    from helm_creativity.rooms.rows import score_file

    room = find_room(arguments.benchmark).module("scorer")
    if not score_file(room, room.scorer_of(arguments), arguments.source, arguments.target):
        print(f"helm-creativity: no rows in {arguments.source or 'standard input'}", file=sys.stderr)
    return 0


def _items_list(arguments: argparse.Namespace) -> int:
    from helm_creativity.files import find

    for room in find_rooms():
        for file in room.card.files:
            state = "present" if find(file) else "absent"
            size = "unknown size" if file.bytes is None else f"{file.bytes:,} bytes"
            print(f"{file.name:24} {room.card.short_title:8} {state:8} {size:>17}  {file.licence}")
    return 0


def _items_fetch(arguments: argparse.Namespace) -> int:
    from helm_creativity.files import fetch
    from helm_creativity.rooms import find_source

    file = find_source(arguments.name)
    path = fetch(file, arguments.origin, progress=True)
    print(f"{path}\nlicence: {file.licence}\nplease cite: {file.citation}")
    return 0


def _leaderboard(arguments: argparse.Namespace) -> int:
    from helm_creativity.results import leaderboard
    from helm_creativity.results.cli import suite_of

    print(leaderboard(suite_of(arguments.output_path, arguments.suite)))
    return 0


def _schema(arguments: argparse.Namespace) -> int:
    from helm_creativity.results.cli import suite_of
    from helm_creativity.results.schema import schema_yaml
    from helm_creativity.rooms.records import writing

    cards = [room.card for room in find_rooms() if room.ours or not arguments.ours]
    stats: dict[str, set[str]] | None = None
    if arguments.suite is not None:
        stats = {}
        for run in suite_of(arguments.output_path, arguments.suite):
            stats.setdefault(run.group, set()).update(run.stats)
        cards = [card for card in cards if card.group in stats]
    text = schema_yaml(cards, stats)
    with writing(arguments.out) as out:
        out.write(text)
    return 0


def _judge_agreement(arguments: argparse.Namespace) -> int:
    from helm_creativity.results.agreement_cli import report

    print(report(arguments))
    return 0


def _printing(
    report: Callable[[argparse.Namespace, Callable[[str], None]], str],
) -> Callable[[argparse.Namespace], int]:
    """A command that prints what ``report`` returns, and what it tells meanwhile on stderr."""

    def run(arguments: argparse.Namespace) -> int:
        print(report(arguments, lambda line: print(line, file=sys.stderr)))
        return 0

    return run


def _plan(arguments: argparse.Namespace) -> int:
    from helm_creativity.planning.cli import report

    text, complete = report(arguments)
    print(text)
    return 0 if complete else 1


def _check(arguments: argparse.Namespace) -> int:
    from helm_creativity.checking.cli import report

    text, passed = report(arguments, lambda line: print(line, file=sys.stderr))
    print(text)
    return 0 if passed else 1


def _add_score(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = commands.add_parser("score", help="score answers that came from anywhere, people included")
    benchmarks = parser.add_subparsers(dest="benchmark", required=True, metavar="BENCHMARK")
    for room in find_rooms():
        if not room.has("scorer"):
            continue
        with apart(room):
            scorer = room.module("scorer")
            one = benchmarks.add_parser(room.name, help=room.card.title)
            scorer.add_arguments(one)
            one.add_argument("--in", dest="source", type=Path, help="JSONL or CSV file (default: JSONL from stdin)")
            one.add_argument("--out", dest="target", type=Path, help="JSONL or CSV file (default: JSONL to stdout)")
            one.set_defaults(run=_score)


def _add_items(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = commands.add_parser("items", help="files of the benchmarks' authors: dictionaries, norms, items")
    actions = parser.add_subparsers(dest="action", required=True, metavar="ACTION")
    actions.add_parser("list", help="all files and whether they are here").set_defaults(run=_items_list)
    fetch = actions.add_parser("fetch", help="download a file, or take it with --from, and verify it")
    fetch.add_argument("name", metavar="NAME")
    fetch.add_argument("--from", dest="origin", type=Path, metavar="FILE", help="a copy of your own")
    fetch.set_defaults(run=_items_fetch)


def _add_pages(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    board = commands.add_parser("leaderboard", help="print the scores of a suite")
    board.add_argument("--suite", required=True)
    board.set_defaults(run=_leaderboard)
    schema = commands.add_parser("schema", help="print the schema for helm-summarize --schema-path")
    schema.add_argument("--suite", help="only what this suite holds (default: all benchmarks)")
    schema.add_argument("--ours", action="store_true", help="only what this package ships")
    schema.add_argument("--out", type=Path, help="write it to a file")
    schema.set_defaults(run=_schema)
    for one in (board, schema):
        one.add_argument("--output-path", type=Path, default=Path("benchmark_output"), help="helm-run's --output-path")


def parser() -> argparse.ArgumentParser:
    """The command line."""
    from helm_creativity.checking import cli as checking
    from helm_creativity.embeddings import cli as embeddings
    from helm_creativity.planning import cli as planning
    from helm_creativity.results import (
        agreement_cli,
        distinctiveness_cli,
        homogeneity_cli,
        reference_cli,
        report_cli,
        show,
        tables_cli,
    )
    from helm_creativity.results import cli as results
    from helm_creativity.scaffold import cli as scaffold

    top = argparse.ArgumentParser(prog="helm-creativity", description=__doc__)
    top.add_argument("--version", action="version", version=f"helm-creativity {__version__}")
    commands = top.add_subparsers(dest="command", required=True, metavar="COMMAND")
    _add_score(commands)
    embeddings.add_parser(commands)
    _add_items(commands)
    _add_pages(commands)
    results.add_parser(commands)
    agreement_cli.add_parser(commands, _judge_agreement)
    distinctiveness_cli.add_parser(commands, _printing(distinctiveness_cli.report))
    homogeneity_cli.add_parser(commands, _printing(homogeneity_cli.report))
    show.add_parser(commands)
    tables_cli.add_parser(commands, _printing(tables_cli.report))
    report_cli.add_parser(commands, _printing(report_cli.report))
    reference_cli.add_parser(commands, _printing(reference_cli.report))
    planning.add_parser(commands, _plan)
    scaffold.add_parser(commands, _printing(scaffold.report))
    checking.add_parser(commands, _check)
    return top


def main(argv: Sequence[str] | None = None) -> int:
    """Runs one command; errors that a user can act on are one line on stderr and exit status 2."""
    try:
        arguments = parser().parse_args(argv)
        return int(arguments.run(arguments))
    except CreativityError as error:
        print(f"helm-creativity: {error}", file=sys.stderr)
        return 2
    except BrokenPipeError:
        # Whoever reads our output has seen enough; Python would complain once more when it closes the stream.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
