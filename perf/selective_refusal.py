"""What becomes of a model's place when it refuses the hardest items, by simulation.

python perf/selective_refusal.py > perf/selective_refusal.md
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from helm_creativity.psychometrics.missing_scores import adjusted_means, missing_tests
from helm_creativity.results.estimates import TrialScores, draw_scores

Numbers = NDArray[np.float64]

MODELS, ITEMS, TABLES, PERMUTATIONS = 9, 100, 1000, 199
REFUSES = 5
"""Row of the model of place 6."""
WORTH = np.linspace(1.2, -1.2, MODELS)
SHARES = np.arange(0.1, 0.46, 0.05)
ALPHA = 0.05
DRAWS, SOURCE = 100, np.random.default_rng(0)
"""Intervals of means do not depend on draws."""
NAMES = tuple(map(str, range(ITEMS)))
HEAD = f"""# Selective refusal

A model that refuses the hardest items has a mean over easier items than the other models. This page shows by simulation
what this does to its place and interval, and what the adjusted mean makes of it
([what-scores-mean.md](../docs/what-scores-mean.md#responses-that-are-missing-not-at-random)).

`python perf/selective_refusal.py > perf/selective_refusal.md`

{MODELS} models answer {ITEMS} items. A score is the model's worth, in equal steps of {WORTH[0] - WORTH[1]:.1f}, plus
the item's effect, plus noise; effects and noise are normal with a standard deviation of 1, new in each of {TABLES:,}
tables. The model of place 6 refuses some items. "Place" is its mean place: by all scores, had it refused none; by the
mean of what is there; by the adjusted mean. "Covered" is the share of 95 % intervals, as leaderboards have them (see
[interval_coverage.md](interval_coverage.md)), that hold its true mean over all items. "Warned" is the share of
tables in which the permutation test warns of it (p < {ALPHA}).
"""

Choose = Callable[[Numbers, np.random.Generator], NDArray[np.int64]]
Make = Callable[[Numbers, np.random.Generator], tuple[Numbers, float]]
"""Scores, and the true mean of the model of place 6, from the effects of items."""


class Row(NamedTuple):
    """Means over tables."""

    whole: float
    raw: float
    adjusted: float
    raw_covered: float
    covered: float
    warned: float


def additive(effects: Numbers, rng: np.random.Generator) -> tuple[Numbers, float]:
    """As the two-way model says."""
    return WORTH[:, None] + effects + rng.normal(size=(MODELS, ITEMS)), WORTH[REFUSES]


def sloped(slope: float) -> Make:
    """Hard items are more, or less, hard for the model of place 6 than for the others."""

    def make(effects: Numbers, rng: np.random.Generator) -> tuple[Numbers, float]:
        scores, true = additive(effects, rng)
        scores[REFUSES] += (slope - 1) * effects
        return scores, true

    return make


def binary(effects: Numbers, rng: np.random.Generator) -> tuple[Numbers, float]:
    """Right or wrong, by a logistic model, in which effects do not add up. The true mean is over many items."""
    chances = 1 / (1 + np.exp(-(WORTH[:, None] + 1.5 * effects)))
    return (rng.random(chances.shape) < chances).astype(np.float64), _TRUE_RATE


_MANY = 1.5 * np.random.default_rng(0).normal(size=1_000_000)
_TRUE_RATE = float((1 / (1 + np.exp(-(WORTH[REFUSES] + _MANY)))).mean())


def hardest(effects: Numbers, _: np.random.Generator) -> NDArray[np.int64]:
    """Items in the order in which they are refused."""
    return np.argsort(effects)


def easiest(effects: Numbers, _: np.random.Generator) -> NDArray[np.int64]:
    """Items in the order in which they are refused."""
    return np.argsort(-effects)


def at_random(effects: Numbers, rng: np.random.Generator) -> NDArray[np.int64]:
    """Items in the order in which they are refused."""
    return rng.permutation(len(effects))


def simulate(share: float, choose: Choose, make: Make, rng: np.random.Generator) -> Row:
    """One condition."""
    return Row(*np.mean([_table(share, choose, make, rng) for _ in range(TABLES)], axis=0).tolist())


def _table(share: float, choose: Choose, make: Make, rng: np.random.Generator) -> tuple[float, ...]:
    effects = rng.normal(size=ITEMS)
    scores, true = make(effects, rng)
    whole = scores.mean(axis=1)
    scores[REFUSES, choose(effects, rng)[: round(share * ITEMS)]] = np.nan
    raw, found = np.nanmean(scores, axis=1), adjusted_means(scores)
    (test,) = missing_tests(scores, rng, [REFUSES], PERMUTATIONS)[REFUSES : REFUSES + 1]
    if found is None or test is None:
        raise AssertionError("expected tables in which all models share items")
    return (
        _place(whole),
        _place(raw),
        _place(found.means),
        _covered(scores[REFUSES], true),
        _covered(found.by_item[REFUSES], true),
        test.adjusted_p < ALPHA,
    )


def _covered(values: Numbers, true: float) -> bool:
    """Whether the interval of a model's score, from its values by item, holds the true mean."""
    responses = TrialScores(NAMES, values[None, :, None])
    mean, unknown, many = np.nanmean(values, keepdims=True), np.full(1, np.nan), np.full(1, np.inf)
    found = draw_scores(mean, unknown, many, responses, (-np.inf, np.inf), DRAWS, SOURCE)
    return bool(found.low[0] <= true <= found.high[0])


def _place(means: Numbers) -> float:
    return float((means > means[REFUSES]).sum()) + 1


def random_warnings(rng: np.random.Generator) -> float:
    """Share of tables with any warning where five models fail at random, from 6 to 40 % of the items."""
    warned = 0
    for _ in range(TABLES):
        scores, _ = additive(rng.normal(size=ITEMS), rng)
        for row, share in enumerate((0.06, 0.1, 0.2, 0.3, 0.4)):
            scores[row, rng.permutation(ITEMS)[: round(share * ITEMS)]] = np.nan
        tests = missing_tests(scores, rng, None, PERMUTATIONS)
        warned += any(test is not None and test.adjusted_p < ALPHA for test in tests)
    return warned / TABLES


def _lines(title: str, choose: Choose, make: Make, shares: Numbers, rng: np.random.Generator) -> Iterator[str]:
    yield f"## {title}"
    yield ""
    yield "| refused | place, all | place, raw | place, adjusted | covered, raw | covered, adjusted | warned |"
    yield "| --: | --: | --: | --: | --: | --: | --: |"
    for share in shares.tolist():
        row = simulate(share, choose, make, rng)
        places = " | ".join(f"{place:.2f}" for place in row[:3])
        yield f"| {share:.0%} | {places} | {' | '.join(f'{rate:.1%}' for rate in row[3:])} |"
    yield ""


def main() -> None:
    """Prints the page."""
    rng = np.random.default_rng(0)
    print(HEAD)
    for title, choose in (
        ("The hardest items", hardest),
        ("The easiest items", easiest),
        ("Items at random", at_random),
    ):
        print("\n".join(_lines(title, choose, additive, SHARES, rng)))
    print(f"Where five of the models fail at random, {random_warnings(rng):.1%} of the tables have a warning of any.\n")
    print(
        "## Where the assumption does not hold\n\n"
        "The adjusted mean takes items to be as much harder for the model as for the others. Below they are not, and\n"
        "the hardest items are refused. The bounds for the worst and the best case hold here too.\n"
    )
    few = np.array([0.1, 0.3, 0.45])
    for title, make in (
        ("Items differ half as much for this model", sloped(0.5)),
        ("Items differ half as much again for this model", sloped(1.5)),
        ("Right or wrong", binary),
    ):
        print("\n".join(_lines(title, hardest, make, few, rng)).replace("## ", "### "))


if __name__ == "__main__":
    main()
