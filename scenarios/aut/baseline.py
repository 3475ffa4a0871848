"""How the baselines list uses, and how the lexical judge rates and sorts them."""

from __future__ import annotations

import re
from pathlib import Path

from helm_creativity.baselines.players import Player
from helm_creativity.baselines.surface import oddity, placed, words_of
from helm_creativity.judging import Instrument
from helm_creativity.rated.baseline import judge as judge_whole
from helm_creativity.rooms import hole, unrender
from helm_creativity.scenarios.aut.protocols import CATEGORIES, ONE_TO_FIVE, PROTOCOLS, TEN_TO_FIFTY, TENTHS

HERE = Path(__file__).parent
N_USES = 10
VERBS = ("hold", "carry", "cover", "clean", "decorate", "mark", "measure", "repair", "hide", "replace")
_NUMBERED = re.compile(r"^\d+\. (.*)$", re.MULTILINE)


def answer(prompt: str, player: Player) -> str | None:
    """Ten uses of a fixed form with nouns that the player chooses, None to any other prompt."""
    for protocol in PROTOCOLS:
        found = unrender(HERE, protocol, prompt, phrase=hole("phrase"))
        if found is not None:
            nouns = player.unrelated(N_USES, unlike=found["phrase"].split()[-1:])
            uses = [f"{verb} a {noun}" for verb, noun in zip(VERBS, nouns, strict=True)]
            return "\n".join(f"- {use}" for use in uses) if protocol == "mctb2025" else "; ".join(uses)
    return None


def judge(prompt: str) -> str | None:
    """The lexical judge's reply to a question about uses, or about an answer as a whole; None to any other."""
    for instrument in (TENTHS, ONE_TO_FIVE, TEN_TO_FIFTY):
        uses = _uses(instrument, prompt)
        if uses is not None:
            return _numbered([_rating(instrument, use) for use in uses])
    uses = _uses(CATEGORIES, prompt)
    return judge_whole(prompt) if uses is None else _numbered([(words_of(use) or ["other"])[-1] for use in uses])


def _uses(instrument: Instrument, prompt: str) -> list[str] | None:
    """The uses in a question; None where it is another one."""
    found = unrender(HERE, instrument.user, prompt, phrase=hole("phrase"), uses=[hole("uses", lines=True)])
    return None if found is None else _NUMBERED.findall(f"1. {found['uses']}")


def _rating(instrument: Instrument, use: str) -> str:
    """How odd a use is, on the instrument's scale."""
    assert instrument.scale is not None
    steps = instrument.scale.values()
    return f"{steps[placed(oddity(use), 0, len(steps) - 1)]:g}"


def _numbered(entries: list[str]) -> str:
    return "\n".join(f"{number}: {entry}" for number, entry in enumerate(entries, start=1))
