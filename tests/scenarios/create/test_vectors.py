"""How a path gets a vector under word vectors and under sentence encoders."""

import numpy as np
import pytest
from support.create import via

from helm_creativity.embeddings.encoders import SentenceEncoder
from helm_creativity.embeddings.models import ModelSource
from helm_creativity.embeddings.registry import load_embeddings
from helm_creativity.scenarios.create.paths import path_text
from helm_creativity.scenarios.create.vectors import PathSpace

HALF = 0.5**0.5


@pytest.fixture
def vectors(stops):
    """The vector of one text."""

    def of(text):
        return PathSpace(load_embeddings(stops), [text]).vectors([text])[0][0].tolist()

    return of


def test_every_known_word_counts_once(vectors):
    """(1, 0, 1, 0, 0)/√2, in whatever relation and however often; figures and single letters are no words."""
    text = path_text(via("alder", "Cedar tree 7", relation="as cedar to"))
    assert text == " [as cedar to] alder | alder [as cedar to] cedar tree 7"
    assert vectors(text) == pytest.approx([HALF, 0, HALF, 0, 0])


@pytest.mark.parametrize("text", ["", " [knows] nobody", " [k] 7", "a b c"])
def test_a_text_without_a_known_word_is_all_zero(vectors, text):
    """So that it is at a distance of 1 from everything."""
    assert vectors(text) == [0] * 5


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
