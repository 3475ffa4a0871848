"""How the baselines answer prompts with many answers, and how the lexical judge rates and compares answers."""

from __future__ import annotations

from helm_creativity.baselines.players import Player
from helm_creativity.baselines.surface import difference, oddity, placed, words_of
from helm_creativity.rooms import hole, unrender
from helm_creativity.scenarios.novelty.prompt_sets import ROOM
from helm_creativity.scenarios.novelty.protocols import QUALITY, SAME


def answer(prompt: str, player: Player) -> str | None:
    """The noun nearest to the prompt, as far as the player can tell; None to any other prompt.

    So the greedy player always says the same, and the random one hardly ever: the two ends of the scale.
    """
    item = ROOM.item_of(prompt)
    return None if item is None else player.nearest(words_of(item["prompt"]), 1)[0]


def judge(prompt: str) -> str | None:
    """The lexical judge's reply to a question about one answer or two, None to any other."""
    task, response = hole("task", lines=True), hole("response", lines=True)
    found = unrender(ROOM.folder, QUALITY.user, prompt, task=task, response=response)
    if found is not None:
        return str(placed(oddity(found["response"]), 1, 10))
    pair = {name: hole(name, lines=True) for name in ("task", "first", "second")}
    found = unrender(ROOM.folder, SAME.user, prompt, **pair)
    return "AB"[difference(found["first"], found["second"]) >= 0.5] if found else None
