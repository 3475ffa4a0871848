"""Panels of judges on one scale, linked by anchor responses: fixed texts that every panel rates.

One graded response model is fitted to all ratings. Judges are its columns, and a judge of two panels is two columns, so
that it may have changed between them. θ of the responses of each model is normal with a mean and a spread of its own,
and so is θ of the anchors. A single distribution for all would pull panels together that rate models of different
quality, because there are many more responses than anchors (Kolen and Brennan 2014, chapter 6, on concurrent
calibration with several groups).

θ is reported in standard deviations of the reference panel's responses, around their mean, and ratings as the mean
rating that the reference panel would give.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from helm_creativity.psychometrics.graded_posterior import (
    PatternTable,
    Quadrature,
    complete_derivatives,
    expectation,
    expected_counts,
    grid_is_fine,
    make_curves,
    make_grid,
    mean_ratings,
    starting_values,
)
from helm_creativity.psychometrics.graded_response import SHARPEST, unused_categories
from helm_creativity.psychometrics.rating_categories import MISSING, encode, learn_scale
from helm_creativity.psychometrics.tables import Numbers
from helm_creativity.psychometrics.uncertainty import LEVEL, student_reach

Row = dict[str, Any]
ANCHORS = ""
"""The model of an anchor response."""
FEWEST_ANCHORS = 10
"""With fewer, the link rests on the peculiarities of single texts, and priors pull panels together: in perf/linking.md
the second panel's models are off by .37 standard deviations (root mean square) at 6 anchors, and by .23 at 30."""
LEAST_SPREAD = 0.5
"""Standard deviation of the anchors' θ below which they show how panels differ at one quality, and not whether their
scales are equally wide. In perf/linking.md anchors with .3 put the second panel's models .09 too high."""
WIDEST_LINK = 0.2
"""Standard error of a link, in standard deviations of responses, above which it is weak.

A model's mean over 120 responses has one of about .1. At .2 the link is two thirds of the variance of a difference
across panels. In perf/linking.md two panels of three judges have .14 with 30 anchors and .21 with 12. A limit of .1,
which takes 60 anchors or sharper judges, would warn of every link whose intervals hold what they promise."""
FEWEST_CLUSTERS = 10
"""Items from which on standard errors are clustered by item. Of fewer, responses are taken for independent."""
MEAN_PRIOR_SD, SPREAD_PRIOR_SD = 3.0, 1.0
"""Of a group's mean, and of the logarithm of its standard deviation. Both hardly count beyond ten responses."""
LOG_ALPHA_SD, THRESHOLD_SD = 0.3, 4.0
"""Of a judge's log α around the mean of all judges, and of a threshold around 0.

``GradedResponseModel`` has the first around 0, which determines its scale together with θ ~ N(0, 1). Here only the
anchors determine a second panel's scale, and that prior would outweigh 30 of them: where judges distinguish well it
would stretch the second panel's scale, which moved its models by .17 standard deviations in a simulation."""
MEAN_LOG_ALPHA, MEAN_LOG_ALPHA_SD = 0.5, 0.75
"""Of the mean itself: α of about 1.6, from .4 to 7. It keeps judges that copy each other from an infinite α."""
FIXED = 0.1
"""How loosely the reference panel's mean and the logarithm of its spread are held at 0 while searching. The likelihood
does not depend on them, and results are standardised afterwards, so that this constant moves nothing else."""
MOST_CATEGORIES = 11
"""Different ratings above which ratings of like size are put together. With few ratings for each category the prior on
thresholds would determine their widths: on a scale from 10 to 50 that moved a model of the second panel by 1 point, and
by .15 with 11 bands (30 simulated links by 24 anchors)."""
NODES, FINEST_NODES = 61, 961
STEP = 1e-4
"""Of numerical derivatives."""


class PanelRating(NamedTuple):
    """One rating."""

    response: str  # id of what was rated; the same for the same anchor in every panel
    judge: str  # its name
    rating: float  # a finite number
    model: str = ANCHORS  # whose response it is; "" for an anchor
    item: str = ""  # what was responded to; "" if unknown


