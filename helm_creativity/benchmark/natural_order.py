"""The order in which names of judges, models, items and participants stand in lists: rater2 before rater10."""

from __future__ import annotations

import re

_NUMBER = re.compile(r"([0-9]+)")


def natural_key(name: str) -> tuple[tuple[int | str, ...], str]:
    """What names are sorted by: their numbers by value, what stands between them as text.

    Texts and numbers alternate, so that they are never compared with one another. Names that differ in zeros alone
    (``a1``, ``a01``) keep the order of their text.
    """
    parts = _NUMBER.split(name)
    return tuple(int(part) if place % 2 else part for place, part in enumerate(parts)), name
