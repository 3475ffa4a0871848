"""The graded response model: judges of different severity and care, put on one scale."""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from helm_creativity.psychometrics.graded_posterior import (
    Fit,
    PatternTable,
    Quadrature,
    expectation,
    grid_is_fine,
    make_curves,
    maximise,
    mean_ratings,
    refined,
)
from helm_creativity.psychometrics.rating_categories import (
    MISSING,
    Patterns,
    check_ratings,
    column_names,
    count_patterns,
    encode,
    learn_scale,
)
from helm_creativity.psychometrics.tables import Numbers, linked_columns

SHARPEST = 10.0
"""A discrimination above which two judges that had rated by themselves would hardly ever differ by a category."""


class ConvergenceWarning(UserWarning):
    """A fit did not converge; do not rely on its results."""


class JudgeWarning(UserWarning):
    """Parameters of a judge or the panel rest on something that their standard errors do not show."""


class UnitScores(NamedTuple):
    """Scores of units."""

    theta: Numbers  # (n_units,), posterior mean (EAP) where fitted units are standard normal; NaN without any rating
    standard_error: Numbers  # (n_units,), posterior standard deviation, judges' parameters known; likewise
    n_unrated: int  # how many units have no rating


@dataclass(eq=False)
class GradedResponseModel:
    """Samejima's graded response model of judges, by marginal maximum a posteriori (S1, H.2, equation 1).

    Judge r gives unit p at least the category k with probability::

        P(rating_{r,p} >= k) = 1 / (1 + exp(-α_r (θ_p - β_{r,k}))),   k = 2 ... K,   β_{r,2} < ... < β_{r,K}

    with θ ~ N(0, 1), log α ~ N(0, 0.3) and β ~ N(0, 2), second arguments standard deviations. α is how well a judge
    distinguishes units, and the mean of its thresholds its severity: of two judges that both use all categories, one
    whose severity is higher by 0.5 sets the bar half a standard deviation of the units higher on average.

    A threshold next to a category that a judge never used, or hardly ever, is where the prior puts it, and severity is
    a mean over all of them: one stray rating in a new category can move the severity of every judge by 1. The data
    determine ``mean_rating_``; compare judges by that where ``unused_`` is not empty.

    "Ordered β drawn from N(0, 2)" is read as the normal density of every threshold, confined to the region where they
    are in order. (Pushing normal draws through a transformation to ordered vectors, as probabilistic programs do under
    the same name, is another prior: there the gaps are log-normal and thresholds drift upwards with k.)

    θ is integrated out by quadrature; the mode is that of the posterior of log α, the first threshold and the
    logarithms of the gaps between thresholds: the coordinates in which the parameters are free. In these a category
    that a judge never used keeps a width of its own; as a density of the thresholds themselves the posterior would be
    highest where an unused category between two used ones has none. The paper's own fit is variational; this one has no
    randomness.

    Units with the same ratings share all computation, so that the cost of a fit depends on the number of distinct
    response patterns, N. A step costs N·M²·Q operations for M ratings of a pattern and Q nodes: nothing for three
    judges, ten seconds to half a minute a fit for 50 judges who all rate 5,000 units. EM converges linearly to this
    mode; the search uses what an EM step computes for Newton's method (Louis 1982), which usually needs three to six
    steps.

    Judges that never rate a unit together, directly or through others, are on one scale by θ ~ N(0, 1) and the prior
    alone, which standard errors do not show: there is a ``JudgeWarning``. There is also one for a judge that used a
    single category and for a discrimination above 10.

    ``fit``, ``transform`` and the underscore of what is learned are scikit-learn's; ``transform`` returns one score per
    unit as an array of shape (n_units,), not a table of one column.

    Args:
        n_quadrature: nodes of the even grid over -6 <= θ <= 6 to begin with, at least 2. Where judges agree so well
            that posteriors of θ are too sharp for it, its spacing is halved until it is fine enough.
        max_iter: most steps, Newton's or the shorter ones that replace them, before the last.
        tol: a Newton step that is shorter than this, in posterior standard deviations, is the last; what is then left
            to the mode is about its square.
        categories: all ratings that the scale offers, in any order, so that those which no judge used are known and
            reported; None if the scale is what occurs.

    Attributes:
        discrimination_: shape (n_judges,), α, positive.
        thresholds_: shape (n_judges, n_categories - 1), β, ascending.
        severity_: shape (n_judges,), mean of a judge's thresholds; see above for what of it is the prior's.
        mean_rating_: shape (n_judges,), the mean rating that each judge would give to all units, θ ~ N(0, 1), in the
            units of the ratings; lower is more severe. It assumes that who rates a unit does not depend on its θ.
        discrimination_se_, thresholds_se_, severity_se_: standard errors of the same shapes, from the curvature of the
            log posterior at its mode; NaN where that is no maximum.
        categories_: shape (n_categories,), the ratings that occur, ascending; their order is all that the judges'
            parameters know of them. Ratings that differ by rounding only (1e-12 of the largest) are one.
        merged_: by rating that ``categories`` offers and that does not occur, the nearest one that does (of two, the
            lower), as which it counts from then on.
        unused_: by judge, the ratings that others used and it never did. Between used ones, the data place the
            thresholds around such a category and only its width is the prior's; at an end of the scale, the
            prior alone determines how far away its threshold is.
        reference_judge_: column of the judge whose severity is closest to zero (S1, H.5) among those that used more
            than one category, since that of any other is the prior's. See ``reference_order``.
        loglik_: marginal log likelihood of all units.
        log_posterior_: the same plus the log density of the prior at the parameters, in the free coordinates.
        converged_: whether the search ended at a local maximum; otherwise there was a ``ConvergenceWarning`` too. There
            may be others: α is positive, so that a judge who contradicts the rest appears as one of α about 0.17, and
            two equal camps have a maximum for each.
        n_iter_: steps taken before the last, which is shorter than ``tol``.
        n_patterns_: distinct response patterns with at least one rating.
        n_quadrature_: nodes that were used in the end.
        n_unrated_: units without any rating, which are left out.
        n_features_in_: judges.
        feature_names_in_: names of the judges: of the table's columns, numbers where it has none.
    """

    n_quadrature: int = 41
    max_iter: int = 100
    tol: float = 1e-3
    categories: ArrayLike | None = None

    def fit(self, ratings: ArrayLike) -> GradedResponseModel:
        """Learns the judges from ratings of shape (n_units, n_judges), 2 to 51 different finite numbers.

        Raises ValueError as ``check_ratings``, ``check_judges`` and ``learn_scale`` do.
        """
        table = check_ratings(ratings)
        names = column_names(ratings, table.shape[1])
        shown = [*map(repr, names)]
        check_judges(table, shown)
        self._scale = learn_scale(table, self.categories)
        self.categories_, self.merged_ = self._scale.categories, self._scale.merged
        patterns = count_patterns(encode(table, self._scale), len(self.categories_))
        design = PatternTable.of(patterns, len(self.categories_))
        fit = maximise(design, self.n_quadrature, self.max_iter, self.tol)
        self.unused_ = unused_categories(design.codes, self.categories_)
        self.n_patterns_ = len(design.counts)
        self.n_unrated_ = len(table) - int(design.counts.sum())
        self._keep(fit)
        self.n_features_in_, self.feature_names_in_ = len(names), names
        if problem := convergence_problem(fit, design):
            self.converged_ = False
            warnings.warn(problem, ConvergenceWarning, stacklevel=2)
        # Where no grid is fine enough, discriminations have a warning already.
        alpha = self.discrimination_ if self.converged_ else np.ones(len(names))
        for problem in panel_problems(design.codes, self.categories_, alpha, shown):
            warnings.warn(problem, JudgeWarning, stacklevel=2)
        return self

    def scores(self, ratings: ArrayLike) -> UnitScores:
        """EAP scores of units, these or others, with their standard errors; the judges are in the order of ``fit``.

        Raises ValueError as ``check_ratings`` and ``encode`` do, and for other columns than those of ``fit``.
        """
        patterns = self._known_patterns(ratings)
        rated = (patterns.codes != MISSING).any(axis=1)
        theta, error = np.full((2, len(rated)), np.nan)
        if rated.any():
            design = PatternTable.of(patterns, len(self.categories_))
            alpha = self.discrimination_[:, None]
            grid = refined(design, alpha, self._grid)
            if self.converged_ and (problem := too_coarse(design, alpha, grid)):
                warnings.warn(problem, ConvergenceWarning, stacklevel=2)
            posterior = expectation(design, make_curves(self._parameters, grid.nodes), grid).posterior
            theta[rated] = posterior @ grid.nodes
            spread = (grid.nodes - theta[rated, None]) ** 2
            error[rated] = np.sqrt((posterior * spread).sum(axis=1))
        return UnitScores(theta[patterns.inverse], error[patterns.inverse], int(patterns.counts[~rated].sum()))

    def transform(self, ratings: ArrayLike) -> Numbers:
        """EAP scores of units, shape (n_units,), one axis; NaN for a unit without any rating. See ``scores``.

        Raises ValueError as ``scores`` does.
        """
        return self.scores(ratings).theta

    def to_scale(self, theta: ArrayLike, judge: int | None = None) -> Numbers:
        """The rating that corresponds to θ on the judges' own scale (S1, H.5).

        It is the highest category k with P(rating >= k) >= 1/2, that is with β_k <= θ; the lowest category if there is
        none. A judge has thresholds for categories that it never used, too, so that these may be returned: between used
        ones as wide as the prior makes them, at an end of the scale as far away.

        ``theta``: any shape. ``judge``: column of the judge whose thresholds count; None for
        ``reference_judge_``. Returns same shape, values of ``categories_``; NaN for NaN. Raises IndexError for a judge
        beyond the last column.
        """
        theta = np.asarray(theta, dtype=np.float64)
        column = self.reference_judge_ if judge is None else judge
        places = np.searchsorted(self.thresholds_[column], theta, side="right")
        return np.where(np.isnan(theta), np.nan, self.categories_[places])

    def _known_patterns(self, ratings: ArrayLike) -> Patterns:
        table = check_ratings(ratings)
        names = column_names(ratings, table.shape[1])
        places = [*range(len(names))]  # columns without names go by place
        unlike = names != self.feature_names_in_ and places not in (names, self.feature_names_in_)
        if unlike or len(names) != self.n_features_in_:
            expected, got = (", ".join(map(repr, columns)) for columns in (self.feature_names_in_, names))
            raise ValueError(f"ratings must have the columns of the fit, {expected}, in this order; got {got}")
        return count_patterns(encode(table, self._scale), len(self.categories_))

    def _keep(self, fit: Fit) -> None:
        self._parameters, self._grid = fit.point.parameters, fit.point.grid
        n_judges, n_categories = self._parameters.shape
        self.discrimination_ = np.exp(self._parameters[:, 0])
        self.thresholds_ = self._parameters[:, 1:].copy()
        self.severity_ = self.thresholds_.mean(axis=1)
        ratings = mean_ratings(self._parameters, self._grid.nodes, self.categories_)
        self.mean_rating_ = ratings @ np.exp(self._grid.log_weights)
        estimated = [len(unused) < n_categories - 1 for unused in self.unused_]
        self.reference_judge_ = reference_order([np.where(estimated, self.severity_, np.nan)])[0]
        error = np.sqrt(np.diag(fit.covariance)).reshape(n_judges, n_categories)
        self.discrimination_se_, self.thresholds_se_ = self.discrimination_ * error[:, 0], error[:, 1:]
        blocks = fit.covariance.reshape(n_judges, n_categories, n_judges, n_categories)[:, 1:, :, 1:]
        self.severity_se_ = np.sqrt(np.einsum("rirj->r", blocks)) / (n_categories - 1)
        self.loglik_, self.log_posterior_ = fit.point.log_likelihood, fit.point.log_posterior
        self.converged_, self.n_iter_ = fit.converged, fit.n_iter
        self.n_quadrature_ = len(self._grid.nodes)


