"""How the baselines respond to LiveIdeaBench, how the lexical judge rates ideas, and ideas with full marks."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import ClassVar

from helm_creativity.baselines.surface import brevity, difference, oddity, plainness
from helm_creativity.benchmark.prompts import Place
from helm_creativity.benchmark.types import Fields, Response, Sample
from helm_creativity.scenarios.live_idea_bench.benchmark import FALLBACK, FORMS, SCALE
from helm_creativity.task_types.rated.baseline import RatedReference

IDEA = (
    "Measure {keyword} with what is known of the {noun}. Compare the {noun} with the {other} under equal "
    "conditions, and let the {third} be the control. If {keyword} changes with the {other} but not with the "
    "{third}, a simple model of the cause can be tested and used."
)


class LiveIdeaReference(RatedReference):
    """See ``Benchmark.reference``. An idea, and a run of its four dimensions, have 10 at most."""

    CEILING = SCALE.high
    PILOT: ClassVar[Mapping[str, str]] = {"design": "all"}
    CHATTER = "a response is the idea, and judges read all of it"
    STATISTICS: ClassVar[Mapping[str, Callable[..., float]]] = {
        "originality": oddity,
        "feasibility": plainness,
        "clarity": brevity,
        "fluency": difference,
    }

    def __init__(self, place: Place) -> None:
        marks = {"reasoning": "**Final Idea:** ", "plain": ""}  # the plain prompts are part of the others
        prompts = ("idea", "idea2026", FALLBACK)
        super().__init__(
            place, {f"{name}{FORMS[form]}": f"{mark}{IDEA}" for form, mark in marks.items() for name in prompts}
        )

    def reference_response(self, fields: Fields) -> Sample:
        """An idea of each trial."""
        idea = f"Idea {fields['trial'] + 1} about {fields['keyword']}, as original and as feasible as an idea can be."
        return Sample(Response(idea, "stop"), fields)
