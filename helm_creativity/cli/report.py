"""``helm-creativity report``: suites as one page for people."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from helm_creativity.cli.options import (
    FILE,
    LEAST_SCORED,
    NEW_FILE,
    NEW_FOLDER,
    NamedChoice,
    floor_option,
    leave_out,
    norms_option,
    people_option,
    say,
    scores_option,
    suites_argument,
    tell,
)
from helm_creativity.defaults import OUTPUT_PATH, RAW
from helm_creativity.errors import BadArguments, FileProblem
from helm_creativity.safe_text import counted, quoted

if TYPE_CHECKING:
    from helm_creativity.results.findings import Findings
    from helm_creativity.results.options import Options
    from helm_creativity.results.runs import SuiteFolder

OUT = Path("report.html")
# As in ``reports.report.responses``.
FEW, *_ = CHOICES = ("3", "all", "none")
# As in ``results.options``, which takes a while to load.
DRAWS, SEED = 1000, 0


@click.command()
@suites_argument()
@click.option("--out", type=NEW_FILE, default=OUT, show_default=True, metavar="FILE", help="File to write.")
@click.option("--figures", type=NEW_FOLDER, metavar="FOLDER", help="Also write every plot as PNG and PDF.")
@click.option("--covariates", type=FILE, metavar="FILE", help="A CSV with numbers by model to predict.")
@click.option("--capability", metavar="NAME+NAME", help="Covariates or benchmarks that measure general capability.")
@click.option("--groups", type=FILE, metavar="FILE", help="A CSV with the columns model and group.")
@click.option(
    "--metric",
    "metrics",
    multiple=True,
    metavar="GROUP=STAT",
    help="Main stat of another package's benchmark; repeatable.",
)
@norms_option
@people_option
@click.option(
    "--cards",
    type=FILE,
    multiple=True,
    metavar="DIR",
    help="Judges' cards (default: where helm-creativity judges exam keeps them).",
)
@click.option(
    "--responses",
    type=NamedChoice(CHOICES),
    default=FEW,
    show_default=True,
    help="Responses to include: for each model the best, a median, the worst and one without a score; all; or none.",
)
@scores_option
@floor_option
@click.option("--draws", type=int, default=DRAWS, show_default=True, help="Number of draws per bootstrap.")
@click.option("--seed", type=int, default=SEED, show_default=True, help="Seed of all random numbers.")
@click.option("--title", default="", metavar="TEXT", help="Title of the page (default: the suites' names).")
def report(
    suites: Sequence[str],
    output_path: Path,
    out: Path,
    figures: Path | None,
    covariates: Path | None,
    capability: str | None,
    groups: Path | None,
    metrics: Sequence[str],
    norms: bool,
    people: Sequence[Path],
    cards: Sequence[Path],
    responses: str,
    scores: str,
    least_scored: float,
    draws: int,
    seed: int,
    title: str,
) -> None:
    """Write what suites say together as one page.

    SUITE is helm-run's --suite, helm-summarize's --release, or a folder of either. If a run is in two of them,
    the later one counts.
    """
    from helm_creativity.exams.card import read_cards
    from helm_creativity.io.records import check_ending, writing
    from helm_creativity.people.sample import read_people
    from helm_creativity.reports.report.figures import draw_figures, save_figures
    from helm_creativity.reports.report.page import render_report
    from helm_creativity.results.options import Options, read_covariates, read_groups
    from helm_creativity.results.runs import find_suites

    check_ending(out, (".html", ".htm"), "--out")
    main_stats = parse_metrics(metrics)
    options = Options(
        title=title or ", ".join(Path(name).name for name in suites),
        draws=draws,
        seed=seed,
        covariates={} if covariates is None else read_covariates(covariates),
        capability=split_names(capability),
        groups=None if groups is None else read_groups(groups),
        least_scored=least_scored,
        norms=norms,
        people=tuple(read_people(people)),
        cards=read_cards(cards),
    )
    findings = _findings(find_suites(suites, output_path), suites, main_stats, options, scores)
    plots = draw_figures(findings)
    with writing(out) as file:
        command = repeat_command(click.get_current_context().params)
        file.write(render_report(findings, plots, command, responses=responses))
    study = findings.study
    say(f"{out}: {counted(len(study.models), 'model')}, {counted(len(study.columns), 'column')}")
    if figures is not None:
        say(f"{figures}: {save_figures(findings, figures)} plots as PNG and PDF")


def _findings(
    suites: Sequence[SuiteFolder], names: Sequence[str], metrics: dict[str, str], options: Options, scores: str
) -> Findings:
    from helm_creativity.results.findings import derive_findings
    from helm_creativity.results.options import unknown_models
    from helm_creativity.results.rescoring import corrected_suites, with_length_free_scores
    from helm_creativity.results.runs import read_suites
    from helm_creativity.results.study import build_score_matrix

    read = read_suites(suites)
    collected = with_length_free_scores(read) if scores == RAW else corrected_suites(read, scores)
    study = build_score_matrix(suites, metrics, tell, collected)
    if not study.columns:
        problems = "".join(f"\n  {problem}" for problem in study.problems)
        raise FileProblem(f"no run of {', '.join(names)} can be read and put into a table{problems}")
    findings = derive_findings(study, collected.runs, options)
    for problem in findings.study.problems:
        leave_out(problem)
    for note in findings.study.notes:
        tell(f"note: {note}")
    numbered = [model for values in options.covariates.values() for model in values]
    for option, named in (("--covariates", numbered), ("--groups", options.groups or ())):
        for problem in unknown_models(named, findings.study.models, option):
            leave_out(problem)
    return findings


def split_names(joined: str | None) -> tuple[str, ...]:
    """Names joined with ``+``."""
    if joined is None:
        return ()
    names = tuple(name.strip() for name in joined.split("+"))
    if not all(names):
        raise BadArguments(f"--capability: expected names joined with +, got {quoted(joined)}")
    return names


def parse_metrics(pairs: Sequence[str]) -> dict[str, str]:
    """Main stats by run group."""
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


def repeat_command(chosen: Mapping[str, Any]) -> str:
    """The command that makes the page again; of a whole path it shows the last part, as a page travels."""
    return shlex.join(["helm-creativity", "report", *map(_short_path, chosen["suites"]), *_chosen(chosen)])


def _chosen(chosen: Mapping[str, Any]) -> Iterator[str]:
    if chosen["output_path"] != OUTPUT_PATH:
        yield from ("--output-path", _short_path(chosen["output_path"]))
    for name in ("covariates", "groups"):
        if chosen[name] is not None:
            yield from (f"--{name}", _short_path(chosen[name]))
    for name, usual in (("capability", None), ("title", ""), ("responses", FEW)):
        if chosen[name] not in (usual, ""):
            yield from (f"--{name}", str(chosen[name]))
    if chosen["norms"]:
        yield "--norms"
    for option, name in (("metric", "metrics"), ("people", "people"), ("cards", "cards")):
        for value in chosen[name]:
            yield from (f"--{option}", _short_path(value))
    if chosen["least_scored"] != LEAST_SCORED:
        yield from ("--least-scored", f"{chosen['least_scored']:g}")
    yield from ("--draws", str(chosen["draws"]), "--seed", str(chosen["seed"]))


def _short_path(path: Path | str) -> str:
    return Path(path).name if Path(path).is_absolute() else str(path)
