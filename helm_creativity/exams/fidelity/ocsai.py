"""How many rated responses there are."""

from __future__ import annotations

from functools import partial

from helm_creativity.core.claims import Claim
from helm_creativity.core.registry import find_source
from helm_creativity.exams.fidelity import count_responses

CLAIMS: tuple[Claim, ...] = (
    Claim(
        "rated uses",
        "Organisciak et al. 2023",
        "docs/judges.md, from their released split",
        "3,030",
        partial(count_responses, "ocsai"),
        (find_source("ocsai-test"),),
    ),
)
