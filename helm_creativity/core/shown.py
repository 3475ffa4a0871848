"""What a benchmark's module ``page`` offers: a page for people about one response of a run.

It has ``text_of(shown) -> str``, lines for a terminal, and ``html_of(shown) -> str``, a page that needs no other file.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from helm_creativity.core import Sample


class Shown(NamedTuple):
    """An answer and the run that it is from.

    Attributes:
        item: id of what was asked.
        trial: which answer to it, from 0.
        trials: all that the run has.
        row: what the run's scorer got.
        model: whose answer it is.
        run: name of the run.
        settings: arguments of the run's metric.
        signature: everything that moves the run's score.
    """

    item: str
    trial: int
    trials: tuple[int, ...]
    row: Sample
    model: str
    run: str
    settings: Mapping[str, Any]
    signature: str
