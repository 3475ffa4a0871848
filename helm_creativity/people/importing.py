"""Makes a sample of people from a table of their responses, as people have it, or from what a form saved."""

from __future__ import annotations

import hashlib
import json
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from helm_creativity.core.benchmark import comparable_key, parse_settings, provenance, sample_in_row
from helm_creativity.core.follow_ups import Trial
from helm_creativity.core.given_lists import Separator, parse_separator
from helm_creativity.core.item_responses import ItemResponse, KnownItems, item_responses, trial_fields
from helm_creativity.core.rows import as_seen, is_missing, list_in, numbered, score_numbered
from helm_creativity.core.settings import Option, PromptSettings, options
from helm_creativity.core.types import Item, Response, Sample, SampleScore
from helm_creativity.defaults import LOCAL_PATH
from helm_creativity.errors import BadArguments, FileProblem
from helm_creativity.io.records import Record
from helm_creativity.io.spreadsheet import Spreadsheet, read_spreadsheet
from helm_creativity.judges.drivers import replayed
from helm_creativity.judges.ratings import mean_or_none
from helm_creativity.judges.scoring import score_found
from helm_creativity.judges.settings import JudgedSettings, rating_options
from helm_creativity.people.columns import (
    Columns,
    known_items,
    rated_dimensions,
    response_columns,
    response_fields,
    table_records,
    understand,
)
from helm_creativity.people.responses import PersonResponse
from helm_creativity.people.sample import PeopleSample
from helm_creativity.safe_text import quoted
from helm_creativity.words.language import check_language

if TYPE_CHECKING:
    from helm_creativity.core.benchmark import Benchmark
    from helm_creativity.core.protocols import Scorer
    from helm_creativity.core.settings import Settings

JUDGES, PROMPTS = "judges", "prompts"


@dataclass(frozen=True)
class PeopleTable:
    """A table of responses by people to one benchmark, as it was understood.

    Attributes:
        path: of the file.
        benchmark: that they respond to.
        settings: under which they are scored.
        sheet: rows and columns, without those that respond to another benchmark.
        columns: what each holds.
        records: line, participant and record of each row.
        others: how many rows respond to another benchmark.
        separator: of lists in cells, if it is known.
        language_note: what must be said of words without a vector, see ``check_language``; "" if nothing.
    """

    path: Path
    benchmark: Benchmark[Any]
    settings: Settings
    sheet: Spreadsheet
    columns: Columns
    records: Sequence[tuple[int, str, Record]]
    others: int = 0
    separator: Separator | None = None
    language_note: str = ""

    @property
    def item_responses(self) -> list[ItemResponse]:
        """The responses as a run would hold them, each with its item.

        Raises:
            BadArguments: for a row of which no item is known.
        """
        records = [(line, record) for line, _, record in self.records]
        return item_responses(self.benchmark, self.settings, records, self.separator)

    @property
    def has_text(self) -> bool:
        """Whether a column holds the response or a part of it, so that a row without any is an empty response."""
        names = {*response_columns(self.benchmark).values()}
        return bool(self.columns.response) or any(names & record.keys() for _, _, record in self.records)

    @property
    def judged(self) -> bool:
        """Whether judges rate the responses."""
        return isinstance(self.settings, JudgedSettings) and self.settings.judged


