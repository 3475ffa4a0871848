"""What became of every run of a suite: whether its files are whole, and which scores and ratings are missing.

``helm-run`` ends with 0 where no response could be scored, and leaves the folder of a run that failed or was killed
empty. This module reads all that HELM wrote of a run, so that a script need not look into logs.
"""

from __future__ import annotations

import enum
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from helm_creativity.core.names import meant
from helm_creativity.core.natural_order import natural_key
from helm_creativity.core.transcripts import transcript_in
from helm_creativity.core.types import FailureReason, rate_name
from helm_creativity.errors import BadArguments, CreativityError, FileProblem
from helm_creativity.io.untrusted_files import UNREADABLE, damage, read_json
from helm_creativity.results.cached import cached_days, days_text
from helm_creativity.results.comparable import distinct_settings
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

SCENARIO = "scenario.json"
FILES = (SPEC, SCENARIO, STATES, STATS, PER_INSTANCE)
"""All that HELM writes of a run, at its end."""
BROKE_OFF = "broke_off"
"""Why ratings are missing of which there is no record: what asked for them broke off."""
RUN_BEGINS = re.compile(r"Running (creativity_.*?) \{\s*$", re.MULTILINE)
"""Of a line of HELM's log."""
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
    """What became of one run."""

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
    planned_ratings: int = 0
    failures: Mapping[str, int] = field(default_factory=dict)
    missing_because: Mapping[str, int] = field(default_factory=dict)
    anchors_missing_because: Mapping[str, int] = field(default_factory=dict)

    def shortfall(self, least: Mapping[str, float]) -> str:
        """Why the run is not as it should be; "" where it is."""
        if self.state is not RunState.COMPLETE:
            return str(self.state)
        shares = {"coverage": self.coverage, "scored": self.scored}
        below = [name for name, floor in least.items() if (share := shares[name]) is not None and share < floor]
        return ", ".join(f"below {name}={least[name]:g}" for name in below)


def parse_least(text: str) -> dict[str, float]:
    """The least shares that runs must have, from ``coverage=.95,scored=.9``."""
    least: dict[str, float] = {}
    for part in filter(None, map(str.strip, text.split(","))):
        name, equals, value = map(str.strip, part.partition("="))
        if name not in SHARES:
            raise BadArguments(f"expected shares named {' or '.join(SHARES)}, got {quoted(name)}{meant(name, SHARES)}")
        if name in least:
            raise BadArguments(f"{name} stands there twice: {text}")
        least[name] = _share(name, value if equals else "")
    if not least:
        raise BadArguments(f"expected shares such as coverage=.95,scored=.9, got {quoted(text)}")
    return least


def _share(name: str, text: str) -> float:
    try:
        value = float(text.removesuffix("%"))
    except ValueError:
        value = -1.0
    if not text.endswith("%") and 0 <= value <= 1:
        return value
    near = f"; did you mean {name}={value / 100:g}?" if 0 <= value <= 100 else ""
    raise BadArguments(f"expected a share from 0 to 1, such as {name}=.95, got {name}={text}{near}")


def suite_status(suites: Sequence[SuiteFolder]) -> list[RunStatus]:
    """The status of every run folder of the suites, by benchmark and model."""
    found: list[RunStatus] = []
    for suite in suites:
        folders = run_folders(suite.folder)
        if not folders:
            raise holds_no_run(suite.folder)
        running = running_run(suite.folder.parent.parent / "logs" / f"{suite.folder.name}.log")
        for status in (_status(folder, suite.name) for folder in folders):
            is_running = status.run == running and status.state in (RunState.MISSING, RunState.INCOMPLETE)
            found.append(replace(status, state=RunState.RUNNING, problem="") if is_running else status)
    # A folder's name has ``_`` in place of ``/``, so that a run without files gets its model's name from other runs.
    names = {status.model.replace("/", "_"): status.model for status in found if "/" in status.model}
    named = [replace(status, model=names.get(status.model, status.model)) for status in found]
    return sorted(named, key=lambda status: (status.benchmark, natural_key(status.model), status.run))


def running_run(log: Path) -> str:
    """The run that ``helm-creativity run`` is making now, by the log that it keeps locked; "" for none."""
    with suppress(ImportError, OSError):  # there is no such module on Windows, or no log
        import fcntl

        with log.open("rb") as file:
            try:
                fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
            except BlockingIOError:
                begun = RUN_BEGINS.findall(file.read().decode("utf-8", "replace"))
                return str(begun[-1]) if begun else ""
    return ""


def _status(folder: Path, suite: str) -> RunStatus:
    group, lacking = folder.name.partition(":")[0], [name for name in FILES if not (folder / name).is_file()]
    if len(lacking) == len(FILES):
        why = "a run that failed or was killed left its folder empty; run it again"
        return RunStatus(folder.name, suite, group, _model(folder), RunState.MISSING, why)
    problems = [f"there is no {', '.join(lacking)}; run it again"] if lacking else []
    for name in () if lacking else (SCENARIO, PER_INSTANCE):
        try:
            read_json(folder / name)
        except UNREADABLE as error:
            problems.append(_damaged(name, error))
    run, known = None, {}
    try:
        run = read_run(folder)
        known = {"run": run.name, "benchmark": run.group, "model": run.model, **_of_stats(run)}
    except FileProblem as problem:
        known = {"run": folder.name, "benchmark": group, "model": _model(folder)}
        problems = problems or [str(problem).removeprefix(f"{folder.name}: ")]
    try:
        known |= _of_requests(read_json(folder / STATES)["request_states"])
    except UNREADABLE as error:
        problems = problems or [_damaged(STATES, error)]
    status = RunStatus(**known, suite=suite, state=RunState.INCOMPLETE, problem="; ".join(problems))
    if run is not None and run.provenance.get("anchors") == "true":
        status = _with_anchors(status, folder)
    if run is None or status.responses is None or status.expected is None or status.problem:
        return status
    if lost := status.expected - status.responses:
        asked = counted(status.expected, "request")
        return replace(status, problem=f"{lost:,} of {asked} have no response; run it again")
    if not run.stats and holds_no_stats(run):
        return replace(status, problem=NO_STATS)
    scoreless = run.has_comparable_key and "score" not in run.stats
    return replace(status, state=RunState.NO_SCORE if scoreless else RunState.COMPLETE)


