"""The prompts of the authors' program in twelve languages, with and without their constraints."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from helm_creativity.core.claims import Claim, Recomputed
from helm_creativity.core.registry import find_source
from helm_creativity.results.program_texts import asked_prompts, count_in_program, program_texts, prompts_claim
from helm_creativity.scenarios.sdat.items import CONSTRAINTS

PROGRAM, CONSTRAINED = find_source("mctb2025-sdat"), find_source("mctb2025-sdat-constraints")
VARYING = {"str(self.n_words)": "10"}


def prompts(paths: Sequence[Path]) -> Recomputed:
    """Without a constraint."""
    return count_in_program(asked_prompts("sdat"), program_texts(paths[0], VARYING))


def constrained(paths: Sequence[Path]) -> Recomputed:
    """With each of the constraints behind the prompt."""
    ends = program_texts(paths[1], {})
    texts = [text + end for text in program_texts(paths[0], VARYING) for end in ends]
    asked = [prompt for kind in CONSTRAINTS if kind != "none" for prompt in asked_prompts("sdat", constraint=kind)]
    return count_in_program(asked, texts)


CLAIMS: tuple[Claim, ...] = (
    prompts_claim("Green Code 2025", "prompts in their words", "12", prompts, [PROGRAM]),
    prompts_claim(
        "Green Code 2025", "prompts with a constraint in their words", "48", constrained, [PROGRAM, CONSTRAINED]
    ),
)
