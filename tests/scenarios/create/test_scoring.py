"""What sets of paths are worth, for the paper and for its program: by hand, by law, against slow definitions."""

import math

import numpy as np
import pytest
from support.create import via
from support.directions import unit

from helm_creativity.embeddings.registry import load_embeddings
from helm_creativity.scenarios.create.paths import path_text
from helm_creativity.scenarios.create.scoring import (
    Greedy,
    annealed,
    class_score,
    creative_utility,
    greedy,
    judged_specificity,
    mean_pairwise,
    path_distances,
    patience_area,
    program_annealed,
    program_area,
    program_utility,
    utilities_by_factuality,
)
from helm_creativity.scenarios.create.vectors import PathSpace

# f = 4, 5, 3 and d_01 = .5, d_02 = 1, d_12 = .8. The first is path 1, gain 5. Then path 0 would add 4 · .5 = 2 and path
# 2 adds 3 · .8 = 2.4. Last is path 0 with 4 · min(.5, 1) = 2.
QUALITY = [4.0, 5.0, 3.0]
DISTANCES = np.array([[0, 0.5, 1], [0.5, 0, 0.8], [1, 0.8, 0]])
GAINS = (5.0, 2.4, 2.0)
approx = pytest.approx


def test_specificity_by_hand():
    """The least class of Appendix D, whose inequalities fractions obey too; with or without the last triple."""
    sizes = [0, 10, 10.5, 99.5, 100, 499.9, 500, 4999, 5000, math.inf]
    assert [class_score(size) for size in sizes] == [5, 5, 4, 4, 3, 3, 2, 2, 1, 1]
    # Table 12 prints 4 for paths to a member of an academy of thousands, which the last triple would make 1.
    assert [judged_specificity([50, 20, 14_000], last_counts=counts) for counts in (False, True)] == [4, 1]
    assert judged_specificity([50], last_counts=False) == 4


def test_g_by_hand():
    """At .35 the square is a quarter; from .7 on the paper's is 1.

    The program's is 1 only up to 1, and then the wave again: at .7 · √3 at a crest, at 1.4 = .7 · √4 in a trough.
    """
    half = (1 - math.sqrt(0.5)) / 2
    assert annealed([0, 0.35, 0.7, 1, 1.2, 2]) == approx([0, half, 1, 1, 1, 1], abs=1e-15)
    wave = (1 - math.cos(math.pi * (2 / 0.7) ** 2)) / 2
    x = np.array([0, 0.35, 0.7, 1, np.nextafter(1, 2), 0.7 * math.sqrt(3), 1.4, 2])
    assert program_annealed(x) == approx([0, half, 1, 1, 0.0041, 1, 0, wave], abs=5e-5)
    # Table 5: some distance that is printed so has the g that is printed beside it, but for the misprint g(.13) = .03.
    for printed, g in [(0.33, 0.12), (0.40, 0.24), (0.58, 0.77), (0.71, 1.0), (0.8, 1.0)]:
        low, high = annealed([printed - 0.005, printed + 0.005])
        assert low - 0.005 <= g <= high + 0.005
    assert annealed(0.13) == approx(0.0029, abs=0.0001)


def test_distances_by_hand(stops):
    """Opposite paths are at 2, where the program's wave is low.

    Every known word of a text counts once; figures and letters are none, and without any all is 1 away.
    """
    assert path_distances(np.array([[1.0, 0.0], [-1.0, 0.0]]), program_annealed)[0, 1] == approx(0.0643, abs=0.0001)
    assert path_distances(np.empty((0, 3))).shape == (0, 0)
    texts = [path_text(via("alder", "Cedar tree 7", relation="as cedar to")), "", " [knows] nobody", " [k] 7", "a b c"]
    (found,) = PathSpace(load_embeddings(stops), texts).vectors(texts)
    assert found == approx(np.array([[0.5**0.5, 0, 0.5**0.5, 0, 0], *[[0] * 5] * 4]))


def test_equal_paths_are_equally_far_from_the_rest():
    """To the last digit, however a library sums, so that which of them comes first is decided by their place."""
    rows = unit(np.random.default_rng(1).normal(0.8, 1, size=(61, 384)))
    distances = path_distances(rows[[*range(61), *range(61)]])
    assert (distances[:61, :61] == distances[61:, :61])[~np.eye(61, dtype=bool)].all()
    assert (distances == distances.T).all()


def test_order_and_utility_by_hand():
    """5 + 2.4 γ + 2 γ²; the program has 5 + 2.4 + 2 γ, whose integral is 5 + 2.4 + 1. Ties go to the lower index."""
    found = greedy(QUALITY, DISTANCES)
    assert (found.order, found.gains) == ((1, 2, 0), approx(GAINS))
    assert [creative_utility(GAINS, patience) for patience in (0, 0.7, 0.9, 1)] == approx([5, 7.66, 8.78, 9.4])
    assert [program_utility(GAINS, patience) for patience in (0, 0.7, 0.9)] == approx([7.4, 8.8, 9.2])
    assert (patience_area(GAINS), program_area(GAINS)) == (approx(5 + 1.2 + 2 / 3), approx(8.4))
    assert (program_utility((), 0.9), program_area(())) == (1, 1)
    assert greedy([3, 0, 3], np.zeros((3, 3))) == Greedy((0, 2), (3, 0))
    assert mean_pairwise(DISTANCES) == approx(2.3 / 3)
    assert (mean_pairwise(DISTANCES[:2, :2]), mean_pairwise(np.zeros((1, 1)))) == (0.5, None)


def test_a_share_counts_where_rounding_puts_its_threshold_above_it():
    assert (step := float(np.linspace(0, 1, 11)[6])) > 3 / 5
    assert [utilities_by_factuality([4], [at], np.zeros((1, 1)), [step], 0.9)[0] for at in (3 / 5, 0.599)] == [4, 0]
