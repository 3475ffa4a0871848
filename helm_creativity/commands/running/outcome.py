"""What became of the runs of one command, and what to do about it."""

from __future__ import annotations

import shlex
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from helm_creativity.benchmark.comparability import is_baseline
from helm_creativity.benchmark.ratings import MissingReason
from helm_creativity.benchmark.types import FailureReason
from helm_creativity.commands.run_status import RunState, RunStatus
from helm_creativity.defaults import LOCAL_PATH, OUTPUT_PATH
from helm_creativity.results.loading import LoadedSuite
from helm_creativity.safe_text import counted

if TYPE_CHECKING:
    from helm_creativity.commands.running.launch import Launch


class Outcome(NamedTuple):
    """Of some runs."""

    failed_requests: int
    failed_ratings: int
    without_score: Sequence[RunStatus]
    status: int
    lines: Sequence[str]


def outcome(launch: Launch, found: Collection[RunStatus], names: Collection[str]) -> Outcome:
    """The outcome of those runs of a suite that count."""
    own = [status for status in found if status.run in names]
    lost = sum(status.failures.get(FailureReason.FAILED, 0) for status in own)
    because = _missing_ratings(own)
    unrated = because[MissingReason.FAILED] + because[MissingReason.NOT_ASKED]
    scoreless = [status for status in own if status.state is RunState.NO_SCORE and not is_baseline(status.model)]
    lines = list(_from_cache(launch, own))
    lines += [f"{counted(lost, 'request')} failed; the same command asks only for these"] if lost else []
    if unrated:
        lines.append(f"{counted(unrated, 'rating')} of judges failed; the same command asks only for these")
    if scoreless:
        runs = ", ".join(f"{status.benchmark} of {status.model}" for status in scoreless)
        lines.append(f"no response has a score in {runs}: the table above has the reasons")
    scored = {status.model for status in own if status.state is not RunState.NO_SCORE}
    failed = lost + unrated > 0 or any(status.model not in scored for status in scoreless)
    return Outcome(lost, unrated, scoreless, int(failed), [*lines, *_of_empty_replies(launch, own)])


def _from_cache(launch: Launch, own: Iterable[RunStatus]) -> Iterator[str]:
    for status in own:
        if status.cached:
            name, n = f"{status.benchmark} of {status.model}", f"{status.cached:,} of {status.responses:,}"
            is_all = status.cached == status.responses
            asked = f"; {launch.base_url or status.model} was not asked for them" if is_all else ""
            yield f"{name}: {n} responses from the cache of {status.cache_days}{asked}"


def _missing_ratings(own: Iterable[RunStatus]) -> Counter[str]:
    missing: Counter[str] = Counter()
    for status in own:
        missing.update(status.missing_because)
        missing.update(status.anchors_missing_because)
    return missing


def _of_empty_replies(launch: Launch, own: Collection[RunStatus]) -> list[str]:
    """How to ask anew for empty replies, which HELM's cache keeps: a model may have meant them."""
    responses = sum(status.failures.get(FailureReason.EMPTY, 0) for status in own)
    ratings = _missing_ratings(own)[MissingReason.EMPTY]
    if not responses + ratings:
        return []
    empty = [counted(responses, "response")] if responses else []
    empty += [f"judges' replies for {counted(ratings, 'rating')}"] if ratings else []
    paths = [
        *([] if launch.output_path == OUTPUT_PATH else ["--output-path", str(launch.output_path)]),
        *([] if launch.local_path == LOCAL_PATH else ["--local-path", str(launch.local_path)]),
    ]
    command = shlex.join(["helm-creativity", "forget", launch.suite, "--reason", str(FailureReason.EMPTY), *paths])
    return [f"empty and kept in HELM's cache: {', '.join(empty)}; to ask for them anew: {command} --yes"]


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
        text = f"FinishedRun{super().__repr__().removeprefix('Suite')}"
        if self.failed_requests:
            return f"{text[:-1]}; {counted(self.failed_requests, 'request')} failed)"
        if self.failed_ratings:
            return f"{text[:-1]}; {counted(self.failed_ratings, 'rating')} failed)"
        if self.runs_without_score:
            return f"{text[:-1]}; {counted(self.runs_without_score, 'run')} without a score)"
        return f"{text[:-1]}; not all runs ended)" if self.status else text
