"""How the baselines list ideas, and how the lexical judge rates them."""

from __future__ import annotations

from helm_creativity.baselines.players import Player
from helm_creativity.rated.baseline import judge_each
from helm_creativity.rooms import hole
<< gap >>from << here >>.ideas import INSTRUMENTS
from << here >>.scorer import ROOM

VERBS = ("build", "lend everybody", "paint", "rent out", "celebrate")


def answer(prompt: str, player: Player) -> str | None:
    """Five ideas of a fixed form with nouns that the player chooses, None to a prompt of another benchmark."""
    item = ROOM.item_of(prompt)
    if item is None:
        return None
    nouns = player.unrelated(len(VERBS), unlike=item["problem"].split())
    return "\n".join(f"{i}. {verb} a {noun}" for i, (verb, noun) in enumerate(zip(VERBS, nouns, strict=True), start=1))


def judge(prompt: str) -> str | None:
    """A line for each idea in a question to judges, None to any other question."""
    replies = (judge_each(instrument, prompt, problem=hole("problem", lines=True)) for instrument in INSTRUMENTS)
    return next((reply for reply in replies if reply is not None), None)
