"""The scale of ratings, the posterior of the graded response model, and the search for its mode."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import norm
from support.graded import prior_draw, simulate, unit_posterior

from helm_creativity.psychometrics import graded_posterior as posterior
from helm_creativity.psychometrics import rating_categories as categories

NAN = float("nan")


@st.composite
def code_tables(draw):
    """Codes with missing ones; few keys, many keys, and more judges than fit into one integer."""
    n_categories, n_judges = draw(st.sampled_from([(2, 1), (3, 4), (51, 4), (51, 12), (51, 40)]))
    rows = draw(st.lists(st.integers(0, 2**32), min_size=1, max_size=30))
    table = [np.random.default_rng(row % 5).integers(-1, n_categories, n_judges) for row in rows]
    return np.array(table, dtype=np.int64), n_categories


@given(code_tables())
def test_patterns_are_the_distinct_rows(case):
    """Their codes, counts and places agree with sorting rows."""
    codes, n_categories = case
    patterns = categories.count_patterns(codes, n_categories)
    rows, counts = np.unique(codes, axis=0, return_counts=True)
    assert (patterns.codes[patterns.inverse] == codes).all()
    assert sorted(map(tuple, patterns.codes.tolist())) == sorted(map(tuple, rows.tolist()))
    assert dict(zip(map(tuple, patterns.codes.tolist()), patterns.counts.tolist(), strict=True)) == dict(
        zip(map(tuple, rows.tolist()), counts.tolist(), strict=True)
    )


def test_many_judges_do_not_share_keys():
    """Rows that differ only in the first of many judges stay apart: 52 to the 39th is 0 in 64 bits."""
    codes = np.full((2, 40), 50)
    codes[1, 0] = 49
    assert categories.count_patterns(codes, 51).counts.tolist() == [1, 1]


def test_offered_but_unused_categories_are_merged():
    """Each counts as the nearest used one, the lower of two."""
    # Used 2, 4, 7 of 1..8: 1 -> 2; 3 lies between 2 and 4 -> 2; 5 -> 4; 6 -> 7; 8 -> 7.
    scale = categories.learn_scale(categories.check_ratings([[2, 4], [7, NAN]]), range(8, 0, -1))
    assert scale.merged == {1: 2, 3: 2, 5: 4, 6: 7, 8: 7}
    assert categories.encode(categories.check_ratings([[6, 3]]), scale).tolist() == [[2, 0]]


@pytest.mark.parametrize(
    ("ratings", "offered", "message"),
    [
        ([[3.0, 3.0], [NAN, 3.0]], None, "at least 2 categories, got only 3; nothing distinguishes units"),
        (np.arange(52.0)[:, None], None, "at most 51 categories, got 52; round them"),
        ([[1.0, 9.0]], [1, 2, 3], r"among the categories 1, 2, 3, got 9; leave out"),
        ([[1.0, 2.0]], [1, 1, 2], "categories must be different finite numbers in one list"),
        ([[1.0, 2.0]], [1, 2, NAN], "categories must be different finite numbers in one list"),
    ],
)
def test_scales_that_are_none_are_refused(ratings, offered, message):
    with pytest.raises(ValueError, match=message):
        categories.learn_scale(np.asarray(ratings), offered)


def test_51_categories_are_a_scale():
    """The limit itself is allowed, and a long list is abridged in errors."""
    scale = categories.learn_scale(np.arange(51.0)[:, None], None)
    assert len(scale.categories) == 51
    with pytest.raises(ValueError, match=r"ratings\[0, 0\] must be one of 0, 1, 2, 3, 4, 5, ..., 48, 49, 50, got 51;"):
        categories.encode(np.array([[51.0]]), scale)


@pytest.mark.parametrize("value", [0.0, 1.5, 4.0])
def test_unknown_ratings_are_refused_by_place(value):
    scale = categories.learn_scale(np.array([[1.0, 2.0, 3.0]]), None)
    with pytest.raises(ValueError, match=rf"ratings\[1, 2\] must be one of 1, 2, 3, got {value:g}; .*categories="):
        categories.encode(np.array([[1.0, 2.0, 3.0], [NAN, 1.0, value]]), scale)


def test_numbers_that_rounding_tells_apart_are_one():
    """The offered one, else the one that is written shortest; real differences stay."""
    tenths = np.array([[1 - 0.9, 0.1, 0.3, 0.1 + 0.2, 0.1 + 0.7, 0.8]])
    assert len(np.unique(tenths)) == 6
    assert categories.distinct_ratings(tenths).tolist() == [0.1, 0.3, 0.8]
    scale = categories.learn_scale(tenths, None)
    assert scale.merged == {}
    assert categories.encode(tenths, scale).tolist() == [[0, 0, 1, 1, 2, 2]]
    scale = categories.learn_scale(tenths, [0.1 + 0.7, 0.1 + 0.2, 1 - 0.9])
    assert scale.categories.tolist() == [1 - 0.9, 0.1 + 0.2, 0.1 + 0.7]
    assert categories.encode(tenths, scale).tolist() == [[0, 0, 1, 1, 2, 2]]
    assert categories.distinct_ratings(np.array([1e9, 1e9 + 0.01, NAN, 1e9 + 0.01])).tolist() == [1e9, 1e9 + 0.01]
    assert categories.distinct_ratings(np.array([0.0, 0.3 - (0.1 + 0.2), 1.0])).tolist() == [0.0, 1.0]


def test_a_tie_is_one_in_spite_of_rounding():
    """0.2 is as far from 0.1 as from 0.3, and goes to the lower one."""
    assert abs(0.2 - 0.1) > abs(0.2 - 0.3)
    assert categories.learn_scale(np.array([[0.1, 0.3]]), [0.1, 0.2, 0.3]).merged == {0.2: 0.1}


@pytest.mark.parametrize("unit", [1.7e308, 5e-324])
def test_scales_at_the_ends_of_what_floats_hold(unit):
    values = np.array([-1.0, 0.0, 1.0]) * unit
    scale = categories.learn_scale(values[None, [0, 2]], values)
    assert scale.merged == {0.0: -unit}
    assert categories.encode(values[None], scale).tolist() == [[0, 0, 1]]
    assert categories.learn_scale(values[None], None).categories.tolist() == values.tolist()


GRID = posterior.make_grid(61)


def design_of(codes, n_categories):
    """Patterns of codes with NaN for missing ones."""
    whole = np.where(np.isnan(codes), categories.MISSING, codes).astype(np.int64)
    return posterior.PatternTable.of(categories.count_patterns(whole, n_categories), n_categories)


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
    assert posterior.evaluate(design, GRID, parameters).log_likelihood == pytest.approx(slow, abs=1e-6)


def test_nearly_equal_thresholds_and_far_units_keep_their_digits():
    """Where differences of cumulative probabilities would be 0."""
    # F(z) - F(z - g) ≈ g F'(z); F'(40) = e^-40 to 17 digits, and α = 1, β = 0 and 1e-12.
    log_p = posterior.make_curves(parameters_of([1.0], [[0.0, 1e-12]]), np.array([0.0, 40.0, -800.0])).log_p[0, 1]
    assert log_p == pytest.approx([math.log(1e-12 / 4), math.log(1e-12) - 40, math.log(1e-12) - 800], rel=1e-9)


@pytest.mark.parametrize(("n_judges", "n_categories", "draw"), [(2, 2, 2), (3, 4, 2), (4, 3, 4), (3, 6, 1)])
@given(st.integers(0, 2**32 - 1))
@settings(max_examples=5)
def test_gradient_and_information_are_slopes_of_the_posterior(n_judges, n_categories, draw, seed):
    """Judges mix in the curvature, through what they say about the same units."""
    design, parameters, _ = case(seed, n_judges, n_categories, 40, draw)
    parameters[:, 1:] += np.arange(n_categories - 1) / 10  # gaps wide enough for differences
    found = posterior.derivatives(design, posterior.evaluate(design, GRID, parameters))
    slope = differences(lambda at: posterior.evaluate(design, GRID, at).log_posterior, parameters)
    assert found.gradient == pytest.approx(slope, rel=1e-4, abs=1e-4)
    curvature = differences(
        lambda at: posterior.derivatives(design, posterior.evaluate(design, GRID, at)).gradient, parameters
    )
    assert found.observed == pytest.approx(-curvature, rel=1e-4, abs=1e-3)


def test_the_prior_is_normal_in_log_discrimination_and_ordered_thresholds():
    """Times every gap, for the coordinates in which the mode is taken."""
    # Two judges, K = 3: 2! ways to order two thresholds each.
    parameters = np.array([[0.2, -1.0, 0.5], [-0.1, 1.0, 4.0]])
    slow = 2 * math.log(2) + math.log(1.5) + math.log(3.0)
    slow += norm.logpdf(parameters[:, 0], 0, 0.3).sum() + norm.logpdf(parameters[:, 1:], 0, 2).sum()
    assert posterior.log_prior(parameters) == pytest.approx(slow)


def test_thresholds_out_of_order_have_no_posterior():
    design, parameters, _ = case(3, n_categories=3)
    for thresholds in ([1.0, 0.0], [1.0, 1.0]):
        parameters[1, 1:] = thresholds
        assert posterior.evaluate(design, GRID, parameters) is None


def test_the_grid_follows_the_sharpest_judges():
    """It is halved until its spacing is at most 0.8 posterior standard deviations of θ, and has an end."""
    # 61 nodes: 0.2. Two judges of α = 12: precision 1 + 2·144/3 = 97, 0.2·√97 = 1.97, 0.98, 0.49 on 241 nodes.
    design, parameters, _ = case(4, n_judges=3, draw=2)
    parameters[:, 0] = math.log(12)
    point = posterior.refine(design, posterior.evaluate(design, GRID, parameters))
    assert len(point.grid.nodes) == 241
    assert posterior.refine(design, point) is point
    parameters[:, 0] = math.log(1e4)
    last = posterior.refine(design, posterior.evaluate(design, GRID, parameters))
    assert posterior.FINEST / 2 < len(last.grid.nodes) <= posterior.FINEST
    assert not posterior.grid_is_fine(design, last.curves.alpha, last.grid)


@pytest.mark.parametrize("log_alpha", [-2.5, 3.0])
def test_the_search_finds_the_mode_from_far_away(monkeypatch, log_alpha):
    """Where the posterior is not concave, steps of the EM gradient algorithm lead to where it is."""
    design, _, _ = case(6, n_judges=3, n_categories=4, n_units=300)
    near = posterior.maximise(design, 61, 100, 1e-6)
    far = np.column_stack([np.full(3, log_alpha), np.tile([-7.0, -6.9, 6.0], (3, 1))])
    monkeypatch.setattr(posterior, "starting_values", lambda design: far)
    found = posterior.maximise(design, 61, 100, 1e-6)
    assert found.converged
    assert found.point.parameters == pytest.approx(near.point.parameters, abs=1e-5)


def test_a_place_that_is_no_maximum_has_no_covariance(monkeypatch):
    design, _, _ = case(6, n_units=300)
    far = np.column_stack([np.full(3, 3.0), np.tile([-7.0, -6.9, 6.0], (3, 1))])
    monkeypatch.setattr(posterior, "starting_values", lambda design: far)
    found = posterior.maximise(design, 61, 0, 1e-3)
    assert not found.converged
    assert np.isnan(found.covariance).all()
