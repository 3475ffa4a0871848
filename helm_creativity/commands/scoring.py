"""Scores responses that came from anywhere: by themselves, or after judges rated them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

from helm_creativity.benchmark.base import Benchmark, comparable_key, parse_settings, sample_in_row
from helm_creativity.benchmark.item_responses import ItemResponse, usable_responses
from helm_creativity.benchmark.rows.cells import is_missing
from helm_creativity.benchmark.rows.columns import note_of_addresses
from helm_creativity.benchmark.rows.lists import Separator
from helm_creativity.benchmark.rows.records import Record, is_csv, write_records, writing
from helm_creativity.benchmark.rows.scored import (
    BATCH,
    Row,
    UnusedRow,
    as_seen,
    given_record,
    samples_in_rows,
    score_usable,
    scored_rows,
)
from helm_creativity.benchmark.rows.tables import rows_in_file
from helm_creativity.benchmark.settings import Settings
from helm_creativity.benchmark.types import Response, Sample, SampleScore
from helm_creativity.defaults import LOCAL_PATH, THREADS
from helm_creativity.errors import BadArguments
from helm_creativity.judges.drivers import replayed
from helm_creativity.judges.missing_ratings import missing_ratings
from helm_creativity.judges.ratings import ratings_in
from helm_creativity.judges.scoring import FoundScorer, found_in
from helm_creativity.judges.settings import JudgedSettings
from helm_creativity.lexicon.language import check_language
from helm_creativity.parsing.response import to_prompts

JUDGES = "judges"
RATINGS = "ratings"
"""The field of a scored record that has its ratings."""
AGAIN = "start the same command again; it asks only for these"


class ScoredResponses(NamedTuple):
    """Rows as they were given, with their scores in the same order."""

    settings: Settings
    key: str
    separator: Separator | None
    rows: Sequence[Row]
    scores: Sequence[SampleScore | UnusedRow]
    judged: bool

    def records(self) -> list[Record]:
        """The rows with their scores; where judges rated them, whatever a score would replace is kept."""
        return scored_rows(self.rows, self.scores, self.key, keeping=self.judged)


@dataclass(frozen=True, kw_only=True)
class Scoring:
    """How responses that came from anywhere are scored."""

    benchmark: Benchmark[Any]
    values: Mapping[str, object]
    """Settings by name. Where ``judges`` are among them, these rate the responses as in a run."""
    note: Callable[[str], None]
    """Is called with what must be said of a file's form, separator and language, and of missing ratings."""
    separator: Separator | None = None
    any_language: bool = False
    threads: int = THREADS
    """Requests to judges at the same time."""
    local_path: Path = LOCAL_PATH
    base_url: str | None = None
    api_key_env: str | None = None
    dry_run: bool = False
    announce: Callable[[JudgedSettings, Sequence[ItemResponse]], bool] = lambda settings, responses: True
    """Says what judges will be asked about responses, and whether they are to be asked."""

    def __post_init__(self) -> None:
        """Refuses what only judges can have where none are named."""
        require_judges(self.values, base_url=self.base_url, api_key_env=self.api_key_env, dry_run=self.dry_run)

    def score(self, rows: Iterable[Row]) -> ScoredResponses | None:
        """The scores of rows; None where ``announce`` says that judges are not to be asked.

        Raises:
            BadArguments: for rows in another language than that of the embedding, before anything is asked.
        """
        rows = rows if isinstance(rows, Sequence) else list(rows)
        if JUDGES in self.values:
            from helm_creativity.commands.running.server import served_judges

            asking = (str(self.values[JUDGES]), self.base_url, self.api_key_env, self.local_path, self.note)
            with served_judges(*asking, write=not self.dry_run) as names:
                return replace(self, values={**self.values, JUDGES: names})._rate(rows)
        sign = self._look_at(rows)
        scores = score_usable(self.benchmark.scorer(self._settings), self._read(rows, sign))
        return ScoredResponses(self._settings, self._key, sign, rows, scores, False)

    def score_file(self, source: Path | None, target: Path | None) -> ScoredResponses | None:
        """Scores ``source`` (or standard input) into ``target`` (or standard output); ``.csv`` is CSV, all else JSONL.

        None as for ``score``.
        """
        scored = self.score(rows_in_file(source, self.note))
        if scored is not None:
            with writing(target) as out:
                write_records(scored.records(), out, is_csv(target or source))
        return scored

    @cached_property
    def _settings(self) -> Any:  # noqa: ANN401 - the benchmark's own
        if JUDGES in self.values:
            from helm_creativity.judges.standalone import rating_settings

            return rating_settings(self.benchmark, self.values, self.local_path)
        return parse_settings(self.benchmark, self.values, asked=False)

    @cached_property
    def _key(self) -> str:
        return comparable_key(self.benchmark, self._settings, asked=False)

    def _look_at(self, rows: Sequence[Row]) -> Separator | None:
        """What separates lists in cells; notes what must be said of rows before they are scored."""
        first = [(number, given_record(row)) for number, row in rows[:BATCH]]
        sign = self.benchmark.row_type.separator((record for _, record in first), self.separator)
        language = check_language(self.benchmark, self._settings, first, self.any_language)
        addresses = note_of_addresses(given_record(row) for _, row in rows)
        for said in filter(None, (sign.note if sign is not None and sign.found else "", language, addresses)):
            self.note(said)
        return sign

    def _rate(self, rows: Sequence[Row]) -> ScoredResponses | None:
        from helm_creativity.judges.standalone import rate_samples

        benchmark, settings = self.benchmark, self._settings
        sign = self._look_at(rows)
        usable = usable_responses(benchmark, settings, rows, sign)
        responses = [response for response in usable if isinstance(response, ItemResponse)]
        if not self.announce(settings, responses):
            return None
        scorer = FoundScorer(benchmark, settings, benchmark.scorer(settings))  # what it lacks must show before asking
        trials = rate_samples(benchmark, settings, responses, local_path=self.local_path, threads=self.threads)
        replies = replayed(benchmark, settings, trials)
        for line in missing_ratings(replies, again=AGAIN):
            self.note(line)
        rated: list[SampleScore | UnusedRow] = []
        for reply, score in zip(replies, score_usable(scorer, [reply.found for reply in replies]), strict=True):
            if isinstance(score, SampleScore):
                score = replace(score, details={**score.details, RATINGS: ratings_in(reply.judge_replies)})
            rated.append(score)
        left = iter(rated)
        in_place = [next(left) if isinstance(response, ItemResponse) else response for response in usable]
        return ScoredResponses(settings, self._key, sign, rows, in_place, True)

    def _read(self, rows: Sequence[Row], separator: Separator | None) -> list[Any]:
        """What ``follow_up`` returns for each row, or why it cannot be used."""
        benchmark, settings = self.benchmark, self._settings
        field, fields = benchmark.row_type.item_field(), benchmark.row_type.fields_of_text(benchmark, settings)
        wanted: list[Any] = []  # of the first row that needs it

        def read(record: Record) -> Any:  # noqa: ANN401 - what ``follow_up`` returns
            if field is not None and field not in record:
                from helm_creativity.people.columns import Wanted, with_item

                wanted[:] = wanted or [Wanted(benchmark, settings)]
                record = with_item(record, wanted[0])
            sample, prompt = sample_in_row(benchmark, record, settings, separator), record.get("prompt")
            if sample.response is not None and prompt is not None:
                sample = replace(sample, response=to_prompts(sample.response, prompt))
            return found_in(benchmark, settings, sample)

        alone = (row["response"] for _, row in rows if isinstance(row, dict) and row.keys() == {"response"})
        texts = [text for text in alone if isinstance(text, str) and not is_missing(text)]
        if fields is not None and len(texts) == len(rows):
            # Most rows of lists, read at once.
            return [found_in(benchmark, settings, Sample(Response(as_seen(text)), fields)) for text in texts]
        return samples_in_rows(read, rows)


def require_judges(values: Mapping[str, object], **given: object) -> None:
    """Refuses what only judges can have where none are named: a plan or a price of no question is a slip."""
    name = next((f"--{name.replace('_', '-')}" for name, value in given.items() if value), None)
    if name and JUDGES not in values:
        raise BadArguments(f"{name} needs judges: name them with --judges, or leave {name} out")
