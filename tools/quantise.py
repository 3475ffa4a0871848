"""How the built-in table is rounded: each row to a fixed number of bytes, most bits where dot products need them.

Rows are turned to their principal directions, without subtracting their mean. A distance between two words errs by an
error of one times the other, so that a direction's rounding costs its distortion times its second moment: bits go to
the directions one by one, wherever the next one saves most. Each direction has levels of its own (Lloyd 1982), moved
away from their mean by as much as means of cells shrink products. The first direction, along which the mean row lies,
is rounded last, so that it also mends the product of the row with the mean row, on which every distance of the word
depends. Directions without bits are constant: one column stands for all of them.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from helm_creativity.embeddings.builtin.rows import Quantised

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


def quantise(full: Floats, common: NDArray[np.intp], length: int) -> Quantised:
    """The rounded table of unit vectors.

    Args:
        full: shape (n, D), rows of length one.
        common: which rows the directions and levels are fitted to.
        length: bytes of a row.
    """
    turned = full @ _principal(full[common])
    fitted = turned[common]
    bits = _shares(fitted, 8 * length)
    mean = fitted.mean(axis=0)
    sample = np.random.default_rng(1).choice(len(common), min(len(common), _SAMPLE), replace=False)
    columns: dict[int, tuple[NDArray[np.intp], Floats]] = {}
    rounded = np.broadcast_to(fitted[sample].mean(axis=0), turned.shape).copy()
    coded = np.flatnonzero(bits)
    for i in [*coded[coded > 0].tolist(), 0]:
        values = turned[:, i] if i else (turned @ mean - rounded[:, 1:] @ mean[1:]) / mean[0]
        columns[i] = _column(values, values[common][sample], int(bits[i]), stretched=i > 0)
        codes, levels = columns[i]
        rounded[:, i] = levels[codes]
    order = coded[np.argsort(-bits[coded], kind="stable")]
    rest = np.linalg.norm(rounded[0, bits == 0])
    return Quantised(
        rows=np.packbits(
            np.concatenate([_as_bits(columns[i][0], int(bits[i])) for i in order.tolist()], axis=1), axis=1
        ),
        bits=np.append(bits[order], 0).astype(np.uint8),
        levels=np.concatenate([*(columns[i][1] for i in order.tolist()), [rest]]).astype(np.float32),
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


def _column(values: Floats, sample: Floats, bits: int, *, stretched: bool) -> tuple[NDArray[np.intp], Floats]:
    """The code of every value, and the levels of the codes."""
    centres = _lloyd(sample, 2**bits)
    edges = (centres[1:] + centres[:-1]) / 2
    codes = np.searchsorted(edges, values)
    if not stretched:
        return codes, centres.astype(np.float32)
    lost = np.mean((sample - centres[np.searchsorted(edges, sample)]) ** 2) / sample.var()
    mean = sample.mean()
    return codes, np.asarray(mean + (centres - mean) / (1 - lost), dtype=np.float32)


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
