"""Chains of words that are unrelated to all before them, and how the baselines respond to both stages.

Nothing in the score says that a step is an association, as the card warns, so that the best chain has none.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from helm_creativity.benchmark.prompts import match_prompt, placeholder
from helm_creativity.benchmark.protocols import Baseline
from helm_creativity.benchmark.types import Fields, Response, Sample
from helm_creativity.lexicon.inflections import inflected_forms
from helm_creativity.lexicon.word_files import UNRELATED
from helm_creativity.scenarios.pace.benchmark import CHAINS, RULE, STAGE_2

HERE = Path(__file__).parent
CEILING = 0.969
"""1 is where every word is unrelated to all before it; the least of 50 seeds has 0.970. The greedy baseline, which goes
from word to nearest word, has 0.59 at most in 300."""


def reference_response(fields: Fields) -> Sample:
    """Three associates; see ``lexicon.word_files``."""
    return Sample(Response(_reply(UNRELATED[:CHAINS]), "stop"), fields)


def reference_turn(prompt: str) -> str:
    """A chain through other unrelated words from an associate, as stage 2 asks for it."""
    associate = (_found(STAGE_2, prompt) or {})["associate"]
    return _reply([associate, *(word for word in UNRELATED if word != associate)][: RULE.maximum - 1])


def baseline_response(prompt: str, baseline: Baseline) -> str | None:
    """A reply to a prompt of either stage, None to any other; the greedy baseline goes to the nearest new noun."""
    if found := _found("stage1", prompt):
        forms = inflected_forms(found["seed"])
        return _reply(baseline.nearest([found["seed"]], CHAINS, spelt=lambda word: word not in forms))
    if not (found := _found(STAGE_2, prompt)):
        return None
    seed, chain = found["seed"], [found["associate"]]
    while len(chain) < RULE.asked:
        chain.extend(baseline.nearest(chain[-1:], 1, spelt=lambda word: word not in (seed, *chain)))
    return _reply(chain)


def _found(template: str, prompt: str) -> dict[str, str] | None:
    return match_prompt(HERE, template, prompt, **{name: placeholder(name) for name in ("seed", "associate", "reason")})


def _reply(words: Sequence[str]) -> str:
    return json.dumps({"results": [{"word": word, "reason": ""} for word in words]})
