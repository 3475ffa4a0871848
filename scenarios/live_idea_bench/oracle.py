"""Ideas that the critic gives full marks, and the judge of pairs calls entirely different."""

from __future__ import annotations

from helm_creativity.judging.neighbours import pair_name
from helm_creativity.judging.oracle import annotated, verdict
from helm_creativity.responses import Answer
from helm_creativity.rooms import Fields, Row
from helm_creativity.scenarios.live_idea_bench.measure import LETTERS
from helm_creativity.scenarios.live_idea_bench.protocols import FLUENCY, PROTOCOLS, SCALE

TOP = SCALE.high
"""Of an idea, and of the run: its four facets are all 10."""

PILOT = {"design": "all"}

CHATTER = "an answer is the idea, and judges read all of it"


def oracle(fields: Fields) -> Row:
    """An idea of each trial, with the ratings of it; the second of a pair brings the letter on both."""
    said = [verdict(PROTOCOLS["ruan2024"].critic.name, originality=TOP, feasibility=TOP)]
    if fields["trial"]:
        said.append(verdict(FLUENCY.name, pair_name(fields["trial"] - 1), fluency=LETTERS["A"]))
    idea = f"Idea {fields['trial'] + 1} about {fields['keyword']}, as original and as feasible as an idea can be."
    return Row(Answer(idea, "stop"), {**fields, "annotations": annotated(*said)})
