"""What benchmarks share that score texts: submetrics without a value, groups of responses, numbers of a run by item."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from typing import TYPE_CHECKING, TypeVar

from helm_creativity.benchmark.card import Card
from helm_creativity.benchmark.types import FailureReason, Response, Sample
from helm_creativity.judges.ratings import mean_or_none
from helm_creativity.parsing.response import unanswered
from helm_creativity.parsing.turns import as_written
from helm_creativity.psychometrics.uncertainty import standard_error

if TYPE_CHECKING:
    from helm_creativity.parsing.plausibility import Form

K = TypeVar("K", bound=Hashable)


def undefined_submetrics(card: Card) -> dict[str, float | None]:
    """The submetrics of a response that has no score, so that tables line up."""
    return {submetric.name: None for submetric in card.submetrics if submetric.of == "answer"}


def read_text(sample: Sample, form: Form) -> tuple[str, FailureReason | None]:
    """A response as it was written, and why it cannot be scored."""
    response = sample.response or Response("")
    return as_written(response.text), unanswered(response, form=form)


def judged_reason(score: float | None, off_task: bool = False) -> FailureReason | None:
    """Why a response that judges were to rate has no score; it has none where they take it for no attempt."""
    unrated = FailureReason.UNJUDGED if score is None else None
    return FailureReason.OFF_TASK if off_task else unrated


def places_by(keys: Iterable[K]) -> dict[K, list[int]]:
    """The places of each key, in the order in which the keys first come."""
    places: dict[K, list[int]] = {}
    for place, key in enumerate(keys):
        places.setdefault(key, []).append(place)
    return places


def stats_by_item(means: Sequence[float | None], zeros: Sequence[float | None]) -> dict[str, float | None]:
    """The score of a run in which every item weighs the same, from the items' own; ``zeros``: failures are worth 0."""
    known, with_zeros = ([value for value in some if value is not None] for some in (means, zeros))
    error = standard_error(known, range(len(known)))
    return {"score": mean_or_none(known), "score_se": error, "score_failures_as_zero": mean_or_none(with_zeros)}
