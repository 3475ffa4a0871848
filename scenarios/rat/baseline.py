"""The right word, and how the baselines respond to the RAT: with a noun."""

from __future__ import annotations

from pathlib import Path

from helm_creativity.benchmark.card import load_card
from helm_creativity.benchmark.prompts import match_prompt, placeholder
from helm_creativity.benchmark.protocols import Baseline
from helm_creativity.benchmark.types import Fields, Response, Sample
from helm_creativity.lexicon.inflections import is_inflection

CEILING = 100.0


def reference_response(fields: Fields) -> Sample:
    """The key of the problem, or the first of its alternatives."""
    return Sample(Response(str(fields["accepted"]).split("|")[0], "stop"), fields)


def baseline_response(prompt: str, baseline: Baseline) -> str | None:
    """A noun, for the greedy baseline the noun nearest to all stems; None to any other prompt."""
    folder, holes = Path(__file__).parent, [placeholder(f"stem{i}") for i in range(3)]
    matches = (match_prompt(folder, protocol, prompt, stems=holes) for protocol in load_card(folder).protocols)
    found = next((stems for stems in matches if stems is not None), None)
    if found is None:
        return None
    stems = list(found.values())
    (word,) = baseline.nearest(stems, 1, spelt=lambda noun: not any(is_inflection(noun, stem) for stem in stems))
    return word
