"""Simulates how often 95 % intervals of a benchmark's score hold the true mean, and writes the page.

    OMP_NUM_THREADS=1 nice python perf/interval_coverage.py > perf/interval_coverage.md

Each cell is 10,000 simulated runs of a model. The intervals of the package are ``mean_interval``'s. They are computed
here for all runs at once, by the same formulas, and compared with the function's on the first runs of every cell. The
other candidates stand here only.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtri, stdtrit

from helm_creativity.psychometrics.uncertainty import LEAST_SKEWED, STUDENT, WILSON, mean_interval

Array = NDArray[np.float64]
Ends = tuple[Array, Array]
Cells = dict[tuple[str, int, int], dict[str, tuple[float, float]]]
"""By scores, items and trials: coverage in percent and median length by method."""
METHODS = {
    "t": "Student's t",
    "Johnson": "Johnson's t",
    "bootstrap-t": "studentised bootstrap",
    "package": "Hall's transformed t",
}
RUNS, AT_ONCE, DRAWS, CHECKED = 10_000, 2_000, 1000, 20
"""Simulated runs, of them at a time, bootstrap draws, and runs compared with the function."""
ITEMS, TRIALS = (5, 10, 20, 40, 200), 5
TRUTH = 4_000_000
"""Scores whose mean is the true one where it is not known."""
LEVEL, TAIL = 0.95, 0.025
WITHIN = 94.0, 96.0
NOTHING = 1e-12
PATIENCE, ASKED = 0.8, 10
"""Of NoveltyBench's reader, and responses to a prompt."""

HEAD = """# Coverage of intervals

How often 95 % intervals of the mean over items hold the true mean. Each cell is 10,000 simulated runs of a model, with
its responses to items that were drawn anew; two standard errors of a cell are .4 %.
Where a run has no interval, because all its scores are equal and no shares, the mean is not held.

`OMP_NUM_THREADS=1 nice python perf/interval_coverage.py > perf/interval_coverage.md`

Scores are *ordinal* (1 to 5 with .05, .15, .35, .30, .15), *normal*, *binary* (12 % and 50 % of 1, the others 0),
*exponential*, *log-normal* (σ = .5 and 1), or *NoveltyBench-like*: the utility of ten responses to a prompt, whose
classes are drawn by a Chinese restaurant process with a log-normal concentration for every prompt, each with a quality
of 1 to ten. With several responses to an item half of the variance is the item's (of the normal variable behind
ordinal, binary and log-normal scores), and 80 % of it where the item effect is strong. A NoveltyBench score has one
value per item however many responses there are.
"""
CHOSEN = """*Before* is the percentile bootstrap over items with 1,000 draws. *Now* is what `mean_interval` chooses:
Hall's transformed t, or Wilson's interval for binary scores.
"""
WHY = """
Bold: outside 94 to 96. Why these are not inside:

* **Ordinal scores and few items**: the mean of five scores from 1 to 5 has few values, and so has its interval. One run
  in 130 has five equal scores and no interval.
* **Exponential and log-normal scores**: few values show too little of their skewness, and no candidate in the table
  below reaches 94 at 5 items, nor at 40 items of log-normal scores with σ = 1, whose skewness is 6.2. With several
  responses the items' means of our exponential scores are more skewed than the scores. Their 93.7 at 40 items lies
  within two standard errors of 94.
* **Binary scores and one response per item**: the number of ones is a whole number, and the coverage of any interval
  that depends on this number alone jumps with the true share. Over all true shares alike Wilson's holds {wilson}.
* **Binary scores, several responses per item and few items**: the design effect is estimated from few items, so that
  the interval takes t where responses to an item are more alike than others, and the largest possible effect where all
  responses are equal. It errs on the safe side at 5 and 10 items. Where the share is small and the item effect strong,
  few items have any yes, from which the effect must be estimated, and the interval covers too little at 20 items.
"""
CANDIDATES = """
## What else was tried

One response per item; coverage, and the median length of the interval over that of Student's t. Johnson's (1978)
modified t only shifts the interval by G·s/(6k). The studentised bootstrap has 1,000 draws. Hall's transformation with t
quantiles covers about as well, is a formula without random draws, and has no infinite ends where a draw has equal
scores. Not shown, from other runs before the choice: the symmetric studentised bootstrap, which held 94.2 % for
exponential scores at 5 items, but 97.7 and 98.7 % for normal and ordinal ones; a Cornish-Fisher shift; G with another
divisor or times .5, .7 and 1.2; and for binary scores Clopper-Pearson with an effective number, the normal quantile
with several responses, and a design effect from an analysis of variance. The choice was made on these same
distributions; others may be held less well.
"""


