"""Samples of people made by hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from helm_creativity.people.responses import PersonResponse
from helm_creativity.people.sample import PeopleSample
from helm_creativity.results.loading import LoadedSuite
from helm_creativity.results.suite import ScoreColumn


def sample(scores: Mapping[str, Sequence[float | None]], name: str = "Study 1", **changes: Any) -> PeopleSample:
    """The DAT of participants, a response to each of the items i0, i1... Without a score it is empty."""
    responses = tuple(
        PersonResponse(who, f"i{place}", 0, "words", score, "" if score is not None else "empty")
        for who, values in scores.items()
        for place, score in enumerate(values)
    )
    given = {"benchmark": "dat", "comparable": "dat|protocol:a|prompts:from a file|embedding:e|card:1"}
    return PeopleSample(**{"name": name, **given, "provenance": {}, "settings": {}, "responses": responses, **changes})


def suite_beside(
    people: Sequence[PeopleSample],
    scores: Any,
    columns: Sequence[ScoreColumn],
    models: Sequence[str] = (),
    **changes: Any,
) -> LoadedSuite:
    """A suite of the models a/m0, a/m1... with samples of people."""
    table = np.array(scores, dtype=float)
    names = tuple(models or (f"a/m{row}" for row in range(len(table))))
    errors = np.full(table.shape, np.nan)
    return LoadedSuite(("s",), Path(), (), names, tuple(columns), table, errors, people=tuple(people), **changes)


def column(comparable: str, title: str = "DAT", group: str = "creativity_dat", **changes: Any) -> ScoreColumn:
    """A column under some settings."""
    return ScoreColumn(title, group, title, "", comparable, None, **changes)
