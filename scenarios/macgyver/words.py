"""Words of problems and answers, folded so that singular and plural are one."""

from __future__ import annotations

import re
from collections.abc import Sequence

from helm_creativity.responses.turns import own_turn

END = "."
"""The token in place of what ends a sentence or a line."""

_HYPHEN = re.compile(r"(?<=\w)[-/‐‑–](?=\w)")
_TOKEN = re.compile(r"[^\W_]+|[.;:!?\n]+")
_POSSESSIVE = re.compile(r"['’]s?\b")
_ES = ("sses", "xes", "ches", "shes", "zzes")
_KEEPS_S = ("ss", "us", "is")


def fold(word: str) -> str:
    """One spelling for singular and plural: "knife", "knives" are "knif". It need not be a word.

    By ending alone, so that rare plurals stay apart ("axe", "axes") and no two words of the kitchen fall together that
    should not.
    """
    if len(word) > 4 and word.endswith("ies"):
        word = f"{word[:-3]}y"
    elif word.endswith(_ES):
        word = word[:-2]
    elif len(word) > 2 and word.endswith("s") and not word.endswith(_KEEPS_S):
        word = word[:-1]
    if len(word) > 3 and word.endswith("ie"):
        word = f"{word[:-2]}y"
    if len(word) > 3 and word.endswith(("ve", "fe")):
        return f"{word[:-2]}f"
    return word[:-1] if len(word) > 3 and word.endswith("oe") else word


def tokens_of(text: str) -> list[str]:
    """Folded words in lower case, hyphens undone, with ``END`` where a sentence, a clause or a line ends."""
    plain = _HYPHEN.sub(" ", _POSSESSIVE.sub("", own_turn(text).lower()))
    return [fold(one) if one[0].isalnum() else END for one in _TOKEN.findall(plain)]


def runs_of(tokens: Sequence[str], longest: int = 3) -> set[str]:
    """All runs of up to ``longest`` tokens, joined without a space: "key ring" and "keyring" are one."""
    return {
        "".join(tokens[i : i + n])
        for n in range(1, longest + 1)
        for i in range(len(tokens) - n + 1)
        if END not in tokens[i : i + n]
    }