class Scores(NamedTuple):
    """A kind of simulated scores.

    Attributes:
        name: for people.
        draw: from (generator, runs, items, trials) to scores of shape (runs, items, trials).
        mean: the true one, None where only a simulation tells it.
        share: whether they are 0 or 1.
    """

    name: str
    draw: Callable[[np.random.Generator, int, int, int], Array]
    mean: float | None = None
    share: bool = False


def with_item_effect(rng: np.random.Generator, runs: int, items: int, trials: int, effect: float = 0.5) -> Array:
    """Standard normal scores; of several trials the share ``effect`` of the variance is the item's."""
    own = rng.standard_normal((runs, items, trials))
    if trials == 1:
        return own
    return np.sqrt(1 - effect) * own + np.sqrt(effect) * rng.standard_normal((runs, items, 1))


def ordinal(rng: np.random.Generator, runs: int, items: int, trials: int) -> Array:
    """Normal scores cut into five."""
    limits = ndtri(np.cumsum([0.05, 0.15, 0.35, 0.30]))
    return 1.0 + np.searchsorted(limits, with_item_effect(rng, runs, items, trials))


def binary(share: float, effect: float = 0.5) -> Callable[[np.random.Generator, int, int, int], Array]:
    """Normal scores cut into two."""
    return lambda rng, *shape: (with_item_effect(rng, *shape, effect) < ndtri(share)).astype(np.float64)


def log_normal(spread: float) -> Callable[[np.random.Generator, int, int, int], Array]:
    """Of normal scores with a standard deviation."""
    return lambda rng, *shape: np.exp(spread * with_item_effect(rng, *shape))


def exponential(rng: np.random.Generator, runs: int, items: int, trials: int) -> Array:
    """Of several trials each is a sum of two gamma variables of shape ½, of which one is the item's."""
    if trials == 1:
        return rng.exponential(size=(runs, items, 1))
    return rng.gamma(0.5, size=(runs, items, trials)) + rng.gamma(0.5, size=(runs, items, 1))


def novelty(rng: np.random.Generator, runs: int, items: int, trials: int) -> Array:
    """Utilities of ten responses, of which some begin a class and have a quality."""
    concentration = np.exp(rng.normal(0, 1.2, (runs, items, 1)))
    before = np.arange(ASKED)
    begins = rng.random((runs, items, ASKED)) < concentration / (concentration + before)
    quality = np.clip(np.rint(rng.normal(5, 2, begins.shape)), 1, 10)
    weights = PATIENCE**before
    utility = (begins * quality) @ (weights / weights.sum())
    return np.repeat(utility[:, :, None], trials, axis=2)


KINDS = (
    Scores("ordinal", ordinal),
    Scores("normal", with_item_effect, 0.0),
    Scores("binary, 12 %", binary(0.12), 0.12, share=True),
    Scores("binary, 50 %", binary(0.5), 0.5, share=True),
    Scores("binary, 12 %, strong item effect", binary(0.12, 0.8), 0.12, share=True),
    Scores("exponential", exponential, 1.0),
    Scores("log-normal", log_normal(0.5), float(np.exp(0.125))),
    Scores("NoveltyBench-like", novelty),
    Scores("log-normal, σ = 1", log_normal(1.0), float(np.exp(0.5))),
)


def student(means: Array) -> Ends:
    """Of items' means, shape (runs, items): m ± t·s/√k."""
    k = means.shape[1]
    middle, reach = means.mean(axis=1), stdtrit(k - 1, 1 - TAIL) * means.std(axis=1, ddof=1) / np.sqrt(k)
    return middle - reach, middle + reach


def skewness(means: Array) -> Array:
    """G of ``mean_interval``, 0 where all values are equal."""
    k = means.shape[1]
    spread = means.std(axis=1, ddof=1)
    cubes = ((means - means.mean(axis=1, keepdims=True)) ** 3).sum(axis=1) * k / ((k - 1) * (k - 2))
    return np.divide(cubes, spread**3, out=np.zeros(len(means)), where=spread > NOTHING)


def hall(means: Array) -> Ends:
    """See ``mean_interval``."""
    k = means.shape[1]
    if k < LEAST_SKEWED:
        return student(means)
    found = skewness(means)
    g = np.where(np.abs(found) < 1e-6, 1e-6, found)
    reach = stdtrit(k - 1, 1 - TAIL) / np.sqrt(k)
    below, above = (3 / g * (np.cbrt(1 + g * (y - g / (6 * k))) - 1) for y in (reach, -reach))
    middle, spread = means.mean(axis=1), means.std(axis=1, ddof=1)
    return middle - spread * below, middle - spread * above


