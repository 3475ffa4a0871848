"""Makes a sample of people from a table of their responses, as people have it."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence, Set
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

from helm_creativity.benchmark.base import comparable_key, parse_settings, provenance, sample_in_row
from helm_creativity.benchmark.follow_ups import Trial
from helm_creativity.benchmark.item_responses import ItemResponse, item_responses, trial_fields
from helm_creativity.benchmark.names import natural_key
from helm_creativity.benchmark.rows.cells import folded_name, is_missing, name_in, numbers_in
from helm_creativity.benchmark.rows.columns import note_of_addresses
from helm_creativity.benchmark.rows.lists import Separator, parse_separator
from helm_creativity.benchmark.rows.records import Record
from helm_creativity.benchmark.rows.scored import UnusedRow, as_seen, score_usable
from helm_creativity.benchmark.rows.tables import Spreadsheet, read_spreadsheet
from helm_creativity.benchmark.settings import Option, PromptSettings, parse_value
from helm_creativity.benchmark.types import Response, Sample, SampleScore
from helm_creativity.defaults import LOCAL_PATH
from helm_creativity.errors import BadArguments, EmbeddingNotFound, FileProblem
from helm_creativity.judges.drivers import replayed
from helm_creativity.judges.ratings import mean_or_none
from helm_creativity.judges.scoring import FoundScorer
from helm_creativity.judges.settings import JudgedSettings, rating_options
from helm_creativity.lexicon.language import check_language
from helm_creativity.people.columns import (
    Columns,
    Wanted,
    column_notes,
    doubled_heads,
    expand,
    require_column,
    row_per_item,
    understand,
)
from helm_creativity.people.programs import ITEM, RESPONSE, Export, read_export
from helm_creativity.people.responses import PersonResponse
from helm_creativity.people.rows import (
    PersonRecord,
    gathered,
    notes_of_scales,
    require_rows_of_responses,
    rescaled,
    row_notes,
    table_records,
    without_unread_ratings,
)
from helm_creativity.people.sample import PeopleSample
from helm_creativity.safe_text import counted, listed

if TYPE_CHECKING:
    from helm_creativity.benchmark.base import Benchmark
    from helm_creativity.benchmark.settings import Settings

JUDGES, PROMPTS = "judges", "prompts"


@dataclass(frozen=True)
class PeopleTable:
    """A table of responses by people to one benchmark, as it was understood."""

    path: Path
    wanted: Wanted
    sheet: Spreadsheet
    export: Export
    columns: Columns
    records: Sequence[PersonRecord]
    separator: Separator | None
    problems: Sequence[tuple[int, str]]
    notes: Sequence[str]
    scales: Mapping[str, str]

    def check(self) -> None:
        """Raises for a table none of whose rows can be read."""
        if not self.records:
            raise _no_rows(self.path, self.wanted.benchmark, self.problems)

    @property
    def item_responses(self) -> list[ItemResponse]:
        """The responses as a run would hold them, each with its item."""
        records = [(row.line, row.record) for row in self.records]
        return item_responses(self.wanted.benchmark, self.wanted.settings, records, self.separator)

    @property
    def judged(self) -> JudgedSettings | None:
        """The settings, if judges rate the responses under them."""
        settings = self.wanted.settings
        return settings if isinstance(settings, JudgedSettings) and settings.judged else None


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
    scored: bool = True,
) -> PeopleTable:
    """Reads responses by people, and says what each column holds; see ``helm_creativity.import_people``.

    ``values`` are settings by name, as in a run entry. What they require need not be here if nothing is ``scored``.
    """
    sheet = read_spreadsheet(path, lenient=True)
    if sheet.note_of_names and not response:
        raise BadArguments(sheet.note_of_names)
    guessed = f"read as {sheet.read_as}" if "Windows-1252" in sheet.read_as else ""  # as is all in no other encoding
    notes = [*filter(None, (guessed, sheet.note_of_others, note_of_addresses(row for _, row in sheet.rows)))]
    wanted = Wanted(benchmark, _settings(benchmark, values, local_path, scored))
    export = read_export(_only(sheet, only or {}, notes), wanted.is_item)
    whole = sheet = export.sheet
    if export.program:
        left_out = f"; rows that are no responses: {export.left_out:,}" if export.left_out else ""
        notes.append(f"{export.program} export{left_out}")
    if not sheet.rows:
        raise _no_rows(path, benchmark, sheet.problems, notes)
    notes += export.notes
    rated = {dimension: expand(its, sheet) for dimension, its in (ratings or {}).items()}
    ignored = {*expand(ignore, sheet), *export.own} - {participant, item, *response}
    uses = {"participant": participant, ITEM: item, RESPONSE: response}
    named = {*filter(None, (participant, item)), *response, *chain.from_iterable(rated.values()), *ignored}
    notes += doubled_heads(sheet, wanted, named, [use for use, its in uses.items() if its])
    sheet, response, item = row_per_item(sheet, wanted, response or export.parts, item, ignored)
    if sheet is not whole:
        items = sorted({name_in(row[ITEM]) for _, row in sheet.rows}, key=natural_key)
        notes.append(f"each row has a response to each of the items {listed(items)}")
    columns = understand(sheet, wanted, export, ignored, participant, item, response, rated)
    require_rows_of_responses(sheet, columns)
    records, problems = table_records(sheet, columns, wanted)
    problems, scales = [*sheet.problems, *problems], dict[str, str]()
    if scale is None:
        notes += notes_of_scales(records, columns, wanted)
    else:
        records, off_scale, scales = rescaled(records, columns, wanted, scale)
        problems += off_scale
        notes += [f"ratings: {name}, {ends}" for name, ends in scales.items()]
    records, unread = without_unread_ratings(records, wanted, sheet.decimal_commas)
    notes += [*unread, *column_notes(sheet, columns, wanted, {*ignored, *filter(None, [participant])})]
    notes += row_notes(whole, columns, wanted, records)
    if gather:
        rows = counted(len(records), "row")
        records = gathered(records, columns, wanted)
        notes.append(f"{rows}, of the same participant and item, are joined: {counted(len(records), 'response')}")
    records, sign = _lists(records, columns, wanted, None if separator is None else parse_separator(separator))
    notes += [sign.note] if sign is not None and sign.found else []
    with suppress(EmbeddingNotFound):
        by_line = ((row.line, row.record) for row in records)
        language = check_language(benchmark, wanted.settings, by_line, any_language)
        notes += [language] if language else []
    if columns.participant is None:
        notes.append("no participant column: each row counts as a different participant")
    table = PeopleTable(path, wanted, sheet, export, columns, records, sign, (), notes, scales)
    kept, unusable = _usable(table)
    notes += _further_notes(table, kept, named=bool(rated))
    return replace(table, records=kept, problems=tuple(sorted([*problems, *unusable])))


def _further_notes(table: PeopleTable, kept: Sequence[PersonRecord], named: bool) -> Iterator[str]:
    """That people's ratings are not used where judges rate, an error where they were named; and of trials."""
    if table.judged and table.columns.ratings:
        what = f"ratings by people ({listed([*chain.from_iterable(table.columns.ratings.values())])})"
        if named:
            raise BadArguments(f"{what} and by judges cannot both be a sample's: leave out --rating or --judges")
        yield f"{what} are not used, because judges rate: a sample of them is imported without --judges"
    numbers = Counter((row.participant, row.item) for row in kept)
    ids = {who for (who, _), number in numbers.items() if number > 1}
    if ids and not table.judged:
        further, people = len(kept) - len(numbers), len({who for who, _ in numbers})
        yield (
            f"further responses of a participant to the same item, each kept as a trial: {further:,}, under "
            f"{counted(len(ids), 'id')} of {people:,}; if an id is that of several people, give each their own"
        )


