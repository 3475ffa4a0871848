"""How the baselines answer the S-DAT: with everyday nouns, chosen by their English words, in the language asked."""

from __future__ import annotations

from functools import lru_cache
from itertools import product
from pathlib import Path

from helm_creativity.baselines.players import Player
from helm_creativity.rooms import render
from helm_creativity.scenarios.sdat.protocols import ASKED, CONSTRAINTS, LANGUAGES, nouns


@lru_cache(maxsize=1)
def _asked() -> dict[str, tuple[str, int, str]]:
    """Every prompt's text: its language, how many words it asks for, and the constraint."""
    folder = Path(__file__).parent
    return {
        render(folder, language, n_words=asked, constraint=constraint).text: (language, asked, constraint)
        for language, asked, constraint in product(LANGUAGES, ASKED, CONSTRAINTS)
    }


def answer(prompt: str, player: Player) -> str | None:
    """A reply to a prompt of the S-DAT, None to any other."""
    found = next((task for text, task in _asked().items() if text in prompt), None)
    if found is None:
        return None
    language, asked, constraint = found
    words = {noun.words["en"]: noun.words[language] for noun in nouns() if constraint in noun.fulfils}
    return "\n".join(words[noun] for noun in player.unrelated(asked, spelt=words.__contains__))
