"""How rows are rounded, on small tables."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from quantise import quantise

from helm_creativity.embeddings.builtin.rows import Quantised, RoundedRows


def unit_rows(n, dimension, seed=0):
    """Rows of length one around a common direction, most of whose variance lies in a few others."""
    rng = np.random.default_rng(seed)
    rows = rng.standard_normal((n, dimension)) / np.arange(1, dimension + 1) + np.eye(dimension)[0]
    return (rows / np.linalg.norm(rows, axis=1, keepdims=True)).astype(np.float32)


def error_of(rows, length):
    """Mean absolute error of dot products of different rows, and its mean."""
    found = RoundedRows(quantise(rows, np.arange(len(rows)), length))[range(len(rows))]
    errors = (found @ found.T - rows @ rows.T)[~np.eye(len(rows), dtype=bool)]
    return np.abs(errors).mean(), errors.mean()


def test_more_bytes_are_more_faithful():
    """Dot products come near those of the rows, and are right in the mean."""
    rows = unit_rows(1500, 32)
    sizes = [error_of(rows, length) for length in (4, 8, 16, 24)]
    assert [size for size, _ in sizes] == sorted((size for size, _ in sizes), reverse=True)
    assert sizes[-1][0] < 0.005
    assert max(abs(bias) for _, bias in sizes) < 0.005


def test_a_row_takes_the_bytes_that_it_may():
    """Columns with longer codes come first, and the last, without a code, stands for the constant ones."""
    rows = unit_rows(600, 24)
    found = quantise(rows, np.arange(400), 6)
    assert found.rows.shape == (600, 6)
    assert found.bits.sum() == 48
    assert found.bits.tolist() == sorted(found.bits.tolist(), reverse=True)
    assert found.bits[-1] == 0
    assert len(found.levels) == (2 ** found.bits.astype(int)).sum()


def test_the_same_rows_give_the_same_table():
    """Byte for byte."""
    rows = unit_rows(300, 16)
    one, other = (quantise(rows, np.arange(300), 5) for _ in range(2))
    assert all(a.tobytes() == b.tobytes() for a, b in zip(one, other, strict=True))


@given(st.lists(st.integers(0, 10), min_size=1, max_size=9), st.integers(1, 5), st.integers(0, 9))
def test_codes_are_decoded_digit_by_digit(lengths, n, seed):
    """Against reading each row as one binary number."""
    bits = np.array(sorted(lengths, reverse=True), dtype=np.uint8)
    rng = np.random.default_rng(seed)
    rows = rng.integers(0, 256, (n, -(-int(bits.sum()) // 8)), dtype=np.uint8)
    levels = rng.standard_normal(int((2 ** bits.astype(int)).sum())).astype(np.float32)
    expected = np.empty((n, len(bits)), dtype=np.float32)
    for i, row in enumerate(rows):
        digits, first = "".join(f"{byte:08b}" for byte in row.tolist()), 0
        for column, length in enumerate(bits.tolist()):
            expected[i, column] = levels[first + int(digits[:length] or "0", 2)]
            digits, first = digits[length:], first + 2**length
    np.testing.assert_array_equal(RoundedRows(Quantised(rows, bits, levels))[range(n)], expected)


def test_no_row_is_asked_for():
    """As for an answer without known words."""
    found = quantise(unit_rows(100, 8), np.arange(100), 2)
    assert RoundedRows(found)[[]].shape == (0, len(found.bits))
    with pytest.raises(IndexError, match="out of bounds"):
        RoundedRows(found)[[100]]