def wilson(means: Array, trials: int, always: bool = False) -> Ends:
    """See ``mean_interval``; with t of clusters ``always``, or where there is a design effect."""
    k = means.shape[1]
    n, share = k * trials, means.mean(axis=1)
    q, effect = ndtri(1 - TAIL), np.ones(len(means))
    if trials > 1:
        free = share * (1 - share) / n
        ratio = np.divide(means.var(axis=1, ddof=1) / k, free, out=np.full(len(means), np.inf), where=free > 0)
        effect = np.clip(ratio, 1, trials)
        q = np.where(always | (effect > 1), stdtrit(k - 1, 1 - TAIL), q)
    own = n / effect
    return wilson_of(share, own, q)


def wilson_of(share: Array, n: Array | float, q: Array | float) -> Ends:
    """The textbook's interval of shares of n."""
    reach = q * np.sqrt(share * (1 - share) / n + q**2 / (4 * n**2))
    middle, whole = share + q**2 / (2 * n), 1 + q**2 / n
    return np.maximum((middle - reach) / whole, 0), np.minimum((middle + reach) / whole, 1)


def johnson(means: Array) -> Ends:
    """Johnson (1978): Student's t, shifted."""
    k = means.shape[1]
    shift = skewness(means) * means.std(axis=1, ddof=1) / (6 * k)
    low, high = student(means)
    return low + shift, high + shift


def bootstraps(rng: np.random.Generator, means: Array) -> tuple[Ends, Ends]:
    """The percentile bootstrap and the studentised one; all runs of a batch share the items that are drawn."""
    k = means.shape[1]
    times = rng.multinomial(k, np.full(k, 1 / k), size=DRAWS).astype(np.float64) / k
    middle = means.mean(axis=1)
    around = means - middle[:, None]
    error = means.std(axis=1, ddof=1) / np.sqrt(k)
    drawn = around @ times.T
    variance = np.maximum((around**2) @ times.T - drawn**2, 0)
    low, high = np.quantile(drawn, [TAIL, 1 - TAIL], axis=1)
    own = np.sqrt(variance / (k - 1))
    flat = own <= NOTHING + 1e-9 * error[:, None]
    ratio = np.divide(drawn, own, out=np.where(np.abs(drawn) > NOTHING, 1e6 * np.sign(drawn), 0.0), where=~flat)
    least, most = np.quantile(ratio, [TAIL, 1 - TAIL], axis=1, method="nearest")
    return (middle + low, middle + high), (middle - most * error, middle - least * error)


def shipped(kind: Scores, scores: Array) -> Ends:
    """The intervals of ``mean_interval`` for all runs, compared with its own for some; NaN where it has none."""
    runs, k, trials = scores.shape
    means = scores.mean(axis=2)
    if kind.share:
        low, high = wilson(means, trials)
    else:
        low, high = hall(means)
        low[np.ptp(means, axis=1) < NOTHING] = high[np.ptp(means, axis=1) < NOTHING] = np.nan
    clusters = np.repeat(np.arange(k), trials)
    for row in range(min(CHECKED, runs)):
        found = mean_interval(scores[row].ravel(), clusters, LEVEL, unit=1.0 if kind.share else None)
        assert found is None or (found.method == WILSON) == kind.share
        assert found is None or (found.method == STUDENT) == (k < LEAST_SKEWED and not kind.share)
        ends = (np.nan, np.nan) if found is None else (found.low, found.high)
        np.testing.assert_allclose(ends, (low[row], high[row]), rtol=1e-6, atol=1e-6, equal_nan=True)
    return low, high


def held(ends: Ends, mean: float) -> NDArray[np.bool_]:
    """Which intervals hold the mean; a NaN holds nothing."""
    return (ends[0] <= mean + NOTHING) & (mean - NOTHING <= ends[1])


