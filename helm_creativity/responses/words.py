"""The spellings under which a vocabulary test looks an entry up."""

from __future__ import annotations

import re

_FOREIGN = re.compile("[^A-Za-z -]")
_SPACES = re.compile(" +")


def olson_candidates(entry: str) -> tuple[str, ...]:
    """Spellings to look up, best first, by the word rule of the authors' program (Olson et al. 2021).

    All but ASCII letters, hyphens and spaces is deleted (a tab or an accented letter too, so "café" is "caf"), then
    spaces are trimmed and letters lower-cased. With a space inside, the words are joined by hyphens, then without: "cul
    de sac" gives "cul-de-sac", "culdesac". Otherwise the word itself comes first and, if it has hyphens, then the form
    without: "top-hat" gives "top-hat", "tophat".

    Returns:
        One or two spellings, or () for fewer than two characters. Which of them is in the vocabulary is for the caller.
    """
    word = _FOREIGN.sub("", entry).strip(" ").lower()
    if len(word) < 2:
        return ()
    if " " in word:
        return _SPACES.sub("-", word), _SPACES.sub("", word)
    joined = word.replace("-", "")
    return (word,) if joined in (word, "") else (word, joined)