def _lists(
    records: list[PersonRecord], columns: Columns, wanted: Wanted, named: Separator | None
) -> tuple[list[PersonRecord], Separator | None]:
    """The records, whose responses are lists in cells unless each is one entry; and what separates the lists."""
    if not wanted.benchmark.record:
        return records, named
    sign, field = wanted.row.separator((row.record for row in records), named), wanted.list_field
    if len(columns.response) != 1 or field is None or (sign and sign.found and sign.sign == "\n"):
        return records, sign
    for place, row in enumerate(records):
        if row.record.get(RESPONSE):  # otherwise nothing was written
            kept = {name: cell for name, cell in row.record.items() if name != RESPONSE}
            records[place] = row._replace(record={**kept, field: row.record[RESPONSE]})
    return records, wanted.row.separator((row.record for row in records), named)


def by_line(problems: Sequence[tuple[int, str]]) -> dict[str, str]:
    """The reasons by line; a line with a response to each of several items may have several."""
    found: dict[str, list[str]] = {}
    for line, reason in sorted(problems):
        found.setdefault(str(line), []).append(reason)
    return {line: "; ".join(reasons) for line, reasons in found.items()}


def _no_rows(
    path: Path, benchmark: Benchmark[Any], problems: Sequence[tuple[int, str]], notes: Sequence[str] = ()
) -> Exception:
    if not problems:
        return FileProblem("; ".join((f"{path} has no responses to {benchmark.name}", *notes)))
    line, reason = min(problems)
    more = f" (none of the {len(problems):,} rows can be read)" if len(problems) > 1 else ""
    return BadArguments(f"line {line}: {reason}{more}")


