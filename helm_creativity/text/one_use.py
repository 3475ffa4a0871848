"""One use: without what stands around it, and what two ways to write it have in common."""

from __future__ import annotations

import re
from functools import lru_cache

from helm_creativity.text.lists import unwrap
from helm_creativity.text.text import nfkc

_LABEL = re.compile(r"(?:use|usage|idea|way)[ \t]{0,3}#?\d{1,3}[ \t]{0,3}[:.)–-][ \t]{0,9}(?=\S)", re.IGNORECASE)
BLANK = re.compile(
    r"(?:use|item|idea|entry|example|your use)[ _#-]?(?:\d{1,3}|here)?|(?:and )?(?:etc|so on|so forth|more|others?)"
    r"|n/?a|none|nothing|null|idk|no idea|(?:i )?(?:don't|do not|dont) know|no|yes|ok|okay|sure|thanks|thank you",
    re.IGNORECASE,
)
_DRESS = re.compile(
    r"(?:(?:it|they|you|we|i|one|people|an? [\w-]+|the [\w-]+) )?(?:(?:can|could|may|might|would|will) )?(?:also )?"
    r"(?:(?:be )?(?:use|used|using|serve|serves|function|act|work)(?: (?:it|them|one|this))?(?: up)? )?as "
)
_ARTICLE = re.compile(r"\b(?:an?|the)\b(?=\s)")
FINAL = " .,;:!?…。\"'"
_LAST_AND = re.compile(r"[;,]\s{0,9}(?:and|or)\Z", re.IGNORECASE)


def tidy(entry: str) -> str:
    """A use without numbering, emphasis, quotes and final stop, its elaboration kept; "" for an empty entry.

    A placeholder ("use 1"), "etc." and what says that there is no use ("none", "idk") are nothing.
    """
    for _ in range(20):
        before, entry = entry, unwrap(entry)
        label = _LABEL.match(entry)
        entry = _LAST_AND.sub("", entry[label.end() :] if label else entry)
        if entry == before:
            break
    return "" if BLANK.fullmatch(entry) else entry


@lru_cache(maxsize=64)  # a use is looked at twice: whether a response repeats it, and whether it counts
def fold(use: str) -> str:
    """What two ways to write one use have in common.

    That of ``undressed``, without the -s of a plural at the end.
    """
    text = undressed(use)
    plural = len(text) > 2 and text.endswith("s")
    return text[:-1] if plural else text


def undressed(use: str) -> str:
    """A use in NFKC, case folded, without articles and final punctuation.

    "Use it as", "it can be used as", "as" and their like before it are left out, too.
    """
    text = " ".join(nfkc(use.casefold()).split()).rstrip(FINAL)
    dress = _DRESS.match(text)
    text = (text[dress.end() :] if dress else text) or text
    return " ".join(_ARTICLE.sub(" ", text).split()) or text
