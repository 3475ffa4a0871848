"""What the authors' program computes otherwise, by hand and against its rules written out once more."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from helm_creativity.scenarios.create.paths import Fault, Target, Triple, program_faults
from helm_creativity.scenarios.create.scoring import (
    annealed,
    creative_utility,
    greedy,
    judged_specificity,
    path_distances,
    program_annealed,
    program_area,
    program_utility,
)

TARGET = Target("Ann Lee", "member of", "The Club")


def path(*triples):
    return tuple(Triple(*triple) for triple in triples)


@pytest.mark.parametrize(
    ("triples", "faults"),
    [
        ([("Ann Lee", "member of", "The Club")], ()),
        ([("ANN LEE", "anything", "the club")], ()),
        ([("The Club", "has member", "Ann Lee")], ()),
        ([("Joann Leeds", "member of", "The Clubs")], ()),
        ([("x", "Ann Lee joined", "The Club")], ()),
        ([("Bob", "member of", "The Club")], (Fault.WRONG_START,)),
        ([("Ann Lee", "member of", "Rotary")], (Fault.WRONG_END,)),
        ([("Bob", "member of", "Rotary")], (Fault.WRONG_START, Fault.WRONG_END)),
        ([("Ann Lee of The Club", "is", "ann lee of the club")], (Fault.WRONG_END,)),
        ([("Ann Lee of The Club", "is", "Ann Lee of The Club ")], ()),
        ([("Bob", "knows", "Cy"), ("Cy", "knows", "Bob")], ()),
        ([("Bob", "knows", "Cy"), ("Dan", "knows", "bob ")], ()),
        ([("Bob", "knows", "Cyril"), ("Cy", "is", "Cy")], ()),
        ([("Bob", "knows", "Cy"), ("Cyril", "knows", "Dan")], (Fault.BROKEN,)),
        ([("Ann Lee", "r", "B1"), ("B2", "s", "C"), ("C", "member of", "The Club")], (Fault.BROKEN,)),
        ([("Ann Lee", "r", "B"), ("B", "s", "C"), ("D", "member of", "The Club")], (Fault.BROKEN,)),
        ([], (Fault.WRONG_START, Fault.WRONG_END)),
    ],
)
def test_structure_by_hand(triples, faults):
    """Substrings in any place; endpoints matter for single triples alone."""
    assert program_faults([path(*triples)], TARGET) == [faults]


NAMES = ["Ann Lee", "ann", "The Club", "club", " Bob", "bob", "Cy", ""]
triples = st.builds(Triple, st.sampled_from(NAMES), st.sampled_from(["r", "ann lee"]), st.sampled_from(NAMES))


def slow_valid(one, target):
    """The program's rules, one after the other."""
    valid = False
    if target.entity_a.lower() in str([*one[0]]).lower() and target.entity_b.lower() in str([*one[-1]]).lower():
        valid = True
    if one[-1].head.lower() == one[-1].tail.lower():
        valid = False
    for i in range(len(one) - 1):
        here = [one[i].head.lower().strip(), one[i].tail.lower().strip()]
        after = [one[i + 1].head.lower().strip(), one[i + 1].tail.lower().strip()]
        shared = False
        for x in after:
            for y in here:
                if x in y:
                    shared = True
        valid = shared
        if not shared:
            break
    return valid


@given(st.lists(st.lists(triples, min_size=1, max_size=4).map(tuple), max_size=4))
def test_structure_agrees_with_the_rules(paths):
    """Rule by rule."""
    assert [not faults for faults in program_faults(paths, TARGET)] == [slow_valid(path, TARGET) for path in paths]


def test_g_by_hand():
    """1 from .7 to 1, then the wave again: at .7 · √3 it is at a crest, at 1.4 = .7 · √4 in a trough."""
    x = np.array([0, 0.35, 0.7, 0.99, 1, 0.7 * math.sqrt(3), 1.4, 2])
    wave = (1 - math.cos(math.pi * (2 / 0.7) ** 2)) / 2
    assert wave == pytest.approx(0.0643, abs=0.0001)
    assert program_annealed(x) == pytest.approx([0, (1 - math.sqrt(0.5)) / 2, 1, 1, 1, 1, 0, wave], abs=1e-12)
    assert program_annealed(np.array([np.nextafter(1, 2)])) == pytest.approx([0.0041], abs=0.0001)
    assert program_annealed(np.zeros((2, 3))).shape == (2, 3)


@given(st.floats(0, 2))
def test_g_is_the_papers_as_far_as_that_goes(x):
    """And never leaves 0 to 1."""
    value = float(program_annealed(np.array(x)))
    assert 0 <= value <= 1
    if x <= 1:
        assert value == annealed(x)


def test_distances_by_hand():
    """Vectors 101.5° apart are at 1.2 under the cosine and at .99 here; opposite ones at 2, where the wave is low."""
    vectors = np.array([[1, 0], [-0.2, math.sqrt(0.96)], [-1, 0], [-1.2, 0]])
    distances = path_distances(vectors, program_annealed)
    assert distances[0, 1] == pytest.approx(0.9908, abs=0.0001)
    assert distances[0, 2] == pytest.approx(0.0643, abs=0.0001)
    assert distances[0, 3] == distances[0, 2]
    assert np.diag(distances).tolist() == [0, 0, 0, 0]
    assert (distances == distances.T).all()


def test_utility_by_hand():
    """5 + 2.4 + 2 γ, where the paper has 5 + 2.4 γ + 2 γ²; its integral is 5 + 2.4 + 1."""
    gains = (5, 2.4, 2)
    assert program_utility(gains, 0.7) == pytest.approx(8.8)
    assert program_utility(gains, 0.9) == pytest.approx(9.2)
    assert program_utility(gains, 0) == pytest.approx(7.4)
    assert program_area(gains) == pytest.approx(8.4)
    assert program_utility((3,), 0.5) == program_area((3,)) == 3


@given(st.lists(st.integers(1, 5).map(float), min_size=1, max_size=6), st.floats(0, 1), st.data())
def test_utility_against_the_papers(quality, patience, data):
    """The program's is the first gain and then the paper's of the others; both areas are integrals."""
    n = len(quality)
    upper = data.draw(st.lists(st.floats(0, 1), min_size=n * n, max_size=n * n))
    distances = np.triu(np.reshape(upper, (n, n)), 1)
    gains = greedy(quality, distances + distances.T).gains
    found = program_utility(gains, patience)
    assert found == pytest.approx(gains[0] + creative_utility(gains[1:], patience))
    assert found >= creative_utility(gains, patience) - 1e-12
    points, weights = np.polynomial.legendre.leggauss(8)
    integral = sum(w / 2 * program_utility(gains, (x + 1) / 2) for x, w in zip(points, weights, strict=True))
    assert program_area(gains) == pytest.approx(integral)


def test_table_12_leaves_the_last_triple_out():
    """It prints 4 for paths to a member of an academy of thousands, which no least score of all triples could be."""
    sizes = [50, 20, 14_000]
    assert judged_specificity(sizes, last_counts=False) == 4
    assert judged_specificity(sizes, last_counts=True) == 1
    assert judged_specificity(sizes[:1], last_counts=False) == 4
