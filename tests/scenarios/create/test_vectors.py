"""How a path gets a vector under word vectors and under sentence encoders."""

import numpy as np
import pytest
from support.cdat import Counting
from support.create import VECTORS, via

from helm_creativity.embeddings.encoders import SentenceEncoder
from helm_creativity.embeddings.models import ModelSource
from helm_creativity.embeddings.registry import load_embeddings
from helm_creativity.scenarios.create.parse import path_text
from helm_creativity.scenarios.create.vectors import PathSpace

HALF = 0.5**0.5


@pytest.fixture
def vectors(stops):
    """The vector of one text."""

    def of(text):
        return PathSpace(load_embeddings(stops), [text]).vectors([text])[0][0].tolist()

    return of


@pytest.mark.parametrize("stop", VECTORS)
def test_the_vector_of_a_path_is_that_of_the_word_it_leads_through(vectors, stop):
    """The one word of its text that is known."""
    assert vectors(path_text(via(stop))) == pytest.approx(VECTORS[stop])


def test_every_known_word_counts_once(vectors):
    """(1, 0, 1, 0, 0)/√2, in whatever relation and however often; figures and single letters are no words."""
    text = path_text(via("alder", "Cedar tree 7", relation="as cedar to"))
    assert text == " [as cedar to] alder | alder [as cedar to] cedar tree 7"
    assert vectors(text) == pytest.approx([HALF, 0, HALF, 0, 0])


@pytest.mark.parametrize("text", ["", " [knows] nobody", " [k] 7", "a b c"])
def test_a_text_without_a_known_word_is_all_zero(vectors, text):
    """So that it is at a distance of 1 from everything."""
    assert vectors(text) == [0] * 5


def test_nothing_at_all(stops):
    """An empty run has an empty space."""
    (found,) = PathSpace(load_embeddings(stops), []).vectors([])
    assert found.shape == (0, 5)


def test_every_distinct_word_is_embedded_once(stops):
    """In one batch for each embedding, and rows come in the order asked."""
    members = [Counting(embedding) for embedding in load_embeddings(stops)] * 2
    texts = [path_text(via(*some)) for some in (["alder"], ["cedar", "alder"], ["alder"], ["elder"])]
    space = PathSpace(members, texts)
    assert sorted(members[0].embedded) == sorted(["knows", "alder", "cedar", "elder"] * 2)
    first, second = space.vectors([texts[3], texts[0], texts[3]])
    assert first.tolist() == second.tolist() == [list(VECTORS[text]) for text in ("elder", "alder", "elder")]


class Whole(SentenceEncoder):
    """Tells what it reads instead of encoding it."""

    def __init__(self):
        super().__init__(ModelSource("nowhere"), "whole", dimension=2)
        self.read = []

    def _encode(self, texts):
        self.read += texts
        return np.tile(np.array([[1, 0]], dtype=np.float32), (len(texts), 1))


def test_a_sentence_encoder_reads_each_text_once_and_as_it_is():
    """The leading blank and brackets included, which is what gives the distances of the paper's Table 5."""
    one = Whole()
    texts = [path_text(via("alder")), path_text(via("birch")), path_text(via("alder"))]
    found = PathSpace([one], texts)
    assert one.read == [" [knows] alder", " [knows] birch"]
    assert found.vectors(texts)[0].shape == (3, 2)
