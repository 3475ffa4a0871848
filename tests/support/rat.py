"""Replies to the RAT."""

from __future__ import annotations

from support.server import Call, reply

from helm_creativity.scenarios.rat.items import own_problems

SORRY = "I'm sorry, but I can't help with that."


def answer(call: Call) -> tuple[int, dict[str, object]]:
    """By the item's number: right, wrong, two words, refused, empty, cut."""
    n, item = next(
        (n, item) for n, item in enumerate(own_problems()) if all(f'"{stem}"' in call.prompt for stem in item.stems)
    )
    texts = [f"**{item.answer.title()}**", "zebra", f"{item.answer} or zebra", SORRY, "", item.answer]
    return reply(texts[n % 6], "length" if n % 6 == 5 else "stop")