def read_table(
    path: Path,
    benchmark: Benchmark[Any],
    values: Mapping[str, object],
    *,
    participant: str | None = None,
    item: str | None = None,
    response: Sequence[str] = (),
    ratings: Mapping[str, Sequence[str]] | None = None,
    local_path: Path = LOCAL_PATH,
    separator: str | None = None,
    any_language: bool = False,
) -> PeopleTable:
    """Reads responses by people, and says what each column holds.

    Args:
        path: CSV in any dialect of spreadsheet programs, ``.xlsx``, or JSONL.
        benchmark: to which they are responses.
        values: settings by name, as in a run entry. Those of a form hold where they are not given.
        participant: see ``understand``, as ``item``, ``response`` and ``ratings``.
        item: the column of items' ids.
        response: the column of responses, or those of their parts.
        ratings: columns of raters, by dimension.
        local_path: of judges, if any are named; as ``helm-run --local-path``.
        separator: what separates lists in cells, see ``given_lists.parse_separator``; found where it is None.
        any_language: whether responses are taken most of whose words have no vector, see ``check_language``.

    Raises:
        BadArguments: for a setting, a column or a row that is wrong.
        FileProblem: for a file that cannot be read, or has no row about this benchmark.
    """
    sheet, others = _of_benchmark(read_spreadsheet(path), benchmark)
    if not sheet.rows:
        raise FileProblem(f"{path} has no responses to {benchmark.name}")
    settings = _settings(benchmark, {**_asked_with(sheet.form, benchmark), **values}, local_path)
    columns = understand(
        sheet, benchmark, settings, participant=participant, item=item, response=response, ratings=ratings
    )
    list_field = benchmark.row_type.list_field() if benchmark.record else None
    records = table_records(sheet, columns, list_field, response_columns(benchmark))
    known = None if separator is None else parse_separator(separator)
    if benchmark.record:
        known = benchmark.row_type.separator((record for _, _, record in records), known)
    note = check_language(benchmark, settings, (record for _, _, record in records), any_language)
    return PeopleTable(path, benchmark, settings, sheet, columns, records, others, known, note or "")


def import_options(benchmark: Benchmark[Any]) -> dict[str, Option]:
    """The settings that matter for responses from a table: those of scoring and judging, and whose words were asked."""
    known = benchmark.options
    words = {PROMPTS: known[PROMPTS]} if PROMPTS in known else {}
    return {**rating_options(benchmark), **words}


def make_sample(
    table: PeopleTable,
    *,
    name: str = "",
    licence: str = "",
    consent: str = "",
    local_path: Path = LOCAL_PATH,
    threads: int = 4,
) -> PeopleSample:
    """Scores the responses, after judges rated them where the settings name any.

    Args:
        table: the responses.
        name: of the study; that of the form, or else of the file, where it is empty.
        licence: of the responses.
        consent: what participants agreed to; what the form said where it is empty.
        local_path: of judges: configuration, credentials and cache, as ``helm-run --local-path``.
        threads: responses that judges rate at once.

    Returns:
        The sample, with every row: those without a score have a reason.

    Raises:
        BadArguments: for a row of which no sample can be made, with the number of its line.
    """
    benchmark, settings = table.benchmark, table.settings
    scorer = benchmark.scorer(settings)  # what it lacks must show before anything is asked
    made, items = _rated(table, local_path, threads) if table.judged else _samples(table)
    known = replayed(benchmark, settings, made)
    lines = [line for line, _, _ in table.records]
    scores = score_numbered(
        _Scoring(benchmark, settings, scorer),
        [(line, trial.found) for line, trial in zip(lines, known, strict=True)],
        "line",
    )
    samples = [trial.sample for trial in made]
    trials: dict[tuple[str, str], int] = defaultdict(int)
    responses = []
    own_fields = response_fields(benchmark)
    for (_, who, record), item, sample, score in zip(table.records, items, samples, scores, strict=True):
        trial = trials[who, item]
        trials[who, item] += 1
        reason = score.failure_reason.value if score.failure_reason else ""
        text = _shown(record, own_fields, sample)
        annotations = sample.fields.get("annotations") or {}
        responses.append(
            PersonResponse(
                who,
                item,
                trial,
                text,
                score.score,
                reason,
                score.submetrics,
                annotations,
                _ideas(benchmark, score),
                _whole_ratings(benchmark, table.columns, record),
            )
        )
    form = table.sheet.form
    return PeopleSample(
        name=name or str(form.get("name") or table.path.stem),
        benchmark=benchmark.name,
        comparable=comparable_key(benchmark, settings, asked=False),
        provenance=provenance(benchmark, settings, asked=False, separator=table.separator),
        settings=settings.args,
        responses=tuple(responses),
        licence=licence,
        consent=consent or str(form.get("consent") or ""),
        asked=_asked(form, benchmark),
        source={"file": table.path.name, "sha256": hashlib.sha256(table.path.read_bytes()).hexdigest()},
    )


