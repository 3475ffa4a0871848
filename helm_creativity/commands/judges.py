"""``helm-creativity judges``."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from helm_creativity.benchmark.registry import BenchmarkEntry, find_entry, list_entries
from helm_creativity.commands import SuggestingGroup
from helm_creativity.commands.judge_exam import SEED, TEMPERATURE, TOKENS, exam
from helm_creativity.commands.options import (
    FILE,
    FORMATS,
    NEW_FILE,
    NamedChoice,
    print_tables,
    table_options,
)
from helm_creativity.defaults import LOCAL_PATH
from helm_creativity.errors import BadArguments
from helm_creativity.safe_text import listed

if TYPE_CHECKING:
    from helm_creativity.benchmark.ratings import JudgeReply
    from helm_creativity.judges.evaluation.taking import ExamOptions
    from helm_creativity.judges.labelled import LabelledAnswer, LabelledSet

OWN_TABLE = "table"


@click.group(cls=SuggestingGroup)
def judges() -> None:
    """Calibrate and examine judges; analyse audits and links those of suites."""


@judges.command(short_help="estimate raters' severity from a file of ratings")
@click.argument("table", type=FILE)
@click.option("--rater", "raters", multiple=True, metavar="COLUMN", help="A rater's column; repeatable.")
@click.option("--item", default="", metavar="COLUMN", help="Column of items (default: item or instance).")
@table_options
def calibrate(table: Path, raters: Sequence[str], item: str, as_: str, out: Path | None) -> None:
    """Print how severe and consistent the raters of a file are, and models' means without that.

    TABLE is a .csv, .jsonl or .parquet file: one row per rating with the columns judge, item and rating (optional:
    model, trial, dimension, benchmark, rubric and judging), or one row per response with --rater. For the judges of a
    suite: helm-creativity analyse SUITE calibration.
    """
    from helm_creativity.results.calibration import calibration_tables
    from helm_creativity.results.rating_tables import ratings_of_table

    print_tables(calibration_tables(ratings_of_table(table, raters, item)), as_, out)


@click.command(OWN_TABLE)
@click.argument("table", type=FILE)
@click.option(
    "--judge", "judges", multiple=True, required=True, metavar="COLUMN", help="Column of a judge; repeatable."
)
@click.option(
    "--rater", "raters", multiple=True, required=True, metavar="COLUMN", help="Column of a person; repeatable."
)
@click.option("--item", default="", metavar="COLUMN", help="Column of items (default: each row is an item).")
@click.option("--scale", default="automatic", show_default=True, help="classes, binary, ordinal or interval.")
@table_options
def agreement_of_table(
    table: Path,
    judges: Sequence[str],
    raters: Sequence[str],
    item: str,
    scale: str,
    as_: str,
    out: Path | None,
) -> None:
    """Measure agreement in a table of ratings: a row per response, a column per judge and person.

    TABLE is a .csv, .jsonl or .parquet file. Ratings are numbers or names of classes.
    """
    from helm_creativity.results.agreement import agreement_tables

    print_tables(agreement_tables(table, judges, raters, item, scale), as_, out)


class AgreementGroup(click.Group):
    """One command per benchmark with labels by people, and one for any table of ratings."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Names of the benchmarks, then that of the command for tables."""
        return [*(entry.name for entry in list_entries() if entry.has("labels")), OWN_TABLE]

    def get_command(self, ctx: click.Context, name: str) -> click.Command:
        """The benchmark's command; the files that its labels need are options."""
        if name == OWN_TABLE:
            return agreement_of_table
        entry = find_entry(name)
        if not entry.has("labels"):
            raise BadArguments(f"{entry.name} has no labels by people; there are: {listed(self.list_commands(ctx))}")
        try:
            labels = entry.module("labels")
        except Exception as error:
            return _unusable(entry, error)
        own = [click.Option([f"--{key}"], type=FILE, help=text) for key, text in labels.FILES.items()]

        def run(
            judge: str,
            replies: Path | None,
            source: Path | None,
            form: str,
            out: Path | None,
            **values: Any,  # noqa: ANN401
        ) -> None:
            from helm_creativity.judges.evaluation.taking import ExamOptions

            files = {key: values.pop(key) for key in labels.FILES}
            how = ExamOptions(**values)
            _agreement(entry, labels.labelled(source, **files), judge, how, replies, form, out)

        return click.Command(entry.name, params=[*_options(), *own], callback=run, help=f"{entry.card.title}.")


