"""Means over pairs of rows, for many lists at once; the vectors of phrases; and a table of what was asked for."""

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from helm_creativity.benchmark.protocols import Embedded
from helm_creativity.embeddings import similarity
from helm_creativity.embeddings.phrases import WithPhrases
from helm_creativity.embeddings.similarity import WordTable, mean_pairwise_distances, mean_similarities

VECTORS = np.random.default_rng(4).normal(size=(20, 6)).astype(np.float32)
two, one = (st.lists(st.integers(0, 19), min_size=least, max_size=6) for least in (2, 1))


def slow_distance(chosen):
    """Over unordered pairs of places in the list."""
    return np.mean([1 - VECTORS[a] @ VECTORS[b] for a, b in itertools.combinations(chosen, 2)])


def slow_similarity(chosen, others):
    """Over all pairs of one row from each."""
    return np.mean([VECTORS[a] @ VECTORS[b] for a in chosen for b in others])


@given(st.lists(st.tuples(two, one), max_size=12), st.sampled_from([1, 2, 3, 7, similarity.STEP]))
def test_means_agree_with_the_definition(pairs, step):
    """For lists of any two lengths, in their order, which side is which; and working in steps changes nothing."""
    left, right = [first for first, _ in pairs], [other for _, other in pairs]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(similarity, "STEP", step)
        distances, similarities = mean_pairwise_distances(left, VECTORS), mean_similarities(left, right, VECTORS)
        assert mean_similarities(right, left, VECTORS) == pytest.approx(similarities, abs=1e-6)
    assert len(distances) == len(similarities) == len(pairs)
    assert distances == pytest.approx([slow_distance(chosen) for chosen in left], abs=1e-4)
    assert distances == pytest.approx(
        [float(similarity.mean_pairwise_distance(VECTORS[chosen])) for chosen in left], abs=1e-4
    )
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


KNOWN = {"immune": (1, 0), "system": (0, 1), "anti": (-1, 0), "whole phrase": (0.6, 0.8), "whole": (1, 0)}
SOME = st.sampled_from([*KNOWN, "phrase", "xyzzy", ""])


class Words:
    """Five texts; keeps what it was asked, and returns arrays that must not be written to."""

    name, signature, dimension = "words", "words@sha256:0/2d", 2

    def __init__(self):
        self.asked = []

    def knows(self, texts):
        known = np.array([text in KNOWN for text in texts], dtype=bool)
        known.setflags(write=False)
        return known

    def embed(self, texts):
        self.asked += texts
        vectors = np.array([KNOWN.get(text, (0, 0)) for text in texts], dtype=np.float32).reshape(-1, 2)
        vectors.setflags(write=False)
        return Embedded(vectors, self.knows(texts))


@given(st.lists(st.lists(st.lists(st.sampled_from(list(KNOWN)), max_size=5), max_size=4), max_size=5))
def test_each_text_is_embedded_once_over_all_batches(batches):
    words = Words()
    table = WordTable(words)
    rows = [row for batch in batches for row in table.rows(batch)]
    lists = list(itertools.chain.from_iterable(batches))
    assert [table.vectors[row].tolist() for row in rows] == [Words().embed(texts).vectors.tolist() for texts in lists]
    assert len(words.asked) == len(set(words.asked)) == len(table.vectors)


def test_an_unknown_text_is_a_fault_of_the_caller():
    with pytest.raises(ValueError, match=r"words does not know \['B'\]"):
        WordTable(Words()).rows([["whole", "B"]])


ROOT = 0.5**0.5
PHRASES = [
    # (1, 1) / √2; (2, 1) / √5; the order of words and the spaces between them do not matter.
    *(("immune system", (ROOT, ROOT)), ("system  immune", (ROOT, ROOT))),
    *(("immune immune system", (2 / 5**0.5, 1 / 5**0.5)), ("whole phrase", (0.6, 0.8))),
    ("immune anti", None),  # their sum cannot be scaled to length one
    *((text, None) for text in ("", " ", "xyzzy", "immune xyzzy", "xyzzy system", "immune-system", " immune")),
]


@pytest.mark.parametrize(("text", "expected"), PHRASES)
def test_a_phrase_is_the_sum_of_its_words_scaled_to_length_one(text, expected):
    vectors, known = WithPhrases(Words()).embed([text, "system"])
    assert known.tolist() == [expected is not None, True]
    np.testing.assert_allclose(vectors, [expected or (0, 0), (0, 1)], atol=1e-6)
    assert vectors.dtype == np.float32
    assert text == "immune anti" or WithPhrases(Words()).knows([text, "system"]).tolist() == known.tolist()


@given(st.lists(st.lists(SOME, max_size=3).map(" ".join), max_size=6))
def test_each_text_is_embedded_as_if_alone(texts):
    vectors, known = WithPhrases(Words()).embed(texts)
    alone = [WithPhrases(Words()).embed([text]) for text in texts]
    assert known.tolist() == [each.known[0] for each in alone]
    assert vectors.tolist() == [each.vectors[0].tolist() for each in alone]
    np.testing.assert_allclose(np.linalg.norm(vectors, axis=1), known, atol=1e-6)
