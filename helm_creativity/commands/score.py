"""``helm-creativity score BENCHMARK``: scores responses from a file; its options are the benchmark's settings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from helm_creativity.benchmark.base import Benchmark, comparable_key
from helm_creativity.benchmark.item_responses import ItemResponse
from helm_creativity.benchmark.loading import load_benchmark
from helm_creativity.benchmark.registry import BenchmarkEntry, find_entry
from helm_creativity.benchmark.rows.cells import Separator, parse_separator
from helm_creativity.benchmark.settings import Option, hints
from helm_creativity.commands.options import NEW_FILE, BenchmarkGroup, announce_plans, tell
from helm_creativity.defaults import LOCAL_PATH, THREADS
from helm_creativity.errors import BadArguments
from helm_creativity.judges.settings import JudgedSettings, rating_options
from helm_creativity.safe_text import counted

if TYPE_CHECKING:
    from helm_creativity.benchmark.rows.scored import FileScores

RATINGS = "ratings"
"""The field of a scored record that has its ratings."""

_ITEMS = (
    "\n\nWith --judges, a panel rates the responses as in a run. Each record then needs the text in the field "
    "response, and its item: by id or item, or by fields that only one item has."
)
ENDINGS = (".jsonl", ".csv")
"""Of files that scored records are written into."""
AGAIN = "start the same command again; it asks only for these"


@dataclass(frozen=True)
class RatingOptions:
    """How judges are asked about the responses."""

    local_path: Path = LOCAL_PATH
    prices: tuple[str, ...] = ()
    dry_run: bool = False
    base_url: str | None = None
    api_key_env: str | None = None


class ScoreGroup(BenchmarkGroup):
    """One command per benchmark; its options are the benchmark's settings."""

    def get_command(self, ctx: click.Context, name: str) -> click.Command:
        """The benchmark's command."""
        entry = find_entry(name)
        benchmark = loaded_benchmark(entry)
        judged = issubclass(benchmark.settings_type, JudgedSettings)
        known = rating_options(benchmark)
        about = "FILE is .csv, .tsv, .txt, .json, .xlsx, .parquet, or JSONL (also from stdin): a response per row, with"
        fields_of_records = "\n\n".join(("", about, *benchmark.row_type.described()))

        def run(
            source: Path | None,
            target: Path | None,
            strict: bool,
            jobs: int,
            separator: Separator | None = None,
            any_language: bool = False,
            **values: Any,  # noqa: ANN401
        ) -> None:
            from helm_creativity.commands.running.server import served_judges
            from helm_creativity.commands.scoring import score_file

            how = (
                RatingOptions(**{field.name: values.pop(field.name) for field in fields(RatingOptions)})
                if judged
                else None
            )
            given = {key: value for key, value in values.items() if value is not None}
            if how is not None and "judges" in given:
                panel, server = str(given["judges"]), (how.base_url, how.api_key_env)
                with served_judges(panel, *server, how.local_path, _tell_note, write=not how.dry_run) as names:
                    given["judges"] = names
                    _rate(benchmark, given, source, target, strict, how, separator, any_language, jobs)
            else:
                _refuse_without_judges(how or RatingOptions())
                scored = score_file(benchmark, given, source, target, separator, jobs, _tell_note, any_language)
                _end(scored, source, strict)

        return click.Command(
            entry.name,
            params=[
                click.Argument(["source"], metavar="[FILE]", required=False, type=click.Path(path_type=Path)),
                *(setting_option(name, field, hints(benchmark.settings_type)[name]) for name, field in known.items()),
                *(judging_options() if judged else ()),
                click.Option(
                    ["--out", "target"],
                    type=NEW_FILE,
                    callback=scored_file,
                    help="a .jsonl or .csv file (default: stdout)",
                ),
                *separator_options(benchmark),
                *language_options(benchmark),
                click.Option(
                    ["--jobs"],
                    type=click.IntRange(1),
                    default=1,
                    show_default="1, or 4 with --judges",
                    help="number of processes; with --judges, of concurrent requests",
                ),
                click.Option(["--strict"], is_flag=True, help="exit with status 1 if a row cannot be used"),
            ],
            callback=run,
            help=f"{entry.card.title}. {entry.card.summary}{fields_of_records}{_ITEMS if judged else ''}",
        )


