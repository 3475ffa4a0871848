"""How the baselines answer LiveIdeaBench, and how the lexical judge rates ideas."""

from __future__ import annotations

import json
from pathlib import Path

from helm_creativity.baselines.players import Player
from helm_creativity.baselines.surface import brevity, difference, oddity, placed, plainness
from helm_creativity.rooms import hole, unrender
from helm_creativity.scenarios.live_idea_bench.protocols import FALLBACKS, FORMS, PROTOCOLS

HERE = Path(__file__).parent
RATED_BY = {"originality": oddity, "feasibility": plainness, "clarity": brevity}
"""What the lexical judge takes for each dimension."""


def answer(prompt: str, player: Player) -> str | None:
    """An idea of a fixed form about nouns that the player chooses, None to any other prompt."""
    for form, marked in ((name, name == "reasoning") for name in reversed(FORMS)):
        for prompt_id in (FORMS[form], FALLBACKS[form]):
            found = unrender(HERE, prompt_id, prompt, keyword=hole("keyword"))
            if found is not None:
                return f"{'**Final Idea:** ' if marked else ''}{_idea(found['keyword'], player)}"
    return None


def _idea(keyword: str, player: Player) -> str:
    one, other, third = player.unrelated(3, unlike=keyword.split())
    return (
        f"Measure {keyword} with what is known of the {one}. Compare the {one} with the {other} under equal "
        f"conditions, and let the {third} be the control. If {keyword} changes with the {other} but not with the "
        f"{third}, a simple model of the cause can be tested and used."
    )


def judge(prompt: str) -> str | None:
    """The lexical judge's reply to a question about an idea or about two of them, None to any other."""
    for protocol in PROTOCOLS.values():
        critic = protocol.critic
        found = unrender(HERE, critic.user, prompt, idea=hole("idea", lines=True))
        if found is not None:
            scores = {one: placed(RATED_BY[one](found["idea"]), 1, 10) for one in critic.dimensions}
            return f"SCORES = {json.dumps(scores)}"
    ideas = {"idea_a": hole("idea_a", lines=True), "idea_b": hole("idea_b", lines=True)}
    found = unrender(HERE, "fluency", prompt, keyword=hole("keyword"), **ideas)
    return "DCBA"[placed(difference(found["idea_a"], found["idea_b"]), 0, 3)] if found else None
