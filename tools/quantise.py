"""How the built-in table is rounded: rows to one of two numbers of bytes, most bits where dot products need them.

Rows are turned to their principal directions, without subtracting their mean. A distance between two words errs by an
error of one times the other, so that a direction's rounding costs its distortion times its second moment: bits go to
the directions one by one, wherever the next one saves most. Each direction has levels of its own (Lloyd 1982), moved
away from their mean by as much as means of cells shrink products. The first direction, along which the mean row lies,
is rounded last, so that it also mends the product of the row with the mean row, on which every distance of the word
depends. Directions without bits are constant: one column stands for all that have none in either grade.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from helm_creativity.embeddings.builtin.rows import Graded, Quantised

Floats = NDArray[np.float32]

MOST_BITS = 10
_SAMPLE = 16_000
_STEPS = 40
# Distortion of a normal variable of variance one by its best quantiser of 0, 1, 2... bits (Max 1960; above 8 bits by
# Panter and Dite's limit).
_DISTORTIONS = np.array(
    [1, 0.3634, 0.1175, 0.03454, 0.009497, 0.002499, 0.000642, 0.000163, 0.0000411]
    + [np.sqrt(3) * np.pi / 2 * 4.0**-bits for bits in range(9, MOST_BITS + 2)]
)


def quantise(full: Floats, fitted: NDArray[np.intp], are_common: NDArray[np.bool_], lengths: tuple[int, int]) -> Graded:
    """The rounded table of unit vectors.

    Args:
        full: shape (n, D), rows of length one.
        fitted: which rows the directions and levels are fitted to.
        are_common: shape (n,): which rows are of the first grade.
        lengths: bytes of a row of each grade.
    """
    turned = full @ _principal(full[fitted])
    shares = [_shares(turned[fitted], 8 * length) for length in lengths]
    coded = np.flatnonzero(np.max(shares, axis=0))
    parts = [
        _rounded(turned, turned[fitted], bits, coded, rows)
        for bits, rows in zip(shares, (are_common, ~are_common), strict=True)
    ]
    return Graded(*parts, are_common)


def _rounded(
    turned: Floats, fitted: Floats, bits: NDArray[np.intp], coded: NDArray[np.intp], which: NDArray[np.bool_]
) -> Quantised:
    """One grade: the rows of ``which``, in the columns of ``coded`` and one for all other directions."""
    wanted = turned[which]
    mean = fitted.mean(axis=0)
    sample = np.random.default_rng(1).choice(len(fitted), min(len(fitted), _SAMPLE), replace=False)
    constant = fitted[sample].mean(axis=0)
    codes: dict[int, NDArray[np.intp]] = {}
    levels = {i: constant[i : i + 1] for i in coded.tolist()}
    rounded = {part: np.broadcast_to(constant, rows.shape).copy() for part, rows in (("all", wanted), ("fit", fitted))}
    for i in [*(i for i in coded.tolist() if i and bits[i]), 0]:
        values = wanted[:, i] if i else (wanted @ mean - rounded["all"][:, 1:] @ mean[1:]) / mean[0]
        to_fit = fitted[:, i] if i else (fitted @ mean - rounded["fit"][:, 1:] @ mean[1:]) / mean[0]
        codes[i], levels[i], of_fit = _column(values, to_fit, to_fit[sample], int(bits[i]), stretched=i > 0)
        rounded["all"][:, i], rounded["fit"][:, i] = levels[i][codes[i]], levels[i][of_fit]
    rest = np.linalg.norm(np.delete(constant, coded))
    lengths = bits[coded]
    order = coded[np.argsort(-lengths, kind="stable")]
    return Quantised(
        rows=np.packbits(
            np.concatenate([_as_bits(codes[i], int(bits[i])) for i in order.tolist() if bits[i]], axis=1), axis=1
        ),
        bits=np.append(lengths, 0).astype(np.uint8),
        levels=np.concatenate([*(levels[i] for i in coded.tolist()), [rest]]).astype(np.float32),
    )


def _principal(rows: Floats) -> Floats:
    """Shape (D, D): right singular vectors of the rows, leading ones first, each with its largest number positive."""
    moments = rows.astype(np.float64).T @ rows.astype(np.float64)
    _, directions = np.linalg.eigh(moments)
    directions = directions[:, ::-1]
    directions *= np.sign(directions[np.abs(directions).argmax(axis=0), np.arange(len(directions))])
    return np.asarray(directions, dtype=np.float32)


def _shares(rows: Floats, total: int) -> NDArray[np.intp]:
    """Shape (D,): bits of each column, given out one by one to where the next one saves most."""
    values = rows.astype(np.float64)
    weights = (values**2).mean(axis=0) * values.var(axis=0)
    bits = np.zeros(rows.shape[1], dtype=np.intp)
    saved = weights * (_DISTORTIONS[0] - _DISTORTIONS[1])
    for _ in range(total):
        i = int(saved.argmax())
        bits[i] += 1
        more = _DISTORTIONS[bits[i]] - _DISTORTIONS[bits[i] + 1]
        saved[i] = weights[i] * more if bits[i] < MOST_BITS else 0
    return bits


def _column(
    values: Floats, fitted: Floats, sample: Floats, bits: int, *, stretched: bool
) -> tuple[NDArray[np.intp], Floats, NDArray[np.intp]]:
    """The code of every value, the levels of the codes, and the codes of the values to which these are fitted."""
    centres = _lloyd(sample, 2**bits)
    edges = (centres[1:] + centres[:-1]) / 2
    codes, of_fitted = np.searchsorted(edges, values), np.searchsorted(edges, fitted)
    if not stretched:
        return codes, centres.astype(np.float32), of_fitted
    lost = np.mean((sample - centres[np.searchsorted(edges, sample)]) ** 2) / sample.var()
    mean = sample.mean()
    return codes, np.asarray(mean + (centres - mean) / (1 - lost), dtype=np.float32), of_fitted


def _lloyd(sample: Floats, k: int) -> NDArray[np.float64]:
    """The k centres of k-means in one dimension, from quantiles."""
    values = np.sort(sample.astype(np.float64))
    sums = np.concatenate([[0], np.cumsum(values)])
    centres = np.quantile(values, (np.arange(k) + 0.5) / k)
    for _ in range(_STEPS):
        ends = np.concatenate([[0], np.searchsorted(values, (centres[1:] + centres[:-1]) / 2), [len(values)]])
        counts = np.diff(ends)
        centres = np.where(counts > 0, np.diff(sums[ends]) / np.maximum(counts, 1), centres)
    return np.asarray(centres)


def _as_bits(codes: NDArray[np.intp], bits: int) -> NDArray[np.uint8]:
    """Shape (n, bits): the codes in binary, the highest digit first."""
    return np.asarray(codes[:, None] >> np.arange(bits - 1, -1, -1) & 1, dtype=np.uint8)
