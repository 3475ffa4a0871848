"""Makes a sample of people from a table of their responses, as people have it."""

from __future__ import annotations

import hashlib
import json
from collections import defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from helm_creativity.benchmark.base import asked_rubrics, comparable_key, parse_settings, provenance, sample_in_row
from helm_creativity.benchmark.follow_ups import Trial
from helm_creativity.benchmark.item_responses import (
    ItemResponse,
    KnownItems,
    item_responses,
    items_and_own,
    trial_fields,
)
from helm_creativity.benchmark.names import natural_key
from helm_creativity.benchmark.rows.cells import Separator, folded_name, is_missing, list_in, name_in, parse_separator
from helm_creativity.benchmark.rows.records import Record
from helm_creativity.benchmark.rows.scored import UnusedRow, as_seen, numbered, score_usable
from helm_creativity.benchmark.rows.tables import Spreadsheet, read_spreadsheet
from helm_creativity.benchmark.settings import Option, PromptSettings, options
from helm_creativity.benchmark.types import Item, Response, Sample, SampleScore
from helm_creativity.defaults import LOCAL_PATH
from helm_creativity.errors import BadArguments, FileProblem
from helm_creativity.judges.drivers import replayed
from helm_creativity.judges.ratings import mean_or_none
from helm_creativity.judges.scoring import FoundScorer
from helm_creativity.judges.settings import JudgedSettings, rating_options
from helm_creativity.lexicon.language import check_language
from helm_creativity.people.columns import (
    ITEM,
    RESPONSE,
    Columns,
    Ends,
    Reading,
    alike_participants,
    columns_by_item,
    doubled_heads,
    ends_text,
    expand,
    items_not_asked,
    known_items,
    odd_rows,
    other_participants,
    rated_dimensions,
    require_rows_of_responses,
    response_columns,
    rounded_ids,
    row_type,
    table_records,
    understand,
    without_unread_ratings,
)
from helm_creativity.people.joining import check_scales, gathered
from helm_creativity.people.programs import read_export, spread
from helm_creativity.people.responses import PersonResponse
from helm_creativity.people.sample import PeopleSample
from helm_creativity.safe_text import counted, listed, quoted

if TYPE_CHECKING:
    from helm_creativity.benchmark.base import Benchmark
    from helm_creativity.benchmark.settings import Settings

JUDGES, PROMPTS = "judges", "prompts"


