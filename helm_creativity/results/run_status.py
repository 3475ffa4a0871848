"""What became of every run of a suite: whether its files are whole, and which scores and ratings are missing.

``helm-run`` ends with 0 where no response could be scored, and leaves the folder of a run that failed or was killed
empty. This module reads all that HELM wrote of a run, so that a script need not look into logs.
"""

from __future__ import annotations

import enum
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, NamedTuple

from helm_creativity.core.names import meant
from helm_creativity.core.natural_order import natural_key
from helm_creativity.core.transcripts import transcript_in
from helm_creativity.core.types import FailureReason, rate_name
from helm_creativity.errors import BadArguments, CreativityError, FileProblem
from helm_creativity.io.untrusted_files import UNREADABLE, damage, read_json
from helm_creativity.results.cached_responses import cached_days, days_text
from helm_creativity.results.run_names import arguments_apart
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
from helm_creativity.safe_text import counted, quoted

FILES = (SPEC, "scenario.json", STATES, STATS, PER_INSTANCE)
"""All that HELM writes of a run, at its end."""
BROKE_OFF = "broke_off"
"""Why ratings are missing of which there is no record: what asked for them broke off."""
_DEPLOYMENT = re.compile(r",model_deployment=[^,]*")
RUN_BEGINS = re.compile(r"Running (creativity_.*?) \{\s*$", re.MULTILINE)
"""Of a line of HELM's log."""


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


SHARES = ("coverage", "scored")
"""What a run may be asked to have at least."""


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
    percentage = text.endswith("%")
    try:
        value = float(text.removesuffix("%"))
    except ValueError:
        value = -1.0
    if not percentage and 0 <= value <= 1:
        return value
    meant = f"; did you mean {name}={value / 100:g}?" if 0 <= value <= 100 else ""
    raise BadArguments(f"expected a share from 0 to 1, such as {name}=.95, got {name}={text}{meant}")


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


def _model(folder: Path) -> str:
    try:
        return str(read_json(folder / SPEC)["adapter_spec"]["model"])
    except UNREADABLE:
        found = re.search(r"(?:^|[:,])model=([^,]*)", folder.name)
        return found[1] if found else ""


def running_run(log: Path) -> str:
    """The run that ``helm-creativity run`` is making now, by the log that it keeps locked; "" for none."""
    try:
        import fcntl

        with log.open("rb") as file:
            try:
                fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
            except BlockingIOError:
                begun = RUN_BEGINS.findall(file.read().decode("utf-8", "replace"))
                return str(begun[-1]) if begun else ""
    except (ImportError, OSError):  # there is no such module on Windows, or no log
        pass
    return ""


def _status(folder: Path, suite: str) -> RunStatus:
    status = RunStatus(
        run=folder.name,
        suite=suite,
        benchmark=folder.name.partition(":")[0],
        model=_model(folder),
        state=RunState.MISSING,
        problem="a run that failed or was killed left its folder empty; run it again",
    )
    lacking = [name for name in FILES if not (folder / name).is_file()]
    if len(lacking) == len(FILES):
        return status
    problems = [f"there is no {', '.join(lacking)}; run it again"] if lacking else []
    if not lacking:
        problems += filter(None, [_damage(folder / "scenario.json"), _damage(folder / PER_INSTANCE)])
    run, requests = None, None
    try:
        run = read_run(folder)
    except FileProblem as problem:
        problems = problems or [str(problem).removeprefix(f"{folder.name}: ")]
    try:
        requests = _requests(folder / STATES)
    except UNREADABLE as error:
        problems = problems or [_damaged(folder / STATES, error)]
    status = replace(status, state=RunState.INCOMPLETE, problem="; ".join(problems))
    if run is not None:
        status = replace(status, run=run.name, benchmark=run.group, model=run.model, **_of_stats(run))
    if requests is not None:
        status = replace(status, **requests._asdict())
    if run is not None and run.provenance.get("anchors") == "true":
        status = _with_anchors(status, folder)
    if run is None or requests is None or status.problem:
        return status
    if requests.responses < requests.expected:
        lost = requests.expected - requests.responses
        return replace(
            status, problem=f"{lost:,} of {counted(requests.expected, 'request')} have no response; run it again"
        )
    return _of_answered(status, run)


