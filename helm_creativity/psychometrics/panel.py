"""What a panel of judges lets a calibration know, and what it does not."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from helm_creativity.psychometrics.patterns import MISSING

SHARPEST = 10.0
"""A discrimination above which two judges that had rated by themselves would hardly ever differ by a category."""


class JudgeWarning(UserWarning):
    """Something about a judge or the panel that its parameters rest on, and that no standard error tells."""


def check_judges(table: NDArray[np.float64], names: Sequence[str]) -> None:
    """Refuses a panel that cannot be calibrated.

    Args:
        table: shape (n_units, n_judges), NaN missing.
        names: of the judges.

    Raises:
        ValueError: for fewer than two judges or one without ratings.
    """
    if len(names) < 2:
        raise ValueError(
            "ratings must have a column for each of at least 2 judges, got 1; how well a single judge tells units "
            "apart cannot be seen in its ratings"
        )
    if silent := [names[judge] for judge in range(len(names)) if np.isnan(table[:, judge]).all()]:
        raise ValueError(f"every judge must have given a rating, got none in column {', '.join(silent)}; leave it out")


def unused_categories(codes: NDArray[np.int64], categories: NDArray[np.float64]) -> tuple[tuple[float, ...], ...]:
    """By judge, the categories that are not among its codes, shape (n_patterns, n_judges)."""
    return tuple(
        tuple(float(value) for code, value in enumerate(categories) if code not in used)
        for used in map(set, codes.T.tolist())
    )


def groups_of(rated: NDArray[np.bool_]) -> list[list[int]]:
    """Judges that rated units together, directly or by way of others.

    Args:
        rated: shape (n_units, n_judges), where there is a rating.

    Returns:
        Columns, each in one group; more than one group where severities rest on an assumption.
    """
    seen = rated.astype(np.float64)
    together = seen.T @ seen > 0
    groups: list[list[int]] = []
    left = set(range(rated.shape[1]))
    while left:
        group, new = set[int](), {min(left)}
        while new:
            group |= new
            new = {other for judge in new for other in np.flatnonzero(together[judge]).tolist()} - group
        groups.append(sorted(group))
        left -= group
    return groups


def doubts(
    codes: NDArray[np.int64], categories: NDArray[np.float64], alpha: NDArray[np.float64], names: Sequence[str]
) -> Iterator[str]:
    """What to know of a panel before its parameters are believed, a sentence each.

    Args:
        codes: shape (n_patterns, n_judges), ``MISSING`` or 0 to n_categories - 1.
        categories: shape (n_categories,).
        alpha: shape (n_judges,), discriminations.
        names: of the judges.
    """
    groups = groups_of(codes != MISSING)
    if len(groups) > 1:
        apart = " | ".join(", ".join(names[judge] for judge in group) for group in groups)
        yield (
            f"no unit was rated by judges of two of these groups: {apart}; they are on one scale only if the units of "
            "each are equally good on the whole"
        )
    unused = unused_categories(codes, categories)
    if one := [name for name, rest in zip(names, unused, strict=True) if len(rest) == len(categories) - 1]:
        yield (
            f"only one category was ever given by {', '.join(one)}: severity and discrimination there come from the "
            "prior; leave out a judge that does not tell units apart"
        )
    if sharp := [f"{name} ({value:.3g})" for name, value in zip(names, alpha, strict=True) if value > SHARPEST]:
        yield (
            f"discriminations above {SHARPEST:g}: {', '.join(sharp)}; judges that agree this well copy one another, or "
            "ratings are constant within units, and scores look surer than they are"
        )
