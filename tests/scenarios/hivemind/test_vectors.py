"""Vectors of whole answers."""

import pytest

from helm_creativity.embeddings.builtin import builtin
from helm_creativity.embeddings.registry import require_single
from helm_creativity.errors import BadArguments, EmbeddingNotFound
from helm_creativity.scenarios.hivemind.benchmark import EMBEDDING, TextVectors


def test_a_text_is_the_sum_of_its_known_words(angles):
    """As often as they occur, without words of grammar."""
    texts = ["The east, the east, and NORTH!", "up", "west", "the", "", "north-east"]
    found = TextVectors(angles).embed(texts)
    assert [vector is None for vector in found] == [False, True, False, True, True, False]
    # (2, 1) / √5.
    assert found[0] == pytest.approx([2 / 5**0.5, 1 / 5**0.5])
    assert found[2] == pytest.approx([-1, 0], abs=1e-6)
    assert found[5] == pytest.approx([0.5**0.5, 0.5**0.5])


def test_contractions_are_no_words():
    """Of "don't" nothing is left that a table might take for a word."""
    assert builtin().knows(["don"]).all()
    nothing, word = TextVectors("builtin").embed(["I don't, you won’t.", "don"])
    assert nothing is None
    assert word is not None


def test_one_embedding_that_is_here(angles):
    """Several, an unknown one, and one that was never fetched are refused by name."""
    require_single("embedding", angles)
    with pytest.raises(BadArguments, match="must be a single embedding here, got 'compass\\+builtin'"):
        require_single("embedding", "compass+builtin")
    with pytest.raises(BadArguments, match="unknown embedding 'no-such'"):
        require_single("embedding", "no-such")
    with pytest.raises(EmbeddingNotFound, match="fetch sbert-mpnet"):
        require_single("embedding", EMBEDDING)
