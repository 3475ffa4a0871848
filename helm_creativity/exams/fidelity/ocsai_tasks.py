"""How many rated responses there are."""

from __future__ import annotations

from functools import partial

from helm_creativity.core.claims import Claim
from helm_creativity.core.registry import find_source
from helm_creativity.exams.fidelity import count_responses

CLAIMS: tuple[Claim, ...] = (
    Claim(
        "rated responses to other tasks than alternate uses",
        "Organisciak et al. 2023",
        "docs/judges.md, from their released split",
        "466",
        partial(count_responses, "ocsai_tasks"),
        (find_source("ocsai-tasks-validation"),),
    ),
)