def _of_answered(status: RunStatus, run: Run) -> RunStatus:
    if not run.stats and holds_no_stats(run):
        return replace(status, problem=NO_STATS)
    scoreless = run.has_comparable_key and "score" not in run.stats
    return replace(status, state=RunState.NO_SCORE if scoreless else RunState.COMPLETE)


def _with_anchors(status: RunStatus, folder: Path) -> RunStatus:
    """The status of a run whose judges rate anchors, too. Without any rating of them it can be linked to no other."""
    from helm_creativity.exams.anchors import RUN_FILE, read_anchor_ratings

    try:
        rows = read_anchor_ratings(folder / RUN_FILE, [])
    except CreativityError as problem:
        return replace(status, problem=status.problem or f"there are no ratings of anchors ({problem}); run it again")
    because = Counter(row.missing for row in rows if row.rating is None)
    missing = because.total() + (status.missing_ratings or 0)
    planned = len(rows) + status.planned_ratings
    status = replace(
        status,
        planned_ratings=planned,
        coverage=1 - missing / planned,
        missing_ratings=missing,
        anchors_missing_because=dict(because.most_common()),
    )
    if because.total() < len(rows):
        return status
    again = "the same command asks for what failed, and `forget --kind judge` drops other replies"
    return replace(status, problem=status.problem or f"none of {len(rows):,} ratings of anchors came: {again}")


def _damage(path: Path) -> str:
    try:
        read_json(path)
    except UNREADABLE as error:
        return _damaged(path, error)
    return ""


def _damaged(path: Path, error: BaseException) -> str:
    return f"cannot read {path.name}: {damage(error)}; run it again"


def _of_stats(run: Run) -> dict[str, Any]:
    count = run.stats.get("num_answers", 0.0)
    failures = {str(reason): round(count * run.stats.get(rate_name(reason), 0.0)) for reason in FailureReason}
    return {
        "scored": run.stats.get("valid_rate"),
        "failures": {reason: n for reason, n in sorted(failures.items(), key=lambda pair: -pair[1]) if n},
    }


class _Requests(NamedTuple):
    responses: int
    expected: int
    cached: int
    cache_days: str
    coverage: float | None
    missing_ratings: int | None
    planned_ratings: int
    missing_because: Mapping[str, int]


def _requests(path: Path) -> _Requests:
    states: Sequence[Mapping[str, Any]] = read_json(path)["request_states"]
    found = (transcript_in(state.get("annotations") or {}) for state in states)
    transcripts = [transcript for transcript in found if transcript is not None]
    planned, because = 0, Counter[str]()
    for transcript in transcripts:
        readings = [reading for reply in transcript.judge_replies for reading in reply.readings.values()]
        planned += len(readings) + bool(transcript.error)
        because.update(reading.missing.value for reading in readings if reading.missing)
        because[BROKE_OFF] += bool(transcript.error)
    missing, days = because.total(), cached_days(states)
    return _Requests(
        sum(state.get("result") is not None for state in states),
        len(states),
        len(days),
        days_text(days),
        1 - missing / planned if planned else None,
        missing if planned else None,
        planned,
        {reason: n for reason, n in because.most_common() if n},
    )


def distinct_settings(names: Iterable[str]) -> dict[str, str]:
    """What tells runs of one benchmark apart beside their models, by the run's name: parts of the name.

    The deployment is such a part where a model has several.
    """
    of_group: dict[str, list[str]] = {}
    for name in names:
        of_group.setdefault(name.partition(":")[0], []).append(name)
    found = {}
    for runs in of_group.values():
        short = [_DEPLOYMENT.sub("", name) for name in runs]
        apart = arguments_apart(short if len(set(short)) == len(runs) else runs)
        for name, own in zip(runs, apart, strict=True):
            found[name] = ", ".join(part for part in own if not part.startswith("model="))
    return found
