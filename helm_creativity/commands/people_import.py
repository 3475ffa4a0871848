"""``helm-creativity people import``: a sample of people from a table; its options are the benchmark's settings, too."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import fields
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from helm_creativity.benchmark.registry import find_entry
from helm_creativity.benchmark.settings import hints
from helm_creativity.commands.options import FILE, NEW_FOLDER, print_tables, tell
from helm_creativity.commands.score import (
    AGAIN,
    RatingOptions,
    announce,
    judging_options,
    language_options,
    loaded_benchmark,
    setting_option,
)
from helm_creativity.errors import BadArguments
from helm_creativity.judges.settings import JudgedSettings
from helm_creativity.safe_text import counted, quoted

if TYPE_CHECKING:
    from helm_creativity.benchmark.base import Benchmark
    from helm_creativity.people.importing import PeopleTable

_BENCHMARK, _DRY_RUN = "--benchmark", "--dry-run"
_LONGEST = 40
_SHOWN_LINES = 5


class ImportCommand(click.Command):
    """A command that has the options of the benchmark that ``--benchmark`` names."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Looks for the benchmark first."""
        ctx.meta[_BENCHMARK] = _benchmark_option(args)
        return super().parse_args(ctx, args)

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        """Those of every benchmark, then those of this one."""
        params = super().get_params(ctx)
        name = ctx.meta.get(_BENCHMARK)
        if name is None:
            return params
        from helm_creativity.people.importing import import_options

        benchmark = _benchmark(name)
        known = hints(benchmark.settings_type)
        params += [setting_option(name, field, known[name]) for name, field in import_options(benchmark).items()]
        params += language_options(benchmark)
        if issubclass(benchmark.settings_type, JudgedSettings):
            params += [option for option in judging_options() if _DRY_RUN not in option.opts]
        return params


def _benchmark_option(args: Sequence[str]) -> str | None:
    for place, arg in enumerate(args):
        if arg == _BENCHMARK:
            return args[place + 1] if place + 1 < len(args) else None
        if arg.startswith(f"{_BENCHMARK}="):
            return arg.partition("=")[2]
    return None


def _benchmark(name: str) -> Benchmark[Any]:
    return loaded_benchmark(find_entry(name))


@click.command("import", cls=ImportCommand)
@click.argument("file", type=FILE)
@click.option(_BENCHMARK, required=True, help="The benchmark of the responses. With --help, its settings are listed.")
@click.option("--name", default="", help="Name of the study (default: from the file).")
@click.option(
    "--out", type=NEW_FOLDER, help="A folder for samples of people; leaderboard and report take it as --people."
)
@click.option(
    "--participant",
    metavar="COLUMN",
    help="Column of participants (default: found by name; without one, each row is a new participant).",
)
@click.option("--item", metavar="COLUMN", help="Column of items (default: item, id, prompt or a field of an item).")
@click.option(
    "--response",
    multiple=True,
    metavar="COLUMN",
    help="Column of the response; repeat for responses in parts (default: response, or such as word1 to word10). "
    "ITEM=COLUMN where each item has its own. * stands for any text, here and in --rating and --ignore.",
)
@click.option(
    "--rating",
    "ratings",
    multiple=True,
    metavar="DIMENSION=COLUMN",
    help="People's ratings; repeat for each rater (default: columns named after the dimension, or rater1, rater2).",
)
@click.option(
    "--separator",
    metavar="TEXT",
    help="Separator of lists in cells, such as uses: a text, tab, line or space (default: detected in each cell).",
)
@click.option(
    "--scale",
    nargs=2,
    type=float,
    metavar="LOW HIGH",
    help="Ends of the scale of people's ratings (default: the benchmark's if no other usual one fits them).",
)
@click.option(
    "--gather", is_flag=True, help="The rows of a participant and an item are one response, each a part of it."
)
@click.option("--only", multiple=True, metavar="COLUMN=VALUE", help="Read only rows with this value; repeatable.")
@click.option("--ignore", multiple=True, metavar="COLUMN", help="A column that is not looked at; repeatable.")
@click.option("--replace", is_flag=True, help="Replace an existing sample with this name.")
@click.option(_DRY_RUN, is_flag=True, help="Print how the columns are interpreted and what judges would be asked.")
def import_command(
    file: Path,
    benchmark: str,
    name: str,
    out: Path | None,
    participant: str | None,
    item: str | None,
    response: Sequence[str],
    ratings: Sequence[str],
    separator: str | None,
    scale: tuple[float, float] | None,
    gather: bool,
    only: Sequence[str],
    ignore: Sequence[str],
    replace: bool,
    dry_run: bool,
    any_language: bool = False,
    **values: Any,  # noqa: ANN401
) -> None:
    """Make a sample of people from a table of their responses.

    FILE is a .csv from any spreadsheet program, an .xlsx, a .jsonl, .json or .parquet, or an export of
    Qualtrics, jsPsych or PsychoPy. Responses without a score have a failure reason. A row that
    cannot be read is left out, with its line and the reason. --dry-run prints how each column is read.
    """
    from helm_creativity.people.columns import row_type
    from helm_creativity.people.importing import by_line, make_sample, read_table
    from helm_creativity.people.sample import require_no_sample, write_sample

    how = RatingOptions(
        **{field.name: values.pop(field.name) for field in fields(RatingOptions) if field.name in values},
        dry_run=dry_run,
    )
    if out is None and not dry_run:
        raise BadArguments("name a folder for the sample with --out, or see how the columns are read with --dry-run")
    by_dimension: dict[str, list[str]] = {}
    for dimension, column in (_pair("--rating", rating, "DIMENSION=COLUMN") for rating in ratings):
        by_dimension.setdefault(dimension, []).append(column)
    table = read_table(
        file,
        _benchmark(benchmark),
        {key: value for key, value in values.items() if value is not None},
        participant=participant,
        item=item,
        response=response,
        ratings=by_dimension,
        local_path=how.local_path,
        separator=separator,
        any_language=any_language,
        only=dict(_pair("--only", pair, "COLUMN=VALUE") for pair in only),
        ignore=ignore,
        scale=scale,
        gather=gather,
    )
    _show(table, dry_run)
    table.check()
    if not (out is None or dry_run or replace):
        require_no_sample(table.benchmark.name, name or table.name, out)
    if table.judged:
        assert isinstance(table.settings, JudgedSettings)
        if not announce(table.benchmark, table.settings, table.item_responses, how):
            _tell_left_out(by_line(table.problems))
            return
    sample = make_sample(table, name=name, local_path=how.local_path)
    may_gather = not gather and row_type(table.benchmark).list_field() is not None
    _count(Counter(response.failure_reason for response in sample.responses), len(sample.participants), may_gather)
    _tell_left_out(sample.left_out)
    if table.judged:
        _tell_missing([response.annotations for response in sample.responses])
    if not dry_run:
        assert out is not None
        tell(f"{write_sample(sample, out, replace)}")


