"""Samples of people made by hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from helm_creativity.people.responses import PersonResponse
from helm_creativity.people.sample import PeopleSample


def sample(scores: Mapping[str, Sequence[float | None]], name: str = "Study 1", **changes: Any) -> PeopleSample:
    """The DAT of participants, a response to each of the items i0, i1... Without a score it is empty."""
    responses = tuple(
        PersonResponse(who, f"i{place}", 0, "words", score, "" if score is not None else "empty")
        for who, values in scores.items()
        for place, score in enumerate(values)
    )
    given = {"benchmark": "dat", "comparable": "dat|protocol:a|prompts:from a file|embedding:e|card:1"}
    return PeopleSample(**{"name": name, **given, "provenance": {}, "settings": {}, "responses": responses, **changes})
