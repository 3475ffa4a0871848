"""Suites as one page for people: ``helm-creativity report``."""

from __future__ import annotations

import argparse
import shlex
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from helm_creativity.errors import BadArguments, FileProblem
from helm_creativity.results.tables_cli import add_suites

if TYPE_CHECKING:
    from helm_creativity.results.analysis import Options
    from helm_creativity.results.findings import Findings
    from helm_creativity.results.suites import Suite

Tell = Callable[[str], None]
OUT, OUTPUT_PATH = Path("report.html"), Path("benchmark_output")
# As in ``analysis.options``, which takes a while to load.
DRAWS, SEED = 1000, 0


def add_parser(
    commands: argparse._SubParsersAction[argparse.ArgumentParser], run: Callable[[argparse.Namespace], int]
) -> None:
    """Adds the command; ``run`` prints what ``report`` gives."""
    parser = commands.add_parser("report", help="write what suites say together as one page")
    add_suites(parser)
    parser.add_argument("--out", type=Path, default=OUT, metavar="FILE", help=f"the page (default: {OUT})")
    parser.add_argument("--figures", type=Path, metavar="FOLDER", help="write every plot as PNG and PDF too")
    parser.add_argument("--covariates", type=Path, metavar="FILE", help="a CSV of numbers by model, to be predicted")
    parser.add_argument(
        "--capability", metavar="NAME+NAME", help="covariates or benchmarks that stand for general capability"
    )
    parser.add_argument("--groups", type=Path, metavar="FILE", help="a CSV with the columns model and group")
    parser.add_argument(
        "--metric", action="append", default=[], metavar="GROUP=STAT", help="main stat of another benchmark; repeatable"
    )
    parser.add_argument("--draws", type=int, default=DRAWS, help=f"of every bootstrap (default: {DRAWS:,})")
    parser.add_argument("--seed", type=int, default=SEED, help=f"of all that is random (default: {SEED})")
    parser.add_argument("--title", default="", metavar="TEXT", help="of the page (default: the suites' names)")
    parser.set_defaults(run=run)


def report(arguments: argparse.Namespace, tell: Tell) -> str:
    """Writes the page, and the plots where they were asked for; returns what was written, a line each.

    Args:
        arguments: of the command.
        tell: takes a line for all that is left out or must be known.

    Raises:
        BadArguments: for a setting, a name or a table that cannot be.
        FileProblem: when a suite is not there, no run of it can be read, or a file cannot be read or written.
    """
    from helm_creativity.results.report.figures import figures_of, save_figures
    from helm_creativity.results.report.page import html_of
    from helm_creativity.results.report.writing import count
    from helm_creativity.results.suites import find_suites
    from helm_creativity.rooms.records import writing

    _require_folder(arguments.out)
    metrics = metrics_of(arguments.metric)
    options = _options(arguments)
    findings = _findings(find_suites(arguments.suites, arguments.output_path), metrics, options, arguments, tell)
    with writing(arguments.out) as out:
        out.write(html_of(findings, figures_of(findings), command_of(arguments)))
    study = findings.study
    lines = [f"{arguments.out}: {count(len(study.models), 'model')}, {count(len(study.columns), 'column')}"]
    if arguments.figures is not None:
        lines.append(f"{arguments.figures}: {save_figures(findings, arguments.figures)} plots as PNG and PDF")
    return "\n".join(lines)


def _findings(
    suites: Sequence[Suite], metrics: dict[str, str], options: Options, arguments: argparse.Namespace, tell: Tell
) -> Findings:
    """Everything that the suites say; what was left out of them is told.

    Raises:
        FileProblem: when nothing is left.
    """
    from helm_creativity.results.analysis import findings_of
    from helm_creativity.results.build import study_of
    from helm_creativity.results.suites import read_suites

    collected = read_suites(suites)
    study = study_of(suites, metrics, tell, collected)
    if not study.columns:
        told = "".join(f"\n  {problem}" for problem in study.problems)
        raise FileProblem(f"no run of {', '.join(arguments.suites)} can be read and put into a table{told}")
    findings = findings_of(study, collected.runs, options)
    for problem in findings.study.problems:
        tell(f"left out: {problem}")
    for note in findings.study.notes:
        tell(f"note: {note}")
    return findings


def _options(arguments: argparse.Namespace) -> Options:
    """Choices of the user, with the tables that they name.

    Raises:
        BadArguments: for a table or a number of draws that cannot be.
        FileProblem: when a table cannot be read.
    """
    from helm_creativity.results.analysis import Options
    from helm_creativity.results.covariates import read_covariates, read_groups

    return Options(
        title=arguments.title or ", ".join(Path(name).name for name in arguments.suites),
        draws=arguments.draws,
        seed=arguments.seed,
        covariates={} if arguments.covariates is None else read_covariates(arguments.covariates),
        capability=names_of(arguments.capability),
        groups=None if arguments.groups is None else read_groups(arguments.groups),
    )


def _require_folder(path: Path) -> None:
    """Refuses a page that could not be written, before anything is computed."""
    if not path.parent.is_dir():
        raise FileProblem(f"--out: expected a file in a folder that is there, got {path}; make {path.parent} first")


def names_of(joined: str | None) -> tuple[str, ...]:
    """Names joined with ``+``.

    Raises:
        BadArguments: for an empty name.
    """
    if joined is None:
        return ()
    names = tuple(name.strip() for name in joined.split("+"))
    if not all(names):
        raise BadArguments(f"--capability: expected names joined with +, got {joined!r}")
    return names


def metrics_of(pairs: Sequence[str]) -> dict[str, str]:
    """Main stats by run group.

    Raises:
        BadArguments: for what is no pair, or a group with two stats; the message names all of them.
    """
    found: dict[str, str] = {}
    wrong = []
    for pair in pairs:
        group, equals, stat = (part.strip() for part in pair.partition("="))
        if not (group and equals and stat) or found.get(group, stat) != stat:
            wrong.append(repr(pair))
        found[group] = stat
    if wrong:
        raise BadArguments(f"--metric: expected GROUP=STAT, one a group, got {', '.join(wrong)}")
    return found


def command_of(arguments: argparse.Namespace) -> str:
    """The command that makes the page again; of a whole path it shows the last part, as a page travels."""
    return shlex.join(["helm-creativity", "report", *map(_shown, arguments.suites), *_chosen(arguments)])


def _chosen(arguments: argparse.Namespace) -> Iterator[str]:
    """Options that are not as usual, and the seed."""
    if arguments.output_path != OUTPUT_PATH:
        yield from ("--output-path", _shown(arguments.output_path))
    for name in ("covariates", "groups"):
        if getattr(arguments, name) is not None:
            yield from (f"--{name}", _shown(getattr(arguments, name)))
    for name in ("capability", "title"):
        if getattr(arguments, name):
            yield from (f"--{name}", str(getattr(arguments, name)))
    for pair in arguments.metric:
        yield from ("--metric", pair)
    yield from ("--draws", str(arguments.draws), "--seed", str(arguments.seed))


def _shown(path: Path | str) -> str:
    return Path(path).name if Path(path).is_absolute() else str(path)