def loaded_benchmark(entry: BenchmarkEntry) -> Benchmark[Any]:
    """The benchmark."""
    try:
        return load_benchmark(entry)
    except Exception as error:
        raise BadArguments(f"{entry.package} cannot be used: {type(error).__name__}: {error}") from error


def scored_file(context: click.Context, option: click.Parameter, path: Path | None) -> Path | None:
    """Refuses a file whose name names no format, before anything is scored or asked."""
    from helm_creativity.benchmark.rows.records import check_ending

    if path is not None:
        check_ending(path, ENDINGS)
    return path


def setting_option(name: str, field: Option, kind: type) -> click.Option:
    """The option of a field. What is allowed is checked with all other settings, so that all problems are named."""
    allowed = (
        "" if callable(field.choices) or not field.allowed else f" ({', '.join(filter(None, map(str, field.allowed)))})"
    )
    where = "" if field.scoring or name == "judges" else "; with --judges"
    # Alone, the option of a bool is what it says: true.
    value: dict[str, Any] = (
        {"type": str, "metavar": "[true|false]", "is_flag": False, "flag_value": "true"}
        if kind is bool
        else {"type": kind}
    )
    return click.Option([f"--{name.replace('_', '-')}", name], help=f"{field.help}{allowed}{where}", **value)


def separator_options(benchmark: Benchmark[Any]) -> list[click.Option]:
    """The option that says what separates lists in cells, where rows have any."""
    names = [name.rstrip("_") for name in benchmark.row_type.list_fields()]  # columns have no underscore: ``class``
    if not names:
        return []
    return [
        click.Option(
            ["--separator"],
            callback=lambda ctx, param, sign: None if sign is None else parse_separator(sign),
            metavar="TEXT",
            help=f"separator of lists in cells ({', '.join(names)}): a text, tab, line or space (default: "
            "detected in each cell; commas do not separate if nearly all cells of a file have semicolons)",
        )
    ]


def language_options(benchmark: Benchmark[Any]) -> list[click.Option]:
    """The option that lets responses in any language pass, where an embedding scores them."""
    if "embedding" not in benchmark.options:
        return []
    return [
        click.Option(
            ["--any-language"],
            is_flag=True,
            help="score responses most of whose words have no vector, too (default: refuse a file of them)",
        )
    ]


def judging_options() -> list[click.Option]:
    """The options of ``RatingOptions``."""
    usual = RatingOptions()
    return [
        click.Option(
            ["--local-path", "--prod-env"],
            type=click.Path(path_type=Path),
            default=usual.local_path,
            show_default=True,
            help="helm-run's --local-path, cache included; with --judges",
        ),
        click.Option(
            ["--price", "prices"],
            multiple=True,
            metavar="NAME=PROMPT/COMPLETION",
            help="price per million tokens of a judge, repeatable; with --judges",
        ),
        click.Option(["--dry-run"], is_flag=True, help="print what judges would be asked, and stop; with --judges"),
        click.Option(
            ["--base-url"],
            metavar="URL",
            help="an OpenAI-compatible server; judges that it has are asked there; with --judges",
        ),
        click.Option(["--api-key-env"], metavar="VAR", help="variable that holds the key of --base-url; with --judges"),
    ]


def _refuse_without_judges(how: RatingOptions) -> None:
    """Refuses what only judges can have: a plan or a price of no question is a slip."""
    given = {
        "--dry-run": how.dry_run,
        "--price": how.prices,
        "--base-url": how.base_url,
        "--api-key-env": how.api_key_env,
    }
    if name := next((name for name, value in given.items() if value), None):
        raise BadArguments(f"{name} needs judges: name them with --judges, or leave {name} out")


def _end(found: FileScores, source: Path | None, strict: bool) -> None:
    failed = _tell_reasons(found.reasons, source)
    if found.unused:
        tell(f"helm-creativity: {_unused_line(found)}")
    if failed or (strict and found.unused):
        click.get_current_context().exit(1)


def _tell_note(note: str) -> None:
    tell(f"helm-creativity: {note}")


