"""What the graded response model refuses, and what it says when its search fails."""

import re
import warnings

import numpy as np
import pytest
from support.graded import simulate

from helm_creativity.psychometrics import ConvergenceWarning, GradedResponseModel, graded_fit
from helm_creativity.psychometrics.graded_checks import check_settings, reference_judge, trouble
from helm_creativity.psychometrics.graded_fit import Slope, _em_gradient, maximise
from helm_creativity.psychometrics.graded_likelihood import Design, make_grid
from helm_creativity.psychometrics.patterns import count_patterns

GOOD = {"n_quadrature": 2, "max_iter": 1, "tol": 1e-3}


@pytest.fixture(scope="module")
def table():
    return simulate(np.random.default_rng(0), 300, [1.4, 0.8], [[-1, 0, 1], [-0.5, 0.5, 1.5]])[0]


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"tol": "a"}, "tol must be a positive number, got 'a'"),
        ({"tol": None}, "tol must be a positive number, got None"),
        ({"tol": True}, "tol must be a positive number, got True"),
        ({"tol": np.inf}, "tol must be a positive number, got inf"),
        ({"max_iter": True}, "max_iter must be a whole number of at least 1, got True"),
        ({"n_quadrature": "41", "max_iter": None}, "at least 2, got '41'; max_iter .* at least 1, got None"),
    ],
)
def test_settings_of_the_wrong_kind_are_refused(changed, message):
    """By name, all at once; their least values are allowed, and so are numpy's numbers."""
    check_settings({**GOOD, "max_iter": np.int64(1), "tol": np.float32(0.1)})
    with pytest.raises(ValueError, match=message):
        check_settings({**GOOD, **changed})


@pytest.mark.parametrize("judge", [2, -1, 1.5, 1.0, True, "a"])
def test_what_is_no_column_is_no_judge(table, judge):
    """Nor is a negative one, which would count from the end."""
    model = GradedResponseModel().fit(table)
    with pytest.raises(ValueError, match=f"a whole number from 0 to 1, got {re.escape(repr(judge))}"):
        model.to_scale([0.0], judge=judge)
    assert model.to_scale([9.0], judge=np.int64(1)).tolist() == [3]


@pytest.mark.parametrize("theta", [0.3, [[0.3]], np.zeros((4, 1))])
def test_expected_ratings_are_of_a_list_of_units(table, theta):
    """A column would be read as something else without a word."""
    with pytest.raises(ValueError, match=rf"theta must have shape \(n_units,\), got {re.escape(str(np.shape(theta)))}"):
        GradedResponseModel().fit(table).expected_ratings(theta)


def test_a_reference_uses_all_categories_if_any_judge_does():
    """Among equals the severity closest to zero decides, and the first of two."""
    assert reference_judge(np.array([0.0, -0.9, 0.8]), [1, 0, 0]) == 2
    assert reference_judge(np.array([0.5, -0.5, 0.0]), [2, 2, 3]) == 0


def test_a_judge_that_says_nothing_is_no_reference():
    """Though its severity is the prior's, which is zero."""
    codes, _ = simulate(np.random.default_rng(4), 500, [1.5] * 3, np.array([[-1.5, -0.5, 0.5, 1.5]] * 3) + 0.4)
    codes[:, 0] = 2
    with pytest.warns(UserWarning, match="only one category was ever given by 0: severity and discrimination"):
        model = GradedResponseModel().fit(codes)
    assert np.abs(model.severity_).argmin() == 0
    assert model.reference_judge_ in (1, 2)
    assert set(model.to_scale(np.linspace(-3, 3, 50)).tolist()) == {0, 1, 2, 3, 4}


def test_a_search_that_stands_still_does_not_blame_max_iter(table, monkeypatch):
    """More steps would not help it."""
    monkeypatch.setattr(graded_fit, "_search", lambda *_: None)
    with pytest.warns(ConvergenceWarning, match="stands still after 0 steps: no next one leads upwards") as caught:
        model = GradedResponseModel().fit(table)
    assert "max_iter" not in str(caught[0].message)
    assert not model.converged_