@dataclass(frozen=True)
class PeopleTable:
    """A table of responses by people to one benchmark, as it was understood."""

    path: Path
    benchmark: Benchmark[Any]
    settings: Settings
    sheet: Spreadsheet
    columns: Columns
    records: Sequence[tuple[int, str, Record]]
    separator: Separator | None = None
    problems: Sequence[tuple[int, str]] = ()
    notes: Sequence[str] = ()
    scales: Mapping[str, tuple[Ends, Ends]] = field(default_factory=dict)
    questions: Mapping[str, str] = field(default_factory=dict)
    own: frozenset[str] = frozenset()

    @property
    def name(self) -> str:
        """Of the study, if it is given no other: that of the file."""
        return self.path.stem

    def check(self) -> None:
        """Raises for a table none of whose rows can be read."""
        if not self.records:
            raise _first_problem(self.problems) or FileProblem(f"{self.path} has no responses to {self.benchmark.name}")

    @property
    def item_responses(self) -> list[ItemResponse]:
        """The responses as a run would hold them, each with its item."""
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
    only: Mapping[str, str] | None = None,
    ignore: Sequence[str] = (),
    scale: tuple[float, float] | None = None,
    gather: bool = False,
) -> PeopleTable:
    """Reads responses by people, and says what each column holds; see ``helm_creativity.import_people``.

    ``values`` are settings by name, as in a run entry.
    """
    sheet = read_spreadsheet(path, lenient=True)
    problems, notes = list(sheet.problems), _file_notes(sheet, bool(response))
    if not sheet.rows:
        raise _first_problem(problems) or FileProblem(
            f"{path} has no responses to {benchmark.name}{'; ' if notes else ''}{'; '.join(notes)}"
        )
    settings = _settings(benchmark, values, local_path)
    reads = row_type(benchmark)
    known_of, own_field = known_items(benchmark, settings), reads.item_field()
    sheet, note = _only(sheet, only or {})
    notes += note
    export = read_export(sheet, lambda name: known_of.has_name(name, own_field))
    sheet = export.sheet
    if export.program:
        left_out = f"; rows that are no responses: {export.left_out:,}" if export.left_out else ""
        notes.append(f"{export.program} export{left_out}")
    if not sheet.rows:
        raise FileProblem(f"{path} has no responses: {'; '.join(notes)}")
    notes += export.notes
    ignored = {*expand(ignore, sheet.columns), *export.own} - {participant, item, *response}
    every = [column for its in (ratings or {}).values() for column in expand(its, sheet.columns)]
    chosen = {"participant": participant, ITEM: item, "response": response}
    notes += doubled_heads(
        sheet,
        benchmark,
        settings,
        named={*filter(None, (participant, item)), *response, *every, *ignored},
        chosen=[use for use, its in chosen.items() if its],
    )
    whole = sheet
    sheet, response, item = _row_per_item(sheet, benchmark, settings, response or export.parts, item, ignored)
    if sheet.columns != whole.columns:
        items = sorted({name_in(row[ITEM]) for _, row in sheet.rows}, key=natural_key)
        notes.append(f"each row has a response to each of the items {listed(items)}")
    columns = understand(
        sheet,
        benchmark,
        settings,
        participant=participant,
        item=item,
        response=response,
        ratings={dimension: expand(its, sheet.columns) for dimension, its in (ratings or {}).items()},
        ignore=ignored,
        own_participant=export.participant,
        own_response=export.response,
    )
    require_rows_of_responses(sheet, columns)
    notes += rounded_ids(sheet, columns)
    notes += odd_rows(whole, columns)
    for column, what in columns.summaries.items():
        notes.append(
            f"the column {column} has the {what} of the other ratings in all rows: it is no rater's and not used"
        )
    if participant is None:
        notes += other_participants(sheet, replace(columns, unused=columns.unused - ignored))
    scales = {dimension: own for dimension in columns.ratings if (own := _own_scale(benchmark, settings, dimension))}
    notes += check_scales(sheet, columns, scales, scale)
    other = {dimension: (scale, own) for dimension, own in scales.items() if scale is not None and scale != own}
    how = Reading(
        list_field=reads.list_field(),
        fields=reads.columns(),
        names=response_columns(benchmark),
        in_parts=reads.rated_in_parts(),
        items=known_items(benchmark, settings, own=True),
        item_field=own_field,
        scales=other,
    )
    records, unread = table_records(sheet, columns, how)
    problems += unread
    records, note = without_unread_ratings(sheet, benchmark, settings, records)
    notes += note
    notes += items_not_asked(
        sheet,
        replace(columns, unused=columns.unused - ignored),
        known_of,
        own_field,
        (record for _, _, record in records),
    )
    notes += alike_participants(who for _, who, _ in records)
    joined: Mapping[int, int] = {}
    if gather:
        rows_before = len(records)
        records, joined = gathered(records, columns, how)
        notes.append(
            f"{counted(rows_before, 'row')}, of the same participant and item, are joined: "
            f"{counted(len(records), 'response')}"
        )
    known = None if separator is None else parse_separator(separator)
    if benchmark.record:
        known = benchmark.row_type.separator((record for _, _, record in records), known)
    notes += [known.note] if known is not None and known.found else []
    words = check_language(benchmark, settings, (record for _, _, record in records), any_language)
    notes += [words] if words else []
    table = PeopleTable(path, benchmark, settings, sheet, columns, records, known, (), notes, other)
    kept, unusable = _usable(table)
    others = {line: f" (with the {n - 1} other rows of this response)" for line, n in joined.items() if n > 1}
    problems += [(line, f"{reason}{others.get(line, '')}") for line, reason in unusable]
    return replace(table, records=kept, problems=tuple(sorted(problems)), questions=export.questions, own=export.own)


