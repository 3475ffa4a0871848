"""``helm-creativity judges anchors`` and ``judges link``: panels of judges on one scale by anchor responses."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from helm_creativity.cli.judge_exam import (
    AGAIN,
    LACKS_REPLY,
    announce_questions,
    asking_options,
    judges_option,
    repetition_option,
)
from helm_creativity.cli.options import FILE, NEW_FILE, leave_out, print_tables, read_runs, table_options, tell
from helm_creativity.defaults import OUTPUT_PATH
from helm_creativity.errors import BadArguments, FileProblem
from helm_creativity.safe_text import counted, quoted

if TYPE_CHECKING:
    from helm_creativity.exams.anchors import AnchorRating

ENDINGS = (".csv", ".jsonl")
# ``core.ratings`` has it, and is not needed for the command's help.
NO_PROBABILITIES = "no_probabilities"


@click.command(short_help="ask judges about anchor responses, which link panels of judges")
@click.argument("benchmark")
@judges_option
@asking_options
@click.option("--out", type=NEW_FILE, required=True, metavar="FILE", help="The ratings: .csv or .jsonl.")
@repetition_option
def anchors(
    benchmark: str,
    judges: str,
    asking: Mapping[str, Any],
    prices: Sequence[str],
    out: Path,
    repetition: str,
    dry_run: bool,
) -> None:
    """Ask judges about the anchor responses of a benchmark, and write their ratings to a file.

    The responses come with this package. Judges are asked as in a run, and their replies are cached: the same command
    continues a stopped one. `judges link` puts suites on one scale by these files.
    """
    from helm_creativity.exams.anchors import ask_anchors, load_anchors, write_anchor_ratings
    from helm_creativity.exams.taking import AskingOptions
    from helm_creativity.io.records import check_ending
    from helm_creativity.judges.designs import parse_judges
    from helm_creativity.judges.standalone import require_judges
    from helm_creativity.reporting.linking import anchor_table

    check_ending(out, ENDINGS)
    names = parse_judges(judges)
    options = AskingOptions(**asking, repetition=repetition)
    require_judges(names, options.local_path)
    found = load_anchors(benchmark, judges, options.temperature)
    title = f"{found.benchmark}: {counted(len(found.anchors), 'anchor')}"
    if not announce_questions(names, [(title, found.rubric, found.questions)], options, prices, dry_run):
        return
    rows: list[AnchorRating] = []
    for own in ask_anchors(judges, found, options):
        rows += own
        write_anchor_ratings(rows, out)
        _tell_missing(own)
    print_tables([anchor_table(found.benchmark, rows)])
    tell(f"ratings of anchors: {out}")
    rated = {row.judge for row in rows if row.rating is not None}
    if rated < set(names) or any(row.missing in LACKS_REPLY for row in rows):
        click.get_current_context().exit(1)


def _tell_missing(rows: Sequence[AnchorRating]) -> None:
    reasons = Counter(row.missing for row in rows if row.rating is None)
    if reasons:
        why = ", ".join(f"{reason} {number:,}" for reason, number in reasons.most_common())
        again = f"; {AGAIN}" if any(reason in reasons for reason in LACKS_REPLY) else ""
        if kept := [reason for reason in reasons if reason not in (*LACKS_REPLY, NO_PROBABILITIES)]:
            options = "".join(f" --reason {reason}" for reason in kept)
            again += (
                f"; HELM's cache keeps the others: helm-creativity forget SUITE --kind judge{options} --yes drops "
                "them, with a suite that this judge rated, and the same command then asks anew"
            )
        tell(f"{rows[0].judge}: {sum(reasons.values()):,} of {len(rows):,} ratings are missing: {why}{again}")


@click.command(short_help="put suites of different judges on one scale by anchor responses")
@click.argument("panels", nargs=-1, required=True, metavar="SUITE[=ANCHORS]...")
@click.option("--output-path", type=FILE, default=OUTPUT_PATH, show_default=True, help="helm-run's --output-path.")
@table_options
def link(panels: Sequence[str], output_path: Path, as_: str, out: Path | None) -> None:
    """Print models of several suites on the scale of the first one's judges, and what changed in judges.

    ANCHORS is the file of `judges anchors` by the suite's judges. Without it, ratings of anchors are those that the
    suite's own runs have, by `anchors=true` in their run entries. One model is fitted to all ratings, so that judges
    need not be the same; a judge of two suites is two judges, and its change between them is printed.
    """
    from helm_creativity.reporting.linking import link_tables
    from helm_creativity.results.linked_panels import link_rated_panels, rated_panel

    problems: list[str] = []
    rated = [
        rated_panel(suite, read_runs([suite], output_path).runs, path, problems) for suite, path in _suite_files(panels)
    ]
    found = link_rated_panels(rated, problems)
    for problem in problems:
        leave_out(problem)
    if not found:
        raise FileProblem("no dimension could be linked: " + (problems[-1] if problems else "no suite has ratings"))
    for dimension in found:
        for warning in dimension.warnings:
            tell(f"warning: {dimension.benchmark}, {dimension.dimension}: {warning}")
    print_tables(link_tables(found), as_, out)


def _suite_files(panels: Sequence[str]) -> list[tuple[str, Path | None]]:
    """Suites with their files; None for the files of their own runs.

    Raises:
        BadArguments: for another form, fewer than two, or one suite twice.
    """
    found = list[tuple[str, Path | None]]()
    for panel in panels:
        suite, equals, path = panel.rpartition("=")
        if equals and not (suite and path):
            raise BadArguments(f"expected SUITE or SUITE=ANCHORS, such as june=june-anchors.csv, got {quoted(panel)}")
        found.append((suite, Path(path)) if equals else (panel, None))
    if len({suite for suite, _ in found}) < max(len(found), 2):
        raise BadArguments(f"name two different suites or more, got {', '.join(suite for suite, _ in found)}")
    return found
