"""Agreement of two classifications: confusion matrix, accuracy, balanced accuracy, Cohen's kappa, also weighted."""

from __future__ import annotations

import math
from collections.abc import Hashable, Sequence
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from helm_creativity.psychometrics.tables import Numbers, as_floats

KAPPA_WEIGHTS = ("none", "linear", "quadratic")
"""How much two classes agree: only if they are the same, or by how many places they are apart."""
MOST = 2.0**53
"""Larger counts are not exact."""
NOTHING = 1e-28
"""A variance of weights below this is rounding."""


class Kappa(NamedTuple):
    """Cohen's kappa."""

    value: float | None  # -1 to 1; None where agreement by chance alone is certain, or for an empty matrix
    se: float | None  # large-sample standard error, for intervals; None where ``value`` is
    # kappa over its standard error if the two were independent; None where that is 0, as where one of them uses a
    # single class
    z: float | None
    p: float | None  # two-sided probability of a |z| at least as large; None where ``z`` is


def confusion_matrix(
    truth: Sequence[Hashable], predicted: Sequence[Hashable], labels: Sequence[Hashable]
) -> NDArray[np.int64]:
    """Counts of things by true and by predicted class.

    ``truth``: n classes. ``predicted``: n classes, of the same things. ``labels``: the k classes, in the order of rows
    and columns. Returns shape (k, k): rows are the truth, columns what was predicted. Raises ValueError for lengths
    that differ, two equal labels, and a class that is no label.
    """
    if len(truth) != len(predicted):
        raise ValueError(f"truth and predicted must have the same length, got {len(truth)} and {len(predicted)}")
    k, codes = len(labels), {label: code for code, label in enumerate(labels)}
    if len(codes) < k:
        raise ValueError(f"labels must be different, got {list(labels)}")
    for name, values in (("truth", truth), ("predicted", predicted)):
        for i, value in enumerate(values):
            if value not in codes:
                raise ValueError(f"{name}[{i}] must be one of {list(labels)}, got {value!r}")
    cells = [codes[actual] * k + codes[guess] for actual, guess in zip(truth, predicted, strict=True)]
    return np.bincount(np.array(cells, dtype=np.int64), minlength=k * k).reshape(k, k)


def accuracy(matrix: ArrayLike) -> float | None:
    """Share of things on the diagonal of a confusion matrix, shape (k, k): 0 to 1; None for an empty one.

    Raises ValueError for anything but a square table of counts from 0 to 2**53.
    """
    counts = _counts(matrix)
    total = counts.sum()
    return float(np.trace(counts) / total) if total else None


def balanced_accuracy(matrix: ArrayLike) -> float | None:
    """Mean over classes of the share of a class that was classified correctly, 0 to 1.

    With counts c, rows the truth: (1/m) · Σ_i c_ii / Σ_j c_ij over the m classes that occur in the truth; None where
    none does. A classification with a single class scores 1/m.

    ``matrix``: shape (k, k), as ``confusion_matrix`` gives it. Raises ValueError as ``accuracy`` does.
    """
    counts = _counts(matrix)
    sizes = counts.sum(axis=1)
    occurs = sizes > 0
    return float((np.diag(counts)[occurs] / sizes[occurs]).mean()) if occurs.any() else None


class ClassAgreement(NamedTuple):
    """How well one class was classified; None where nothing is of it, or nothing was taken for it."""

    n: int
    precision: float | None
    recall: float | None
    f1: float | None


def by_class(matrix: ArrayLike) -> list[ClassAgreement]:
    """Number, precision, recall and F1 of each of k classes, 0 to 1, in the order of the rows.

    With counts c, rows the truth: P_i = c_ii / Σ_j c_ji, R_i = c_ii / Σ_j c_ij, F1_i = 2·c_ii / (Σ_j c_ij + Σ_j c_ji).

    ``matrix``: shape (k, k), as ``confusion_matrix`` gives it. Raises ValueError as ``accuracy`` does.
    """
    counts = _counts(matrix)
    found = []
    for right, there, said in zip(np.diag(counts), counts.sum(axis=1), counts.sum(axis=0), strict=True):
        rates = [float(times * right / n) if n else None for times, n in ((1, said), (1, there), (2, there + said))]
        found.append(ClassAgreement(int(there), *rates))
    return found


