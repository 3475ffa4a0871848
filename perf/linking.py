"""Simulates how well anchor responses link two panels of judges: errors and coverage, beside no link.

OMP_NUM_THREADS=1 python perf/linking.py > perf/linking.md
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from helm_creativity.psychometrics.linking import LinkedPanels, PanelRating, link_panels

Array = NDArray[np.float64]
RUNS, JUDGES, ITEMS, RESPONSES = 400, 3, 40, 120
MEANS = {"first": (-0.4, 0.0, 0.4), "second": (0.1, 0.5, 0.9)}
"""Of the models of each panel: the second panel's are better."""
SEVERER = 1.0
"""How many rating points lower the second panel rates the same responses, on average."""
WITHIN = np.sqrt(0.85)
"""Standard deviation of a model's responses; the first panel's responses have about 1."""


class Truth(NamedTuple):
    """What was simulated.

    Attributes:
        alpha: shape (2, JUDGES).
        beta: shape (2, JUDGES, 4).
    """

    alpha: Array
    beta: Array


def draw_judges(rng: np.random.Generator, severer: float) -> Truth:
    """Two panels whose ratings from 1 to 5 differ by a number of rating points on average."""
    alpha = np.exp(rng.normal(0.7, 0.25, (2, JUDGES)))
    beta = np.linspace(-1.5, 1.5, 4) + rng.normal(0, 0.3, (2, JUDGES, 1)) + rng.normal(0, 0.05, (2, JUDGES, 4))
    beta = np.sort(beta, axis=2)
    low, high = -3.0, 6.0
    target = mean_rating(alpha[0], beta[0]) - severer
    for _ in range(50):
        middle = (low + high) / 2
        low, high = (middle, high) if mean_rating(alpha[1], beta[1] + middle) > target else (low, middle)
    beta[1] += low
    return Truth(alpha, beta)


def expected(alpha: Array, beta: Array, theta: Array) -> Array:
    """Mean rating by a panel at each θ."""
    above = 1 / (1 + np.exp(-alpha[:, None, None] * (theta[:, None] - beta[:, None, :])))
    return np.asarray(1 + above.sum(axis=2).mean(axis=0))


def mean_rating(alpha: Array, beta: Array, mean: float = 0.0, sd: float = 1.0) -> float:
    """Of responses whose θ is normal."""
    nodes = np.linspace(-6, 6, 241)
    weights = np.exp(-(nodes**2) / 2)
    return float(expected(alpha, beta, mean + sd * nodes) @ weights / weights.sum())


def rate(rng: np.random.Generator, truth: Truth, panel: int, theta: Array) -> Array:
    """Ratings, shape (n, JUDGES)."""
    beta, alpha = truth.beta[panel], truth.alpha[panel]
    above = 1 / (1 + np.exp(-alpha[:, None] * (theta[:, None, None] - beta)))
    return 1.0 + (rng.random((len(theta), JUDGES, 1)) < above).sum(axis=2)


def simulate(
    rng: np.random.Generator, truth: Truth, anchors: Array, n: int = RESPONSES, item_sd: float = 0.3
) -> dict[str, list[PanelRating]]:
    """The ratings of two panels: of anchors, and of each panel's own models on the same items."""
    panels: dict[str, list[PanelRating]] = {}
    effect = rng.normal(0, item_sd, ITEMS)
    for number, (panel, means) in enumerate(MEANS.items()):
        rows = panels.setdefault(panel, [])
        rated = [("", f"anchor {place}", f"anchor {place}", theta) for place, theta in enumerate(anchors)]
        for place, mean in enumerate(means):
            own = np.sqrt(WITHIN**2 - item_sd**2)
            theta = mean + effect[np.arange(n) % ITEMS] + rng.normal(0, own, n)
            model = f"{panel} {place}"
            rated += [(model, f"{model}/{trial}", f"item {trial % ITEMS}", at) for trial, at in enumerate(theta)]
        for (model, response, item, _), row in zip(
            rated, rate(rng, truth, number, np.array([at for *_, at in rated])), strict=True
        ):
            rows += [PanelRating(response, f"{panel} judge {j}", value, model, item) for j, value in enumerate(row)]
    return panels


def spread_anchors(n: int, sd: float) -> Array:
    """θ of anchors, spread evenly around the middle."""
    return np.linspace(-1, 1, n) * sd * np.sqrt(3)


class Run(NamedTuple):
    """One simulated link: of each model error and coverage in θ and in ratings; raw error; link's error in units."""

    theta: Array
    theta_held: Array
    rating: Array
    rating_held: Array
    raw: Array
    link_se: float
    link_held: bool
    weak: bool