def _only(sheet: Spreadsheet, wanted: Mapping[str, str], notes: list[str]) -> Spreadsheet:
    for column in wanted:
        require_column(sheet, column)
    kept = tuple(
        (line, row)
        for line, row in sheet.rows
        if all(name_in(row[column]).casefold() == value.strip().casefold() for column, value in wanted.items())
    )
    pairs = ", ".join(f"{column}={value}" for column, value in wanted.items())
    if wanted and not kept:
        raise BadArguments(f"no row has {pairs}")
    if left := len(sheet.rows) - len(kept):
        notes.append(f"rows without {pairs}, which are not read: {left:,}")
    return replace(sheet, rows=kept)


def import_options(benchmark: Benchmark[Any]) -> dict[str, Option]:
    """The settings that matter for responses from a table: those of scoring and judging, and whose words were asked."""
    known = benchmark.options
    return rating_options(benchmark) | ({PROMPTS: known[PROMPTS]} if PROMPTS in known else {})


def _settings(benchmark: Benchmark[Any], values: Mapping[str, object], local_path: Path, scored: bool) -> Settings:
    if JUDGES in values:
        from helm_creativity.judges.standalone import rating_settings

        return rating_settings(benchmark, values, local_path)
    scoring = {name: value for name, value in values.items() if name != PROMPTS}
    settings: Settings = parse_settings(benchmark, scoring, asked=False, require=scored)
    if PROMPTS not in values:
        return settings
    # The words in which people were asked say which items there are, and no score needs them.
    if not isinstance(settings, PromptSettings):
        raise BadArguments(f"{PROMPTS}: this benchmark has only one wording: leave it out")
    settings = replace(settings, prompts=parse_value(PROMPTS, benchmark.options[PROMPTS], str, values[PROMPTS]))
    for names, check in settings.requirements(asked=False):
        if names == (PROMPTS,):
            check()
    return settings


def _usable(table: PeopleTable) -> tuple[list[PersonRecord], list[tuple[int, str]]]:
    """The rows of which a score can be had, with their samples unless judges rate them; and why others are not."""
    kept, problems, numbers = [], [], Counter[str]()
    for row in table.records:
        try:
            if table.judged:
                table.wanted.own.find_item(as_seen(row.record))
                table.wanted.row.response_in(row.record, table.separator)
                kept.append(row)
            else:
                item, sample = _person_sample(table, as_seen(row.record), numbers)
                numbers[item] += 1
                kept.append(row._replace(item=item, sample=sample))
        except BadArguments as error:
            others = f" (with the {row.rows - 1} other rows of this response)" if row.rows > 1 else ""
            problems.append((row.line, f"{error}{others}"))
    return kept, problems


def _person_sample(table: PeopleTable, record: Record, numbers: Mapping[str, int]) -> tuple[str, Sample]:
    """The id or name of a record's item, and its sample; a text alone is that of a run, behind others to the item."""
    wanted = table.wanted
    own_fields, rated = wanted.row.response_fields(), {*table.columns.ratings, *wanted.dimensions}
    said = {name: value for name, value in record.items() if value is not None}
    try:
        item = wanted.known.find_item(record)
    except BadArguments:
        beside = {RESPONSE, "trial", *own_fields, *rated, *(name.strip().casefold() for name in table.columns.unused)}
        sample = sample_in_row(wanted.benchmark, said, wanted.settings, table.separator)
        return _own_item(record, beside, wanted.item_field), sample
    fields = trial_fields(item, numbers.get(item.id, 0))
    # A text is the whole response unless it has parts or turns; a table without texts has ratings alone.
    has_text = table.columns.response or wanted.response.keys() & table.columns.fields.values()
    is_whole = has_text and all(record.get(name) in (None, "", []) for name in (*own_fields, *rated))
    if is_whole and not wanted.benchmark.turns(wanted.settings):
        text = record.get(RESPONSE)
        return item.id, Sample(Response("" if is_missing(text) else str(text)), fields)
    full = {"prompt": item.prompt.text, **item.fields, "id": item.id, **said}
    sample = sample_in_row(wanted.benchmark, full, wanted.settings, table.separator)
    in_run = sample.response is not None and "prompt_id" in sample.fields
    return item.id, replace(sample, fields=fields) if in_run else sample


