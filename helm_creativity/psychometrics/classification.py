"""Agreement of two classifications: confusion matrix, accuracy, balanced accuracy, Cohen's kappa."""

from __future__ import annotations

import math
from collections.abc import Hashable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from helm_creativity.psychometrics.tables import Numbers


class Kappa(NamedTuple):
    """Cohen's kappa.

    Attributes:
        value: -1 to 1; None where agreement by chance alone is certain, or for an empty matrix.
        se: large-sample standard error; None where ``value`` is.
    """

    value: float | None
    se: float | None


class KappaInterval(NamedTuple):
    """A bootstrap interval for kappa.

    Attributes:
        low: its lower end.
        high: its upper end.
        draws: resamples in which kappa is defined; the others are left out.
    """

    low: float
    high: float
    draws: int


def confusion_matrix(
    truth: Sequence[Hashable], predicted: Sequence[Hashable], labels: Sequence[Hashable]
) -> NDArray[np.int64]:
    """Counts of things by true and by predicted class.

    Args:
        truth: n classes.
        predicted: n classes, of the same things.
        labels: the k classes, in the order of rows and columns.

    Returns:
        Shape (k, k): rows are the truth, columns what was predicted.

    Raises:
        ValueError: for other lengths, a class twice among ``labels``, or one that is not among them, by position.
    """
    if len(truth) != len(predicted):
        raise ValueError(f"truth and predicted must have the same length, got {len(truth)} and {len(predicted)}")
    codes = {label: code for code, label in enumerate(labels)}
    if len(codes) < len(labels):
        raise ValueError(f"labels must be different, got {list(labels)}")
    counts = np.zeros((len(labels), len(labels)), dtype=np.int64)
    for name, values in (("truth", truth), ("predicted", predicted)):
        for i, value in enumerate(values):
            if value not in codes:
                raise ValueError(f"{name}[{i}] must be one of {list(labels)}, got {value!r}")
    for one, other in zip(truth, predicted, strict=True):
        counts[codes[one], codes[other]] += 1
    return counts


def accuracy(matrix: ArrayLike) -> float | None:
    """Share of things on the diagonal of a confusion matrix, shape (k, k): 0 to 1; None for an empty one.

    Raises:
        ValueError: for anything but a confusion matrix.
    """
    counts = _counts(matrix)
    total = counts.sum()
    return float(np.trace(counts) / total) if total else None


def balanced_accuracy(matrix: ArrayLike) -> float | None:
    """Mean over classes of the share of a class that was classified correctly, 0 to 1.

    With counts c, rows the truth: (1/m) · Σ_i c_ii / Σ_j c_ij over the m classes that occur in the truth; None where
    none does. A classification with a single class scores 1/m.

    Args:
        matrix: shape (k, k), as ``confusion_matrix`` gives it.

    Raises:
        ValueError: for anything but a confusion matrix.
    """
    counts = _counts(matrix)
    sizes = counts.sum(axis=1)
    occurs = sizes > 0
    return float((np.diag(counts)[occurs] / sizes[occurs]).mean()) if occurs.any() else None


