"""The graded response model: judges of different severity and care, put on one scale."""

from __future__ import annotations

import math
import warnings
from numbers import Integral
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from helm_creativity.psychometrics.estimator import ConvergenceWarning, Estimator
from helm_creativity.psychometrics.graded_fit import Fit, grid_is_fine, maximise
from helm_creativity.psychometrics.graded_likelihood import Array, Design, Expectation, expectation, make_curves
from helm_creativity.psychometrics.patterns import MISSING, Patterns, as_table, column_names, count_patterns
from helm_creativity.psychometrics.scale import encode, learn_scale


class Scores(NamedTuple):
    """What ratings say about their units.

    Attributes:
        theta: shape (n_units,), posterior mean (EAP) on the scale on which fitted units are standard normal; NaN for a
            unit without any rating.
        standard_error: shape (n_units,), posterior standard deviation, at most 1 or little more; the judges' parameters
            count as known. NaN as above.
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
    tells units apart, and the mean of its thresholds its severity: a judge of severity 0.5 sets the bar half a standard
    deviation of the units higher than one of severity 0.

    "Ordered β drawn from N(0, 2)" is read as the normal density of every threshold, confined to the region where they
    are in order. (Pushing normal draws through a transformation to ordered vectors, as probabilistic programs do under
    the same name, is another prior: there the gaps are log-normal and thresholds drift upwards with k.)

    θ is integrated out by quadrature; the mode is that of the posterior of log α, the first threshold and the
    logarithms of the gaps between thresholds: the coordinates in which the parameters are free. In these a category
    that a judge never used keeps a width of its own; as a density of the thresholds themselves the posterior would be
    highest where it has none. The paper's own fit is variational; this one has no randomness.

    Units with the same ratings share all computation, so that the cost of a fit depends on the number of distinct
    response patterns. EM converges linearly to this mode; the search uses what an EM step computes for Newton's method
    (Louis 1982), which needs three to six steps.

    Judges that never rate a unit together are tied by θ ~ N(0, 1) and the prior alone; standard errors tell.

    Args:
        n_quadrature: nodes of the even grid over -6 <= θ <= 6 to begin with, at least 2. Where judges agree so well
            that posteriors of θ are too sharp for it, its spacing is halved until it is fine enough.
        max_iter: most Newton steps.
        tol: the search ends with a step that is shorter than this, in posterior standard deviations; what is then left
            to the mode is about its square.
        categories: all ratings that the scale offers, in any order, so that those which no judge used are known and
            reported; None if the scale is what occurs.

    Attributes:
        discrimination_: shape (n_judges,), α, positive.
        thresholds_: shape (n_judges, n_categories - 1), β, ascending.
        severity_: shape (n_judges,), mean of a judge's thresholds.
        discrimination_se_, thresholds_se_, severity_se_: standard errors of the same shapes, from the curvature of the
            log posterior at its mode; NaN where that is no maximum.
        categories_: shape (n_categories,), the ratings that occur, ascending; their order is all that counts.
        merged_: by rating that ``categories`` offers and nobody gave, the nearest one that occurs (of two, the lower),
            as which it counts from then on.
        unused_: by judge, the ratings that others gave and it never did; its thresholds around them are the prior's.
        reference_judge_: column of the judge whose severity is closest to zero.
        loglik_: marginal log likelihood of all units.
        log_posterior_: the same plus the log density of the prior at the parameters, in the free coordinates.
        converged_: whether the search ended as it should; otherwise there was a ``ConvergenceWarning`` too.
        n_iter_: steps taken.
        n_patterns_: distinct response patterns with at least one rating.
        n_quadrature_: nodes that were used in the end.
        n_unrated_: units without any rating; they say nothing and are left out.
        n_features_in_: judges.
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
            ratings: shape (n_units, n_judges), 2 to 51 different finite numbers, NaN where a judge gave none.
            y: part of scikit-learn's contract; not used.

        Raises:
            ValueError: for fewer than two judges, a judge without ratings, fewer than 2 or more than 51 categories in
                use, infinite ratings, ratings that ``categories`` does not offer, or settings out of range.
        """
        self._check_settings()
        table = as_table(ratings)
        _check_judges(table, column_names(ratings, table.shape[1]))
        self._scale = learn_scale(table, self.categories)
        self.categories_, self.merged_ = self._scale.categories, self._scale.merged
        patterns = count_patterns(encode(table, self._scale), len(self.categories_))
        design = Design.of(patterns, len(self.categories_))
        self.unused_ = _unused(design.codes, self.categories_)
        self.n_patterns_ = len(design.counts)
        self.n_unrated_ = len(table) - int(design.counts.sum())
        fit = maximise(design, int(self.n_quadrature), int(self.max_iter), float(self.tol))
        self._keep(fit)
        self.n_features_in_ = table.shape[1]
        if trouble := _trouble(fit, design):
            self.converged_ = False
            warnings.warn(trouble, ConvergenceWarning, stacklevel=2)
        return self

    def scores(self, ratings: ArrayLike) -> Scores:
        """EAP scores of units with their standard errors.

        Args:
            ratings: shape (n_units, n_judges), the judges in the order of ``fit``; these units or others.

        Raises:
            ValueError: for another number of judges or a rating that is none of ``categories_`` and ``merged_``.
        """
        patterns = self._known_patterns(ratings)
        rated = (patterns.codes != MISSING).any(axis=1)
        theta, error = np.full((2, len(rated)), np.nan)
        if rated.any():
            posterior = self._expectation(patterns)[1]
            nodes = self._grid.nodes
            theta[rated] = posterior @ nodes
            spread = (nodes - theta[rated, None]) ** 2
            error[rated] = np.sqrt((posterior * spread).sum(axis=1))
        return Scores(theta[patterns.inverse], error[patterns.inverse], int(patterns.counts[~rated].sum()))

    def transform(self, ratings: ArrayLike) -> Array:
        """EAP scores of units, shape (n_units,); NaN for a unit without any rating. See ``scores``."""
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
        return float(np.average(self._expectation(patterns)[0], weights=patterns.counts[rated]))

    def to_scale(self, theta: ArrayLike, judge: int | None = None) -> Array:
        """The rating that stands for θ on the judges' own scale (S1, H.5).

        It is the highest category k with P(rating >= k) >= 1/2, that is with β_k <= θ; the lowest category if there is
        none.

        Args:
            theta: any shape.
            judge: column of the judge whose thresholds count; None for the one whose severity is closest to zero.

        Returns:
            Same shape, values of ``categories_``; NaN for NaN.
        """
        self._check_fitted()
        theta = np.asarray(theta, dtype=np.float64)
        column = self.reference_judge_ if judge is None else judge
        places = np.searchsorted(self.thresholds_[column], theta, side="right")
        return np.where(np.isnan(theta), np.nan, self.categories_[places])

    def expected_ratings(self, theta: ArrayLike) -> Array:
        """The mean rating that each judge would give to units of known θ.

        Args:
            theta: shape (n_units,).

        Returns:
            Shape (n_units, n_judges), from the lowest to the highest of ``categories_``; NaN for NaN.
        """
        self._check_fitted()
        nodes = np.asarray(theta, dtype=np.float64)
        above = make_curves(self._parameters, nodes).above
        return np.asarray((self.categories_[0] + np.diff(self.categories_) @ above).T)

    def _known_patterns(self, ratings: ArrayLike) -> Patterns:
        """The distinct rows of ratings by the fitted judges."""
        self._check_fitted()
        table = as_table(ratings)
        if table.shape[1] != self.n_features_in_:
            raise ValueError(
                f"ratings must have one column for each of the {self.n_features_in_} judges that were fitted, "
                f"got {table.shape[1]}"
            )
        return count_patterns(encode(table, self._scale), len(self.categories_))

    def _expectation(self, patterns: Patterns) -> Expectation:
        """The posteriors of θ for the patterns that hold a rating."""
        design = Design.of(patterns, len(self.categories_))
        return expectation(design, make_curves(self._parameters, self._grid.nodes), self._grid)

    def _check_settings(self) -> None:
        """Refuses settings out of range, all at once."""
        whole: list[tuple[str, object, int]] = [("n_quadrature", self.n_quadrature, 2), ("max_iter", self.max_iter, 1)]
        wrong = [
            f"{name} must be a whole number of at least {least}, got {value!r}"
            for name, value, least in whole
            if not isinstance(value, Integral) or int(value) < least
        ]
        if not 0 < self.tol < math.inf:
            wrong.append(f"tol must be a positive number, got {self.tol!r}")
        if wrong:
            raise ValueError("; ".join(wrong))

    def _keep(self, fit: Fit) -> None:
        """Learned values out of the parameters, shape (R, K), and their covariance."""
        self._parameters, self._grid = fit.point.parameters, fit.point.grid
        n_judges, n_categories = self._parameters.shape
        self.discrimination_ = np.exp(self._parameters[:, 0])
        self.thresholds_ = self._parameters[:, 1:].copy()
        self.severity_ = self.thresholds_.mean(axis=1)
        self.reference_judge_ = int(np.abs(self.severity_).argmin())
        error = np.sqrt(np.diag(fit.covariance)).reshape(n_judges, n_categories)
        self.discrimination_se_, self.thresholds_se_ = self.discrimination_ * error[:, 0], error[:, 1:]
        blocks = fit.covariance.reshape(n_judges, n_categories, n_judges, n_categories)[:, 1:, :, 1:]
        self.severity_se_ = np.sqrt(np.einsum("rirj->r", blocks)) / (n_categories - 1)
        self.loglik_, self.log_posterior_ = fit.point.log_likelihood, fit.point.log_posterior
        self.converged_, self.n_iter_ = fit.converged, fit.n_iter
        self.n_quadrature_ = len(self._grid.nodes)


