"""What sets of paths are worth, by hand, by law, against slow definitions and against the best of all orders."""

import math
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from helm_creativity.scenarios.create.scoring import (
    Greedy,
    annealed,
    class_score,
    creative_utility,
    factuality_area,
    greedy,
    mean_pairwise,
    path_distances,
    patience_area,
    utilities_by_factuality,
)

# f = 4, 5, 3 and d_01 = .5, d_02 = 1, d_12 = .8. The first is path 1, gain 5. Then path 0 would add 4 · .5 = 2 and path
# 2 adds 3 · .8 = 2.4. Last is path 0 with 4 · min(.5, 1) = 2.
QUALITY = [4.0, 5.0, 3.0]
DISTANCES = np.array([[0, 0.5, 1], [0.5, 0, 0.8], [1, 0.8, 0]])
GAINS = (5.0, 2.4, 2.0)

patiences = st.floats(0, 1)
scores = st.integers(0, 5).map(float)
grid = st.sampled_from([0.0, 0.25, 0.5, 1.0])  # exact, and so full of ties


def directions(*degrees):
    """Unit vectors in a plane."""
    angles = np.deg2rad(degrees)
    return np.stack([np.cos(angles), np.sin(angles)], axis=1)


def symmetric(n, upper):
    """Distances from those above the diagonal."""
    distances = np.zeros((n, n))
    distances[np.triu_indices(n, 1)] = upper
    return distances + distances.T


@st.composite
def sets(draw, largest=7, qualities=scores, between=grid):
    """Qualities and distances of 0 to ``largest`` paths."""
    n = draw(st.integers(0, largest))
    pairs = n * (n - 1) // 2
    return (
        draw(st.lists(qualities, min_size=n, max_size=n)),
        symmetric(n, draw(st.lists(between, min_size=pairs, max_size=pairs))),
    )


uneven = sets(qualities=st.floats(0.1, 5), between=st.floats(0, 1))


def slow_greedy(quality, distances):
    """Eq. 2 literally."""
    left, order, gains = [u for u, f in enumerate(quality) if f > 0], [], []
    while left:
        worth = {}
        for u in left:
            nearest = 1.0
            for v in order:
                nearest = min(nearest, distances[u][v])
            worth[u] = quality[u] * nearest
        chosen = max(left, key=lambda u: (worth[u], -u))
        order.append(chosen)
        gains.append(worth[chosen])
        left.remove(chosen)
    return order, gains


def slow_utility(order, quality, distances, patience):
    """Eq. 1 literally, under one order."""
    total = 0.0
    for i, u in enumerate(order, start=1):
        nearest = min([distances[u][v] for v in order[: i - 1]], default=1.0)
        total += patience ** (i - 1) * quality[u] * nearest
    return total


@pytest.mark.parametrize(
    ("size", "score"),
    [
        *((size, 5) for size in (0, 1, 10)),
        *((size, 4) for size in (10.5, 11, 99, 99.5)),
        *((size, 3) for size in (100, 499, 499.9)),
        *((size, 2) for size in (500, 4999)),
        *((size, 1) for size in (5000, 10**9, math.inf)),
    ],
)
def test_class_scores_at_their_boundaries(size, score):
    """Appendix D; fractions, which it does not foresee, lie where its inequalities put them."""
    assert class_score(size) == score


def test_g_by_hand():
    """At .35 the square is a quarter: (1 - cos 45°)/2; from .7 on it is 1, beyond the end of eq. 9 too."""
    assert annealed([0, 0.35, 0.7]) == pytest.approx([0, (1 - math.sqrt(0.5)) / 2, 1], abs=1e-15)
    assert annealed([np.nextafter(0.7, 1), 1, 1.2, 2]).tolist() == [1, 1, 1, 1]
    assert annealed(0.0) == 0
    assert annealed(np.zeros((2, 3))).shape == (2, 3)


def test_g_of_the_printed_distances():
    """Table 5: some distance that is printed so has the g that is printed beside it, but for the misprint 0.03."""
    for x, g in [(0.33, 0.12), (0.40, 0.24), (0.58, 0.77), (0.71, 1.0), (0.8, 1.0)]:
        low, high = annealed([x - 0.005, x + 0.005])
        assert low - 0.005 <= g <= high + 0.005
    assert annealed(0.13) == pytest.approx(0.0029, abs=0.0001)
    assert annealed(0.135) < 0.004


@given(st.floats(0, 2), st.floats(0, 2))
def test_g_never_falls(x, y):
    """And stays from 0 to 1."""
    low, high = annealed(sorted([x, y]))
    assert 0 <= low <= high <= 1