class LinkedValue(NamedTuple):
    """An estimate with its standard error and 95 % interval."""

    value: float
    se: float
    low: float
    high: float


class LinkedPanels(NamedTuple):
    """Several panels on the scale of the first; the rows are described at ``link_panels``."""

    reference: str  # the first panel's name
    judges: list[Row]  # of all panels
    models: list[Row]  # of all panels
    links: list[Row]  # of every panel but the first
    drifts: list[Row]  # of judges in more than one panel
    warnings: list[str]  # why not to rely on this, one sentence each


def link_panels(panels: Mapping[str, Iterable[PanelRating]]) -> LinkedPanels:
    """Puts the judges, responses and models of several panels on one scale.

    Rows have the names of what they are about and these numbers; all with an error are ``LinkedValue``.

    * Judges: ``ratings``, how many; ``severity``, the mean of the thresholds in standard deviations of the reference
      panel's responses, of which a part is the prior's where there are ``unused`` ratings, which others gave and it
      never did; ``mean_rating``, which it would give to these responses; ``discrimination``.
    * Models: ``responses``, how many; ``raw``, the mean of the means of their ratings; ``theta``, the mean on the
      common scale; ``rating``, the mean that the reference panel would give.
    * Links: ``anchors``, how many both panels rated; ``shift``, how much higher the panel would rate the reference
      panel's responses; ``theta``, the same in standard deviations of these, whose error is that of the link.
    * Drifts, ``before`` one panel and ``after`` another: the changes of ``severity`` and ``mean_rating``.

    ``panels``: ratings by name of the panel; the first is the reference. Of several ratings of a response by a judge
    the last counts. Raises ValueError for fewer than two panels, a panel without ratings of a model's responses, and
    ratings that are all alike.
    """
    from scipy.special import ndtri

    data = _Data.read(panels)
    model = _Model(data)
    free, converged = model.search()
    covariance, clusters = model.covariance(free)
    found = model.quantities(free)
    # Where each quantity begins in all of them, one after the other.
    begins = dict(zip(found, accumulate(map(len, found.values()), initial=0), strict=False))
    values = np.concatenate([*found.values()])
    jacobian = _jacobian(lambda at: np.concatenate([*model.quantities(at).values()]), free)
    spreads = jacobian @ covariance @ jacobian.T
    reach = float(ndtri((1 + LEVEL) / 2)) if clusters is None else student_reach(clusters - 1)

    def value(name: str, place: int, less: int | None = None) -> LinkedValue:
        weights = np.zeros(len(values))
        weights[begins[name] + place] += 1
        if less is not None:
            weights[begins[name] + less] -= 1
        own, se = float(weights @ values), max(float(weights @ spreads @ weights), 0.0) ** 0.5
        return LinkedValue(own, se, own - reach * se, own + reach * se)

    judges, drifts = _rows_of_judges(data, value)
    models, links = _rows_of_models(data, value), _rows_of_links(data, value)
    spreads_of_anchors = found["spread"][[name == ANCHORS for _, name in data.groups]].tolist()
    spread = spreads_of_anchors[0] if spreads_of_anchors else None
    problems = [*_problems(links, judges, spread, converged)]
    return LinkedPanels(data.panels[0], judges, models, links, drifts, problems)


def _rows_of_judges(data: _Data, value: Callable[..., LinkedValue]) -> tuple[list[Row], list[Row]]:
    """Of each judge in a panel, and of the changes of those in several."""
    judges: list[Row] = []
    drifts: list[Row] = []
    counts = (data.codes != MISSING).sum(axis=0).tolist()
    unused = unused_categories(data.codes, data.categories)
    for place, (panel, judge) in enumerate(data.columns):
        own = {name: value(name, place) for name in ("severity", "mean_rating", "discrimination")}
        judges.append({"panel": panel, "judge": judge, "ratings": counts[place], **own, "unused": unused[place]})
        for later, (after, name) in enumerate(data.columns):
            if later > place and name == judge:
                changes = {part: value(part, later, place) for part in ("severity", "mean_rating")}
                drifts.append({"judge": judge, "before": panel, "after": after, **changes})
    order = [judge for _, judge in data.columns]
    return judges, sorted(drifts, key=lambda row: order.index(row["judge"]))


