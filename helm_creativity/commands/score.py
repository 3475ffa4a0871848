"""``helm-creativity score BENCHMARK``: scores responses from a file; its options are the benchmark's settings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import click

from helm_creativity.benchmark.base import Benchmark
from helm_creativity.benchmark.loading import load_benchmark
from helm_creativity.benchmark.registry import BenchmarkEntry, find_entry
from helm_creativity.benchmark.rows.scored import unused_lines
from helm_creativity.benchmark.settings import Option, hints
from helm_creativity.commands.options import (
    FILE,
    BenchmarkGroup,
    NewPath,
    announce_plans,
    judging_options,
    options_of,
    tell,
)
from helm_creativity.defaults import LOCAL_PATH, THREADS
from helm_creativity.errors import BadArguments
from helm_creativity.judges.settings import JudgedSettings, rating_options
from helm_creativity.safe_text import counted, listed, without_addresses

if TYPE_CHECKING:
    from helm_creativity.benchmark.item_responses import ItemResponse
    from helm_creativity.commands.scoring import ScoredResponses

DRY_RUN = click.Option(["--dry-run"], is_flag=True, help="print what judges would be asked, and stop; with --judges")
THREADED = click.Option(
    ["--threads"],
    type=click.IntRange(1),
    default=THREADS,
    show_default=True,
    help="number of concurrent requests; with --judges",
)
SHOWN_PROBLEMS = 5
_JUDGED = (
    "\n\nWith --judges, a panel rates the responses as in a run. Each record then needs the text in the field "
    "response, and its item: by id or item, or by fields that only one item has."
)


class ScoreGroup(BenchmarkGroup):
    """One command per benchmark; its options are the benchmark's settings."""

    def get_command(self, ctx: click.Context, name: str) -> click.Command:
        """The benchmark's command."""
        entry = find_entry(name)
        benchmark = loaded_benchmark(entry)
        judged = issubclass(benchmark.settings_type, JudgedSettings)
        about = "FILE is .csv, .tsv, .txt, .json, .xlsx, .parquet, or JSONL (also from stdin): a response per row, with"
        return click.Command(
            entry.name,
            params=[
                click.Argument(["source"], metavar="[FILE]", required=False, type=FILE),
                *setting_options(benchmark, rating_options(benchmark)),
                *((*options_of(judging_options), THREADED, DRY_RUN) if judged else ()),
                click.Option(
                    ["--out", "target"],
                    type=NewPath(".jsonl", ".csv"),
                    help="a .jsonl or .csv file (default: stdout)",
                ),
                *_separator_options(benchmark),
                click.Option(["--strict"], is_flag=True, help="exit with status 1 if a row cannot be used"),
            ],
            callback=partial(_score, benchmark),
            help="\n\n".join((f"{entry.card.title}. {entry.card.summary}", about, *benchmark.row_type.described()))
            + _JUDGED * judged,
        )


def loaded_benchmark(entry: BenchmarkEntry) -> Benchmark[Any]:
    """The benchmark."""
    try:
        return load_benchmark(entry)
    except Exception as error:
        raise BadArguments(f"{entry.package} cannot be used: {type(error).__name__}: {error}") from error


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


def setting_options(benchmark: Benchmark[Any], known: Mapping[str, Option]) -> list[click.Option]:
    """The options of settings, and the one that lets any language pass where an embedding scores responses."""
    kinds = hints(benchmark.settings_type)
    found = [setting_option(name, field, kinds[name]) for name, field in known.items()]
    if "embedding" in benchmark.options:
        text = "score responses most of whose words have no vector, too (default: refuse a file of them)"
        found.append(click.Option(["--any-language"], is_flag=True, help=text))
    return found


def announce(
    benchmark: Benchmark[Any],
    prices: Mapping[str, tuple[float, float]],
    dry_run: bool,
    local_path: Path,
    settings: JudgedSettings,
    responses: Sequence[ItemResponse],
) -> bool:
    """See ``announce_plans``."""
    from helm_creativity.commands.planning.tables import ratings_table
    from helm_creativity.judges.standalone import rating_plan, unreachable_judges

    items = len({response.item.id for response in responses})
    title = f"{benchmark.card.group}: {counted(len(responses), 'response')} to {counted(items, 'item')}"
    loads = rating_plan(benchmark, settings, responses, local_path=local_path)
    plan = ratings_table(loads, settings.judge_max_tokens, title, prices)
    return announce_plans([plan], dry_run, partial(unreachable_judges, settings.panel.judges, local_path))


