"""Vectors of whole answers."""

import pytest

from helm_creativity.embeddings.builtin import builtin
from helm_creativity.embeddings.registry import require_single
from helm_creativity.errors import BadArguments, EmbeddingNotFound
from helm_creativity.scenarios.hivemind.benchmark import EMBEDDING
from helm_creativity.scenarios.hivemind.vectors import TextVectors


def test_a_text_is_the_sum_of_its_known_words(angles):
    """As often as they occur, without words of grammar, scaled to length one."""
    found = TextVectors(angles).embed(["The east, the east, and NORTH!", "up", "west"])
    # (2, 1) / √5.
    assert found.vectors[0] == pytest.approx([2 / 5**0.5, 1 / 5**0.5])
    assert found.vectors[2] == pytest.approx([-1, 0], abs=1e-6)
    assert found.known.tolist() == [True, False, True]
    assert TextVectors(angles).knows(["The east", "up", "the", ""]).tolist() == [True, False, False, False]


def test_contractions_are_no_words_and_hyphens_part_them(angles):
    """Of "don't" nothing is left that a table might take for a word."""
    vectors = TextVectors("builtin")
    assert {"don", "sun"} <= {word for word in ("don", "sun") if builtin().knows([word])[0]}
    assert vectors.knows(["I don't, you won’t.", "don"]).tolist() == [False, True]
    assert TextVectors(angles).embed(["north-east"]).vectors[0] == pytest.approx([0.5**0.5, 0.5**0.5])


def test_one_embedding_that_is_here(angles):
    """Several, an unknown one, and one that was never fetched are refused by name."""
    require_single("embedding", angles)
    with pytest.raises(BadArguments, match="must be a single embedding here, got 'compass\\+builtin'"):
        require_single("embedding", "compass+builtin")
    with pytest.raises(BadArguments, match="unknown embedding 'no-such'"):
        require_single("embedding", "no-such")
    with pytest.raises(EmbeddingNotFound, match="embeddings fetch sbert-mpnet"):
        require_single("embedding", EMBEDDING)
