"""How the baselines respond to LiveIdeaBench, how the lexical judge rates ideas, and ideas with full marks."""

from __future__ import annotations

from collections.abc import Iterable

from helm_creativity.baselines.surface import brevity, difference, oddity, plainness
from helm_creativity.core.prompts import id_of_words, match_prompt, placeholder
from helm_creativity.core.protocols import Baseline
from helm_creativity.core.types import Fields, Response, Sample
from helm_creativity.scenarios.live_idea_bench.benchmark import (
    FALLBACK,
    FORMS,
    HERE,
    OWN_PROMPTS,
    PROTOCOLS,
    SCALE,
)

CEILING = SCALE.high
"""Of an idea, and of the run: its four dimensions are all 10."""

PILOT = {"design": "all"}

ASKED = (*PROTOCOLS.values(), *OWN_PROMPTS.values())
"""Every protocol in every wording."""

CHATTER = "a response is the idea, and judges read all of it"

STATISTICS = {"originality": oddity, "feasibility": plainness, "clarity": brevity, "fluency": difference}
"""What the lexical judge takes for each dimension."""


def reference_response(fields: Fields) -> Sample:
    """An idea of each trial."""
    idea = f"Idea {fields['trial'] + 1} about {fields['keyword']}, as original and as feasible as an idea can be."
    return Sample(Response(idea, "stop"), fields)


def baseline_response(prompt: str, baseline: Baseline) -> str | None:
    """An idea of a fixed form about nouns that the baseline chooses, None to any other prompt."""
    for form, ending in reversed(FORMS.items()):
        for prompt_id in _names(ending):
            found = match_prompt(HERE, prompt_id, prompt, keyword=placeholder("keyword"))
            if found is not None:
                return f"{'**Final Idea:** ' if form == 'reasoning' else ''}{_idea(found['keyword'], baseline)}"
    return None


def _names(ending: str) -> Iterable[str]:
    fallbacks = (id_of_words(HERE, f"{FALLBACK}{ending}", prompts) for prompts in ("authors", "own"))
    return dict.fromkeys((*(f"{protocol.idea}{ending}" for protocol in ASKED), *fallbacks))


def _idea(keyword: str, baseline: Baseline) -> str:
    noun, other, third = baseline.unrelated(3, unlike=keyword.split())
    return (
        f"Measure {keyword} with what is known of the {noun}. Compare the {noun} with the {other} under equal "
        f"conditions, and let the {third} be the control. If {keyword} changes with the {other} but not with the "
        f"{third}, a simple model of the cause can be tested and used."
    )
