"""Chains of words that are unrelated to all before them, and how the baselines respond to both stages.

Nothing in the score says that a step is an association, as the card warns, so that the best chain has none.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from helm_creativity.core.prompts import match_prompt, placeholder
from helm_creativity.core.protocols import Baseline
from helm_creativity.core.types import Fields, Response, Sample
from helm_creativity.families.word_lists.baseline import UNRELATED
from helm_creativity.scenarios.pace.benchmark import PROTOCOLS, STAGE_2
from helm_creativity.scenarios.pace.scoring import LONGEST
from helm_creativity.words.inflections import inflected_forms

HERE = Path(__file__).parent
PROTOCOL = PROTOCOLS["schapiro2026"]

CEILING = 0.969
"""1 is where every word is unrelated to all before it; the least of 50 seeds has 0.970. The greedy baseline, which goes
from word to nearest word, has 0.59 at most in 300."""


def reference_response(fields: Fields) -> Sample:
    """Three associates; see ``families.word_lists.baseline``."""
    return Sample(Response(_reply(UNRELATED[: PROTOCOL.chains]), "stop"), fields)


def reference_turn(prompt: str) -> str:
    """A chain through other unrelated words from an associate, as stage 2 asks for it."""
    holes = {name: placeholder(name) for name in ("seed", "associate", "reason")}
    found = match_prompt(HERE, STAGE_2, prompt, **holes)
    assert found is not None
    associate = found["associate"]
    return _reply([associate, *(word for word in UNRELATED if word != associate)][: LONGEST - 1])


def baseline_response(prompt: str, baseline: Baseline) -> str | None:
    """A reply to a prompt of either stage, None to any other; the greedy baseline goes to the nearest new noun."""
    found = match_prompt(HERE, "stage1", prompt, seed=placeholder("seed"))
    if found is not None:
        seed = found["seed"]
        forms = inflected_forms(seed)
        return _reply(baseline.nearest([seed], PROTOCOL.chains, spelt=lambda word: word not in forms))
    found = match_prompt(
        HERE,
        STAGE_2,
        prompt,
        seed=placeholder("seed"),
        associate=placeholder("associate"),
        reason=placeholder("reason"),
    )
    return _reply(_chain(baseline, found["seed"], found["associate"])) if found else None


def _chain(baseline: Baseline, seed: str, associate: str) -> list[str]:
    chain, seen = [associate], {seed, associate}
    while len(chain) < PROTOCOL.rule.asked:
        (step,) = baseline.nearest(chain[-1:], 1, spelt=lambda word: word not in seen)
        chain.append(step)
        seen.add(step)
    return chain


def _reply(words: Sequence[str]) -> str:
    return json.dumps({"results": [{"word": word, "reason": ""} for word in words]})
