"""As many different ways as are asked for. That they make sense is not measured."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from helm_creativity.core.prompts import match_prompt, placeholder
from helm_creativity.core.protocols import Baseline
from helm_creativity.core.types import Fields, Response, Sample
<< gap >>from << here >>.measure import ASKED

CEILING = float(ASKED)

STOPS = ("paper", "music", "salt", "winter", "glass")


def reference_response(fields: Fields) -> Sample:
    """Five paths with one stop each."""
    return Sample(Response(_paths(fields["start"], STOPS, fields["end"]), "stop"), fields)


def baseline_response(prompt: str, baseline: Baseline) -> str | None:
    """Paths with one noun each, None to a prompt of another benchmark."""
    found = match_prompt(Path(__file__).parent, "task", prompt, start=placeholder("start"), end=placeholder("end"))
    if found is None:
        return None
    start, end = found["start"], found["end"]
    return _paths(start, baseline.unrelated(ASKED, unlike=[start, end]), end)


def _paths(start: str, stops: Sequence[str], end: str) -> str:
    return json.dumps({i: [[start, "needs", stop], [stop, "meets", end]] for i, stop in enumerate(stops, start=1)})