def _rows_of_models(data: _Data, value: Callable[..., LinkedValue]) -> list[Row]:
    rows: list[Row] = []
    for place, (panel, model) in enumerate(data.groups):
        table = data.table[data.group == place]
        raw = float(np.mean([row[~np.isnan(row)].mean() for row in table]))
        linked = {name: value(name, place) for name in ("theta", "rating")}
        rows.append({"panel": panel, "model": model, "responses": len(table), "raw": raw, **linked})
    return [row for row in rows if row["model"] != ANCHORS]


def _rows_of_links(data: _Data, value: Callable[..., LinkedValue]) -> list[Row]:
    rated = data.codes != MISSING
    first = rated[:, data.judges_in(data.panels[0])].any(axis=1) & data.anchors
    rows: list[Row] = []
    for place, panel in enumerate(data.panels[1:], 1):
        shared = int((first & rated[:, data.judges_in(panel)].any(axis=1)).sum())
        shift, theta = value("shift", place), value("shift_theta", place)
        rows.append({"panel": panel, "anchors": shared, "shift": shift, "theta": theta})
    return rows


@dataclass(frozen=True)
class _Data:
    """All ratings as one table."""

    panels: tuple[str, ...]
    columns: tuple[tuple[str, str], ...]  # panel and judge, (R,)
    groups: tuple[tuple[str, str], ...]  # of responses: panel and model, (G,); anchors have one of their own
    group: NDArray[np.int64]  # (n,), place of its group
    cluster: NDArray[np.int64]  # (n,), number of its item
    codes: NDArray[np.int64]  # (n, R)
    table: Numbers  # the ratings themselves
    categories: Numbers  # (K,)

    @classmethod
    def read(cls, panels: Mapping[str, Iterable[PanelRating]]) -> _Data:
        if len(panels) < 2:
            raise ValueError(f"there must be 2 panels or more to link, got {len(panels)}")
        columns: dict[tuple[str, str], int] = {}
        groups: dict[tuple[str, str], int] = {}
        units: dict[tuple[tuple[str, str], str], int] = {}
        items: list[str] = []
        cells: dict[tuple[int, int], float] = {}
        for panel, ratings in panels.items():
            for rating in ratings:
                group = ("" if rating.model == ANCHORS else panel, rating.model)
                groups.setdefault(group, len(groups))
                if (unit := (group, rating.response)) not in units:
                    units[unit] = len(units)
                    items.append(rating.item or rating.response)
                column = columns.setdefault((panel, rating.judge), len(columns))
                cells[units[unit], column] = rating.rating
            if not any(owner == panel for owner, _ in columns):
                raise ValueError(f"the panel {panel} has no ratings")
            if not any(owner == panel for owner, _ in groups):
                raise ValueError(
                    f"the panel {panel} has ratings of anchors alone: expected those of a model's responses"
                )
        table = np.full((len(units), len(columns)), np.nan)
        for cell, value in cells.items():
            table[cell] = value
        raw, table = table, _coarsened(table)
        scale = learn_scale(table, None)
        _, cluster = np.unique(np.array(items), return_inverse=True)
        return cls(
            tuple(panels), tuple(columns), tuple(groups),
            np.array([groups[group] for group, _ in units]), cluster, encode(table, scale), raw, scale.categories,
        )  # fmt: skip

    def judges_in(self, panel: str) -> list[int]:
        return [place for place, (owner, _) in enumerate(self.columns) if owner == panel]

    @property
    def anchors(self) -> NDArray[np.bool_]:
        return np.array([model == ANCHORS for _, model in self.groups])[self.group]


def _coarsened(table: Numbers) -> Numbers:
    """Ratings in at most ``MOST_CATEGORIES`` bands of equal width, each with the mean of its ratings as value."""
    given = ~np.isnan(table)
    ratings = table[given]
    if len(np.unique(ratings)) <= MOST_CATEGORIES:
        return table
    edges = np.linspace(ratings.min(), ratings.max(), MOST_CATEGORIES + 1)[1:-1]
    band = np.searchsorted(edges, ratings, side="right")
    counts = np.bincount(band)
    coarse = table.copy()
    coarse[given] = (np.bincount(band, weights=ratings) / np.maximum(counts, 1))[band]
    return coarse