def reference_order(severity: ArrayLike) -> list[int]:
    """Judges by how well their thresholds stand for the scale of a panel, the best first.

    The rater whose severity is closest to zero is the reference (S1, H.5). Over several dimensions it is the mean of
    the distances from zero that counts: a judge that is strict on one and as lenient on another is far from zero on
    both. Judges with a severity in the most dimensions go first; of those that differ by less than 1e-6, which is what
    a fit is exact to, the first.

    ``severity``: shape (n_dimensions, n_judges), NaN where a judge has none.
    """
    table = np.asarray(severity, dtype=np.float64)
    known = np.isfinite(table)
    n_known = known.sum(axis=0)
    distance = np.where(known, np.abs(table), 0.0).sum(axis=0) / np.maximum(n_known, 1)
    return [int(place) for place in np.lexsort((distance.round(6), -n_known))]


def convergence_problem(fit: Fit, design: PatternTable) -> str | None:
    """Why a fit is not to be relied on; None if it is."""
    if fit.converged:
        return too_coarse(design, fit.point.curves.alpha, fit.point.grid)
    if not np.isfinite(fit.covariance).all():
        where = "where the log posterior is not concave, so that there are no standard errors"
    else:
        where = f"and the next step would be {fit.distance:.2g} posterior standard deviations long"
    if fit.stalled:
        return f"the search stalled after {fit.n_iter} steps: no next one leads upwards, {where}; raise tol"
    return f"the search ended after {fit.n_iter} steps, all that max_iter allows, {where}; raise max_iter or tol"