def cohen_kappa(matrix: ArrayLike, weights: Literal["none", "linear", "quadratic"] = "none") -> Kappa:
    """Cohen's kappa (1960), or his weighted kappa (1968), with standard errors by Fleiss, Cohen and Everitt (1969).

    With shares p_ij, row sums r_i, column sums c_j and weights w_ij of agreement, κ = (p_o − p_e)/(1 − p_e) and::

        w_ij   1 if i = j, else 0;    linear  1 − |i − j|/(k − 1);    quadratic  1 − (i − j)²/(k − 1)²
        p_o = Σ w_ij·p_ij,    p_e = Σ w_ij·r_i·c_j,    s_ij = Σ_h w_ih·c_h + Σ_h w_hj·r_h
        se²   = (Σ p_ij·(w_ij − s_ij·(1 − κ))² − (κ − p_e·(1 − κ))²) / (n·(1 − p_e)²)
        z = κ/√(Σ r_i·c_j·(w_ij − s_ij)² − p_e²) · (1 − p_e)·√n

    It is 1 for full agreement, 0 for agreement by chance, and undefined where p_e is 1: both use one class only.
    Linear and quadratic weights need classes in their order, all of them, also those that neither used. Value, z and p
    are those of R's ``irr::kappa2`` with weight="unweighted", "equal" and "squared"; quadratic weights are those of
    ``psych::cohen.kappa``, whose variance of the weighted kappa is another one.

    ``matrix``: shape (k, k), counts by the classes of one and of the other; which is which makes no difference.
    ``weights``: one of ``KAPPA_WEIGHTS``. Raises ValueError as ``accuracy`` does, and for unknown weights.
    """
    if weights not in KAPPA_WEIGHTS:
        raise ValueError(f"weights must be one of {' '.join(KAPPA_WEIGHTS)}, got {weights!r}")
    from scipy.special import ndtr

    counts = _counts(matrix)
    n = counts.sum()
    # Sums of shares are rounded, so that only counts can show that there is a single class.
    if not n or (np.count_nonzero(counts) == 1 and np.trace(counts) == n):
        return Kappa(None, None, None, None)
    p = counts / n
    rows, columns = p.sum(axis=1), p.sum(axis=0)
    by_chance, w = np.outer(rows, columns), _weights(len(p), weights)
    chance = float(np.vdot(w, by_chance))
    kappa = (float(np.vdot(w, p)) - chance) / (1 - chance)
    sums = (w @ columns)[:, None] + rows @ w
    variance = float(np.vdot(p, (w - sums * (1 - kappa)) ** 2)) - (kappa - chance * (1 - kappa)) ** 2
    se = math.sqrt(max(variance, 0.0) / float(n)) / (1 - chance)
    null = float(np.vdot(by_chance, (w - sums + chance) ** 2))  # the mean of w - s under independence is -p_e
    if null < NOTHING:
        return Kappa(kappa, se, None, None)
    z = kappa * (1 - chance) * math.sqrt(float(n) / null)
    return Kappa(kappa, se, z, float(2 * ndtr(-abs(z))))


def _weights(k: int, weights: str) -> Numbers:
    """Shape (k, k): how much two classes agree, 0 to 1."""
    if weights == "none":
        return np.eye(k)
    apart = np.abs(np.subtract.outer(np.arange(k), np.arange(k))) / max(k - 1, 1)
    return np.asarray(1 - apart ** (2 if weights == "quadratic" else 1))


def _counts(matrix: ArrayLike) -> Numbers:
    counts = as_floats(matrix, "a confusion matrix")
    if counts.ndim != 2 or counts.shape[0] != counts.shape[1]:
        raise ValueError(f"a confusion matrix must have as many rows as columns, got shape {counts.shape}")
    if not ((counts >= 0) & (counts <= MOST)).all():
        raise ValueError("a confusion matrix must hold counts from 0 to 2**53, got something else")
    return counts