class _Evaluated(NamedTuple):
    value: float  # of the log posterior
    gradient: Numbers  # by the free coordinates
    of_responses: Numbers  # the part of the gradient that models' responses give
    log_likelihood: Numbers  # of each pattern


class _Model:
    """The log posterior of judges and groups.

    Free coordinates are those of ``graded_posterior`` for every judge (log α, the first threshold and the logarithms of
    the gaps between thresholds), then the groups' means, then the logarithms of their standard deviations.
    """

    def __init__(self, data: _Data) -> None:
        self.data = data
        self.n_judges, self.n_categories = len(data.columns), len(data.categories)
        rows = np.concatenate([data.group[:, None], data.codes], axis=1)
        patterns, self.inverse, counts = np.unique(rows, axis=0, return_inverse=True, return_counts=True)
        self.inverse = self.inverse.ravel()
        self.group = patterns[:, 0]
        self.design = PatternTable(patterns[:, 1:], counts.astype(np.float64), self.n_categories)
        anchors = np.array([name == ANCHORS for _, name in data.groups])
        self.is_response = ~anchors[self.group]
        self.nodes = make_grid(NODES).nodes
        sizes = np.bincount(data.group, minlength=len(data.groups)).astype(np.float64)
        reference = np.array([panel == data.panels[0] for panel, _ in data.groups])
        self.weights = np.where(reference, sizes, 0) / sizes[reference].sum()

    def split(self, free: Numbers) -> tuple[Numbers, Numbers, Numbers]:
        """Parameters of judges, shape (R, K), then means and standard deviations of groups."""
        size = self.n_judges * self.n_categories
        own = free[:size].reshape(self.n_judges, self.n_categories)
        parameters = own.copy()
        parameters[:, 2:] = own[:, 1:2] + np.cumsum(np.exp(own[:, 2:]), axis=1)
        mean, log_sd = free[size:].reshape(2, -1)
        return parameters, mean, np.exp(log_sd)

    def moments(self, mean: Numbers, sd: Numbers) -> tuple[float, float]:
        """Mean and standard deviation of the reference panel's responses, all models together."""
        centre = float(self.weights @ mean)
        return centre, float(np.sqrt(self.weights @ (sd**2 + (mean - centre) ** 2)))

    def log_weights(self, mean: Numbers, sd: Numbers) -> Numbers:
        """Logarithms of each group's weights on the nodes, shape (G, Q)."""
        from scipy.special import log_softmax

        return np.asarray(log_softmax(-(((self.nodes - mean[:, None]) / sd[:, None]) ** 2) / 2, axis=1))

    def evaluate(self, free: Numbers) -> _Evaluated:
        parameters, mean, sd = self.split(free)
        curves = make_curves(parameters, self.nodes)
        log_weights = self.log_weights(mean, sd)
        found = expectation(self.design, curves, Quadrature(self.nodes, log_weights[self.group]))
        around, distributions = (self.nodes - mean[:, None]) / sd[:, None], np.exp(log_weights)
        parts = []
        for some in (self.is_response, ~self.is_response):
            weighted = found.posterior * some[:, None]
            judges, _ = complete_derivatives(curves, expected_counts(self.design, weighted))
            totals = np.zeros((len(mean), len(self.nodes)))
            np.add.at(totals, self.group, weighted * self.design.counts[:, None])
            # A group's gradient is what its posterior has more of than its own distribution on the nodes.
            excess = totals - totals.sum(axis=1, keepdims=True) * distributions
            by_mean, by_log_sd = (excess * around).sum(axis=1) / sd, (excess * around**2).sum(axis=1)
            parts.append(np.concatenate([self._chained(free, judges), by_mean, by_log_sd]))
        prior, prior_gradient = self._prior(free, parameters, mean, sd)
        value = float(self.design.counts @ found.log_likelihood) + prior
        return _Evaluated(value, parts[0] + parts[1] + prior_gradient, parts[0], found.log_likelihood)

    def _chained(self, free: Numbers, gradient: Numbers) -> Numbers:
        """A gradient by log α and thresholds, by the free coordinates instead."""
        own = free[: gradient.size].reshape(gradient.shape)
        chained = gradient.copy()
        behind = np.cumsum(gradient[:, :0:-1], axis=1)[:, ::-1]
        chained[:, 1] = behind[:, 0]
        chained[:, 2:] = np.exp(own[:, 2:]) * behind[:, 1:]
        return chained.ravel()

    def _prior(self, free: Numbers, parameters: Numbers, mean: Numbers, sd: Numbers) -> tuple[float, Numbers]:
        log_sd = np.log(sd)
        weights, (centre, spread) = self.weights, self.moments(mean, sd)
        judges, judges_gradient = _judges_prior(parameters)
        value = judges - (mean**2).sum() / (2 * MEAN_PRIOR_SD**2)
        value -= (log_sd**2).sum() / (2 * SPREAD_PRIOR_SD**2) + (centre**2 + np.log(spread) ** 2) / (2 * FIXED**2)
        pull = np.log(spread) / spread**2 / FIXED**2
        by_mean = -mean / MEAN_PRIOR_SD**2 - weights * (centre / FIXED**2 + pull * (mean - centre))
        by_log_sd = -log_sd / SPREAD_PRIOR_SD**2 - weights * pull * sd**2
        return float(value), np.concatenate([self._chained(free, judges_gradient), by_mean, by_log_sd])

    def quantities(self, free: Numbers) -> dict[str, Numbers]:
        """What is reported: of judges, shape (R,), of groups, (G,), and of panels, (P,)."""
        parameters, mean, sd = self.split(free)
        weights, (centre, spread) = self.weights, self.moments(mean, sd)
        ratings = mean_ratings(parameters, self.nodes, self.data.categories)
        distributions = np.exp(self.log_weights(mean, sd))
        mean_rating = ratings @ (weights @ distributions)
        own = ratings[self.data.judges_in(self.data.panels[0])].mean(axis=0)
        slope = float(np.gradient(own, self.nodes) @ (weights @ distributions)) * spread
        shift = np.array([mean_rating[self.data.judges_in(panel)].mean() for panel in self.data.panels])
        shift -= shift[0]
        return {
            "severity": (parameters[:, 1:].mean(axis=1) - centre) / spread,
            "mean_rating": mean_rating,
            "discrimination": np.exp(parameters[:, 0]) * spread,
            "theta": (mean - centre) / spread,
            "rating": distributions @ own,  # by the reference panel
            "shift": shift,
            "shift_theta": shift / slope,
            "spread": sd / spread,
        }

    def start(self) -> Numbers:
        own = starting_values(self.design)
        own[:, 2:] = np.log(np.diff(own[:, 1:], axis=1))
        return np.concatenate([own.ravel(), np.zeros(2 * len(self.data.groups))])

    def search(self) -> tuple[Numbers, bool]:
        """The mode, on a grid that is fine enough, and whether the search converged."""
        from scipy.optimize import minimize

        def objective(free: Numbers) -> tuple[float, Numbers]:
            found = self.evaluate(free)
            return -found.value, -found.gradient

        free = self.start()
        while True:
            found = minimize(
                objective, free, jac=True, method="L-BFGS-B",
                options={"maxiter": 3000, "maxfun": 6000, "maxcor": 30, "ftol": 1e-11, "gtol": 1e-4},
            )  # fmt: skip
            free = found.x
            grid = Quadrature(self.nodes, np.empty(0))
            sharp = np.exp(free[: self.n_judges * self.n_categories : self.n_categories])[:, None]
            if grid_is_fine(self.design, sharp, grid) or len(self.nodes) >= FINEST_NODES:
                return free, bool(found.success)
            self.nodes = make_grid(2 * len(self.nodes) - 1).nodes

    def covariance(self, free: Numbers) -> tuple[Numbers, int | None]:
        """Of the free coordinates at the mode, and the number of clusters; None where responses count as independent.

        Responses to one item are one cluster: their part of the information's variance is that of the items' summed
        scores. The anchors are few and fixed, and their part is the model's own.
        """
        size = len(free)
        whole, of_responses = np.empty((2, size, size))
        scores = np.empty((len(self.group), size))
        for place in range(size):
            step = np.zeros(size)
            step[place] = STEP
            up, down = self.evaluate(free + step), self.evaluate(free - step)
            whole[place] = (down.gradient - up.gradient) / (2 * STEP)
            of_responses[place] = (down.of_responses - up.of_responses) / (2 * STEP)
            scores[:, place] = (up.log_likelihood - down.log_likelihood) / (2 * STEP)
        inverse = np.asarray(np.linalg.pinv((whole + whole.T) / 2, hermitian=True), dtype=np.float64)
        some = ~self.data.anchors
        clusters, places = np.unique(self.data.cluster[some], return_inverse=True)
        if not FEWEST_CLUSTERS <= len(clusters) < some.sum():
            return inverse, None
        sums = np.zeros((len(clusters), size))
        np.add.at(sums, places, scores[self.inverse[some]])
        sums -= sums.mean(axis=0)
        meat = whole - of_responses + sums.T @ sums * len(clusters) / (len(clusters) - 1)
        return np.asarray(inverse @ ((meat + meat.T) / 2) @ inverse), len(clusters)