def true_mean(kind: Scores) -> float:
    """Known, or from many scores."""
    return float(kind.draw(np.random.default_rng(7), TRUTH // 10, 10, 1).mean()) if kind.mean is None else kind.mean


def compared(kind: Scores, items: int, trials: int) -> dict[str, tuple[float, float]]:
    """Coverage in percent and median length, by method, in one cell."""
    rng, mean = np.random.default_rng([items, trials, KINDS.index(kind)]), true_mean(kind)
    found: dict[str, list[Ends]] = {}
    for _ in range(RUNS // AT_ONCE):
        scores = kind.draw(rng, AT_ONCE, items, trials)
        means = scores.mean(axis=2)
        percentile, studentised = bootstraps(rng, means)
        methods = {
            "percentile": percentile,
            "package": shipped(kind, scores),
            "t": student(means),
            "Johnson": johnson(means),
            "bootstrap-t": studentised,
        }
        for name, ends in methods.items():
            found.setdefault(name, []).append(ends)
    return {
        name: _summary([np.concatenate(end) for end in zip(*some, strict=True)], mean) for name, some in found.items()
    }


def _summary(ends: list[Array], mean: float) -> tuple[float, float]:
    low, high = ends
    return 100 * float(held((low, high), mean).mean()), float(np.nanmedian(high - low))


def lines() -> Iterator[str]:
    """The page."""
    cells = {
        (kind.name, items, trials): compared(kind, items, trials)
        for kind in KINDS
        for trials in (1, TRIALS)
        if not (kind.draw is novelty and trials > 1) and not ("strong" in kind.name and trials == 1)
        for items in ITEMS
    }
    yield HEAD
    yield CHOSEN
    yield from main_table("One response per item", cells, 1)
    yield from main_table(f"{TRIALS} responses per item, with an item effect", cells, TRIALS)
    yield WHY.strip("\n").format(wilson=", ".join(f"{over_shares(n):.1f} % at {n} items" for n in ITEMS))
    yield CANDIDATES
    yield "| scores | method | " + " | ".join(f"{items} items" for items in ITEMS) + " |"
    yield "| --- | --- |" + " --: |" * len(ITEMS)
    for kind in KINDS:
        for name, title in METHODS.items() if not kind.share else ():
            some = [cells[kind.name, items, 1] for items in ITEMS]
            shown = (f"{cell[name][0]:.1f} ({cell[name][1] / cell['t'][1]:.2f})" for cell in some)
            yield f"| {kind.name} | {title} | " + " | ".join(shown) + " |"
    yield "\n## Fewer than five items\n"
    yield "Student's t, which is used there, and Hall's transformed t in its place.\n"
    yield "| items | normal: t | Hall | exponential: t | Hall |\n| --- | --: | --: | --: | --: |"
    for items in (3, 4):
        yield f"| {items} | " + " | ".join(few(items)) + " |"
    yield f"\nWilson's interval of {TRIALS} responses per item, with t always, or where there is a design effect.\n"
    yield "| items | " + " | ".join(f"{KINDS[place].name}: t always | now" for place in (2, 3)) + " |"
    yield "| --- | --: | --: | --: | --: |"
    for items in (3, 4, 5):
        yield f"| {items} | " + " | ".join(few_shares(items)) + " |"


def over_shares(items: int) -> float:
    """Exact coverage of Wilson's interval in percent, one response per item, over true shares from 0 to 1 alike."""
    from scipy.stats import binom

    shares, ones = (np.arange(2000) + 0.5) / 2000, np.arange(items + 1)
    low, high = wilson_of(ones / items, items, float(ndtri(1 - TAIL)))
    inside = (low <= shares[:, None]) & (shares[:, None] <= high)
    return 100 * float((binom.pmf(ones, items, shares[:, None]) * inside).sum(axis=1).mean())


def main_table(title: str, cells: Cells, trials: int) -> Iterator[str]:
    """Coverage before and now of all kinds of scores with a number of responses per item."""
    yield f"## {title}\n"
    yield "| items | " + " | ".join(f"{items}: before | now" for items in ITEMS) + " |"
    yield "| --- |" + " --: |" * (2 * len(ITEMS))
    for kind in KINDS:
        if (kind.name, ITEMS[0], trials) in cells:
            some = [cells[kind.name, items, trials] for items in ITEMS]
            shown = (f"{cell['percentile'][0]:.1f} | {_marked(cell['package'][0])}" for cell in some)
            yield f"| {kind.name} | " + " | ".join(shown) + " |"
    yield ""


def few(items: int) -> Iterator[str]:
    """Coverage of both methods where there are few items."""
    for kind in (KINDS[1], KINDS[5]):
        means = kind.draw(np.random.default_rng(items), RUNS, items, 1)[:, :, 0]
        assert kind.mean is not None
        g, reach = skewness(means), stdtrit(items - 1, 1 - TAIL) / np.sqrt(items)
        below, above = (3 / g * (np.cbrt(1 + g * (y - g / (6 * items))) - 1) for y in (reach, -reach))
        middle, spread = means.mean(axis=1), means.std(axis=1, ddof=1)
        for ends in (student(means), (middle - spread * below, middle - spread * above)):
            yield f"{100 * held(ends, kind.mean).mean():.1f}"


def few_shares(items: int) -> Iterator[str]:
    """Coverage of shares of few items with several responses each."""
    for kind in KINDS[2:4]:
        means = kind.draw(np.random.default_rng(items), RUNS, items, TRIALS).mean(axis=2)
        assert kind.mean is not None
        for always in (True, False):
            yield f"{100 * held(wilson(means, TRIALS, always), kind.mean).mean():.1f}"


def _marked(coverage: float) -> str:
    low, high = WITHIN
    return f"{coverage:.1f}" if low <= round(coverage, 1) <= high else f"**{coverage:.1f}**"


if __name__ == "__main__":
    for line in lines():
        print(line, flush=True)