def _pair(option: str, text: str, form: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not (name and equals and value):
        raise BadArguments(f"expected {option} {form}, got {quoted(text)}")
    return name, value


def _show(table: PeopleTable, dry_run: bool) -> None:
    from helm_creativity.results.table import Column, Table

    columns, sheet = table.columns, table.sheet
    facts = {"file": table.path.name, "read as": sheet.read_as, "benchmark": table.benchmark.name}
    for note in table.notes:
        tell(note)
    if columns.participant is None:
        tell("no participant column: each row counts as a different participant")
    if dry_run:
        first = {
            name: next((row[name] for _, row in sheet.rows if row[name] is not None), None) for name in sheet.columns
        }
        names = [name for name in sheet.columns if name not in table.own]
        if table.own:
            tell(f"columns of the program itself, which are not used: {len(table.own)}")
        rows = [
            (
                name,
                columns.read_as(name),
                columns.option(name, first[name]),
                *([_cell_start(table.questions.get(name))] if table.questions else []),
                _cell_start(first[name]),
            )
            for name in names
        ]
        shown = Table(
            "columns",
            [
                Column("column", "column"),
                Column("read_as", "read as"),
                Column("otherwise", "otherwise"),
                *([Column("question", "question")] if table.questions else []),
                Column("first", "first"),
            ],
            rows,
            title=counted(len(sheet.rows), "row"),
            facts=facts,
        )
        print_tables(shown)
        tell("--ignore COLUMN leaves out a column that is used by mistake; --only COLUMN=VALUE chooses rows")


def _cell_start(cell: object) -> str:
    text = "" if cell is None else " ".join(str(cell).split())
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"


def _count(reasons: Counter[str], participants: int, lists: bool = False) -> None:
    scored = reasons.pop("", 0)
    total = scored + reasons.total()
    why = "".join(f"; {reason} {number:,}" for reason, number in reasons.most_common())
    if reasons["unparsable"] and lists:
        tell("if each row holds a single entry of a list, --gather takes it as it is, and joins those of a participant")
    tell(f"{counted(participants, 'participant')}, {counted(total, 'response')}, {scored:,} with a score{why}")


def _tell_left_out(problems: Mapping[str, str]) -> None:
    if not problems:
        return
    tell(f"rows left out: {len(problems):,}")
    lines: dict[str, list[str]] = {}
    for line, reason in problems.items():
        lines.setdefault(reason, []).append(line)
    for reason, its in list(lines.items())[:_SHOWN_LINES]:
        more = f" and {len(its) - _SHOWN_LINES:,} more" if len(its) > _SHOWN_LINES else ""
        tell(f"  line {', '.join(its[:_SHOWN_LINES])}{more}: {reason}")
    if len(lines) > _SHOWN_LINES:
        tell(f"  and {len(lines) - _SHOWN_LINES:,} other reasons; sample.json has all of them")


def _tell_missing(annotations: Sequence[Mapping[str, Any]]) -> None:
    from helm_creativity.benchmark.follow_ups import transcript_in
    from helm_creativity.judges.missing_ratings import missing_ratings

    found = (transcript_in(annotation) for annotation in annotations)
    for line in missing_ratings((value for value in found if value is not None), again=f"{AGAIN} (with --replace)"):
        tell(f"helm-creativity: {line}")
