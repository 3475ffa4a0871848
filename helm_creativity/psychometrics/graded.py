"""The graded response model: judges of different severity and care, put on one scale."""

from __future__ import annotations

import warnings
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from helm_creativity.psychometrics.estimator import ConvergenceWarning, Estimator
from helm_creativity.psychometrics.graded_checks import (
    as_thetas,
    check_judge,
    check_settings,
    reference_judge,
    too_coarse,
    trouble,
)
from helm_creativity.psychometrics.graded_fit import Fit, maximise, refined
from helm_creativity.psychometrics.graded_likelihood import (
    Array,
    Design,
    Expectation,
    Grid,
    expectation,
    make_curves,
    mean_ratings,
)
from helm_creativity.psychometrics.panel import JudgeWarning, check_judges, doubts, unused_categories
from helm_creativity.psychometrics.patterns import (
    MISSING,
    Patterns,
    as_table,
    check_names,
    column_names,
    count_patterns,
    feature_names,
)
from helm_creativity.psychometrics.scale import encode, learn_scale


class Scores(NamedTuple):
    """What ratings say about their units.

    Attributes:
        theta: shape (n_units,), posterior mean (EAP) on the scale on which fitted units are standard normal; NaN for a
            unit without any rating.
        standard_error: shape (n_units,), posterior standard deviation, at most 1 but for rounding; the judges'
            parameters count as known. NaN as above.
        n_unrated: how many units have no rating.
    """

    theta: Array
    standard_error: Array
    n_unrated: int


