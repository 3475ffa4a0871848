"""The words of a story: all of them, those that carry content, and the cue words among them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from helm_creativity.embeddings.builtin import builtin
from helm_creativity.vocabulary.inflections import forms_of

IRREGULAR = {"send": frozenset({"sent"}), "sing": frozenset({"sang", "sung"})}
"""Forms of the protocols' cue words that no rule makes."""

# Words that hold sentences together. A table of nouns knows many of them by accident: "it" as information technology,
# "he" as helium.
FUNCTION_WORDS = frozenset((Path(__file__).parent / "items" / "function_words.txt").read_text("utf-8").split())

_WORD = re.compile(r"[^\W\d_]+")


def words_of(text: str) -> list[str]:
    """Runs of letters in small letters, in order; hyphens and apostrophes part them."""
    return _WORD.findall(text.casefold())


def content_words(text: str) -> list[str]:
    """The words that are no ``FUNCTION_WORDS``, as often as they occur."""
    return [word for word in words_of(text) if word not in FUNCTION_WORDS]


def is_cue(word: str, cue: str) -> bool:
    """Whether a word of a story is the cue word or a form of it (``sent`` of ``send``); both in small letters.

    Regular forms are those of ``vocabulary.inflections.forms_of``, irregular plurals WordNet's; other irregular forms
    are known of the protocols' own cue words only. Derivations (``payable`` of ``payment``) are other words.
    """
    if word in forms_of(cue) or word in IRREGULAR.get(cue, ()):
        return True
    return word[:1] == cue[:1] and builtin().lemma(word) == cue


def cue_coverage(text: str, cues: Sequence[str]) -> float | None:
    """Share of the cue words that a text contains, 0 to 1; of a cue of several words all must stand in a row.

    None without cues.
    """
    if not cues:
        return None
    words = words_of(text)
    return sum(_contains(words, words_of(cue)) for cue in cues) / len(cues)


def _contains(words: Sequence[str], cue: Sequence[str]) -> bool:
    starts = range(len(words) - len(cue) + 1) if cue else ()
    return any(all(is_cue(words[i + k], part) for k, part in enumerate(cue)) for i in starts)