def _check_judges(table: Array, names: list[str]) -> None:
    """Refuses a panel that cannot be calibrated."""
    if len(names) < 2:
        raise ValueError(
            "ratings must have a column for each of at least 2 judges, got 1; how well a single judge tells units "
            "apart cannot be seen in its ratings"
        )
    if silent := [names[judge] for judge in range(len(names)) if np.isnan(table[:, judge]).all()]:
        raise ValueError(f"every judge must have given a rating, got none in column {', '.join(silent)}; leave it out")


def _unused(codes: NDArray[np.int64], categories: Array) -> tuple[tuple[float, ...], ...]:
    """By judge, the categories that are not among its codes, shape (n_patterns, n_judges)."""
    return tuple(
        tuple(float(value) for code, value in enumerate(categories) if code not in used)
        for used in map(set, codes.T.tolist())
    )


def _trouble(fit: Fit, design: Design) -> str | None:
    """What is wrong with a fit."""
    if not fit.converged:
        return (
            f"no mode after {fit.n_iter} steps: the next step is {fit.distance:.2g} posterior standard deviations "
            "long; raise max_iter or tol"
        )
    alpha, grid = fit.point.curves.alpha, fit.point.grid
    if not grid_is_fine(design, alpha, grid):
        return (
            f"{len(grid.nodes)} nodes are too few for judges of discrimination {alpha.max():.3g}: they agree almost "
            "without exception, so that discriminations and log likelihood are rough; count judges that copy each "
            "other as one"
        )
    return None