def test_distances_by_hand():
    """At 60° the cosine distance is a half; at 90° and 180° it is past .7."""
    half = (1 - math.cos(math.pi * (0.5 / 0.7) ** 2)) / 2
    assert path_distances(directions(0, 60, 90)) == pytest.approx(
        np.array([[0, half, 1], [half, 0, annealed(1 - math.cos(math.pi / 6))], [1, annealed(0.1339746), 0]]), abs=1e-7
    )
    assert path_distances(directions(0, 180))[0, 1] == 1
    assert path_distances(np.empty((0, 3))).shape == (0, 0)


def test_equal_paths_are_equally_far_from_the_rest():
    """To the last digit, however a library sums, so that which of them comes first is decided by their place."""
    near = path_distances(np.array([[1, 0], [0.5, 0], [0.5 + 1e-14, 0]]))
    assert near[0, 1] == near[0, 2] > 0
    rng = np.random.default_rng(0)
    for n in (5, 9, 17, 33, 61):
        rows = rng.normal(size=(n, 384)) + 1.2 * rng.normal(size=384)
        rows /= np.linalg.norm(rows, axis=1, keepdims=True)
        distances = path_distances(rows[[*range(n), *range(n)]])
        others = ~np.eye(n, dtype=bool)
        assert (distances[:n, :n] == distances[n:, :n])[others].all()
        assert (distances == distances.T).all()
        assert len(np.unique(distances)) > n * (n - 1) / 4


def test_greedy_by_hand():
    """See the comment on ``QUALITY``."""
    found = greedy(QUALITY, DISTANCES)
    assert found.order == (1, 2, 0)
    assert found.gains == pytest.approx(GAINS)


def test_utility_by_hand():
    """5 + 2.4 γ + 2 γ²: at .7 it is 5 + 1.68 + .98, at .9 it is 5 + 2.16 + 1.62; at 0 the first path alone counts."""
    assert creative_utility(GAINS, 0.7) == pytest.approx(7.66)
    assert creative_utility(GAINS, 0.9) == pytest.approx(8.78)
    assert creative_utility(GAINS, 1) == pytest.approx(9.4)
    assert creative_utility(GAINS, 0) == 5
    assert creative_utility((), 0.9) == 0


def test_ties_go_to_the_lower_index():
    """In the first choice, among later gains (2 · 1 = 4 · .5), and among paths that add nothing."""
    assert greedy([4, 4], symmetric(2, [1])).order == (0, 1)
    assert greedy([5, 2, 4], symmetric(3, [1, 0.5, 1])) == Greedy((0, 1, 2), (5, 2, 2))
    assert greedy([3, 3, 3], np.zeros((3, 3))) == Greedy((0, 1, 2), (3, 0, 0))


def test_paths_of_no_quality_have_no_place():
    """One that adds nothing has, if its quality is above 0."""
    assert greedy([0, 3, 0], symmetric(3, [1, 1, 1])) == Greedy((1,), (3,))
    assert greedy([2, 3, 0], np.zeros((3, 3))) == Greedy((1, 0), (3, 0))
    assert greedy([], np.empty((0, 0))) == Greedy((), ())
    assert greedy([0, 0], symmetric(2, [1])) == Greedy((), ())


@settings(deadline=None)
@given(uneven, patiences, st.randoms())
def test_without_ties_the_order_of_the_answer_means_nothing(case, patience, random):
    """The same paths come in the same order."""
    quality, distances = case
    found = greedy(quality, distances)
    for i in range(len(quality)):
        before, left = found.order[:i], found.order[i:]
        values = sorted(slow_utility([*before, u], quality, distances, 1) for u in left)
        assume(all(b - a > 1e-9 for a, b in pairwise(values)))
    shuffled = list(range(len(quality)))
    random.shuffle(shuffled)
    again = greedy([quality[u] for u in shuffled], distances[np.ix_(shuffled, shuffled)])
    assert tuple(shuffled[u] for u in again.order) == found.order
    assert creative_utility(again.gains, patience) == pytest.approx(creative_utility(found.gains, patience))


@given(st.one_of(sets(), uneven), patiences)
def test_agrees_with_the_definition(case, patience):
    """Eq. 1 and 2, loop by loop."""
    found, (order, gains) = greedy(*case), slow_greedy(*case)
    assert found == Greedy(tuple(order), tuple(gains))
    assert creative_utility(found.gains, patience) == pytest.approx(slow_utility(order, *case, patience))


@given(st.one_of(sets(), uneven))
def test_laws_of_gains(case):
    """They begin with the best quality, never rise, and are never above the path's own quality."""
    quality, found = case[0], greedy(*case)
    assert sorted(found.order) == [u for u, f in enumerate(quality) if f > 0]
    assert found.gains[:1] == (((max(quality),)) if found.order else ())
    assert list(found.gains) == sorted(found.gains, reverse=True)
    assert all(0 <= gain <= quality[u] for u, gain in zip(found.order, found.gains, strict=True))