def test_an_end_without_a_maximum_says_so(table):
    """There the length of a step has no unit, and no standard error exists."""
    design = Design.of(count_patterns(table.astype(np.int64), 4), 4)
    fit = maximise(design, 41, 100, 1e-3)
    assert trouble(fit, design) is None
    lost = fit._replace(converged=False, covariance=fit.covariance * np.nan)
    assert "the log posterior is not concave" in trouble(lost, design)
    assert "standard deviations long" not in trouble(lost, design)


def test_the_em_gradient_step_ends_whatever_it_is_given():
    """Damped until the matrix is positive definite, and for numbers that are none a plain step."""
    gradient, indefinite = np.array([1.0, 2.0]), np.array([[1.0, 3.0], [3.0, 1.0]])
    step = _em_gradient(Slope(gradient, indefinite, indefinite))
    # The diagonal grows by 0.001·2^i of itself; 1 + 2.048 is the first that exceeds 3.
    assert step == pytest.approx(np.linalg.solve(indefinite + 2.048 * np.eye(2), gradient))
    # The diagonal grows by 0.001·2^i of itself; 1 + 2.048 is the first that exceeds 3.
    assert step == pytest.approx(np.linalg.solve(indefinite + 2.048 * np.eye(2), gradient))
    # The diagonal grows by 0.001·2^i of itself; 1 + 2.048 is the first that exceeds 3.
    assert step == pytest.approx(np.linalg.solve(indefinite + 2.048 * np.eye(2), gradient))
    # The diagonal grows by 0.001·2^i of itself; 1 + 2.048 is the first that exceeds 3.
    assert step == pytest.approx(np.linalg.solve(indefinite + 2.048 * np.eye(2), gradient))
    # The diagonal grows by 0.001·2^i of itself; 1 + 2.048 is the first that exceeds 3.
    assert step == pytest.approx(np.linalg.solve(indefinite + 2.048 * np.eye(2), gradient))
    # The diagonal grows by 0.001·2^i of itself; 1 + 2.048 is the first that exceeds 3.
    assert step == pytest.approx(np.linalg.solve(indefinite + 2.048 * np.eye(2), gradient))
    # The diagonal grows by 0.001·2^i of itself; 1 + 2.048 is the first that exceeds 3.
    assert step == pytest.approx(np.linalg.solve(indefinite + 2.048 * np.eye(2), gradient))
    # The diagonal grows by 0.001·2^i of itself; 1 + 2.048 is the first that exceeds 3.
    assert step == pytest.approx(np.linalg.solve(indefinite + 2.048 * np.eye(2), gradient))
    assert gradient @ step > 0
    nothing = np.full((2, 2), np.nan)
    assert np.isnan(_em_gradient(Slope(gradient, nothing, nothing))).all()
    zero = np.zeros((2, 2))
    assert _em_gradient(Slope(gradient, zero, zero)).tolist() == [1.0, 2.0]


def test_more_judges_than_at_the_fit_are_scored_as_exactly():
    """The grid of the fit, where two of twenty rated, is too coarse for units that all of them rate."""
    rng = np.random.default_rng(0)
    thresholds = [[-1.5, -0.5, 0.5, 1.5]] * 20
    sparse, _ = simulate(rng, 4000, [1.6] * 20, thresholds, draw=2)
    full, _ = simulate(rng, 100, [1.6] * 20, thresholds)
    model = GradedResponseModel().fit(sparse)
    found = model.scores(full)
    assert model.n_quadrature_ == 41  # on which scores would be wrong by 1e-5 and standard errors by 3e-4 of themselves
    model._grid = make_grid(1001)
    exact = model.scores(full)
    assert np.abs(found.theta - exact.theta).max() < 1e-8
    assert found.standard_error == pytest.approx(exact.standard_error, rel=1e-8)
    total = model.score(full)
    model._grid = make_grid(41)
    assert model.score(full) == pytest.approx(total, rel=1e-10)


def test_scores_that_no_grid_can_hold_are_a_warning(table, monkeypatch):
    """Where more judges rate a unit than the finest grid allows."""
    model = GradedResponseModel().fit(table)
    monkeypatch.setattr(graded_fit, "FINEST", 40)
    model.discrimination_ = np.full(2, 50.0)
    with pytest.warns(ConvergenceWarning, match="41 nodes are too few") as caught:
        model.scores(table)
    assert caught[0].category is ConvergenceWarning
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        model.converged_ = False
        assert len(model.transform(table)) == 300
