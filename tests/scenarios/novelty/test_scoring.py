"""Classes, distinct answers and cumulative utility."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from helm_creativity.scenarios.novelty.scoring import classes, distinct, first_repeated, utility

labels = st.lists(st.integers(0, 5), min_size=1, max_size=12)
patience = st.floats(0, 1)


def by_label(given_labels):
    """The predicate of answers that bear labels."""
    return lambda one, other: given_labels[one] == given_labels[other]


def renamed(given_labels):
    """Labels as numbers in the order of their first occurrence."""
    order = list(dict.fromkeys(given_labels))
    return [order.index(label) for label in given_labels]


def slow_utility(found, values, p):
    """Equation 2 as it is printed."""
    k = len(found)
    total = 0.0
    for i in range(1, k + 1):
        indicator = all(found[i - 1] != found[j - 1] for j in range(1, i))
        total += p ** (i - 1) * indicator * values[i - 1]
    return (1 - p) / (1 - p**k) * total


def test_an_answer_joins_the_first_class_whose_first_member_it_matches():
    """Not the nearest one, and members that came later are not asked about."""
    # 2 is like 0 and like 1, so it joins 0's class; 3 is like 2 alone, which is no first member.
    alike = {(0, 2), (1, 2), (2, 3)}
    assert classes(range(4), lambda one, other: (one, other) in alike) == [0, 1, 0, 2]


def test_no_more_is_asked_than_is_needed():
    """The first member of each class in order, until one is the same."""
    asked = []

    def same(one, other):
        asked.append((one, other))
        return (one, other) in {(0, 2), (1, 3)}

    assert classes(range(4), same) == [0, 1, 0, 1]
    assert asked == [(0, 1), (0, 2), (0, 3), (1, 3)]


def test_distinct_and_utility_by_hand():
    """Three answers, of which the second repeats the first."""
    # p = 1/2: weights 1, 1/2, 1/4 sum to 7/4; (1·8 + 1/2·0 + 1/4·4) / (7/4) = 9 · 4/7 = 36/7.
    assert distinct([0, 0, 1]) == 2
    assert utility([0, 0, 1], [8, 9, 4], 0.5) == pytest.approx(36 / 7)


def test_a_place_without_an_answer_keeps_its_weight():
    """It is no class, and a reader gains nothing from it."""
    # Weights 1, 1/2, 1/4: (1/2·6 + 1/4·10) / (7/4) = 5.5 · 4/7.
    assert utility([None, 0, 1], [None, 6, 10], 0.5) == pytest.approx(22 / 7)
    assert distinct([None, 0, 1, None, 0]) == 2
    assert utility([None, None], [None, None]) == 0
    assert distinct([None]) == 0


def test_a_repetition_needs_no_value_but_a_new_answer_does():
    """Then the utility is undefined, not 0."""
    assert utility([0, 0], [9, None]) == pytest.approx(5)
    assert utility([0, 1], [9, None]) is None


def test_first_repeated_by_hand():
    """One of three later answers repeats the first."""
    assert first_repeated([0, 1, 0, 2]) == pytest.approx(1 / 3)
    assert first_repeated([None, 1, 1]) == 1
    assert first_repeated([0, None]) is None


# Answers of gpt-4o-2024-11-20 to prompts curated-18 and curated-20, as the authors publish them (in the repository
# novelty-bench.github.io, eval-0327/eval/curated/openai/gpt-4o-2024-11-20/scores.jsonl): partition, values of the first
# members, utility.
PUBLISHED = [
    ([0, 0, 0, 0, 0, 0, 1, 0, 0, 0], [9, 0, 0, 0, 0, 0, 9, 0, 0, 0], 2.5451417102278535),
    ([0, 0, 1, 2, 0, 0, 0, 0, 0, 0], [10, 0, 8, 10, 0, 0, 0, 0, 0, 0], 4.534934930387566),
]


@pytest.mark.parametrize(("found", "values", "published"), PUBLISHED)
def test_utilities_that_the_authors_publish(found, values, published):
    """To the last digit."""
    assert utility(found, values) == pytest.approx(published, rel=1e-14)


@given(labels)
def test_classes_of_a_true_equivalence_are_its_own(given_labels):
    """Named by their first members."""
    found = classes(range(len(given_labels)), by_label(given_labels))
    assert found == renamed(given_labels)
    assert distinct(found) == len(set(given_labels))


@given(labels, st.randoms(use_true_random=False))
def test_the_number_of_classes_does_not_depend_on_the_order(given_labels, random):
    """Of an equivalence; utility does depend on it."""
    shuffled = random.sample(given_labels, len(given_labels))
    assert distinct(renamed(shuffled)) == distinct(renamed(given_labels))


@given(labels, st.floats(0, 0.999), st.data())
def test_agrees_with_the_printed_equation(given_labels, p, data):
    """Term by term."""
    values = data.draw(st.lists(st.floats(1, 10), min_size=len(given_labels), max_size=len(given_labels)))
    assert utility(given_labels, values, p) == pytest.approx(slow_utility(given_labels, values, p))


@given(labels, patience, st.data())
def test_utility_stays_within_the_values(given_labels, p, data):
    """Between that of the first answer alone, repeated for ever, and the largest value."""
    k = len(given_labels)
    values = data.draw(st.lists(st.floats(1, 10), min_size=k, max_size=k))
    found = utility(given_labels, values, p)
    assert values[0] / np.sum(p ** np.arange(k)) - 1e-9 <= found <= max(values) + 1e-9


@given(labels, st.floats(1, 10))
def test_the_ends_of_patience(given_labels, value):
    """None: the first answer is all there is. Endless: the mean over all places."""
    values = [value] * len(given_labels)
    assert utility(given_labels, values, 0) == value
    assert utility(given_labels, values, 1) == pytest.approx(value * distinct(given_labels) / len(given_labels))


@given(labels, patience, st.data())
def test_a_better_answer_never_lowers_the_utility(given_labels, p, data):
    """Nor does a repetition's value move it."""
    k = len(given_labels)
    values = data.draw(st.lists(st.floats(1, 9), min_size=k, max_size=k))
    place = data.draw(st.integers(0, k - 1))
    better = [value + (i == place) for i, value in enumerate(values)]
    gain = utility(given_labels, better, p) - utility(given_labels, values, p)
    assert gain >= -1e-9
    if given_labels[place] in given_labels[:place]:
        assert gain == pytest.approx(0)