def _unused_line(found: FileScores) -> str:
    count, total = found.unused, found.reasons.total()
    shown = "; ".join(
        f"line {first}{f' and {like - 1:,} more' if like > 1 else ''}: {problem}"
        for problem, (first, like) in found.problems.items()
    )
    others = count - sum(like for _, like in found.problems.values())
    more = f"; and {others:,} more" if others else ""
    return f"{count:,} of {counted(total, 'row')} {'was' if count == 1 else 'were'} not used: {shown}{more}"


def _rate(
    benchmark: Benchmark[Any],
    values: Mapping[str, object],
    source: Path | None,
    target: Path | None,
    strict: bool,
    how: RatingOptions,
    separator: Separator | None,
    any_language: bool,
    jobs: int,
) -> None:
    from helm_creativity.benchmark.item_responses import usable_responses
    from helm_creativity.benchmark.rows.records import is_csv, write_records, writing
    from helm_creativity.benchmark.rows.scored import FileScores, UnusedRow, score_usable, scored_rows
    from helm_creativity.benchmark.rows.tables import rows_in_file
    from helm_creativity.commands.planning.prices import parse_prices
    from helm_creativity.commands.scoring import look_at_rows
    from helm_creativity.judges.drivers import replayed
    from helm_creativity.judges.missing_ratings import missing_ratings
    from helm_creativity.judges.ratings import ratings_in
    from helm_creativity.judges.scoring import FoundScorer
    from helm_creativity.judges.standalone import rate_samples, rating_settings

    parse_prices(how.prices)  # a slip there must show before a large file is read
    settings = rating_settings(benchmark, values, how.local_path)
    rows = list(rows_in_file(source, _tell_note))
    separator, notes = look_at_rows(benchmark, settings, rows, separator, any_language)
    for note in notes:
        _tell_note(note)
    found = usable_responses(benchmark, settings, rows, separator)
    responses = [response for response in found if isinstance(response, ItemResponse)]
    if not announce(benchmark, settings, responses, how):
        return
    scorer = benchmark.scorer(settings)  # what it lacks must show before anything is asked
    trials = rate_samples(
        benchmark, settings, responses, local_path=how.local_path, threads=jobs if jobs > 1 else THREADS
    )
    replies = replayed(benchmark, settings, trials)
    scores = score_usable(FoundScorer(benchmark, settings, scorer), [reply.found for reply in replies])
    for line in missing_ratings(replies, again=AGAIN):
        tell(f"helm-creativity: {line}")
    rated = iter(
        score
        if isinstance(score, UnusedRow)
        else replace(score, details={**score.details, RATINGS: ratings_in(reply.judge_replies)})
        for reply, score in zip(replies, scores, strict=True)
    )
    in_place = [next(rated) if isinstance(response, ItemResponse) else response for response in found]
    written = scored_rows(rows, in_place, comparable_key(benchmark, settings, asked=False), keeping=True)
    with writing(target) as out:
        write_records(written, out, is_csv(target or source))
    counts = FileScores()
    for (number, _), record in zip(rows, written, strict=True):
        counts.add(number, record)
    _end(counts, source, strict)


def announce(
    benchmark: Benchmark[Any], settings: JudgedSettings, responses: Sequence[ItemResponse], how: RatingOptions
) -> bool:
    """See ``announce_plans``."""
    from helm_creativity.commands.planning.prices import parse_prices
    from helm_creativity.commands.planning.rating_files import ratings_table
    from helm_creativity.judges.standalone import rating_plan, unreachable_judges

    items = len({response.item.id for response in responses})
    title = f"{benchmark.card.group}: {counted(len(responses), 'response')} to {counted(items, 'item')}"
    loads = rating_plan(benchmark, settings, responses, local_path=how.local_path)
    plan = ratings_table(loads, settings.judge_max_tokens, title, parse_prices(how.prices))
    return announce_plans([plan], how.dry_run, partial(unreachable_judges, settings.panel.judges, how.local_path))


def _tell_reasons(reasons: Counter[str | None], source: Path | None) -> bool:
    if not reasons:
        tell(f"helm-creativity: no records in {source or 'standard input'}")
    elif not reasons[None]:
        why = ", ".join(f"{reason} {number}" for reason, number in reasons.most_common() if number)
        tell(f"helm-creativity: none of {reasons.total()} responses has a score ({why})")
        return True
    return False


score = ScoreGroup("score", help="Score responses that came from anywhere, people included.")