def _own_item(record: Record, beside: Set[str], field: str | None) -> str:
    """What a record says of its item, in one line; ``beside`` are columns, in lower case, that say something else."""
    if field is not None and record.get(field):
        return folded_name(record[field])
    cells = {name: value for name, value in record.items() if name.strip().casefold() not in beside}
    said = {name: name_in(value) for name, value in cells.items() if isinstance(value, (str, int, float))}
    return said.get("item") or said.get("id") or ", ".join(said.values())


def make_sample(
    table: PeopleTable,
    *,
    name: str = "",
    licence: str = "",
    consent: str = "",
    local_path: Path = LOCAL_PATH,
) -> PeopleSample:
    """Scores the responses, after judges rated them where the settings name any."""
    table.check()
    benchmark, settings, row_type = table.wanted.benchmark, table.wanted.settings, table.wanted.row
    scorer = benchmark.scorer(settings)  # what it lacks must show before anything is asked
    made, items = [Trial(row.sample) for row in table.records if row.sample], [row.item for row in table.records]
    if table.judged:
        from helm_creativity.judges.standalone import rate_samples

        asked = table.item_responses
        made = rate_samples(benchmark, table.judged, asked, local_path=local_path, threads=4)
        items = [response.item.id for response in asked]
    found = [trial.found for trial in replayed(benchmark, settings, made)]
    scores = score_usable(FoundScorer(benchmark, settings, scorer), found)
    rated = benchmark.ideas.ratings if benchmark.ideas else None
    some = [score.details.get(rated) for score in scores if isinstance(score, SampleScore)] if rated else []
    are_rated = any(any(each or ()) for each in some)
    of_whole = table.columns.ratings.keys() - row_type.rated_in_parts()  # those of parts are with the ideas
    problems, responses, trials = list(table.problems), [], Counter[tuple[str, str]]()
    for row, item, trial, score in zip(table.records, items, made, scores, strict=True):
        if isinstance(score, UnusedRow):
            problems.append((row.line, score.problem))
            continue
        text = next(
            (row.record[name] for name in (RESPONSE, *row_type.response_fields()) if row.record.get(name)), None
        )
        if text is None:
            text = trial.sample.response.text if trial.sample.response else ""
        ratings = {dimension: numbers_in(row.record.get(dimension)) for dimension in table.columns.ratings}
        responses.append(
            PersonResponse(
                row.participant,
                item,
                trials[row.participant, item],
                text if isinstance(text, str) else json.dumps(text, ensure_ascii=False),
                score.score,
                score.failure_reason.value if score.failure_reason else "",
                score.submetrics,
                trial.sample.fields.get("annotations") or {},
                _ideas(benchmark, score, are_rated),
                {dimension: its for dimension, its in ratings.items() if its and dimension in of_whole},
            )
        )
        trials[row.participant, item] += 1
    if not responses:
        raise _no_rows(table.path, benchmark, problems)
    digest = hashlib.sha256(table.path.read_bytes()).hexdigest()
    return PeopleSample(
        name=name or table.path.stem,
        benchmark=benchmark.name,
        comparable=comparable_key(benchmark, settings, asked=False),
        provenance=provenance(benchmark, settings, asked=False, separator=table.separator),
        settings=settings.args,
        responses=tuple(responses),
        licence=licence,
        consent=consent,
        source={"file": table.path.name, "sha256": digest}
        | {f"ratings: {dimension}": ends for dimension, ends in table.scales.items()},
        left_out=by_line(problems),
    )


def _ideas(benchmark: Benchmark[Any], score: SampleScore, are_rated: bool) -> list[list[Any]] | None:
    """See ``PersonResponse.ideas``. Where others are rated, an idea that nobody rated has no score."""
    names = benchmark.ideas
    if names is None:
        return None
    texts = list(score.details.get(names.texts, ()))
    scores = score.details.get(names.scores) or [None] * len(texts)
    ratings = (score.details.get(names.ratings) if names.ratings else None) or [()] * len(texts)
    known = {
        text: [text, mean_or_none(its) if are_rated else value, list(its or ())]
        for text, value, its in zip(texts, scores, ratings, strict=True)
    }
    return [known.get(text, [text, None, []]) for text in dict.fromkeys([*score.listed, *texts])]
