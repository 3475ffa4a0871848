"""What changed between two exams of a judge: a hosted model may be another one under the same name."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from helm_creativity.exams.card import ExamResult, JudgeCard
from helm_creativity.exams.statistics import ExamEstimate, mean_estimate
from helm_creativity.exams.types import ScaleKind


class ChangedRating(NamedTuple):
    """One response that a judge rates otherwise than before; None where a rating is missing."""

    response: str
    before: float | None
    now: float | None


@dataclass(frozen=True)
class Drift:
    """Two exams of a judge on the same set.

    Attributes:
        before: the earlier one.
        now: the later one.
        n: responses that the judge rated in both.
        equal: how many of them it rated alike.
        change: mean of the later ratings less the earlier ones; None where ratings are classes without an order.
        changed: the responses with another rating, or with one in one of the two alone; the largest change first.
    """

    before: ExamResult
    now: ExamResult
    n: int
    equal: int
    change: ExamEstimate | None
    changed: tuple[ChangedRating, ...]

    @property
    def problems(self) -> list[str]:
        """Why the two cannot be compared as they stand; none where they can."""
        same = [
            ("temperature", self.before.temperature, self.now.temperature),
            ("token limit", self.before.max_tokens, self.now.max_tokens),
        ]
        found = [f"the {name} was {before:g} and is {now:g}" for name, before, now in same if before != now]
        if self.before.sample == self.now.sample and self.before.questions != self.now.questions:
            found.append("the questions are not the same")
        if self.before.repetition == self.now.repetition:
            found.append("both use the replies in HELM's cache, so nothing was asked again")
        return found


def find_drift(before: JudgeCard, now: Sequence[ExamResult]) -> tuple[Drift, ...]:
    """What changed response by response, for each of the later exams of whose set the earlier card has one."""
    earlier = {result.set: result for result in before.results}
    return tuple(_drift(earlier[result.set], result) for result in now if result.set in earlier)


def _drift(before: ExamResult, now: ExamResult) -> Drift:
    shared = [name for name in now.ratings if name in before.ratings]
    pairs = [ChangedRating(name, before.ratings[name], now.ratings[name]) for name in shared]
    both = [(name, after - first) for name, first, after in pairs if first is not None and after is not None]
    changes = np.array([change for _, change in both])
    ordered = now.kind is not ScaleKind.CLASSES
    return Drift(
        before,
        now,
        n=len(both),
        equal=int((changes == 0).sum()),
        change=mean_estimate(changes, [name for name, _ in both]) if ordered else None,
        changed=tuple(sorted((pair for pair in pairs if pair.before != pair.now), key=_size, reverse=True)),
    )


def _size(change: ChangedRating) -> float:
    """How far a rating moved; infinite for one that came or went, so that it stands first."""
    return abs(change.now - change.before) if change.now is not None and change.before is not None else np.inf