class GradedResponseModel(Estimator):
    """Samejima's graded response model of judges, by marginal maximum a posteriori (S1, H.2, equation 1).

    Judge r gives unit p at least the category k with probability::

        P(rating_{r,p} >= k) = 1 / (1 + exp(-α_r (θ_p - β_{r,k}))),   k = 2 ... K,   β_{r,2} < ... < β_{r,K}

    with θ ~ N(0, 1), log α ~ N(0, 0.3) and β ~ N(0, 2), second arguments standard deviations. α is how well a judge
    tells units apart, and the mean of its thresholds its severity: of two judges that both use all categories, one
    whose severity is higher by 0.5 sets the bar half a standard deviation of the units higher on the average.

    A threshold next to a category that a judge never used, or hardly ever, is where the prior puts it, and severity is
    a mean over all of them: one stray rating in a new category can move the severity of every judge by 1. What the data
    determine is ``mean_rating_``; compare judges by that where ``unused_`` is not empty.

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

    Judges that never rate a unit together, directly or by way of others, are on one scale by θ ~ N(0, 1) and the prior
    alone, which standard errors do not show: there is a ``JudgeWarning``. There is one, too, for a judge that gave one
    category only and for a discrimination above 10.

    It follows scikit-learn's contract but for one thing: ``transform`` gives one score a unit as an array of shape
    (n_units,), not a table of one column, so that it is the last step of a pipeline. Columns' names are checked as
    there, and categories that a part of the data may not have belong in ``categories`` before cross-validation.

    Args:
        n_quadrature: nodes of the even grid over -6 <= θ <= 6 to begin with, at least 2. Where judges agree so well
            that posteriors of θ are too sharp for it, its spacing is halved until it is fine enough.
        max_iter: most steps, Newton's or the shorter ones that stand in for them, before the last.
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
        merged_: by rating that ``categories`` offers and nobody gave, the nearest one that occurs (of two, the lower),
            as which it counts from then on.
        unused_: by judge, the ratings that others gave and it never did. Between used ones, the thresholds around such
            a category stand where the data put them and only its width is the prior's; at an end of the scale, the
            prior alone says how far away its threshold is.
        reference_judge_: column of the judge whose severity is closest to zero among those with the fewest unused
            categories. (S1, H.5, looks at severity alone, by which a judge that gives the same rating to everything
            could become the reference.)
        loglik_: marginal log likelihood of all units.
        log_posterior_: the same plus the log density of the prior at the parameters, in the free coordinates.
        converged_: whether the search ended at a local maximum; otherwise there was a ``ConvergenceWarning`` too. There
            may be others: α is positive, so that a judge who contradicts the rest shows as one of α about 0.17, and
            two equal camps have a maximum for each.
        n_iter_: steps taken before the last, which is shorter than ``tol``.
        n_patterns_: distinct response patterns with at least one rating.
        n_quadrature_: nodes that were used in the end.
        n_unrated_: units without any rating; they say nothing and are left out.
        n_features_in_: judges.
        feature_names_in_: shape (n_judges,), names of the table's columns; only if it had any and all are text.
    """

    def __init__(
        self, n_quadrature: int = 41, max_iter: int = 100, tol: float = 1e-3, categories: ArrayLike | None = None
    ) -> None:
        self.n_quadrature = n_quadrature
        self.max_iter = max_iter
        self.tol = tol
        self.categories = categories

    def fit(self, ratings: ArrayLike, y: None = None) -> GradedResponseModel:
        """Learns the judges.

        Args:
            ratings: shape (n_units, n_judges), 2 to 51 different finite numbers; NaN, None, masked or pandas' NA where
                a judge gave none.
            y: part of scikit-learn's contract; not used.

        Raises:
            ValueError: for fewer than two judges, a judge without ratings, fewer than 2 or more than 51 categories in
                use, infinite ratings, ratings that ``categories`` does not offer, or settings out of range.
        """
        check_settings(self.get_params())
        table, names = as_table(ratings), feature_names(ratings)
        called = column_names(ratings, table.shape[1])
        check_judges(table, called)
        scale = learn_scale(table, self.categories)
        patterns = count_patterns(encode(table, scale), len(scale.categories))
        design = Design.of(patterns, len(scale.categories))
        fit = maximise(design, int(self.n_quadrature), int(self.max_iter), float(self.tol))
        self._scale, self.categories_, self.merged_ = scale, scale.categories, scale.merged
        self.unused_ = unused_categories(design.codes, self.categories_)
        self.n_patterns_ = len(design.counts)
        self.n_unrated_ = len(table) - int(design.counts.sum())
        self._keep(fit)
        self._keep_columns(table.shape[1], names)
        problem = trouble(fit, design)
        if problem:
            self.converged_ = False
            warnings.warn(problem, ConvergenceWarning, stacklevel=2)
        # Of discriminations that no grid could hold there is nothing to add.
        alpha = self.discrimination_ if self.converged_ else np.ones(table.shape[1])
        for doubt in doubts(design.codes, self.categories_, alpha, called):
            warnings.warn(doubt, JudgeWarning, stacklevel=2)
        return self

    def scores(self, ratings: ArrayLike) -> Scores:
        """EAP scores of units with their standard errors.

        Args:
            ratings: shape (n_units, n_judges), the judges in the order of ``fit``; these units or others.

        Raises:
            ValueError: for another number of judges, columns of other names or in another order, or a rating that is
                none of ``categories_`` and ``merged_``.
        """
        patterns = self._known_patterns(ratings)
        rated = (patterns.codes != MISSING).any(axis=1)
        theta, error = np.full((2, len(rated)), np.nan)
        if rated.any():
            (_, posterior), grid = self._expectation(patterns)
            theta[rated] = posterior @ grid.nodes
            spread = (grid.nodes - theta[rated, None]) ** 2
            error[rated] = np.sqrt((posterior * spread).sum(axis=1))
        return Scores(theta[patterns.inverse], error[patterns.inverse], int(patterns.counts[~rated].sum()))

    def transform(self, ratings: ArrayLike) -> Array:
        """EAP scores of units, shape (n_units,), one axis; NaN for a unit without any rating. See ``scores``."""
        return self.scores(ratings).theta

    def fit_transform(self, ratings: ArrayLike, y: None = None) -> Array:
        """Learns the judges and scores the same units."""
        return self.fit(ratings).transform(ratings)

    def score(self, ratings: ArrayLike, y: None = None) -> float:
        """Mean marginal log likelihood of the units that have a rating.

        Raises:
            ValueError: as for ``scores``, and where no unit has a rating.
        """
        patterns = self._known_patterns(ratings)
        rated = (patterns.codes != MISSING).any(axis=1)
        if not rated.any():
            raise ValueError("ratings must hold at least one rating, got none; there is no likelihood of nothing")
        return float(np.average(self._expectation(patterns)[0].log_likelihood, weights=patterns.counts[rated]))

    def to_scale(self, theta: ArrayLike, judge: int | None = None) -> Array:
        """The rating that stands for θ on the judges' own scale (S1, H.5).

        It is the highest category k with P(rating >= k) >= 1/2, that is with β_k <= θ; the lowest category if there is
        none.

        Args:
            theta: any shape.
            judge: column of the judge whose thresholds count; None for ``reference_judge_``.

        Returns:
            Same shape, values of ``categories_``; NaN for NaN.

        Raises:
            ValueError: for a judge that is no column.
        """
        self._check_fitted()
        theta = np.asarray(theta, dtype=np.float64)
        column = self.reference_judge_ if judge is None else judge
        check_judge(column, self.n_features_in_)
        places = np.searchsorted(self.thresholds_[column], theta, side="right")
        return np.where(np.isnan(theta), np.nan, self.categories_[places])

    def expected_ratings(self, theta: ArrayLike) -> Array:
        """The mean rating that each judge would give to units of known θ.

        Args:
            theta: shape (n_units,); infinities stand for the limits.

        Returns:
            Shape (n_units, n_judges), from the lowest to the highest of ``categories_``; NaN for NaN.

        Raises:
            ValueError: for another number of axes.
        """
        self._check_fitted()
        return mean_ratings(self._parameters, as_thetas(theta), self.categories_).T

    def _known_patterns(self, ratings: ArrayLike) -> Patterns:
        """The distinct rows of ratings by the fitted judges."""
        self._check_fitted()
        table = as_table(ratings)
        if table.shape[1] != self.n_features_in_:
            raise ValueError(
                f"ratings must have one column for each of the {self.n_features_in_} judges that were fitted, "
                f"got {table.shape[1]}"
            )
        check_names(getattr(self, "feature_names_in_", None), ratings)
        return count_patterns(encode(table, self._scale), len(self.categories_))

    def _expectation(self, patterns: Patterns) -> tuple[Expectation, Grid]:
        """The posteriors of θ for the patterns that hold a rating, on a grid that is fine enough for them."""
        design = Design.of(patterns, len(self.categories_))
        alpha = self.discrimination_[:, None]
        grid = refined(design, alpha, self._grid)
        if self.converged_ and (problem := too_coarse(design, alpha, grid)):
            warnings.warn(problem, ConvergenceWarning, stacklevel=4)
        return expectation(design, make_curves(self._parameters, grid.nodes), grid), grid

    def _keep(self, fit: Fit) -> None:
        """Learned values out of the parameters, shape (R, K), and their covariance."""
        self._parameters, self._grid = fit.point.parameters, fit.point.grid
        n_judges, n_categories = self._parameters.shape
        self.discrimination_ = np.exp(self._parameters[:, 0])
        self.thresholds_ = self._parameters[:, 1:].copy()
        self.severity_ = self.thresholds_.mean(axis=1)
        ratings = mean_ratings(self._parameters, self._grid.nodes, self.categories_)
        self.mean_rating_ = ratings @ np.exp(self._grid.log_weights)
        self.reference_judge_ = reference_judge(self.severity_, list(map(len, self.unused_)))
        error = np.sqrt(np.diag(fit.covariance)).reshape(n_judges, n_categories)
        self.discrimination_se_, self.thresholds_se_ = self.discrimination_ * error[:, 0], error[:, 1:]
        blocks = fit.covariance.reshape(n_judges, n_categories, n_judges, n_categories)[:, 1:, :, 1:]
        self.severity_se_ = np.sqrt(np.einsum("rirj->r", blocks)) / (n_categories - 1)
        self.loglik_, self.log_posterior_ = fit.point.log_likelihood, fit.point.log_posterior
        self.converged_, self.n_iter_ = fit.converged, fit.n_iter
        self.n_quadrature_ = len(self._grid.nodes)