def measure(linked: LinkedPanels, truth: Truth) -> Run:
    """A link beside the truth."""
    means = [mean for some in MEANS.values() for mean in some]
    first = np.array(MEANS["first"])
    sd = float(np.sqrt(WITHIN**2 + first.var()))
    theta = (np.array(means) - first.mean()) / sd
    ratings = np.array([mean_rating(truth.alpha[0], truth.beta[0], mean, WITHIN) for mean in means])
    found = sorted(linked.models, key=lambda model: str(model["model"]))
    link = linked.links[0]
    shift = mean_rating(truth.alpha[1], truth.beta[1], 0, sd) - mean_rating(truth.alpha[0], truth.beta[0], 0, sd)
    return Run(
        np.array([model["theta"].value for model in found]) - theta,
        np.array([model["theta"].low <= at <= model["theta"].high for model, at in zip(found, theta, strict=True)]),
        np.array([model["rating"].value for model in found]) - ratings,
        np.array([model["rating"].low <= at <= model["rating"].high for model, at in zip(found, ratings, strict=True)]),
        np.array([model["raw"] for model in found]) - ratings,
        link["theta"].se,
        link["shift"].low <= shift <= link["shift"].high,
        any("weak link" in warning for warning in linked.warnings),
    )


def runs(n_anchors: int, sd: float, times: int, seed: int) -> list[Run]:
    """Several simulated links."""
    found = []
    for number in range(times):
        rng = np.random.default_rng([seed, n_anchors, round(100 * sd), number])
        truth = draw_judges(rng, SEVERER)
        found.append(measure(link_panels(simulate(rng, truth, spread_anchors(n_anchors, sd))), truth))
    return found


HEAD = f"""# Panels linked by anchor responses

How well `psychometrics.linking` puts the models of two panels on one scale. Each row is simulated runs of two panels of
{JUDGES} judges, who share no judge and no response but the anchors. Each panel rates {RESPONSES} responses of each
of three models, to {ITEMS} items that both panels have, with an item effect (standard deviation .3). The second panel's
models are better by .5 standard deviations, and its judges rate the same responses {SEVERER:g} point lower on a scale
from 1 to 5.
Judges' discriminations are log-normal around 2, and their severities differ within a panel by .3 standard deviations.

`OMP_NUM_THREADS=1 python perf/linking.py > perf/linking.md`

*Error* is the mean error of the second panel's models, and *size* the root of the mean squared error. *95 %* is how
often the interval holds the truth, in percent. *Without* is the error of the mean of the second panel's own ratings.
*Link* is the median standard error of the link in standard deviations (SD) of responses, and *weak* how often there was
a warning, in percent.

"""
COLUMNS = (
    "anchors", "their SD", "runs", "error, SD", "size, SD", "95 %", "error, points", "size, points", "95 %",
    "without, points", "link", "95 %", "weak",
)  # fmt: skip


def row(n_anchors: int, sd: float, times: int) -> str:
    """One row of the table."""
    found = runs(n_anchors, sd, times, 1)
    theta, held, rating, rating_held, raw = (np.stack(list(part)) for part in list(zip(*found, strict=True))[:5])
    second = slice(len(MEANS["first"]), None)
    cells = [
        f"{n_anchors}", f"{sd:g}", f"{times}",
        f"{theta[:, second].mean():.3f}", f"{np.sqrt((theta[:, second] ** 2).mean()):.3f}", f"{100 * held.mean():.1f}",
        f"{rating[:, second].mean():.3f}", f"{np.sqrt((rating[:, second] ** 2).mean()):.3f}",
        f"{100 * rating_held.mean():.1f}", f"{raw[:, second].mean():.3f}",
        f"{np.median([run.link_se for run in found]):.3f}", f"{100 * np.mean([run.link_held for run in found]):.1f}",
        f"{100 * np.mean([run.weak for run in found]):.0f}",
    ]  # fmt: skip
    return f"| {' | '.join(cells)} |"


TAIL = """
Means over runs lie close to the truth. A single link is less exact: its own error is common to all models of the second
panel, and more than a third of their mean squared error. Intervals include it. With few anchors the priors on judges'
thresholds and on models' means pull the panels together, which the errors at 6 and 12 anchors show. Where the anchors
are much alike, the width of the second panel's scale is hardly known.
"""


def lines() -> Iterator[str]:
    """The page."""
    yield HEAD.rstrip() + "\n"
    yield f"| {' | '.join(COLUMNS)} |"
    yield f"|{' --: |' * len(COLUMNS)}"
    yield row(30, 1.2, RUNS)
    for n_anchors, sd in ((24, 1.2), (12, 1.2), (6, 1.2), (30, 0.3)):
        yield row(n_anchors, sd, RUNS // 2)
    yield TAIL.rstrip("\n")


if __name__ == "__main__":
    for line in lines():
        print(line, flush=True)