def _model(folder: Path) -> str:
    try:
        return str(read_json(folder / SPEC)["adapter_spec"]["model"])
    except UNREADABLE:
        found = re.search(r"(?:^|[:,])model=([^,]*)", folder.name)
        return found[1] if found else ""


def _damaged(name: str, error: BaseException) -> str:
    return f"cannot read {name}: {damage(error)}; run it again"


def _of_stats(run: Run) -> dict[str, Any]:
    responses = run.stats.get("num_answers", 0.0)
    failures = {str(reason): round(responses * run.stats.get(rate_name(reason), 0.0)) for reason in FailureReason}
    ordered = sorted(failures.items(), key=lambda pair: -pair[1])
    return {"scored": run.stats.get("valid_rate"), "failures": {reason: n for reason, n in ordered if n}}


def _of_requests(states: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    planned, because = 0, Counter[str]()
    for state in states:
        if (transcript := transcript_in(state.get("annotations") or {})) is not None:
            readings = [reading for reply in transcript.judge_replies for reading in reply.readings.values()]
            planned += len(readings) + bool(transcript.error)
            because.update(reading.missing.value for reading in readings if reading.missing)
            because[BROKE_OFF] += bool(transcript.error)
    missing, days = because.total(), cached_days(states)
    return {
        "responses": sum(state.get("result") is not None for state in states),
        "expected": len(states),
        "cached": len(days),
        "cache_days": days_text(days),
        "coverage": 1 - missing / planned if planned else None,
        "missing_ratings": missing if planned else None,
        "planned_ratings": planned,
        "missing_because": {reason: n for reason, n in because.most_common() if n},
    }


def _with_anchors(status: RunStatus, folder: Path) -> RunStatus:
    """The status of a run whose judges rate anchors, too. Without any rating of them it can be linked to no other."""
    from helm_creativity.exams.anchors import RUN_FILE, read_anchor_ratings

    try:
        rows = read_anchor_ratings(folder / RUN_FILE, [])
    except CreativityError as problem:
        return replace(status, problem=status.problem or f"there are no ratings of anchors ({problem}); run it again")
    because = Counter(row.missing for row in rows if row.rating is None)
    missing, planned = because.total() + (status.missing_ratings or 0), len(rows) + status.planned_ratings
    again = "the same command asks for what failed, and `forget --kind judge` drops other replies"
    none = "" if because.total() < len(rows) else f"none of {len(rows):,} ratings of anchors came: {again}"
    return replace(
        status,
        problem=status.problem or none,
        planned_ratings=planned,
        coverage=1 - missing / planned,
        missing_ratings=missing,
        anchors_missing_because=dict(because.most_common()),
    )


_BECAUSE = {"missing_because": "ratings missing because", "anchors_missing_because": "of them, of anchors"}


def status_table(found: Sequence[RunStatus], least: Mapping[str, float]) -> Table:
    """One row per run; ``least`` are the shares that each must have."""
    settings = distinct_settings(status.run for status in found)
    cached = any(status.cached for status in found)
    several = len({status.suite for status in found}) > 1
    columns = (
        Column("benchmark", "benchmark", left=True),
        Column("model", "model", left=True),
        Column("suite", "suite", left=True, data_only=not several),
        Column("settings", "settings", left=True, data_only=not any(settings.values())),
        Column("run", "run", data_only=True),
        Column("state", "state", left=True),
        Column("responses", "responses", count),
        Column("expected", "expected", count),
        Column("cached", "from the cache", count, in_text=cached),
        Column("cache_days", "of", left=True, in_text=cached),
        Column("scored", "scored", _percent),
        Column("coverage", "judge coverage", _percent),
        Column("missing_ratings", "missing ratings", count),
        Column("below", "below", left=True, data_only=not least),
        Column("failures", "failure reasons", left=True),
        *(
            Column(name, title, left=True, in_text=any(getattr(status, name) for status in found))
            for name, title in {**_BECAUSE, "problem": "problem"}.items()
        ),
    )
    rows = []
    for status in found:
        state, shortfall = str(status.state), status.shortfall(least)
        row = {**vars(status), "settings": settings[status.run], "state": state}
        row["below"] = shortfall.removeprefix("below ") if shortfall != state else ""
        for name in ("failures", *_BECAUSE):
            row[name] = ", ".join(f"{reason} {n:,}" for reason, n in row[name].items())
        rows.append(row)
    return Table("status", columns, rows)


def _percent(value: float) -> str:
    """What is below all is never rounded up to all."""
    return f"{int(round(value * 1000, 6)) / 10:g}%" if 0.9 < value < 1 else f"{value:.0%}"
