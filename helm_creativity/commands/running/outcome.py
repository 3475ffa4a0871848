"""What became of every run of a suite, and of those of one command.

``helm-run`` ends with 0 where no response could be scored, and leaves the folder of a run that failed or was killed
empty. This module reads all that HELM wrote of a run, so that a script need not look into logs.
"""

from __future__ import annotations

import enum
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from helm_creativity.benchmark.files.untrusted_files import UNREADABLE, damage, read_json
from helm_creativity.benchmark.follow_ups import transcript_in
from helm_creativity.benchmark.names import PREFIX, natural_key
from helm_creativity.benchmark.types import FailureReason, rate_name
from helm_creativity.commands.running.programs import running_run
from helm_creativity.errors import BadArguments, CreativityError, FileProblem
from helm_creativity.judges.evaluation.anchors import RUN_FILE, read_anchor_ratings
from helm_creativity.results.cached import cached_days, days_text
from helm_creativity.results.comparable import distinct_settings
from helm_creativity.results.loading import LoadedSuite
from helm_creativity.results.numbers import count
from helm_creativity.results.runs import (
    NO_STATS,
    SPEC,
    STATS,
    Run,
    SuiteFolder,
    holds_no_run,
    holds_no_stats,
    read_run,
    run_folders,
)
from helm_creativity.results.samples import PER_INSTANCE, STATES
from helm_creativity.results.table import Column, Table
from helm_creativity.safe_text import counted, quoted

FILES = (SPEC, "scenario.json", STATES, STATS, PER_INSTANCE)
"""All that HELM writes of a run, at its end."""
BROKE_OFF = "broke_off"
"""Why ratings are missing of which there is no record: what asked for them broke off."""
SHARES = ("coverage", "scored")
"""What a run may be asked to have at least."""


class RunState(str, enum.Enum):
    """What became of a run.

    ``MISSING``: its folder holds none of HELM's files. ``INCOMPLETE``: a file is missing or damaged, requests have no
    response, as after a dry run, or no rating of an anchor came where anchors were to be rated. ``RUNNING``: such a
    run, while ``helm-creativity run`` makes it. ``NO_SCORE``: all is there, and no response has a score.
    """

    COMPLETE = "complete"
    INCOMPLETE = "incomplete"
    RUNNING = "running"
    MISSING = "missing"
    NO_SCORE = "no score"

    def __str__(self) -> str:
        return self.value


@dataclass(frozen=True)
class RunStatus:
    """What became of one run: shares of scored responses and of ratings, and counts of why others are missing."""

    run: str
    suite: str
    benchmark: str
    model: str
    state: RunState
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

    def shortfall(self, least: Mapping[str, float]) -> str:
        """Why the run is not as it should be; "" where it is."""
        if self.state is not RunState.COMPLETE:
            return str(self.state)
        shares = {name: getattr(self, name) for name in least}
        below = [name for name, share in shares.items() if share is not None and share < least[name]]
        return ", ".join(f"below {name}={least[name]:g}" for name in below)


def parse_least(text: str) -> dict[str, float]:
    """The least shares that runs must have, from ``coverage=.95,scored=.9``."""
    try:
        pairs = [part.strip().partition("=") for part in text.split(",")]
        least = {name.strip(): float(value) for name, _, value in pairs}
    except ValueError:
        least = {}
    if not least or least.keys() - {*SHARES} or not all(0 <= share <= 1 for share in least.values()):
        raise BadArguments(f"expected shares from 0 to 1, such as coverage=.95,scored=.9, got {quoted(text)}")
    return least


def suite_status(suites: Sequence[SuiteFolder]) -> list[RunStatus]:
    """The status of every run folder of the suites, by benchmark and model."""
    found: list[RunStatus] = []
    for suite in suites:
        folders = run_folders(suite.folder)
        if not folders:
            raise holds_no_run(suite.folder)
        going_on = running_run(suite.folder.parent.parent / "logs" / f"{suite.folder.name}.log")
        for status in (_status(folder, suite.name) for folder in folders):
            goes_on = status.run == going_on and status.state in (RunState.MISSING, RunState.INCOMPLETE)
            found.append(replace(status, state=RunState.RUNNING, problem="") if goes_on else status)
    # A folder's name has ``_`` in place of ``/``, so that a run without files gets its model's name from other runs.
    names = {status.model.replace("/", "_"): status.model for status in found if "/" in status.model}
    named = [replace(status, model=names.get(status.model, status.model)) for status in found]
    return sorted(named, key=lambda status: (status.benchmark, natural_key(status.model), status.run))