def _judges_prior(parameters: Numbers) -> tuple[float, Numbers]:
    """Log density of judges' parameters in the free coordinates, up to a constant; its gradient by log α and β."""
    log_alpha, beta = parameters[:, 0], parameters[:, 1:]
    around, gaps = log_alpha - log_alpha.mean(), np.diff(beta, axis=1)
    off = log_alpha.mean() - MEAN_LOG_ALPHA
    value = -((around / LOG_ALPHA_SD) ** 2).sum() / 2 - ((beta / THRESHOLD_SD) ** 2).sum() / 2 + np.log(gaps).sum()
    value -= (off / MEAN_LOG_ALPHA_SD) ** 2 / 2
    by_alpha = -around / LOG_ALPHA_SD**2 - off / MEAN_LOG_ALPHA_SD**2 / len(log_alpha)
    gradient = np.concatenate([by_alpha[:, None], -beta / THRESHOLD_SD**2], axis=1)
    gradient[:, 2:] += 1 / gaps
    gradient[:, 1:-1] -= 1 / gaps
    return float(value), gradient


def _problems(links: Sequence[Row], judges: Sequence[Row], spread: float | None, converged: bool) -> Iterable[str]:
    if not converged:
        yield "the fit did not converge: do not rely on its results"
    if sharp := [judge["judge"] for judge in judges if judge["discrimination"].value > SHARPEST]:
        yield (
            f"discriminations above {SHARPEST:g}: {', '.join(dict.fromkeys(sharp))}: judges that agree almost without "
            "exception leave their thresholds free to move, and intervals are too narrow"
        )
    sizes = Counter(judge["panel"] for judge in judges)
    if alone := [panel for panel, size in sizes.items() if size == 1]:
        yield f"one judge alone rated {', '.join(alone)}: only anchors show there how well it distinguishes responses"
    for link in links:
        panel, anchors, se = link["panel"], link["anchors"], link["theta"].se
        if anchors < FEWEST_ANCHORS:
            shared = "1 anchor" if anchors == 1 else f"{anchors} anchors"
            yield f"weak link: {panel} and the reference panel share {shared}, fewer than {FEWEST_ANCHORS}"
        if se > WIDEST_LINK:
            yield (
                f"weak link: the standard error of the link of {panel} is {se:.2f} standard deviations of responses, "
                f"more than {WIDEST_LINK:g}"
            )
    if spread is not None and spread < LEAST_SPREAD:
        yield (
            f"weak link: the anchors' spread is {spread:.2f} standard deviations of responses, less than "
            f"{LEAST_SPREAD:g}, so that they show how panels differ at one quality alone"
        )


def _jacobian(function: Callable[[Numbers], Numbers], free: Numbers) -> Numbers:
    """By central differences, shape (values, coordinates)."""
    columns = []
    for place in range(len(free)):
        step = np.zeros(len(free))
        step[place] = STEP
        columns.append((function(free + step) - function(free - step)) / (2 * STEP))
    return np.stack(columns, axis=1)