def _unusable(entry: BenchmarkEntry, error: Exception) -> click.Command:
    """In the place of a benchmark's command: says what is wrong with the benchmark."""
    why = f"{entry.package} cannot be used: {type(error).__name__}: {error}"

    def run() -> None:
        raise BadArguments(why)

    return click.Command(entry.name, callback=run, short_help=why)


def _options() -> list[click.Parameter]:
    return [
        click.Option(["--judge"], required=True, metavar="DEPLOYMENT", help="HELM's name for the judge's deployment."),
        click.Option(["--from", "source"], type=FILE, help="Your own copy of the labelled responses."),
        click.Option(["--sample"], type=int, help="Number of responses, drawn at random (default: all)."),
        click.Option(["--seed"], type=int, default=SEED, show_default=True, help="Seed of the sample."),
        click.Option(
            ["--local-path", "--prod-env"],
            type=click.Path(path_type=Path),
            default=LOCAL_PATH,
            help="helm-run's --local-path, cache included.",
        ),
        click.Option(
            ["--judge-temp", "temperature"], type=float, default=TEMPERATURE, help="Temperature of the judge."
        ),
        click.Option(["--judge-max-tokens", "max_tokens"], type=int, default=TOKENS, help="Token limit of a reply."),
        click.Option(["--threads"], type=int, default=4, show_default=True, help="Number of concurrent requests."),
        click.Option(["--replies"], type=NEW_FILE, help="Write the judge's reply to each response, .csv or .jsonl."),
        click.Option(["--format", "form"], type=NamedChoice(FORMATS), default="text", help="Format of the tables."),
        click.Option(["--out"], type=NEW_FILE, help="Write the tables to a file."),
    ]


def _agreement(
    entry: BenchmarkEntry,
    answers: LabelledSet,
    judge: str,
    how: ExamOptions,
    replies: Path | None,
    form: str,
    out: Path | None,
) -> None:
    from helm_creativity.results.agreement import label_tables, sample_of

    asked = sample_of(answers.answers, how.sample, how.seed)
    if not asked:
        raise BadArguments("there is no labelled answer to ask about; give another file with --from")
    judge_replies = how.ask(judge, answers.rubric, [labelled.question for labelled in asked])
    if replies is not None:
        _write(replies, answers, asked, judge_replies)
    tables = label_tables(answers, asked, judge_replies, _header(entry, judge, how, asked))
    print_tables(tables, form, out)


def _header(entry: BenchmarkEntry, judge: str, how: ExamOptions, asked: Sequence[LabelledAnswer]) -> dict[str, str]:
    from helm_creativity.benchmark.comparability import checksum_questions, checksum_texts

    drawn = "all" if how.sample is None else f"{how.sample}, seed {how.seed}"
    return {
        "benchmark": f"{entry.name}, card {entry.card.version}",
        "judge": f"{judge}, temperature {how.temperature:g}, {how.max_tokens} tokens",
        "questions": checksum_questions(labelled.question for labelled in asked),
        "labels": checksum_texts(f"{labelled.id}\n{labelled.rating:g}" for labelled in asked),
        "sample": drawn,
    }


def _write(
    path: Path, answers: LabelledSet, asked: Sequence[LabelledAnswer], judge_replies: Sequence[JudgeReply]
) -> None:
    from helm_creativity.benchmark.rows.records import is_csv, write_records, writing
    from helm_creativity.results.agreement import rating_in

    def record(labelled: LabelledAnswer, judge_reply: JudgeReply) -> dict[str, Any]:
        value, missing = rating_in(judge_reply)
        classes = {
            "people": answers.classes[labelled.rating],
            "judge": None if value is None else answers.classes[value],
        }
        rest = {"missing": missing, "reply": judge_reply.reply, "error": judge_reply.error}
        return {"id": labelled.id, "item": labelled.cluster, **labelled.fields, **classes, **rest}

    with writing(path) as out:
        write_records((record(*pair) for pair in zip(asked, judge_replies, strict=True)), out, is_csv(path))


judges.add_command(
    AgreementGroup(
        "agreement",
        help="Measure how well a judge agrees with people's labels.",
        short_help="measure how well a judge agrees with people's labels",
    )
)
judges.add_command(exam)
