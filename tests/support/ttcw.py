"""Published replies of language models to the Torrance Test of Creative Writing."""

from __future__ import annotations

import json
from collections.abc import Mapping

from helm_creativity.benchmark.sources import require_source
from helm_creativity.benchmark.types import Response
from helm_creativity.judges.evaluation.sets import load_exam_set
from helm_creativity.judges.readings import read_one

MODELS = ("cgpt", "claude3-opus", "claudev13", "claudev2", "claudev21", "gemini-pro", "gpt4")
"""Whose replies the authors released, as their files are named."""


def released_ratings(model: str) -> Mapping[str, float]:
    """What a model answered, by the id of the response; a reply that begins with neither yes nor no is missing."""
    rubric = load_exam_set("ttcw", keep_all=True).rubric
    found: dict[str, float] = {}
    for line in require_source(f"ttcw-replies-{model}", "the replies", "others").read_text("utf-8").splitlines():
        if line.strip():
            entry = json.loads(line)
            story, _, test = entry["id"].removeprefix("story_").rpartition("_test")
            reading = read_one(rubric, Response(entry["response"]), ())["passes"]
            if reading.value is not None:
                found[f"{story}/{test}"] = reading.value
    return found