def tell_note(note: str) -> None:
    """Prints what must be known of a file or of its judges."""
    tell(f"helm-creativity: {note}")


def _separator_options(benchmark: Benchmark[Any]) -> list[click.Option]:
    from helm_creativity.benchmark.rows.lists import parse_separator

    names = ", ".join(name.rstrip("_") for name in benchmark.row_type.list_fields())  # ``class_`` is class
    text = (
        f"separator of lists in cells ({names}): a text, tab, line or space (default: "
        "detected in each cell; commas do not separate if nearly all cells of a file have semicolons)"
    )

    def parse(context: click.Context, option: click.Parameter, sign: str | None) -> object:
        return None if sign is None else parse_separator(sign)

    return [click.Option(["--separator"], callback=parse, metavar="TEXT", help=text)] if names else []


def _score(
    benchmark: Benchmark[Any],
    source: Path | None,
    target: Path | None,
    strict: bool,
    threads: int = THREADS,
    dry_run: bool = False,
    prices: Mapping[str, tuple[float, float]] = MappingProxyType({}),
    local_path: Path = LOCAL_PATH,
    **values: Any,  # noqa: ANN401
) -> None:
    from helm_creativity.commands.scoring import Scoring, require_judges

    how = {key: values.pop(key) for key in ("separator", "any_language", "base_url", "api_key_env") if key in values}
    given = {key: value for key, value in values.items() if value is not None}
    require_judges(given, price=prices)
    found = Scoring(
        benchmark=benchmark,
        values=given,
        note=tell_note,
        threads=threads,
        announce=partial(announce, benchmark, prices, dry_run, local_path),
        local_path=local_path,
        dry_run=dry_run,
        **how,
    ).score_file(source, target)
    if found is not None:
        nothing, unused = _tell_reasons(found, source, benchmark), _tell_unused(found)
        if nothing or (strict and unused):
            click.get_current_context().exit(1)


def _tell_reasons(found: ScoredResponses, source: Path | None, benchmark: Benchmark[Any]) -> bool:
    """The mean and what stands beside it, or why there is none; whether no response has a score."""
    from helm_creativity.results.norms import beside_text

    total, scores = len(found.scores), [score.score for score in found.scores if score.score is not None]
    if not total:
        tell_note(f"no records in {source or 'standard input'}")
    elif scores:
        mean = sum(scores) / len(scores)
        tell_note(f"{len(scores):,} of {counted(total, 'response')} with a score, mean {mean:.4g}")
        if beside := beside_text(benchmark.card.group, found.key):
            tell_note(f"beside it, {beside}")
    else:
        reasons = Counter(score.failure_reason for score in found.scores).most_common()
        why = ", ".join(f"{reason} {number}" for reason, number in reasons)
        tell_note(f"none of {total} responses has a score ({why})")
        columns = dict.fromkeys(column for _, row in found.rows if isinstance(row, dict) for column in row)
        if unread := [name for name in columns if name.strip().casefold() not in benchmark.row_type.columns()]:
            tell_note(f"columns in which nothing was looked for: {listed(unread)}; --help names those that are read")
    return bool(total) and not scores


def _tell_unused(found: ScoredResponses) -> int:
    """Which rows were not used, and why; their number."""
    shown, lines = [], unused_lines(found.rows, found.scores)
    for problem, its in list(lines.items())[:SHOWN_PROBLEMS]:
        like = f" and {len(its) - 1:,} more" if its[1:] else ""
        shown.append(f"line {its[0]}{like}: {problem}")
    if others := sum(map(len, list(lines.values())[SHOWN_PROBLEMS:])):
        shown.append(f"and {others:,} more")
    if count := sum(map(len, lines.values())):
        rows = counted(len(found.scores), "row")
        tell_note(f"{count:,} of {rows} not used: {without_addresses('; '.join(shown))}")
    return count


score = ScoreGroup("score", help="Score responses that came from anywhere, people included.")