def too_coarse(design: PatternTable, alpha: Numbers, grid: Quadrature) -> str | None:
    """Why even the finest grid is not fine enough; None if it is."""
    if grid_is_fine(design, alpha, grid):
        return None
    return (
        f"{len(grid.nodes)} nodes are too few for judges of discrimination {alpha.max():.3g}: they agree almost "
        "without exception, so that discriminations and log likelihood are rough; count judges that copy each "
        "other as one"
    )


def check_judges(table: Numbers, names: Sequence[str]) -> None:
    """Raises a ValueError for ratings, shape (n_units, n_judges), by fewer than two judges or none by one of them."""
    if len(names) < 2:
        raise ValueError(
            "ratings must have a column for each of at least 2 judges, got 1; ratings by one judge do not show how "
            "well it distinguishes units"
        )
    if unused := [names[judge] for judge in range(len(names)) if np.isnan(table[:, judge]).all()]:
        raise ValueError(f"every judge must have a rating, got none in column {', '.join(unused)}; leave it out")


def unused_categories(codes: NDArray[np.int64], categories: Numbers) -> tuple[tuple[float, ...], ...]:
    """By judge, the categories that are not among its codes, shape (n_patterns, n_judges)."""
    return tuple(
        tuple(float(value) for code, value in enumerate(categories) if code not in used)
        for used in map(set, codes.T.tolist())
    )


