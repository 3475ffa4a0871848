"""How rows are rounded, on small tables."""

import numpy as np
from builtin_table import write_graded
from hypothesis import given
from hypothesis import strategies as st
from quantise import quantise
from support.quantised import decoded

from helm_creativity.embeddings.builtin.rows import Graded, Quantised, read_graded


def unit_rows(n, dimension, seed=0):
    """Rows of length one around a common direction, most of whose variance lies in a few others."""
    rng = np.random.default_rng(seed)
    rows = rng.standard_normal((n, dimension)) / np.arange(1, dimension + 1) + np.eye(dimension)[0]
    return (rows / np.linalg.norm(rows, axis=1, keepdims=True)).astype(np.float32)


def halves(rows, length, longer=0, fitted=None):
    """A table whose first half of rows has the longer codes."""
    fitted = np.arange(len(rows)) if fitted is None else fitted
    return quantise(rows, fitted, np.arange(len(rows)) < len(rows) // 2, (length + longer, length))


def test_the_same_rows_give_the_same_table(tmp_path):
    rows = unit_rows(301, 16)
    first, second = (halves(rows, 5, longer=2) for _ in range(2))
    write_graded(first, tmp_path)
    for other in (second, read_graded(tmp_path)):
        assert (other.are_common == first.are_common).all()
        for mine, theirs in zip((*first.common, *first.others), (*other.common, *other.others), strict=True):
            assert mine.tobytes() == theirs.tobytes()


@given(st.lists(st.integers(0, 10), min_size=1, max_size=9), st.integers(1, 5), st.integers(0, 9))
def test_codes_are_decoded_digit_by_digit(lengths, n, seed):
    bits = np.array(lengths, dtype=np.uint8)
    rng = np.random.default_rng(seed)
    rows = rng.integers(0, 256, (n, -(-int(bits.sum()) // 8)), dtype=np.uint8)
    levels = rng.standard_normal(int((2 ** bits.astype(int)).sum())).astype(np.float32)
    expected = np.empty((n, len(bits)), dtype=np.float32)
    for i, row in enumerate(rows):
        expected[i] = decoded(row, bits, levels)
    np.testing.assert_array_equal(Quantised(rows, bits, levels).decode(np.arange(n)), expected)


@given(st.lists(st.booleans(), min_size=1, max_size=12), st.integers(0, 9))
def test_rows_of_two_grades_are_told_apart(are_common, seed):
    rng = np.random.default_rng(seed)
    common = np.array(are_common)
    parts = [
        Quantised(np.arange(n, dtype=np.uint8)[:, None] * 16, np.array([4], np.uint8), sign * np.arange(1.0, 17.0))
        for n, sign in ((common.sum(), 1), ((~common).sum(), -1))
    ]
    places = rng.integers(0, len(common), 20)
    expected = [
        (1 if common[place] else -1) * (1 + (common[:place] == common[place]).sum()) for place in places.tolist()
    ]
    assert Graded(*parts, common).decode(places.tolist())[:, 0].tolist() == expected
