"""The words of a story: all of them, those that carry content, and the cue words among them."""

from __future__ import annotations

import re
from collections.abc import Sequence

from helm_creativity.embeddings.builtin import builtin
from helm_creativity.words.function_words import FUNCTION_WORDS, words_checksum
from helm_creativity.words.inflections import forms_of

IRREGULAR = {"send": frozenset({"sent"}), "sing": frozenset({"sang", "sung"})}
"""Forms of the protocols' cue words that no rule makes."""

# A table of nouns knows many function words by accident: "he" as helium, "at" as money of Laos. In stories
# "back" is one as well, which in uses, as in "back scratcher", is not; and so are the endings of contractions.
LEFT_OUT = FUNCTION_WORDS | {"back", "d", "ll", "m", "re", "s", "t", "ve"}

_WORD = re.compile(r"[^\W\d_]+")
_WHOLE = re.compile(rf"{_WORD.pattern}(?:['’]{_WORD.pattern})*")


def words_of(text: str) -> list[str]:
    """Sequences of letters in small letters, in order; hyphens and apostrophes divide them."""
    return _WORD.findall(text.casefold())


def content_words(text: str) -> list[str]:
    """The words that are not ``LEFT_OUT``, as often as they occur.

    Contractions are looked up whole, before their parts: of "don't" nothing is left, of "letter's" the letter.
    """
    whole = (found[0] for found in _WHOLE.finditer(text.casefold()))
    words = (part for one in whole if one.replace("’", "'") not in LEFT_OUT for part in words_of(one))
    return [word for word in words if word not in LEFT_OUT]


def content_words_checksum() -> str:
    """``sha256:<12 hex digits>`` of the words that ``content_words`` leaves out."""
    return words_checksum(LEFT_OUT)


def is_cue(word: str, cue: str) -> bool:
    """Whether a word of a story is the cue word or a form of it (``sent`` of ``send``); both in small letters.

    Regular forms are those of ``words.inflections.forms_of``, irregular plurals WordNet's; other irregular forms
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


def tells(text: str, cues: Sequence[str]) -> bool:
    """Whether a text has all the cue words, and has them elsewhere than in a list of them.

    A list of the cue words, as in "a story about gloom, payment and exist", names them and tells nothing. False without
    cues.
    """
    words = [word for word in words_of(text) if word not in ("and", "or")]
    listed = sorted(word for cue in cues for word in words_of(cue))
    elsewhere: list[str] = []
    n, start = len(listed), 0
    while start < len(words):
        if len(cues) > 1 and sorted(words[start : start + n]) == listed:
            start += n
        else:
            elsewhere.append(words[start])
            start += 1
    return cue_coverage(" ".join(elsewhere), cues) == 1


def _contains(words: Sequence[str], cue: Sequence[str]) -> bool:
    starts = range(len(words) - len(cue) + 1) if cue else ()
    return any(all(is_cue(words[i + k], part) for k, part in enumerate(cue)) for i in starts)
