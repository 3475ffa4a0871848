"""How the baselines respond to problems, how the lexical judge classes responses, and the right solutions."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from helm_creativity.baselines.surface import difference
from helm_creativity.baselines.word_choosers import GreedyChooser
from helm_creativity.benchmark.prompts import texts_in_all_words
from helm_creativity.benchmark.protocols import Baseline
from helm_creativity.benchmark.rubrics import Rubric
from helm_creativity.benchmark.types import Fields, Response, Sample
from helm_creativity.scenarios.macgyver.items import MacGyverProblem
from helm_creativity.scenarios.macgyver.parse import tools_in
from helm_creativity.scenarios.macgyver.scoring import RIGHT, check_response

HERE = Path(__file__).parent
CEILING = RIGHT
MOST_STEPS = 5
"""Steps above which the lexical judge calls a response inefficient."""
MOST_DIFFERENT = 0.5
"""Share of words that only one of response and reference has, up to which it takes them for the same."""


def reference_response(fields: Fields) -> Sample:
    """The item's reference: its steps, or why it is not possible."""
    right = MacGyverProblem("", fields["problem"], fields["solvable"], reference=fields["reference"]).reference_response
    return Sample(Response(right or "", "stop"), fields)


def baseline_response(prompt: str, baseline: Baseline) -> str | None:
    """A fixed response, the floor that one without a thought reaches; None to any other prompt.

    The greedy baseline always says that it is not possible, the other strings the tools together.
    """
    for text in texts_in_all_words(HERE, "agc2026", problem=""):
        problem, asked, _ = prompt.partition(text)
        if asked and problem.strip():
            if isinstance(baseline, GreedyChooser):
                return "This is not possible with the given items."
            tools = (tools_in(problem.strip()) or ["the things at hand"])[:4]
            return "\n".join(f"Step{n}: Use {tool}." for n, tool in enumerate(tools, start=1))
    return None


def lexical_reply(rubric: Rubric, variables: Mapping[str, Any]) -> str:
    """The lexical judge's letter for a response. It cannot know what works, so one without a thought scores 0.

    E where the response is wrong about solvability, D where a solution names no available tool, and C for all else,
    unless it says in other words no more than the reference does, without a thing from outside: then A, or B above 100
    words or 5 steps.
    """
    response, problem, reference = (variables[name] or "" for name in ("answer", "problem", "reference"))
    checks = check_response(response, problem, tools_in(problem), bool(variables["solvable"]))
    copied = reference and difference(response, reference) <= MOST_DIFFERENT and not checks.foreign_tools
    if not checks.solvability_correct:
        letter = "E"
    elif checks.tools_used == 0:
        letter = "D"
    elif not copied:
        letter = "C"
    else:
        letter = "B" if checks.over_100_words or (checks.steps or 0) > MOST_STEPS else "A"
    return json.dumps({"answer": letter})
