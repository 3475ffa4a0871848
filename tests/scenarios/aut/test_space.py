"""How a use gets a vector under word vectors, the built-in table and sentence encoders."""

import numpy as np
import pytest
from support.cdat import Counting

from helm_creativity.embeddings.encoders import SentenceEncoder
from helm_creativity.embeddings.models import ModelSource
from helm_creativity.embeddings.registry import load_embeddings
from helm_creativity.scenarios.aut.vectors import UseSpace, phrase_vector

HALF = np.sqrt(0.5)


@pytest.fixture
def space(toy_uses):
    def of(*texts):
        (one,) = load_embeddings(toy_uses)
        return UseSpace(one, texts)

    return of


def vector(space, text):
    return space.vectors([text])[0].tolist()


def test_a_phrase_is_the_sum_of_its_words(space):
    """Scaled to length one: (0, 0, 1, 1)/√2; a word that is unknown is left out of it and reported."""
    found = space("paper weight", "weight for my grandmother's paper")
    assert vector(found, "paper weight") == pytest.approx([0, 0, HALF, HALF])
    assert vector(found, "weight for my grandmother's paper") == pytest.approx([0, 0, HALF, HALF])
    assert found.unknown_words("paper weight") == ()
    assert found.unknown_words("weight for my grandmother's paper") == ("grandmother",)


def test_a_word_with_hyphens_falls_into_parts_where_it_is_unknown(space):
    """As a whole where it is known."""
    found = space("door-bell", "paper-weight", "up-to-grandmother")
    assert vector(found, "door-bell") == [-1, 0, 0, 0]
    assert vector(found, "paper-weight") == pytest.approx([0, 0, HALF, HALF])
    assert not found.knows("up-to-grandmother")
    assert found.unknown_words("up-to-grandmother") == ("up-to-grandmother",)


@pytest.mark.parametrize("text", ["grandmother", "it is what it is", "", "reading un"])
def test_what_has_no_vector(space, text):
    """Unknown words, stop words alone, and words that cancel each other out."""
    found = space("book", text)
    assert not found.knows(text)
    assert found.knows("book")


def test_every_distinct_word_is_embedded_once(toy_uses):
    """In one batch, however many uses have it."""
    counting = Counting(load_embeddings(toy_uses)[0])
    UseSpace(counting, ["paper weight", "weight", "paper", "a paper", "weight"])
    assert sorted(counting.embedded) == ["paper", "weight"]


def test_the_sum_in_the_builtin_table():
    """Its rows are shorter than one; the sum's length is that of vectors of length one with their dot products."""
    rows = np.array([[0.9, 0.0], [0.45, 0.6]], dtype=np.float32)
    # cos = .405; |sum|² of the vectors that they stand for: 2 + 2 · .405 = 2.81
    assert phrase_vector(rows) == pytest.approx(np.array([1.35, 0.6]) / np.sqrt(2.81))
    assert phrase_vector(rows[:1]) == pytest.approx(rows[0])
    assert phrase_vector(np.array([[1, 0], [-1, 0]], dtype=np.float32)) is None


def test_a_phrase_that_the_builtin_table_knows_is_one():
    """Not the sum of its words."""
    (one,) = load_embeddings("builtin")
    assert one.knows(["supply chain"]).all()
    found = UseSpace(one, ["as a Supply Chain"])
    assert vector(found, "as a Supply Chain") == one.embed(["supply chain"]).vectors[0].tolist()


class Whole(SentenceEncoder):
    """Tells what it reads instead of encoding it."""

    def __init__(self):
        super().__init__(ModelSource("nowhere"), "whole", dimension=2)
        self.read = []

    def _encode(self, texts):
        self.read += texts
        return np.tile(np.array([[1, 0]], dtype=np.float32), (len(texts), 1))


def test_a_sentence_encoder_reads_the_use_as_it_is():
    """Stop words and capitals included; only what is blank has no vector."""
    one = Whole()
    found = UseSpace(one, ["Use it as what it is", "book", "Use it as what it is", " "])
    assert one.read == ["Use it as what it is", "book"]
    assert found.knows("Use it as what it is")
    assert not found.knows(" ")
    assert found.unknown_words("Use it as what it is") == ()
