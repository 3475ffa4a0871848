"""What became of every run of a suite, and of those of one command.

``helm-run`` ends with 0 where no response could be scored, and leaves the folder of a run that failed or was killed
empty. This module reads all that HELM wrote of a run, so that a script need not look into logs.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from helm_creativity.benchmark.files.untrusted_files import UNREADABLE, damage, read_json
from helm_creativity.benchmark.follow_ups import transcript_in
from helm_creativity.benchmark.names import PREFIX, natural_key
from helm_creativity.benchmark.types import FailureReason, rate_name
from helm_creativity.errors import BadArguments, CreativityError, FileProblem
from helm_creativity.judges.evaluation.anchors import RUN_FILE, AnchorRating, read_anchor_ratings
from helm_creativity.results.comparable import distinct_settings
from helm_creativity.results.loading import LoadedSuite
from helm_creativity.results.numbers import count
from helm_creativity.results.runs import (
    NO_STATS,
    SPEC,
    STATS,
    SuiteFolder,
    holds_no_run,
    holds_no_stats,
    read_run,
    run_folders,
)
from helm_creativity.results.samples import PER_INSTANCE, STATES, cached_days, days_text
from helm_creativity.results.table import Column, Table
from helm_creativity.safe_text import counted, quoted

FILES = (SPEC, "scenario.json", STATES, STATS, PER_INSTANCE)
"""All that HELM writes of a run, at its end."""
COMPLETE = "complete"
INCOMPLETE = "incomplete"
"""A file is missing or damaged, requests have no response, as after a dry run, or no anchor has a rating."""
MISSING = "missing"
"""The run's folder holds none of HELM's files."""
NO_SCORE = "no score"
"""All is there, and no response has a score."""
BROKE_OFF = "broke_off"
"""Why ratings are missing of which there is no record: what asked for them broke off."""
REASONS = {
    "failures": "failure reasons",
    "missing_because": "ratings missing because",
    "anchors_missing_because": "anchors missing because",
}
"""Counts by reason, with their titles."""


@dataclass(frozen=True)
class RunStatus:
    """What became of one run: shares of scored responses and of ratings, and counts of why others are missing."""

    run: str
    suite: str
    benchmark: str
    model: str
    state: str
    problem: str = ""
    responses: int | None = None
    expected: int | None = None
    cached: int | None = None
    cache_days: str = ""
    scored: float | None = None
    coverage: float | None = None
    missing_ratings: int | None = None
    failures: Mapping[str, int] = field(default_factory=dict)
    missing_because: Mapping[str, int] = field(default_factory=dict)
    anchors_missing_because: Mapping[str, int] = field(default_factory=dict)

    def below(self, least: Mapping[str, float]) -> str:
        """The shares of a complete run that are too low; a run without judges has no coverage."""
        shares = {name: getattr(self, name) for name in least if self.state == COMPLETE}
        low = [name for name, share in shares.items() if share is not None and share < least[name]]
        return ", ".join(f"{name}={least[name]:g}" for name in low)


def parse_least(text: str) -> dict[str, float]:
    """The least shares that runs must have, from ``coverage=.95,scored=.9``."""
    try:
        pairs = [part.partition("=") for part in text.split(",")]
        least = {name.strip(): float(value) for name, _, value in pairs}
    except ValueError:
        least = {}
    if not least or least.keys() - {"coverage", "scored"} or not all(0 <= share <= 1 for share in least.values()):
        raise BadArguments(f"expected shares from 0 to 1, such as coverage=.95,scored=.9, got {quoted(text)}")
    return least


def suite_status(suites: Sequence[SuiteFolder]) -> list[RunStatus]:
    """The status of every run folder of the suites, by benchmark and model."""
    found: list[RunStatus] = []
    for suite in suites:
        folders = run_folders(suite.folder)
        if not folders:
            raise holds_no_run(suite.folder)
        found += [_status(folder, suite.name) for folder in folders]
    # A folder's name has ``_`` in place of ``/``, so that a run without files gets its model's name from other runs.
    names = {status.model.replace("/", "_"): status.model for status in found if "/" in status.model}
    named = [replace(status, model=names.get(status.model, status.model)) for status in found]
    return sorted(named, key=lambda status: (status.benchmark, natural_key(status.model), status.run))


def _status(folder: Path, suite: str) -> RunStatus:
    group, _, arguments = folder.name.partition(":")
    model = next((part[6:] for part in arguments.split(",") if part.startswith("model=")), "")
    known: dict[str, Any] = {"run": folder.name, "suite": suite, "benchmark": group, "model": model}
    if not any((folder / name).is_file() for name in FILES):
        why = "its folder is empty, as it failed, was killed or has not ended; run it again"
        return RunStatus(**known, state=MISSING, problem=why)
    run, problems = None, list(_of_files(folder, known))
    planned = known.pop("planned", 0)
    try:
        run = read_run(folder)
        n, rates = run.stats.get("num_answers", 0.0), {str(reason): rate_name(reason) for reason in FailureReason}
        failures = Counter({reason: round(n * run.stats.get(rate, 0.0)) for reason, rate in rates.items()})
        known |= {"run": run.name, "benchmark": run.group, "model": run.model, "scored": run.stats.get("valid_rate")}
        known["failures"] = dict((+failures).most_common())
    except FileProblem as problem:
        problems = problems or [str(problem).removeprefix(f"{folder.name}: ")]
    if run is not None and run.provenance.get("anchors") == "true":
        try:
            rows = read_anchor_ratings(run.folder / RUN_FILE, [])
            planned += len(rows)
            problems += _of_anchors(rows, known)
        except CreativityError as problem:
            problems.append(f"there are no ratings of anchors ({problem}); run it again")
    known["coverage"] = 1 - known["missing_ratings"] / planned if planned else None
    if not problems and (lost := known["expected"] - known["responses"]):
        problems.append(f"{lost:,} of {counted(known['expected'], 'request')} have no response; run it again")
    elif not problems and run and not run.stats and holds_no_stats(run):
        problems.append(NO_STATS)
    scoreless = run is not None and run.has_comparable_key and "score" not in run.stats
    state = INCOMPLETE if problems else NO_SCORE if scoreless else COMPLETE
    return RunStatus(**known, state=state, problem="; ".join(problems))


def _of_anchors(rows: Sequence[AnchorRating], known: dict[str, Any]) -> Iterator[str]:
    """Adds them to what is known of a run; one without any can be linked to no other."""
    because = Counter(row.missing for row in rows if row.rating is None)
    known["missing_ratings"] = (known.get("missing_ratings") or 0) + because.total()
    known["anchors_missing_because"] = dict(because.most_common())
    if because.total() == len(rows):
        again = "the same command asks for what failed, and `forget --kind judge` drops other replies"
        yield f"none of {len(rows):,} ratings of anchors came: {again}"


def _of_files(folder: Path, known: dict[str, Any]) -> Iterator[str]:
    """Adds model, requests and ratings to what is known of a run; yields what is wrong with its files."""
    for name in FILES:
        try:
            content = read_json(folder / name)
            known |= {"model": str(content["adapter_spec"]["model"])} if name == SPEC else {}
            known |= _of_requests(content["request_states"]) if name == STATES else {}
        except FileNotFoundError:
            yield f"there is no {name}; run it again"
        except UNREADABLE as error:
            yield f"cannot read {name}: {damage(error)}; run it again"


def _of_requests(states: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    transcripts = list(filter(None, (transcript_in(state.get("annotations") or {}) for state in states)))
    replies = [reply for transcript in transcripts for reply in transcript.judge_replies]
    readings = [reading for reply in replies for reading in reply.readings.values()]
    because = Counter(reading.missing.value for reading in readings if reading.missing)
    because[BROKE_OFF] = broke_off = sum(bool(transcript.error) for transcript in transcripts)
    planned, days = len(readings) + broke_off, cached_days(states)
    return {
        "planned": planned,
        "responses": sum(state.get("result") is not None for state in states),
        "expected": len(states),
        "cached": len(days),
        "cache_days": days_text(days),
        "missing_ratings": because.total() if planned else None,
        "missing_because": dict((+because).most_common()),
    }


def status_table(found: Sequence[RunStatus], least: Mapping[str, float]) -> Table:
    """One row per run; ``least`` are the shares that each must have."""
    settings = distinct_settings(status.run for status in found)
    rows = []
    for status in found:
        reasons = {
            name: ", ".join(f"{reason} {n:,}" for reason, n in getattr(status, name).items()) for name in REASONS
        }
        rows.append({**vars(status), **reasons, "settings": settings[status.run], "below": status.below(least)})
    known = {name for row in rows for name, value in row.items() if value}

    def text(key: str, title: str = "", **how: Any) -> Column:  # noqa: ANN401 - fields of Column
        return Column(key, title or key, left=True, **how)

    return Table(
        "status",
        (
            Column("benchmark", "benchmark", lambda group: group.removeprefix(PREFIX), left=True),
            text("model"),
            text("state"),
            *(Column(name, name, count) for name in ("responses", "expected")),
            Column("scored", "scored", _percent),
            text("suite", data_only=len({status.suite for status in found}) < 2),
            text("settings", data_only="settings" not in known),
            Column("run", "run", data_only=True),
            Column("coverage", "judge coverage", _percent),
            Column("missing_ratings", "missing ratings", count),
            text("below", data_only=not least),
            text("failures", REASONS["failures"], in_text="failures" in known),
            Column("cached", "from the cache", count, in_text="cached" in known),
            text("cache_days", "cached on", in_text="cached" in known),
            *(text(name, REASONS[name], in_text=name in known) for name in [*REASONS][1:]),
            text("problem", in_text="problem" in known, wrapped=True),
        ),
        rows,
    )


def _percent(value: float) -> str:
    """What is below all is never rounded up to all."""
    return f"{int(round(value * 1000, 6)) / 10:g}%" if 0.9 < value < 1 else f"{value:.0%}"


@dataclass(frozen=True, repr=False)
class FinishedRun(LoadedSuite):
    """The suite after ``run``, and what became of the runs of this call.

    Attributes:
        status: 0 where all runs and requests came to their end and each run of a language model has a score, else 1.
        failed_requests: how many have no response; the same call asks only for these.
        failed_ratings: how many judges did not give, as their requests failed; the same call asks only for these.
        runs_without_score: how many runs of a language model have no response with a score.
    """

    status: int = 0
    failed_requests: int = 0
    failed_ratings: int = 0
    runs_without_score: int = 0

    def __repr__(self) -> str:
        counts = (
            (self.failed_requests, "request", " failed"),
            (self.failed_ratings, "rating", " failed"),
            (self.runs_without_score, "run", " without a score"),
        )
        problems = [f"; {counted(n, what)}{became}" for n, what, became in counts if n]
        first = [*problems, "; not all runs ended" * self.status][0]
        return f"FinishedRun{super().__repr__().removeprefix('Suite')[:-1]}{first})"
