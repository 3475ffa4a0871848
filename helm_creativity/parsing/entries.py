"""One entry of a list: what is wrapped around it, and the word that an explanation follows."""

from __future__ import annotations

import re
import unicodedata

from helm_creativity.parsing.text import clean, has_substance

_QUOTES = "\"'`‘’‚‛“”„‟«»‹›「」『』《》"
_DOUBLE = _QUOTES.replace("'", "").replace("’", "")
_TRAILING = " .,;:!?…。、،؛؟।\\"
_BRACKETS = {"(": ")", "[": "]", "{": "}", "<": ">", "【": "】"}
_EMPHASIS = re.compile(r"\*\*|__|~~|`")
_STARS = re.compile(r"(?<!\w)\*(?=\S)([^*]+)(?<=\S)\*(?!\w)|(?<!\w)_(?=\S)([^_]+)(?<=\S)_(?!\w)")
_QUOTED_HEAD = re.compile(f"^[{_QUOTES}](?=\\S)([^{_QUOTES}]{{1,200}})[{_QUOTES}](?=\\s*[-:–—(=→])")
_EXPLANATION = re.compile(
    r"\s+(?:-{1,3}|=|[-=]>|→|//)\s+"  # a hyphen stands free, or it is part of the word
    r"|\s+–\s*|\s*–\s+"  # an en dash may lean to one side
    r"|\s*—\s*"
    r"|\s*:\s*"
    r"|\s*[(\[{]"
)
_UNWRAPPINGS = 6


def unwrap(entry: str) -> str:
    """The entry without its wrapping: quotes, emphasis, brackets, emoji at the edges, punctuation at the end.

    Explanations after a dash or a colon stay: alternate uses need them.

    Returns:
        NFKC text on one line with single spaces; "" if nothing but signs is left.
    """
    if entry.isascii() and entry.isalpha():
        return entry
    entry = " ".join(clean(entry).split())
    entry = _STARS.sub(lambda match: match[1] or match[2], _EMPHASIS.sub("", entry))
    entry = _QUOTED_HEAD.sub(r"\1", entry)
    for _ in range(_UNWRAPPINGS):
        before = entry
        entry = _unquote(_without_edge_emoji(entry.rstrip(_TRAILING).lstrip(" .,;:\\")))
        if entry == before:
            break
    return entry if has_substance(entry) else ""


def headword(entry: str) -> str:
    """The entry without an explanation: "Nebula - a cloud of gas", "Nebula: ...", "Nebula (space)" all give "Nebula".

    Hyphens inside words ("well-being", "cul-de-sac") and further words ("cul de sac") stay.
    """
    entry = unwrap(entry)
    explanation = _EXPLANATION.search(entry, 1)
    return (unwrap(entry[: explanation.start()]) or entry) if explanation else entry


def _unquote(entry: str) -> str:
    """Without one layer of brackets or all layers of quotes; a lone apostrophe belongs to its word."""
    if len(entry) > 1 and _BRACKETS.get(entry[0]) == entry[-1] and entry[0] not in entry[1:]:
        return entry[1:-1].strip()
    if len(entry) > 1 and entry[0] in _QUOTES and entry[-1] in _QUOTES:
        return entry.strip(_QUOTES + " ")
    return entry.strip(_DOUBLE + "* ")


def _without_edge_emoji(entry: str) -> str:
    """Without emoji before the first and after the last other character, unless there is nothing else."""
    start, end = 0, len(entry)
    while start < end and _is_pictorial(entry[start]):
        start += 1
    while end > start and _is_pictorial(entry[end - 1]):
        end -= 1
    return entry[start:end].strip() or entry


def _is_pictorial(character: str) -> bool:
    """Whether the character is an emoji or a part of one; a space may stand between them."""
    return character in " \ufe0e\ufe0f\u200d\u20e3" or unicodedata.category(character) in ("So", "Sk")