def _file_notes(sheet: Spreadsheet, named: bool) -> list[str]:
    notes = []
    if "Windows-1252" in sheet.read_as:  # which every file is that is in no other encoding
        notes.append(f"read as {sheet.read_as}")
    if sheet.others:
        notes.append(sheet.note_of_others)
    if sheet.name_row is not None and not named:
        raise BadArguments(sheet.note_of_name_row)
    return notes


def by_line(problems: Sequence[tuple[int, str]]) -> dict[str, str]:
    """The reasons by line; a line with a response to each of several items may have several."""
    found: dict[str, str] = {}
    for line, reason in sorted(problems):
        found[str(line)] = f"{found[str(line)]}; {reason}" if str(line) in found else reason
    return found


def _first_problem(problems: Sequence[tuple[int, str]]) -> BadArguments | None:
    if not problems:
        return None
    line, reason = min(problems)
    more = f" (none of the {len(problems):,} rows can be read)" if len(problems) > 1 else ""
    return BadArguments(f"line {line}: {reason}{more}")


def _only(sheet: Spreadsheet, wanted: Mapping[str, str]) -> tuple[Spreadsheet, list[str]]:
    for column in wanted:
        if column not in sheet.columns:
            raise BadArguments(f"there is no column {quoted(column)}; there are {listed(sheet.columns)}")
    kept = tuple(
        (line, row)
        for line, row in sheet.rows
        if all(name_in(row[column]).casefold() == value.strip().casefold() for column, value in wanted.items())
    )
    if not kept:
        values = {name_in(row[column]) for column in wanted for _, row in sheet.rows if row[column] is not None}
        raise BadArguments(f"no row has {_pairs(wanted)}; there are {listed(sorted(values)[:10])}")
    left = len(sheet.rows) - len(kept)
    return replace(sheet, rows=kept), [f"rows without {_pairs(wanted)}, which are not read: {left:,}"] if left else []


def _pairs(values: Mapping[str, str]) -> str:
    return ", ".join(f"{column}={value}" for column, value in values.items())


def _row_per_item(
    sheet: Spreadsheet,
    benchmark: Benchmark[Any],
    settings: Settings,
    response: Sequence[str],
    item: str | None,
    ignored: Collection[str],
) -> tuple[Spreadsheet, Sequence[str], str | None]:
    by_item: dict[str, list[str]] = {}
    for name in response:
        before, equals, after = name.partition("=")
        if equals and name not in sheet.columns:
            by_item.setdefault(before, []).extend(expand([after], sheet.columns))
    if by_item and len(by_item) < len({name.partition("=")[0] for name in response}):
        raise BadArguments(f"name the item of each column, as --response ITEM=COLUMN, or of none: {listed(response)}")
    if not by_item and not response and item is None:
        holding = {*RESPONSE, *response_columns(benchmark)}
        if not any(column.strip().casefold() in holding for column in sheet.columns):
            by_item = columns_by_item(sheet, benchmark, settings, ignored)
    if not by_item:
        return sheet, expand(response, sheet.columns), item
    made, parts = spread(sheet, by_item)
    return made, parts, ITEM


def _own_scale(benchmark: Benchmark[Any], settings: Settings, dimension: str) -> Ends | None:
    """The scale on which a benchmark reads the ratings of a dimension; None where there is none."""
    asked = (rubric.scale for rubric in asked_rubrics(benchmark, settings) if dimension in rubric.dimensions)
    found = row_type(benchmark).rating_scale(dimension) or next((scale for scale in asked if scale is not None), None)
    return None if found is None else (found.low, found.high)