def cohen_kappa(matrix: ArrayLike) -> Kappa:
    """Cohen's kappa (1960) with its large-sample standard error (Fleiss, Cohen and Everitt 1969).

    With shares p_ij, row sums r_i, column sums c_i, p_o = Σ p_ii and p_e = Σ r_i·c_i, κ = (p_o − p_e)/(1 − p_e) and::

        se² = (A + B − C) / (n·(1 − p_e)²)
        A = Σ_i p_ii·(1 − (r_i + c_i)·(1 − κ))²
        B = (1 − κ)² · Σ_{i≠j} p_ij·(c_i + r_j)²
        C = (κ − p_e·(1 − κ))²

    It is 1 for full agreement, 0 for agreement by chance, and undefined where p_e is 1: both use one class only.

    Args:
        matrix: shape (k, k), counts by the classes of one and of the other; which is which makes no difference.

    Raises:
        ValueError: for anything but a confusion matrix.
    """
    counts = _counts(matrix)
    n = counts.sum()
    if not n:
        return Kappa(None, None)
    p = counts / n
    rows, columns = p.sum(axis=1), p.sum(axis=0)
    chance = float(rows @ columns)
    # Sums of shares are rounded, so that only counts can show that there is a single class.
    if np.count_nonzero(counts) == 1 and np.trace(counts) == n:
        return Kappa(None, None)
    kappa = (float(np.trace(p)) - chance) / (1 - chance)
    diagonal = float(np.diag(p) @ (1 - (rows + columns) * (1 - kappa)) ** 2)
    weights = (columns[:, None] + rows[None, :]) ** 2
    others = float((p * weights).sum() - np.diag(p) @ np.diag(weights))
    variance = diagonal + (1 - kappa) ** 2 * others - (kappa - chance * (1 - kappa)) ** 2
    return Kappa(kappa, math.sqrt(max(variance, 0.0) / float(n)) / (1 - chance))


def bootstrap_kappa(
    truth: Sequence[Hashable],
    predicted: Sequence[Hashable],
    labels: Sequence[Hashable],
    clusters: Sequence[Hashable],
    rng: np.random.Generator,
    draws: int = 1000,
) -> KappaInterval | None:
    """The middle 95 % of kappa over resamples of whole clusters.

    Things of one cluster (responses to one item) resemble each other, so that the standard error of ``cohen_kappa``,
    which takes them as independent, may be too small.

    Args:
        truth: n classes.
        predicted: n classes, of the same things.
        labels: the k classes.
        clusters: n keys: which cluster each thing belongs to.
        rng: source of the random numbers.
        draws: how many resamples.

    Returns:
        The 2.5th and 97.5th percentile, or None with fewer than two clusters, or where fewer than half of the resamples
        have a kappa.

    Raises:
        ValueError: as ``confusion_matrix``, and for another number of clusters' keys.
    """
    if len(clusters) != len(truth):
        raise ValueError(f"clusters must have {len(truth)} keys, got {len(clusters)}")
    confusion_matrix(truth, predicted, labels)
    names = {key: code for code, key in enumerate(dict.fromkeys(clusters))}
    if len(names) < 2:
        return None
    codes = {label: code for code, label in enumerate(labels)}
    k = len(labels)
    cells = np.zeros((len(names), k * k))
    for one, other, cluster in zip(truth, predicted, clusters, strict=True):
        cells[names[cluster], codes[one] * k + codes[other]] += 1
    weights = rng.multinomial(len(names), np.full(len(names), 1 / len(names)), size=draws)
    kappas = _kappas((weights @ cells).reshape(draws, k, k))
    known = kappas[~np.isnan(kappas)]
    if len(known) < max(draws / 2, 1):
        return None
    low, high = np.percentile(known, [2.5, 97.5])
    return KappaInterval(float(low), float(high), len(known))


def _kappas(counts: Numbers) -> Numbers:
    """Shape (b,): kappa of b confusion matrices, shape (b, k, k); NaN where there is none."""
    n = counts.sum(axis=(1, 2))
    diagonal = np.trace(counts, axis1=1, axis2=2)
    # In counts rather than shares, which keeps p_e = 1 exact: n² against a sum of products of whole numbers.
    expected = np.einsum("bi,bi->b", counts.sum(axis=2), counts.sum(axis=1))
    largest = n**2 - expected
    kappas = np.full(len(counts), np.nan)
    np.divide(n * diagonal - expected, largest, out=kappas, where=largest > 0)
    return kappas


def _counts(matrix: ArrayLike) -> Numbers:
    """The matrix as numbers, checked."""
    counts = np.asarray(matrix, dtype=np.float64)
    if counts.ndim != 2 or counts.shape[0] != counts.shape[1]:
        raise ValueError(f"a confusion matrix must have as many rows as columns, got shape {counts.shape}")
    if not (np.isfinite(counts) & (counts >= 0)).all():
        raise ValueError("a confusion matrix must hold counts of 0 or more, got something else")
    return counts
