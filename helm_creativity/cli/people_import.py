"""``helm-creativity people import``: a sample of people from a table; its options are the benchmark's settings, too."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import fields
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from helm_creativity.cli.options import FILE, print_tables, tell
from helm_creativity.cli.score import (
    AGAIN,
    RatingOptions,
    announce,
    judging_options,
    language_options,
    loaded_benchmark,
    setting_option,
)
from helm_creativity.core.registry import find_entry
from helm_creativity.core.settings import hints
from helm_creativity.errors import BadArguments
from helm_creativity.judges.settings import JudgedSettings
from helm_creativity.safe_text import quoted

if TYPE_CHECKING:
    from helm_creativity.core.benchmark import Benchmark
    from helm_creativity.people.importing import PeopleTable

_BENCHMARK, _DRY_RUN = "--benchmark", "--dry-run"


class ImportCommand(click.Command):
    """A command that has the options of the benchmark that ``--benchmark`` names."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Looks for the benchmark first."""
        ctx.meta[_BENCHMARK] = _named(args)
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


def _named(args: Sequence[str]) -> str | None:
    """The value of ``--benchmark``."""
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
@click.option("--name", default="", help="Name of the study (default: from the form or the file).")
@click.option("--out", type=FILE, help="A folder for samples of people; leaderboard and report take it as --people.")
@click.option(
    "--participant",
    metavar="COLUMN",
    help="Column of participants (default: found by name; without one, each row is a new participant).",
)
@click.option("--item", metavar="COLUMN", help="Column of item ids (default: item, id, or the fields of an item).")
@click.option(
    "--response",
    multiple=True,
    metavar="COLUMN",
    help="Column of the response; repeat for responses in parts (default: response, or such as word1 to word10).",
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
@click.option("--licence", default="", help="Licence of the responses.")
@click.option("--consent", default="", help="What participants agreed to, in one sentence.")
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
    licence: str,
    consent: str,
    replace: bool,
    dry_run: bool,
    any_language: bool = False,
    **values: Any,  # noqa: ANN401
) -> None:
    """Make a sample of people from a table of their responses.

    FILE is a .csv from any spreadsheet program, an .xlsx, a .jsonl, or a file saved by people form. Each row is a
    response. Every row is kept; rows without a score have a failure reason.
    """
    from helm_creativity.people.importing import make_sample, read_table
    from helm_creativity.people.sample import write_sample

    how = RatingOptions(
        **{field.name: values.pop(field.name) for field in fields(RatingOptions) if field.name in values},
        dry_run=dry_run,
    )
    if out is None and not dry_run:
        raise BadArguments("name a folder for the sample with --out, or see how the columns are read with --dry-run")
    table = read_table(
        file,
        _benchmark(benchmark),
        {key: value for key, value in values.items() if value is not None},
        participant=participant,
        item=item,
        response=response,
        ratings=_by_dimension(ratings),
        local_path=how.local_path,
        separator=separator,
        any_language=any_language,
    )
    _show(table, dry_run)
    if table.judged:
        assert isinstance(table.settings, JudgedSettings)
        if not announce(table.benchmark, table.settings, table.item_responses, how):
            return
    sample = make_sample(
        table, name=name, licence=licence, consent=consent, local_path=how.local_path, threads=how.threads
    )
    _count(Counter(response.failure_reason for response in sample.responses), len(sample.participants))
    if table.judged:
        _tell_missing([response.annotations for response in sample.responses])
    if not dry_run:
        assert out is not None
        tell(f"{write_sample(sample, out, replace)}")


def _by_dimension(ratings: Sequence[str]) -> Mapping[str, Sequence[str]]:
    found: dict[str, list[str]] = {}
    for rating in ratings:
        dimension, equals, column = rating.partition("=")
        if not (dimension and equals and column):
            raise BadArguments(f"expected --rating DIMENSION=COLUMN, got {quoted(rating)}")
        found.setdefault(dimension, []).append(column)
    return found


def _show(table: PeopleTable, dry_run: bool) -> None:
    """What each column holds: a table where that is what was asked for."""
    from helm_creativity.reporting.tables import Column, Table

    columns, sheet = table.columns, table.sheet
    facts = {"file": table.path.name, "read as": sheet.read_as, "benchmark": table.benchmark.name}
    if table.others:
        tell(f"{table.others:,} rows are responses to other benchmarks")
    if table.separator is not None and table.separator.found:
        tell(table.separator.note)
    if table.language_note:
        tell(table.language_note)
    if columns.participant is None:
        tell("no participant column: each row counts as a different participant")
    if dry_run:
        first = sheet.rows[0][1]
        rows = [
            (name, columns.read_as(name), "" if first[name] is None else str(first[name])) for name in sheet.columns
        ]
        shown = Table(
            "columns",
            [Column("column", "column"), Column("read_as", "read as"), Column("first", "first row")],
            rows,
            title=f"{len(sheet.rows):,} rows",
            facts=facts,
        )
        print_tables(shown)


def _count(reasons: Counter[str], participants: int) -> None:
    """How many responses have a score, and why the others have none."""
    scored = reasons.pop("", 0)
    total = scored + reasons.total()
    why = "".join(f"; {reason} {number:,}" for reason, number in reasons.most_common())
    tell(f"{participants:,} participants, {total:,} responses, {scored:,} with a score{why}")


def _tell_missing(annotations: Sequence[Mapping[str, Any]]) -> None:
    """Which ratings are missing, and how to ask for them again."""
    from helm_creativity.core.transcripts import transcript_in
    from helm_creativity.judges.missing_ratings import missing_ratings

    found = (transcript_in(annotation) for annotation in annotations)
    for line in missing_ratings((value for value in found if value is not None), again=f"{AGAIN} (with --replace)"):
        tell(f"helm-creativity: {line}")