def _ideas(benchmark: Benchmark[Any], score: SampleScore) -> list[list[Any]] | None:
    """The ideas of a response as a sample keeps them; see ``PersonResponse.ideas``."""
    names = benchmark.ideas
    if names is None:
        return None
    texts = list(score.details.get(names.texts, ()))
    scores, ratings = (score.details.get(name) or [None] * len(texts) for name in (names.scores, names.ratings))
    return [
        [text, mean_or_none(its) if its else value, list(its or ())]
        for text, value, its in zip(texts, scores, ratings, strict=True)
    ]


def _whole_ratings(benchmark: Benchmark[Any], columns: Columns, record: Record) -> dict[str, list[float]]:
    """People's ratings of a response as a whole, by dimension; those of its parts are with the ideas."""
    of_parts = benchmark.row_type.rated_in_parts() if benchmark.record else frozenset()
    found = {}
    for dimension in columns.ratings:
        value: Any = list_in(record.get(dimension))
        numbers = value if isinstance(value, list) else [value]
        if dimension not in of_parts and all(isinstance(number, (int, float)) for number in numbers):
            found[dimension] = [float(number) for number in numbers]
    return found


@dataclass(frozen=True)
class _Scoring:
    """A scorer that has a reason for responses of which nothing is known."""

    benchmark: Benchmark[Any]
    settings: Settings
    scorer: Scorer

    def score(self, found: Sequence[Any]) -> list[SampleScore]:
        """See ``Scorer``."""
        return score_found(self.benchmark, self.settings, found, self.scorer)


def _settings(benchmark: Benchmark[Any], values: Mapping[str, object], local_path: Path) -> Settings:
    if JUDGES in values:
        from helm_creativity.judges.standalone import rating_settings

        return rating_settings(benchmark, values, local_path)
    scoring = {name: value for name, value in values.items() if name != PROMPTS}
    found: Settings = parse_settings(benchmark, scoring, asked=False)
    return _in_words(found, values[PROMPTS]) if PROMPTS in values else found


def _in_words(settings: Settings, words: object) -> Settings:
    """The settings with the words in which people were asked; they say which items there are, and no score needs them.

    Raises:
        BadArguments: for words that the benchmark does not have.
    """
    if not isinstance(settings, PromptSettings):
        raise BadArguments(f"{PROMPTS}: this benchmark has only one wording: leave it out")
    choices = options(type(settings))[PROMPTS].allowed
    if words not in choices:
        raise BadArguments(f"{PROMPTS} must be one of {', '.join(map(str, choices))}, got {quoted(words)}")
    found = replace(settings, prompts=str(words))
    for names, check in found.requirements(asked=False):
        if names == (PROMPTS,):
            check()
    return found


def _of_benchmark(sheet: Spreadsheet, benchmark: Benchmark[Any]) -> tuple[Spreadsheet, int]:
    """The rows that respond to a benchmark, where a form asked for several, and the number of the others."""
    if not sheet.form:
        return sheet, 0
    rows = [(line, row) for line, row in sheet.rows if row.get("benchmark") == benchmark.name]
    kept = tuple((line, {name: cell for name, cell in row.items() if name not in _OF_FORM}) for line, row in rows)
    columns = tuple(name for name in sheet.columns if name not in _OF_FORM)
    return Spreadsheet(columns, kept, sheet.read_as, sheet.form), len(sheet.rows) - len(kept)


_OF_FORM = ("benchmark", "seconds")


def _task(form: Mapping[str, Any], benchmark: Benchmark[Any]) -> Mapping[str, Any]:
    """What a form says of a benchmark."""
    tasks = form.get("benchmarks")
    found = [task for task in tasks if isinstance(task, dict)] if isinstance(tasks, list) else []
    return next((task for task in found if task.get("benchmark") == benchmark.name), {})


