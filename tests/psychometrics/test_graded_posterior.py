"""The posterior of the graded response model and the search for its mode."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import norm
from support.graded import prior_draw, simulate, unit_posterior

from helm_creativity.psychometrics import graded_posterior
from helm_creativity.psychometrics.graded_posterior import (
    PatternTable,
    derivatives,
    evaluate,
    grid_is_fine,
    log_prior,
    make_curves,
    make_grid,
    maximise,
    refine,
)
from helm_creativity.psychometrics.rating_categories import MISSING, count_patterns

GRID = make_grid(61)


def design_of(codes, n_categories):
    """Patterns of codes with NaN for missing ones."""
    whole = np.where(np.isnan(codes), MISSING, codes).astype(np.int64)
    return PatternTable.of(count_patterns(whole, n_categories), n_categories)


def parameters_of(alpha, thresholds):
    """The array that the search works on."""
    return np.column_stack([np.log(alpha), thresholds])


def case(seed, n_judges=3, n_categories=4, n_units=40, draw=2):
    """A design and parameters that are not its mode."""
    rng = np.random.default_rng(seed)
    alpha, thresholds = prior_draw(rng, n_judges, n_categories)
    codes, _ = simulate(rng, n_units, alpha, thresholds, draw=draw)
    return design_of(codes, n_categories), parameters_of(*prior_draw(rng, n_judges, n_categories)), codes


def differences(function, parameters, step=1e-5):
    """Central differences of a function of the parameters, one row a parameter."""
    moves = step * np.eye(parameters.size).reshape(-1, *parameters.shape)
    return np.array([(function(parameters + move) - function(parameters - move)) / (2 * step) for move in moves])


@pytest.mark.parametrize(("n_judges", "n_categories", "draw"), [(2, 2, 2), (3, 5, 2), (4, 3, 3)])
def test_the_marginal_likelihood_agrees_with_adaptive_integrals(n_judges, n_categories, draw):
    design, parameters, codes = case(0, n_judges, n_categories, 15, draw)
    alpha, thresholds = np.exp(parameters[:, 0]), parameters[:, 1:]
    slow = sum(math.log(unit_posterior(row, alpha, thresholds)[0]) for row in codes)
    assert evaluate(design, GRID, parameters).log_likelihood == pytest.approx(slow, abs=1e-6)


def test_nearly_equal_thresholds_and_far_units_keep_their_digits():
    """Where differences of cumulative probabilities would be 0."""
    # F(z) - F(z - g) ≈ g F'(z); F'(40) = e^-40 to 17 digits, and α = 1, β = 0 and 1e-12.
    log_p = make_curves(parameters_of([1.0], [[0.0, 1e-12]]), np.array([0.0, 40.0, -800.0])).log_p[0, 1]
    assert log_p == pytest.approx([math.log(1e-12 / 4), math.log(1e-12) - 40, math.log(1e-12) - 800], rel=1e-9)


@pytest.mark.parametrize(("n_judges", "n_categories", "draw"), [(2, 2, 2), (3, 4, 2), (4, 3, 4), (3, 6, 1)])
@given(st.integers(0, 2**32 - 1))
@settings(max_examples=5)
def test_gradient_and_information_are_slopes_of_the_posterior(n_judges, n_categories, draw, seed):
    """Judges mix in the curvature, through what they say about the same units."""
    design, parameters, _ = case(seed, n_judges, n_categories, 40, draw)
    parameters[:, 1:] += np.arange(n_categories - 1) / 10  # gaps wide enough for differences
    found = derivatives(design, evaluate(design, GRID, parameters))
    slope = differences(lambda at: evaluate(design, GRID, at).log_posterior, parameters)
    assert found.gradient == pytest.approx(slope, rel=1e-4, abs=1e-4)
    curvature = differences(lambda at: derivatives(design, evaluate(design, GRID, at)).gradient, parameters)
    assert found.observed == pytest.approx(-curvature, rel=1e-4, abs=1e-3)


def test_the_prior_is_normal_in_log_discrimination_and_ordered_thresholds():
    """Times every gap, for the coordinates in which the mode is taken."""
    # Two judges, K = 3: 2! ways to order two thresholds each.
    parameters = np.array([[0.2, -1.0, 0.5], [-0.1, 1.0, 4.0]])
    slow = 2 * math.log(2) + math.log(1.5) + math.log(3.0)
    slow += norm.logpdf(parameters[:, 0], 0, 0.3).sum() + norm.logpdf(parameters[:, 1:], 0, 2).sum()
    assert log_prior(parameters) == pytest.approx(slow)


def test_thresholds_out_of_order_have_no_posterior():
    design, parameters, _ = case(3, n_categories=3)
    for thresholds in ([1.0, 0.0], [1.0, 1.0]):
        parameters[1, 1:] = thresholds
        assert evaluate(design, GRID, parameters) is None


def test_the_grid_follows_the_sharpest_judges():
    """It is halved until its spacing is at most 0.8 posterior standard deviations of θ, and has an end."""
    # 61 nodes: 0.2. Two judges of α = 12: precision 1 + 2·144/3 = 97, 0.2·√97 = 1.97, 0.98, 0.49 on 241 nodes.
    design, parameters, _ = case(4, n_judges=3, draw=2)
    parameters[:, 0] = math.log(12)
    point = refine(design, evaluate(design, GRID, parameters))
    assert len(point.grid.nodes) == 241
    assert refine(design, point) is point
    parameters[:, 0] = math.log(1e4)
    last = refine(design, evaluate(design, GRID, parameters))
    assert graded_posterior.FINEST / 2 < len(last.grid.nodes) <= graded_posterior.FINEST
    assert not grid_is_fine(design, last.curves.alpha, last.grid)


@pytest.mark.parametrize("log_alpha", [-2.5, 3.0])
def test_the_search_finds_the_mode_from_far_away(monkeypatch, log_alpha):
    """Where the posterior is not concave, steps of the EM gradient algorithm lead to where it is."""
    design, _, _ = case(6, n_judges=3, n_categories=4, n_units=300)
    near = maximise(design, 61, 100, 1e-6)
    far = np.column_stack([np.full(3, log_alpha), np.tile([-7.0, -6.9, 6.0], (3, 1))])
    monkeypatch.setattr(graded_posterior, "starting_values", lambda design: far)
    found = maximise(design, 61, 100, 1e-6)
    assert found.converged
    assert found.point.parameters == pytest.approx(near.point.parameters, abs=1e-5)


def test_a_place_that_is_no_maximum_has_no_covariance(monkeypatch):
    design, _, _ = case(6, n_units=300)
    far = np.column_stack([np.full(3, 3.0), np.tile([-7.0, -6.9, 6.0], (3, 1))])
    monkeypatch.setattr(graded_posterior, "starting_values", lambda design: far)
    found = maximise(design, 61, 0, 1e-3)
    assert not found.converged
    assert np.isnan(found.covariance).all()