@given(st.one_of(sets(), uneven), patiences, patiences)
def test_laws_of_utility(case, one, other):
    """More patience never lowers it; it lies between the best quality and what paths far apart would be worth."""
    quality, gains = sorted(case[0], reverse=True), greedy(*case).gains
    low, high = (creative_utility(gains, patience) for patience in sorted([one, other]))
    assert low <= high + 1e-12
    assert creative_utility(gains, one) >= max(quality, default=0) - 1e-12
    assert creative_utility(gains, one) <= sum(f * one**i for i, f in enumerate(quality)) + 1e-9


@given(st.one_of(sets(), uneven))
def test_area_over_patience_is_the_integral(case):
    """Gauss-Legendre with eight points is exact for polynomials of this degree."""
    gains = greedy(*case).gains
    points, weights = np.polynomial.legendre.leggauss(8)
    integral = sum(w / 2 * creative_utility(gains, (x + 1) / 2) for x, w in zip(points, weights, strict=True))
    assert patience_area(gains) == pytest.approx(integral, abs=1e-9)


@given(st.one_of(sets(), uneven).filter(lambda case: case[0]), st.data(), st.floats(0, 1), patiences)
def test_repeating_a_path_changes_nothing(case, data, share, patience):
    """If the copy is not better than its model, from which it has no distance."""
    quality, distances = case
    model = data.draw(st.integers(0, len(quality) - 1))
    rows = [*range(len(quality)), model]
    again = greedy([*quality, share * quality[model]], distances[np.ix_(rows, rows)])
    assert creative_utility(again.gains, patience) == pytest.approx(
        creative_utility(greedy(quality, distances).gains, patience)
    )


# Shares 1, 1/2, 2/3. Up to 1/2 all count: 8.78 at γ = .9. Up to 2/3 paths 0 and 2, at 1 from each other: 4 + .9 · 3.
# Above that path 0 alone: 4.
SHARES = [1, 1 / 2, 2 / 3]


def test_curve_over_factuality_by_hand():
    """Steps end at the shares, which still count."""
    thresholds = [0, 0.5, 0.500001, 2 / 3, 0.7, 1]
    found = utilities_by_factuality(QUALITY, SHARES, DISTANCES, thresholds, 0.9)
    assert found == pytest.approx([8.78, 8.78, 6.7, 6.7, 4, 4])
    assert utilities_by_factuality(QUALITY, SHARES, DISTANCES, [], 0.9).shape == (0,)


def test_a_share_meets_a_threshold_that_rounding_put_above_it():
    """0.1 · 6 and the sixth of ten steps are 0.6000000000000001."""
    step = float(np.linspace(0, 1, 11)[6])
    assert step > 3 / 5
    assert utilities_by_factuality([4], [3 / 5], np.zeros((1, 1)), [step], 0.9) == pytest.approx([4])
    assert utilities_by_factuality([4], [0.599], np.zeros((1, 1)), [step], 0.9) == pytest.approx([0])


@settings(deadline=None)
@given(sets(qualities=st.integers(1, 5).map(float)), st.data(), patiences)
def test_the_curve_is_the_definition_at_each_threshold(case, data, patience):
    """And its area the sum over steps between neighbouring shares, each taken in its middle."""
    quality, distances = case
    shares = [data.draw(st.sampled_from([0, 1 / 3, 0.5, 2 / 3, 0.75, 1])) for _ in quality]

    def at(threshold):
        kept = [f if share >= threshold else 0 for f, share in zip(quality, shares, strict=True)]
        return slow_utility(slow_greedy(kept, distances)[0], kept, distances, patience)

    thresholds = [0, 0.2, 1 / 3, 0.4, 0.5, 0.6, 2 / 3, 0.7, 0.75, 0.9, 1]
    found = utilities_by_factuality(quality, shares, distances, thresholds, patience)
    assert found == pytest.approx([at(threshold) for threshold in thresholds])
    ends = sorted({0, *shares, 1})
    area = sum((b - a) * at((a + b) / 2) for a, b in pairwise(ends))
    assert factuality_area(quality, shares, distances, patience) == pytest.approx(area)


def test_mean_pairwise_by_hand():
    """(.5 + 1 + .8) / 3; there is no pair below two paths."""
    assert mean_pairwise(DISTANCES) == pytest.approx(2.3 / 3)
    assert mean_pairwise(DISTANCES[:2, :2]) == 0.5
    assert mean_pairwise(np.zeros((1, 1))) is None
    assert mean_pairwise(np.empty((0, 0))) is None