def _asked_with(form: Mapping[str, Any], benchmark: Benchmark[Any]) -> dict[str, object]:
    """The settings of a form by which responses are scored."""
    settings = _task(form, benchmark).get("settings")
    known = import_options(benchmark)
    scoring = {name for name, option in known.items() if option.scoring or name == PROMPTS}
    return {name: value for name, value in settings.items() if name in scoring} if isinstance(settings, dict) else {}


def _asked(form: Mapping[str, Any], benchmark: Benchmark[Any]) -> dict[str, str]:
    """How a form asked."""
    task = _task(form, benchmark)
    said = {"prompts": task.get("prompts"), "trials": task.get("trials"), "minutes": form.get("minutes")}
    said["form of helm-creativity"] = form.get("version")
    return {name: str(value) for name, value in said.items() if value is not None}


def _rated(table: PeopleTable, local_path: Path, threads: int) -> tuple[list[Trial], list[str]]:
    """Responses with the ratings of judges, and the ids of their items."""
    from helm_creativity.judges.standalone import rate_samples

    assert isinstance(table.settings, JudgedSettings)
    responses = table.item_responses
    trials = rate_samples(table.benchmark, table.settings, responses, local_path=local_path, threads=threads)
    return trials, [response.item.id for response in responses]


def _samples(table: PeopleTable) -> tuple[list[Trial], list[str]]:
    """Responses without judges, and the ids of their items."""
    benchmark, settings = table.benchmark, table.settings
    known = known_items(benchmark, settings)
    dimensions = {*table.columns.ratings, *rated_dimensions(benchmark, settings)}
    own_fields = response_fields(benchmark)
    has_text = table.has_text
    in_parts = bool(benchmark.turns(settings))  # then a text is not the whole response
    made, items = [], []
    trials: dict[str, int] = defaultdict(int)
    for line, _, record in table.records:
        with numbered("line", line):
            seen = as_seen(record)
            item = _find_item(known, seen)
            has_ratings = any(seen.get(dimension) not in (None, "") for dimension in dimensions)
            is_text = has_text and _is_plain(seen, own_fields)
            if item is not None and is_text and not has_ratings and not in_parts:
                fields = trial_fields(item, trials[item.id])
                said = seen.get("response")
                sample = Sample(Response("" if is_missing(said) else str(said)), fields)
            else:
                sample = sample_in_row(benchmark, _with_item(seen, item), settings, table.separator)
            made.append(Trial(sample))
            items.append(item.id if item is not None else _own_item(seen, own_fields))
            trials[items[-1]] += 1
    return made, items


def _find_item(known: KnownItems, record: Record) -> Item | None:
    """The item of a record; None where people responded to an item of their own."""
    try:
        return known.find_item(record)
    except BadArguments:
        return None


def _is_plain(record: Record, own_fields: Sequence[str]) -> bool:
    """Whether the response is one text, or nothing: then it is read as a model's is."""
    return all(record.get(name) in (None, "", []) for name in own_fields)


def _with_item(record: Record, item: Item | None) -> Record:
    """The record, with what its item is known to be."""
    said = {name: value for name, value in record.items() if value is not None}
    if item is None:
        return said
    return {"prompt": item.prompt.text, **item.fields, "id": item.id, **said}


def _own_item(record: Record, own_fields: Sequence[str]) -> str:
    """What the record says of its item, in one line."""
    written = {"response", "trial", *own_fields}
    said = {name: value for name, value in record.items() if name not in written and isinstance(value, (str, int))}
    return str(said.get("item") or said.get("id") or ", ".join(str(value) for value in said.values()))


def _shown(record: Record, own_fields: Sequence[str], sample: Sample) -> str:
    """The response as a text."""
    found = next((record[name] for name in ("response", *own_fields) if record.get(name)), None)
    if found is None:
        return sample.response.text if sample.response else ""
    return found if isinstance(found, str) else json.dumps(found, ensure_ascii=False)