def _usable(table: PeopleTable) -> tuple[list[tuple[int, str, Record]], list[tuple[int, str]]]:
    kept, problems = [], []
    benchmark, settings = table.benchmark, table.settings
    read = _sample_reader(table)
    asked = items_and_own(benchmark, settings) if table.judged else None
    for line, who, record in table.records:
        try:
            if asked is not None:
                asked.find_item(as_seen(record))
                table.benchmark.row_type.response_in(record, table.separator)
            else:
                read(record)
        except BadArguments as error:
            problems.append((line, str(error)))
        else:
            kept.append((line, who, record))
    return kept, problems


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
    """Scores the responses, after judges rated them where the settings name any."""
    table.check()
    benchmark, settings = table.benchmark, table.settings
    scorer = benchmark.scorer(settings)  # what it lacks must show before anything is asked
    made, items = _rated(table, local_path, threads) if table.judged else _samples(table)
    known = replayed(benchmark, settings, made)
    scores = score_usable(FoundScorer(benchmark, settings, scorer), [trial.found for trial in known])
    left_out = [
        (line, score.problem)
        for (line, _, _), score in zip(table.records, scores, strict=True)
        if isinstance(score, UnusedRow)
    ]
    samples = [trial.sample for trial in made]
    trials: dict[tuple[str, str], int] = defaultdict(int)
    responses = []
    own_fields = row_type(benchmark).response_fields()
    are_rated = any(any(_idea_ratings(benchmark, score)) for score in scores if not isinstance(score, UnusedRow))
    for (_, who, record), item, sample, score in zip(table.records, items, samples, scores, strict=True):
        if isinstance(score, UnusedRow):
            continue
        trial = trials[who, item]
        trials[who, item] += 1
        reason = score.failure_reason.value if score.failure_reason else ""
        text = _response_text(record, own_fields, sample)
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
                _ideas(benchmark, score, are_rated),
                _whole_ratings(benchmark, table.columns, record),
            )
        )
    problems = [*table.problems, *left_out]
    if not responses:
        raise _first_problem(problems) or FileProblem(f"{table.path} has no responses to {benchmark.name}")
    return PeopleSample(
        name=name or table.name,
        benchmark=benchmark.name,
        comparable=comparable_key(benchmark, settings, asked=False),
        provenance=provenance(benchmark, settings, asked=False, separator=table.separator),
        settings=settings.args,
        responses=tuple(responses),
        licence=licence,
        consent=consent,
        source={
            "file": table.path.name,
            "sha256": hashlib.sha256(table.path.read_bytes()).hexdigest(),
            **{
                f"ratings: {name}": f"{ends_text(its)} on {ends_text(own)}" for name, (its, own) in table.scales.items()
            },
        },
        left_out=by_line(problems),
    )


def _idea_ratings(benchmark: Benchmark[Any], score: SampleScore) -> Sequence[Sequence[float]]:
    return (benchmark.ideas and score.details.get(benchmark.ideas.ratings)) or ()


def _ideas(benchmark: Benchmark[Any], score: SampleScore, are_rated: bool) -> list[list[Any]] | None:
    """See ``PersonResponse.ideas``. Where others are rated, an idea that nobody rated has no score."""
    names = benchmark.ideas
    if names is None:
        return None
    texts = list(score.details.get(names.texts, ()))
    scores = score.details.get(names.scores) or [None] * len(texts)
    ratings = _idea_ratings(benchmark, score) or [()] * len(texts)
    counted = {
        text: [text, mean_or_none(its) if are_rated else value, list(its or ())]
        for text, value, its in zip(texts, scores, ratings, strict=True)
    }
    return [counted.get(text, [text, None, []]) for text in dict.fromkeys([*score.listed, *texts])]


def _whole_ratings(benchmark: Benchmark[Any], columns: Columns, record: Record) -> dict[str, list[float]]:
    """People's ratings of a response as a whole, by dimension; those of its parts are with the ideas."""
    of_parts = row_type(benchmark).rated_in_parts()
    found = {}
    for dimension in columns.ratings:
        value: Any = list_in(record.get(dimension))
        numbers = value if isinstance(value, list) else [value]
        if dimension not in of_parts and all(isinstance(number, (int, float)) for number in numbers):
            found[dimension] = [float(number) for number in numbers]
    return found


