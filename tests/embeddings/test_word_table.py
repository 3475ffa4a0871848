"""Each distinct text is embedded once."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from helm_creativity.benchmark.protocols import Embedded
from helm_creativity.embeddings.similarity import WordTable


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
    """And every row is the vector of its text, however the table grew."""
    letters = Letters()
    table = WordTable(letters)
    for batch in batches:
        rows = table.rows(batch)
        for texts, numbers in zip(batch, rows, strict=True):
            assert table.vectors[numbers].tolist() == letters.embed(texts).vectors.tolist()
            del letters.asked[len(letters.asked) - len(texts) :]
    assert len(letters.asked) == len(set(letters.asked)) == len(table.vectors)


def test_an_unknown_text_is_a_fault_of_the_caller():
    """Known texts are selected first; a zero row must never be scored."""
    with pytest.raises(ValueError, match=r"letters does not know \['B'\]"):
        WordTable(Letters()).rows([["a", "B"]])
