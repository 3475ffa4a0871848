"""What a benchmark's module ``page`` offers: a page for people about one response of a run.

It has ``response_text(response) -> str``, lines for a terminal, which stand below what ``helm-creativity show`` prints
of every response, and ``response_html(response) -> str``, a page that needs no other file and has
``response.sections`` at its end. Without them a response has the page of all benchmarks, as where they fail.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from helm_creativity.benchmark.types import Sample


class Section(NamedTuple):
    """A part of what is said of a response: names with values, then a text as it was written."""

    title: str
    rows: tuple[tuple[str, str], ...] = ()
    text: str = ""


class ResponsePage(NamedTuple):
    """A response and the run that it is from."""

    item: str
    trial: int
    trials: tuple[int, ...]
    row: Sample
    model: str
    run: str
    settings: Mapping[str, Any]
    signature: str
    sections: tuple[Section, ...] = ()
