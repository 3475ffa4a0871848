"""What benchmarks share that score texts: submetrics without a value, groups of responses, numbers of a run by item."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from typing import TypeVar

from helm_creativity.benchmark.card import Card
from helm_creativity.judges.ratings import mean_or_none
from helm_creativity.psychometrics.uncertainty import standard_error

K = TypeVar("K", bound=Hashable)


def undefined_submetrics(card: Card) -> dict[str, float | None]:
    """The submetrics of a response that has no score, so that tables line up."""
    return {submetric.name: None for submetric in card.submetrics if submetric.of == "answer"}


def places_by(keys: Iterable[K]) -> dict[K, list[int]]:
    """The places of each key, in the order in which the keys first come."""
    places: dict[K, list[int]] = {}
    for place, key in enumerate(keys):
        places.setdefault(key, []).append(place)
    return places


def stats_by_item(means: Sequence[float], zeros: Sequence[float]) -> dict[str, float | None]:
    """The score of a run in which every item weighs the same, from the items' own; ``zeros``: failures are worth 0."""
    return {
        "score": mean_or_none(means),
        "score_se": standard_error(means, range(len(means))),
        "score_failures_as_zero": mean_or_none(zeros),
    }