def _settings(benchmark: Benchmark[Any], values: Mapping[str, object], local_path: Path) -> Settings:
    if JUDGES in values:
        from helm_creativity.judges.standalone import rating_settings

        return rating_settings(benchmark, values, local_path)
    scoring = {name: value for name, value in values.items() if name != PROMPTS}
    found: Settings = parse_settings(benchmark, scoring, asked=False)
    return _in_words(found, values[PROMPTS]) if PROMPTS in values else found


def _in_words(settings: Settings, words: object) -> Settings:
    """Settings with the words in which people were asked; they say which items there are, and no score needs them."""
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


def _rated(table: PeopleTable, local_path: Path, threads: int) -> tuple[list[Trial], list[str]]:
    from helm_creativity.judges.standalone import rate_samples

    assert isinstance(table.settings, JudgedSettings)
    responses = table.item_responses
    trials = rate_samples(table.benchmark, table.settings, responses, local_path=local_path, threads=threads)
    return trials, [response.item.id for response in responses]


def _samples(table: PeopleTable) -> tuple[list[Trial], list[str]]:
    read = _sample_reader(table)
    made, items = [], []
    trials: dict[str, int] = defaultdict(int)
    for line, _, record in table.records:
        with numbered("line", line):
            item, name, sample = read(record)
            if item is not None and sample.response is not None and "prompt_id" in sample.fields:
                sample = replace(sample, fields=trial_fields(item, trials[item.id]))
            made.append(Trial(sample))
            items.append(name)
            trials[name] += 1
    return made, items


def _sample_reader(table: PeopleTable) -> Callable[[Record], tuple[Item | None, str, Sample]]:
    """What makes a sample of a record: its item if it is one of the benchmark's, the id or name of that, the sample."""
    benchmark, settings = table.benchmark, table.settings
    known = known_items(benchmark, settings)
    dimensions = {*table.columns.ratings, *rated_dimensions(benchmark, settings)}
    own_fields, its_field = row_type(benchmark).response_fields(), row_type(benchmark).item_field()
    has_text = table.has_text
    in_parts = bool(benchmark.turns(settings))  # then a text is not the whole response
    unused = {name.strip().casefold() for name in table.columns.unused}
    beside = {"response", "trial", *own_fields, *dimensions, *unused}

    def read(record: Record) -> tuple[Item | None, str, Sample]:
        seen = as_seen(record)
        item = _find_item(known, seen)
        has_ratings = any(seen.get(dimension) not in (None, "") for dimension in dimensions)
        is_text = has_text and all(seen.get(name) in (None, "", []) for name in own_fields)
        if item is not None and is_text and not has_ratings and not in_parts:
            said = seen.get("response")
            sample = Sample(Response("" if is_missing(said) else str(said)), trial_fields(item, 0))
        else:
            sample = sample_in_row(benchmark, _with_item(seen, item), settings, table.separator)
        return item, item.id if item is not None else _own_item(seen, beside, its_field), sample

    return read


def _find_item(known: KnownItems, record: Record) -> Item | None:
    try:
        return known.find_item(record)
    except BadArguments:
        return None


def _with_item(record: Record, item: Item | None) -> Record:
    said = {name: value for name, value in record.items() if value is not None}
    if item is None:
        return said
    return {"prompt": item.prompt.text, **item.fields, "id": item.id, **said}


def _own_item(record: Record, beside: Set[str], its_field: str | None) -> str:
    """What the record says of its item, in one line; ``beside`` are columns, in lower case, that say something else."""
    if its_field is not None and record.get(its_field):
        return folded_name(record[its_field])
    cells = {name: value for name, value in record.items() if name.strip().casefold() not in beside}
    said = {name: name_in(value) for name, value in cells.items() if isinstance(value, (str, int, float))}
    return said.get("item") or said.get("id") or ", ".join(said.values())


def _response_text(record: Record, own_fields: Sequence[str], sample: Sample) -> str:
    found = next((record[name] for name in ("response", *own_fields) if record.get(name)), None)
    if found is None:
        return sample.response.text if sample.response else ""
    return found if isinstance(found, str) else json.dumps(found, ensure_ascii=False)
