"""Phrases under embeddings that know single words only."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from helm_creativity.benchmark.protocols import Embedded
from helm_creativity.embeddings.phrases import WithPhrases

VECTORS = {
    "immune": (1, 0),
    "system": (0, 1),
    "anti": (-1, 0),
    "whole phrase": (0.6, 0.8),
    "whole": (1, 0),
    "phrase": (1, 0),
}


class Words:
    """Six texts; returns arrays that must not be written to."""

    name, signature, dimension = "words", "words@sha256:0/2d", 2

    def knows(self, texts):
        known = np.array([text in VECTORS for text in texts], dtype=bool)
        known.setflags(write=False)
        return known

    def embed(self, texts):
        vectors = np.array([VECTORS.get(text, (0, 0)) for text in texts], dtype=np.float32).reshape(-1, 2)
        vectors.setflags(write=False)
        return Embedded(vectors, self.knows(texts))


phrases = WithPhrases(Words())


def test_a_phrase_is_the_sum_of_its_words_scaled_to_length_one():
    vectors, known = phrases.embed(["immune system", "immune immune system", "system  immune"])
    assert known.all()
    # (1, 1) / √2; (2, 1) / √5; the order of words and the spaces between them do not matter.
    np.testing.assert_allclose(vectors, [[0.5**0.5] * 2, [2 / 5**0.5, 1 / 5**0.5], [0.5**0.5] * 2], atol=1e-6)
    assert vectors.dtype == np.float32


@pytest.mark.parametrize(
    "text", ["", " ", "xyzzy", "immune xyzzy", "xyzzy system", "immune-system", " immune", "immune "]
)
def test_other_texts_are_unknown(text):
    vectors, known = phrases.embed([text, "system"])
    assert known.tolist() == phrases.knows([text, "system"]).tolist() == [False, True]
    assert not vectors[0].any()


def test_words_that_cancel_have_no_direction():
    """Their sum cannot be scaled to length one: unknown, and no number that is not finite."""
    vectors, known = phrases.embed(["immune anti", "immune system"])
    assert known.tolist() == [False, True]
    assert not vectors[0].any()
    assert np.isfinite(vectors).all()


texts = st.lists(st.lists(st.sampled_from([*VECTORS, "xyzzy", ""]), max_size=3).map(" ".join), max_size=6)


@given(texts)
def test_each_text_is_embedded_as_if_alone(texts):
    vectors, known = phrases.embed(texts)
    for i, text in enumerate(texts):
        alone = phrases.embed([text])
        assert alone.known.tolist() == [known[i]]
        np.testing.assert_array_equal(alone.vectors[0], vectors[i])
        assert np.linalg.norm(vectors[i]) == pytest.approx(float(known[i]), abs=1e-6)
