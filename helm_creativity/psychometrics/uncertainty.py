"""How sure a mean is."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

import numpy as np

Z = 1.959963984540054
"""97.5 % quantile of the normal distribution."""


def standard_error(values: Sequence[float], clusters: Sequence[Hashable]) -> float | None:
    """Standard error of the mean of ``values``, given which cluster each of them belongs to.

    Answers to one item resemble each other, so that n answers to few items say less than n answers to n items. With
    C >= 2 clusters, deviations e_i from the mean are first added within each cluster::

        se = sqrt( C/(C-1) · Σ_c (Σ_{i in c} e_i)² ) / n

    which is the cluster-robust (sandwich) estimator of a mean with the usual small-sample factor. With one value a
    cluster it is s/√n, and with clusters of equal size it is the standard error of the cluster means. With a single
    cluster only the answers vary, and the result is s/√n over them: it then speaks for that item alone.

    Args:
        values: n finite numbers.
        clusters: n keys, one a value.

    Returns:
        The standard error in the units of ``values``, or None for fewer than two values: one value has no spread.

    Raises:
        ValueError: when the lengths differ.
    """
    if len(values) != len(clusters):
        raise ValueError(f"values and clusters must have the same length, got {len(values)} and {len(clusters)}")
    n = len(values)
    if n < 2:
        return None
    deviations = np.asarray(values, dtype=float) - np.mean(values)
    codes = {key: code for code, key in enumerate(dict.fromkeys(clusters))}
    if len(codes) == 1:
        return float(np.sqrt((deviations**2).sum() / (n - 1) / n))
    sums = np.bincount([codes[key] for key in clusters], weights=deviations)
    return float(np.sqrt(len(codes) / (len(codes) - 1) * (sums**2).sum()) / n)