def panel_problems(
    codes: NDArray[np.int64], categories: Numbers, alpha: Numbers, names: Sequence[str]
) -> Iterator[str]:
    """Reasons not to rely on a panel's parameters, one sentence each.

    ``codes``: shape (n_patterns, n_judges), ``MISSING`` or 0 to n_categories - 1. ``categories``: shape
    (n_categories,). ``alpha``: shape (n_judges,), discriminations. ``names``: of the judges.
    """
    groups = linked_columns(codes != MISSING)
    if len(groups) > 1:
        listed = " | ".join(", ".join(names[judge] for judge in group) for group in groups)
        yield (
            f"no unit was rated by judges of two of these groups: {listed}; they are on one scale only if the units of "
            "each are equally good on average"
        )
    unused = unused_categories(codes, categories)
    if single := [name for name, rest in zip(names, unused, strict=True) if len(rest) == len(categories) - 1]:
        yield (
            f"only one category was ever given by {', '.join(single)}: severity and discrimination there come from the "
            "prior; leave out a judge that does not distinguish units"
        )
    if sharp := [f"{name} ({value:.3g})" for name, value in zip(names, alpha, strict=True) if value > SHARPEST]:
        yield (
            f"discriminations above {SHARPEST:g}: {', '.join(sharp)}; judges that agree this well copy one another, or "
            "ratings are constant within units, and scores look more certain than they are"
        )
