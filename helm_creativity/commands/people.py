"""``helm-creativity people``: samples of people, from tables of their responses, and what they say."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from inspect import signature
from itertools import pairwise
from pathlib import Path
from textwrap import shorten
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import click

from helm_creativity.benchmark.follow_ups import transcript_in
from helm_creativity.benchmark.registry import find_entry
from helm_creativity.commands import CommandGroup
from helm_creativity.commands.options import (
    FILE,
    NEW_FOLDER,
    judging_options,
    options_of,
    out_option,
    print_tables,
    tell,
)
from helm_creativity.commands.score import announce, loaded_benchmark, setting_options, tell_note
from helm_creativity.defaults import LOCAL_PATH
from helm_creativity.errors import BadArguments, EmbeddingNotFound, FileProblem
from helm_creativity.judges.settings import JudgedSettings
from helm_creativity.safe_text import counted, quoted, without_addresses

if TYPE_CHECKING:
    from helm_creativity.people.importing import PeopleTable
    from helm_creativity.people.sample import PeopleSample

_LONGEST = 40
_SHOWN_LINES = 5


@click.group(cls=CommandGroup)
def people() -> None:
    """Import responses of people, and describe samples of them."""


class ImportCommand(click.Command):
    """A command that has the options of the benchmark that ``--benchmark`` names."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Looks for the benchmark first."""
        words = [word for arg in args for word in (arg.split("=", 1) if arg.startswith("--benchmark=") else [arg])]
        ctx.meta[__name__] = dict(pairwise(words)).get("--benchmark")
        return super().parse_args(ctx, args)

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        """Those of every benchmark, then those of this one."""
        params, name = super().get_params(ctx), ctx.meta.get(__name__)
        if name is None:
            return params
        from helm_creativity.people.importing import import_options

        benchmark = loaded_benchmark(find_entry(name))
        judging = options_of(judging_options) if issubclass(benchmark.settings_type, JudgedSettings) else ()
        return [*params, *setting_options(benchmark, import_options(benchmark)), *judging]


@people.command("import", cls=ImportCommand)
@click.argument("file", type=FILE)
@click.option(
    "--benchmark", required=True, help="The benchmark of the responses. With --help, its settings are listed."
)
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
@click.option("--dry-run", is_flag=True, help="Print how the columns are interpreted and what judges would be asked.")
def import_command(
    file: Path,
    benchmark: str,
    name: str,
    out: Path | None,
    ratings: Sequence[str],
    only: Sequence[str],
    replace: bool,
    dry_run: bool,
    prices: Mapping[str, tuple[float, float]] = MappingProxyType({}),
    base_url: str | None = None,
    api_key_env: str | None = None,
    **values: Any,  # noqa: ANN401 - of ``read_table``, and settings
) -> None:
    """Make a sample of people from a table of their responses.

    FILE is a .csv from any spreadsheet program, an .xlsx, a .jsonl, .json or .parquet, or an export of
    Qualtrics, jsPsych or PsychoPy. Responses without a score have a failure reason. A row that
    cannot be read is left out, with its line and the reason. --dry-run prints how each column is read.
    """
    from helm_creativity.commands.running.server import served_judges
    from helm_creativity.commands.scoring import JUDGES, require_judges
    from helm_creativity.people.importing import by_line, make_sample, read_table
    from helm_creativity.people.sample import require_no_sample, write_sample

    if out is None and not dry_run:
        raise BadArguments("name a folder for the sample with --out, or see how the columns are read with --dry-run")
    given = {key: value for key, value in values.items() if value is not None}
    require_judges(given, price=prices, base_url=base_url, api_key_env=api_key_env)
    by_dimension = _pairs("--rating", ratings, "DIMENSION=COLUMN")
    chosen = {column: values[-1] for column, values in _pairs("--only", only, "COLUMN=VALUE").items()}
    local_path = given.get("local_path", LOCAL_PATH)
    reading = {key: given.pop(key) for key in signature(read_table).parameters if key in given}
    server, judges = (base_url, api_key_env, local_path, tell_note), str(given.get(JUDGES, ""))
    with served_judges(judges, *server, write=not dry_run) as names:
        settings = {**given, JUDGES: names} if names else given
        found = loaded_benchmark(find_entry(benchmark))
        table = read_table(file, found, settings, ratings=by_dimension, only=chosen, scored=not dry_run, **reading)
        for note in table.notes:
            tell(without_addresses(note))
        if dry_run:
            _show(table)
        table.check()
        if not (out is None or dry_run or replace):
            require_no_sample(found.name, name or table.path.stem, out)
        sample, asked = None, table.judged
        if asked is None or announce(found, prices, dry_run, local_path, asked, table.item_responses):
            try:
                sample = make_sample(table, name=name, local_path=local_path)
            except (EmbeddingNotFound, FileProblem) as problem:
                if not dry_run:
                    raise
                tell(f"{counted(len(table.records), 'response')}, not scored: {problem}")
    if sample is not None:
        _tell_scores(sample, table)
    _tell_left_out(by_line(table.problems) if sample is None else sample.left_out)
    if sample is not None and out is not None and not dry_run:
        tell(f"{write_sample(sample, out, replace)}")


