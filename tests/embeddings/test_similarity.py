"""Means over pairs of rows, for many lists at once."""

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from helm_creativity.benchmark.protocols import Embedded
from helm_creativity.embeddings import similarity
from helm_creativity.embeddings.similarity import (
    WordTable,
    mean_pairwise_distance,
    mean_pairwise_distances,
    mean_similarities,
)

VECTORS = np.random.default_rng(4).normal(size=(20, 6)).astype(np.float32)
rows = st.integers(0, 19)


def lists(least):
    return st.lists(rows, min_size=least, max_size=6)


def slow_distance(one):
    """Over unordered pairs of places in the list."""
    return np.mean([1 - VECTORS[a] @ VECTORS[b] for a, b in itertools.combinations(one, 2)])


def slow_similarity(one, other):
    """Over all pairs of one row from each."""
    return np.mean([VECTORS[a] @ VECTORS[b] for a in one for b in other])


@given(st.lists(st.tuples(lists(2), lists(1)), max_size=12), st.sampled_from([1, 2, 3, 7, similarity.STEP]))
def test_means_agree_with_the_definition(pairs, step):
    """For lists of any two lengths, in their order, which side is which; and working in steps changes nothing."""
    left, right = [first for first, _ in pairs], [other for _, other in pairs]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(similarity, "STEP", step)
        distances, similarities = mean_pairwise_distances(left, VECTORS), mean_similarities(left, right, VECTORS)
        assert mean_similarities(right, left, VECTORS) == pytest.approx(similarities, abs=1e-6)
    assert len(distances) == len(similarities) == len(pairs)
    assert distances == pytest.approx([slow_distance(chosen) for chosen in left], abs=1e-4)
    assert distances == pytest.approx([float(mean_pairwise_distance(VECTORS[chosen])) for chosen in left], abs=1e-4)
    assert similarities == pytest.approx([slow_similarity(*pair) for pair in pairs], abs=1e-4)


def test_distances_worked_by_hand():
    # Products 0, 1/2 and -1; three rows 0, 1, 2: mean of 1, 1/2, 1 - 1/2.
    vectors = np.array([[1, 0], [0, 1], [0.5, 0.5], [-1, 0]], dtype=np.float32)
    assert mean_pairwise_distances([[0, 1], [0, 1, 2], [0, 3]], vectors) == pytest.approx([1, 2 / 3, 2])


@pytest.mark.parametrize(("left", "right"), [([[0], []], [[1], [1]]), ([[0], [1]], [[], [1]]), ([[]], [[]])])
def test_a_list_without_a_pair_is_an_error(left, right):
    """On either side; a sum over nothing would be its neighbour's."""
    with pytest.raises(ValueError, match="at least one row on each side, got an empty list"):
        mean_similarities(left, right, VECTORS)
    with pytest.raises(ValueError, match=r"a mean over pairs needs at least 2 rows, got [01]"):
        mean_pairwise_distances([[0, 1], *left], VECTORS)


class Letters:
    """Texts of one lower-case letter, as unit vectors; keeps what it was asked."""

    name, signature, dimension = "letters", "letters@sha256:0/26d", 26

    def __init__(self):
        self.asked = []

    def knows(self, texts):
        return np.array([len(text) == 1 and text.islower() for text in texts], dtype=bool)

    def embed(self, texts):
        self.asked += texts
        known = self.knows(texts)
        vectors = np.zeros((len(texts), 26), dtype=np.float32)
        for i, text in enumerate(texts):
            if known[i]:
                vectors[i, ord(text) - ord("a")] = 1
        return Embedded(vectors, known)


@given(st.lists(st.lists(st.lists(st.sampled_from("abcdefgh"), max_size=5), max_size=4), max_size=5))
def test_each_text_is_embedded_once_over_all_batches(batches):
    letters = Letters()
    table = WordTable(letters)
    for batch in batches:
        rows = table.rows(batch)
        for texts, numbers in zip(batch, rows, strict=True):
            assert table.vectors[numbers].tolist() == letters.embed(texts).vectors.tolist()
            del letters.asked[len(letters.asked) - len(texts) :]
    assert len(letters.asked) == len(set(letters.asked)) == len(table.vectors)


def test_an_unknown_text_is_a_fault_of_the_caller():
    with pytest.raises(ValueError, match=r"letters does not know \['B'\]"):
        WordTable(Letters()).rows([["a", "B"]])
