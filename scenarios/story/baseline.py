"""How the baselines tell a story, and how the lexical judge rates one."""

from __future__ import annotations

from helm_creativity.baselines.players import Player
from helm_creativity.rated.baseline import judge
from helm_creativity.rooms import hole, unrender
from helm_creativity.scenarios.story.protocols import HERE, PROTOCOLS

__all__ = ["answer", "judge"]

TEMPLATE = (
    "In a town with one {one}, the first word on the old wall was {first}. A traveller who carried a {other} read it "
    "aloud and wrote {second} beneath it. The {other} made a sound that only the {third_noun} could hear. By morning "
    "the {third_noun} had added {third}, and nobody could say what it meant. So the town kept all three words and gave "
    "its {one} away."
)


def answer(prompt: str, player: Player) -> str | None:
    """A story of five sentences about nouns that the player chooses, None to any other prompt."""
    for protocol in PROTOCOLS:
        found = unrender(HERE, protocol, prompt, words=hole("words"))
        if found is not None:
            first, second, third = found["words"].split(", ")
            one, other, third_noun = player.unrelated(3, unlike=[first, second, third])
            nouns = {"one": one, "other": other, "third_noun": third_noun}
            return TEMPLATE.format(first=first, second=second, third=third, **nouns)
    return None