def _tell_scores(sample: PeopleSample, table: PeopleTable) -> None:
    from helm_creativity.commands.scoring import AGAIN
    from helm_creativity.judges.missing_ratings import missing_ratings

    reasons = Counter(response.failure_reason for response in sample.responses)
    scored = reasons.pop("", 0)
    why = "".join(f"; {reason} {number:,}" for reason, number in reasons.most_common())
    many = (counted(len(sample.participants), "participant"), counted(len(sample.responses), "response"))
    tell(f"{', '.join(many)}, {scored:,} with a score{why}")
    if table.judged:
        replies = (transcript_in(response.annotations) for response in sample.responses)
        for line in missing_ratings(filter(None, replies), again=f"{AGAIN} (with --replace)"):
            tell_note(line)


def _pairs(option: str, texts: Sequence[str], form: str) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for text in texts:
        name, _, value = text.partition("=")
        if not (name and value):
            raise BadArguments(f"expected {option} {form}, got {quoted(text)}")
        found.setdefault(name, []).append(value)
    return found


def _show(table: PeopleTable) -> None:
    """Prints how each column is read."""
    from helm_creativity.results.table import Column, Table

    sheet, rows = table.sheet, []
    for name in (name for name in sheet.columns if name not in table.export.own):
        first = next((row[name] for _, row in sheet.rows if row[name] is not None), "")
        cells = {"question": table.export.questions.get(name, ""), "first": str(first)}
        shown = {key: shorten(without_addresses(cell), _LONGEST, placeholder="…") for key, cell in cells.items()}
        rows.append({"column": name, "read_as": table.columns.described(name), **shown})
    facts = {"file": table.path.name, "read as": sheet.read_as, "benchmark": table.wanted.benchmark.name}
    heads = [Column(name, name.replace("_", " ")) for name in rows[0] if name != "question" or table.export.questions]
    print_tables(Table("columns", heads, rows, title=counted(len(sheet.rows), "row"), facts=facts))
    tell("--response, --item, --participant and --rating say otherwise; --ignore COLUMN leaves a column out")


def _tell_left_out(problems: Mapping[str, str]) -> None:
    lines: dict[str, list[str]] = {}
    for line, reason in problems.items():
        lines.setdefault(reason, []).append(line)
    if problems:
        tell(f"rows left out: {len(problems):,}")
    for reason, its in list(lines.items())[:_SHOWN_LINES]:
        more = f" and {len(its) - _SHOWN_LINES:,} more" if len(its) > _SHOWN_LINES else ""
        tell(f"  line {', '.join(its[:_SHOWN_LINES])}{more}: {without_addresses(reason)}")
    if len(lines) > _SHOWN_LINES:
        tell(f"  and {len(lines) - _SHOWN_LINES:,} other reasons; sample.json has all of them")


@people.command()
@click.argument("folders", nargs=-1, required=True, type=FILE, metavar="DIR...")
@click.option("--top", type=click.IntRange(1), default=2, show_default=True, help="Number of ideas in the top score.")
@click.option("--embedding", default="", help="Compare ideas by these vectors (default: by their texts).")
@click.option(
    "--threshold",
    type=click.FloatRange(0, 1, min_open=True),
    help="With --embedding: similarity from which ideas are alike (default: 0.8).",
)
@out_option
def statistics(
    folders: Sequence[Path],
    top: int,
    embedding: str,
    threshold: float | None,
    out: Path | None,
) -> None:
    """Print what studies of divergent thinking report of samples of people.

    DIR is a sample that people import wrote, or a folder of some. The tables have fluency; average, top and maximum
    score of the ideas, and the average without fluency; uniqueness within the sample; and reliability over items and
    raters. They say whose the scores are: ratings by people or by judges, or semantic distance. A file (--out) also has
    a row for each participant.
    """
    from helm_creativity.people.responses import THRESHOLD
    from helm_creativity.people.sample import read_people
    from helm_creativity.results.people import statistics_tables

    if threshold is not None and not embedding:
        raise BadArguments("--threshold is for --embedding: name one, or leave --threshold out")
    found = [
        sample.statistics(top=top, embedding=embedding, threshold=THRESHOLD if threshold is None else threshold)
        for sample in read_people(folders)
    ]
    print_tables(
        [table for sample in found for table in statistics_tables(sample, participants=out is not None)], out=out
    )