def _status(folder: Path, suite: str) -> RunStatus:
    group, _, arguments = folder.name.partition(":")
    model = next((part[6:] for part in arguments.split(",") if part.startswith("model=")), "")
    known: dict[str, Any] = {"run": folder.name, "suite": suite, "benchmark": group, "model": model}
    if not any((folder / name).is_file() for name in FILES):
        why = "a run that failed or was killed left its folder empty; run it again"
        return RunStatus(**known, state=RunState.MISSING, problem=why)
    problems, run = [], None
    for name in FILES:  # each of which may be missing or damaged
        try:
            content = read_json(folder / name)
            known |= {"model": str(content["adapter_spec"]["model"])} if name == SPEC else {}
            known |= _of_requests(content["request_states"]) if name == STATES else {}
        except FileNotFoundError:
            problems.append(f"there is no {name}; run it again")
        except UNREADABLE as error:
            problems.append(f"cannot read {name}: {damage(error)}; run it again")
    try:
        run = read_run(folder)
        known |= _of_scores(run)
    except FileProblem as problem:
        problems = problems or [str(problem).removeprefix(f"{folder.name}: ")]
    problems += _of_anchors(run, known) if run is not None and run.provenance.get("anchors") == "true" else []
    if planned := known.pop("planned_ratings", 0):
        known["coverage"] = 1 - known["missing_ratings"] / planned
    if not problems and (lost := known["expected"] - known["responses"]):
        problems.append(f"{lost:,} of {counted(known['expected'], 'request')} have no response; run it again")
    elif not problems and run and not run.stats and holds_no_stats(run):
        problems.append(NO_STATS)
    scoreless = run is not None and run.has_comparable_key and "score" not in run.stats
    state = RunState.INCOMPLETE if problems else RunState.NO_SCORE if scoreless else RunState.COMPLETE
    return RunStatus(**known, state=state, problem="; ".join(problems))


def _of_scores(run: Run) -> dict[str, Any]:
    n = run.stats.get("num_answers", 0.0)
    failures = Counter({str(reason): round(n * run.stats.get(rate_name(reason), 0.0)) for reason in FailureReason})
    return {
        "run": run.name,
        "benchmark": run.group,
        "model": run.model,
        "scored": run.stats.get("valid_rate"),
        "failures": dict((+failures).most_common()),
    }


def _of_anchors(run: Run, known: dict[str, Any]) -> list[str]:
    """Adds ratings of anchors to what is known of a run; without any, the run can be linked to no other."""
    try:
        rows = read_anchor_ratings(run.folder / RUN_FILE, [])
    except CreativityError as problem:
        return [f"there are no ratings of anchors ({problem}); run it again"]
    because = Counter(row.missing for row in rows if row.rating is None)
    known["planned_ratings"] = known.get("planned_ratings", 0) + len(rows)
    known["missing_ratings"] = (known.get("missing_ratings") or 0) + because.total()
    known["anchors_missing_because"] = dict(because.most_common())
    again = "the same command asks for what failed, and `forget --kind judge` drops other replies"
    return [f"none of {len(rows):,} ratings of anchors came: {again}"] if because.total() == len(rows) else []


def _of_requests(states: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    transcripts = list(filter(None, (transcript_in(state.get("annotations") or {}) for state in states)))
    replies = [reply for transcript in transcripts for reply in transcript.judge_replies]
    readings = [reading for reply in replies for reading in reply.readings.values()]
    because = Counter(reading.missing.value for reading in readings if reading.missing)
    because[BROKE_OFF] = broke_off = sum(bool(transcript.error) for transcript in transcripts)
    planned, days = len(readings) + broke_off, cached_days(states)
    return {
        "responses": sum(state.get("result") is not None for state in states),
        "expected": len(states),
        "cached": len(days),
        "cache_days": days_text(days),
        "planned_ratings": planned,
        "missing_ratings": because.total() if planned else None,
        "missing_because": dict((+because).most_common()),
    }


def status_table(found: Sequence[RunStatus], least: Mapping[str, float]) -> Table:
    """One row per run; ``least`` are the shares that each must have."""
    settings = distinct_settings(status.run for status in found)
    reasons = ("failures", "missing_because", "anchors_missing_because")
    rows = []
    for status in found:
        below = status.shortfall(least) if status.state is RunState.COMPLETE else ""
        row = {**vars(status), "settings": settings[status.run], "state": str(status.state)}
        row |= {name: ", ".join(f"{reason} {n:,}" for reason, n in row[name].items()) for name in reasons}
        rows.append({**row, "below": below.removeprefix("below ")})

    def some(name: str) -> bool:
        return any(row[name] for row in rows)

    several = len({status.suite for status in found}) > 1
    columns = (
        Column("benchmark", "benchmark", lambda group: group.removeprefix(PREFIX), left=True),
        Column("model", "model", left=True),
        Column("state", "state", left=True),
        *(Column(name, name, count) for name in ("responses", "expected")),
        Column("scored", "scored", _percent),
        Column("suite", "suite", left=True, data_only=not several),
        Column("settings", "settings", left=True, data_only=not some("settings")),
        Column("run", "run", data_only=True),
        Column("coverage", "judge coverage", _percent),
        Column("missing_ratings", "missing ratings", count),
        Column("below", "below", left=True, data_only=not least),
        Column("failures", "failure reasons", left=True, in_text=some("failures")),
        Column("cached", "from the cache", count, in_text=some("cached")),
        Column("cache_days", "cached on", left=True, in_text=some("cached")),
        Column("missing_because", "ratings missing because", left=True, in_text=some("missing_because")),
        Column(
            "anchors_missing_because", "anchors missing because", left=True, in_text=some("anchors_missing_because")
        ),
        Column("problem", "problem", left=True, in_text=some("problem"), wrapped=True),
    )
    return Table("status", columns, rows)


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
        problems = (
            (self.failed_requests, f"{counted(self.failed_requests, 'request')} failed"),
            (self.failed_ratings, f"{counted(self.failed_ratings, 'rating')} failed"),
            (self.runs_without_score, f"{counted(self.runs_without_score, 'run')} without a score"),
            (self.status, "not all runs ended"),
        )
        first = next((f"; {problem})" for n, problem in problems if n), ")")
        return f"FinishedRun{super().__repr__().removeprefix('Suite')[:-1]}{first}"
