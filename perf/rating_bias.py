"""Measures how often the audit of judges finds a bias that is there, and one that is not, over simulated panels.

    python perf/rating_bias.py

Every response has a worth: its model's, its item's interaction with it, and its own. Judges differ in severity and in
how much they like each item, and round to 10 to 50. A planted bias is .3 standard deviations of a judge's ratings of
responses to one item: per standard deviation of the length within item and model; for the responses of its own
family; from the first to the last text of a question; from the beginning to the end of a run. Printed are shares of
simulated panels in which p < .05 for the judge: 5 % where there is no bias is right.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from helm_creativity.psychometrics.rating_bias import (
    WithinSlope,
    length_slopes,
    order_effects,
    preference,
    severity_drift,
    standardised_ratings,
)

Array = NDArray[np.float64]
REPEATS, PLANTED = 1000, 0.3
SIZES = ((10, 4, 3), (20, 6, 3), (40, 10, 3), (100, 10, 3), (100, 10, 1))
LONG_RUNS = ((100, 10, 3), (300, 10, 3), (600, 10, 3), (600, 10, 1))
"""Items, models and judges."""
TEXTS = 8


class Panel(NamedTuple):
    """Ratings of simulated judges; units are texts, of which a response has one or several.

    Attributes:
        ratings: shape (n_units, n_judges), before anything is planted, whose standard deviation within items is 1.
        items: shape (n_units,).
        models: shape (n_units,).
        doublings: shape (n_units,), log2 of words.
        texts: shape (n_units,): which text of its response, from 0.
    """

    ratings: Array
    items: NDArray[np.intp]
    models: NDArray[np.intp]
    doublings: Array
    texts: NDArray[np.intp]


def simulate(rng: np.random.Generator, items: int, models: int, judges: int, texts: int = 1) -> Panel:
    """A panel without bias: models differ in worth and in length, and better ones write more."""
    item, model, text = (part.ravel() for part in np.indices((items, models, texts)))
    worth, tendency = rng.normal(size=(2, models))
    taste = rng.normal(size=(items, models))[item, model]
    quality = 0.4 * worth[model] + 0.4 * taste + 0.6 * rng.normal(size=len(item))
    liking = 0.4 * rng.normal(size=(items, judges))[item] + rng.normal(size=judges) + rng.normal(size=(items, 1))[item]
    ratings = quality[:, None] + 0.6 * rng.normal(size=(len(item), judges))
    long_items = rng.normal(size=items)[item]
    doublings = 6 + long_items + 0.5 * (tendency + worth)[model] + 0.6 * rng.normal(size=len(item))
    return Panel(ratings + liking, item, model, doublings, text)


def rounded(ratings: Array) -> Array:
    """As judges give them: whole numbers from 10 to 50."""
    return np.asarray(np.clip(np.rint(30 + 6 * ratings), 10, 50))


def length(panel: Panel, planted: float) -> WithinSlope:
    """Of the first judge, who favours length by the planted share of a standard deviation."""
    x = panel.doublings / 0.6
    ratings = rounded(panel.ratings[:, :1] + planted * (x - x.mean())[:, None])
    return length_slopes(ratings, 2.0**panel.doublings, panel.items.tolist(), panel.models.tolist()).judges[0]


def family(panel: Panel, planted: float) -> WithinSlope:
    """Of the first judge, whose family the first quarter of the models is."""
    own = np.zeros(panel.ratings.shape, dtype=bool)
    own[:, 0] = panel.models < max(1, panel.models.max() // 4)
    return preference(rounded(panel.ratings + planted * own), own, panel.items.tolist()).judges[0]


def order(panel: Panel, planted: float) -> WithinSlope:
    """Of the first judge, who rates the last text of a response above the first."""
    ratings = standardised_ratings(rounded(panel.ratings[:, :1] + planted * panel.texts[:, None] / (TEXTS - 1)))
    responses = list(zip(panel.items.tolist(), panel.models.tolist(), strict=True))
    return order_effects(ratings, panel.texts + 1, responses, panel.items.tolist()).judges[0]


def drift(panel: Panel, planted: float) -> WithinSlope:
    """Of the first judge, who grows milder item by item, which all models' runs ask in one order."""
    biased = panel.ratings.copy()
    biased[:, 0] += planted * panel.items / panel.items.max()
    return severity_drift(rounded(biased), panel.items, panel.models.tolist(), panel.items.tolist()).judges[0]


KINDS: dict[str, tuple[Callable[[Panel, float], WithinSlope], int]] = {
    "length": (length, 1),
    "own family": (family, 1),
    "order in a question": (order, TEXTS),
    "drift over a run": (drift, 1),
}


def found(kind: str, planted: float, size: tuple[int, int, int], repeats: int = REPEATS, seed: int = 0) -> float | None:
    """Share of panels in which p < .05; None where the judge has no p."""
    audit, texts = KINDS[kind]
    p = [audit(simulate(np.random.default_rng([seed, repeat]), *size, texts), planted).p for repeat in range(repeats)]
    return None if None in p else float(np.mean([value < 0.05 for value in p if value is not None]))


def lines(repeats: int = REPEATS) -> Iterator[str]:
    """The table: a row per effect and size."""
    yield "| effect | items | models | judges | found where there is none | found at .3 sd |"
    yield "| --- | --: | --: | --: | --: | --: |"
    for kind in KINDS:
        for size in LONG_RUNS if kind.startswith("drift") else SIZES:
            shares = (found(kind, planted, size, repeats) for planted in (0.0, PLANTED))
            cells = ["undefined" if share is None else f"{100 * share:.1f} %" for share in shares]
            yield f"| {kind} | {' | '.join(map(str, (*size, *cells)))} |"


if __name__ == "__main__":
    for line in lines():
        print(line, flush=True)
