"""Words with a reason each, written out: entries with labels, chains with arrows, lists with explanations."""

from __future__ import annotations

import re
from typing import NamedTuple

from helm_creativity.parsing.entries import headword, unwrap
from helm_creativity.parsing.lists import parse_list
from helm_creativity.parsing.runs import pick
from helm_creativity.parsing.text import clean, is_clause, is_short

_ARROW = re.compile(r"\s{0,20}(?:-{1,3}>|={1,2}>|[→⇒⟶➔➜➝➞➡]\ufe0f?)\s{0,20}|(?<=\S)[ \t]{1,9}>[ \t]{1,9}(?=\S)")
_COLON = r"[*_\"]{0,4}[ \t]?:[*_\"]{0,4}"
_LABELLED = re.compile(
    r"^[\s>*•#-]{0,20}(?:\d{1,5}[.):][ \t]{0,9})?[*_\"]{0,4}"
    rf"(?:associated |next |chosen )?(?:word|association|associate)(?: ?\d{{1,3}})?{_COLON}(?P<word>[^\n,;]{{1,80}})"
    rf"(?:(?:[,;]|\n{{1,2}})[ \t>*•\"_-]{{0,20}}(?:reason|explanation|connection){_COLON}(?P<reason>[^\n]*))?",
    re.IGNORECASE | re.MULTILINE,
)
_SENTENCE_END = re.compile(r"[.!?。](?=\s|\Z)")
_MARK = re.compile(r"\A[\s>*•-]*(?:\d{1,5}[.):]\s*)?")
_AROUND_REASON = " \t-–—:=>→/|,;([{\"'*`”’"
_CHAIN = 3

MOST_WORDS = 3
"""Most words of an entry of a chain."""


class ExplainedEntry(NamedTuple):
    """One entry: its headword, and the reason given for it on one line, "" where there is none."""

    word: str
    reason: str


def pair(word: str, reason: str) -> ExplainedEntry:
    """A pair in one spelling: most words and reasons need nothing done."""
    word = word if word.isascii() and word.isalpha() else headword(word)
    plain = reason.isascii() and reason.isprintable()
    return ExplainedEntry(word, reason.strip() if plain else " ".join(clean(reason).split()))


def explained(entry: str) -> ExplainedEntry:
    """An unwrapped entry parted into its headword and the reason behind it."""
    word = headword(entry)
    behind = entry.partition(word)[2] if word else ""
    return ExplainedEntry(word, " ".join(behind.lstrip(_AROUND_REASON).rstrip(" ])}").split()))


def written_pairs(text: str, expected: int | None) -> tuple[ExplainedEntry, ...]:
    """The pairs of a text without brackets; () without any.

    Labels win over ``parse_list``, to which "Word: stone" and "Reason: ..." are two entries; otherwise the longest
    reading counts. Of equals a list with numbers or bullets wins, whose explanations may hold arrows, and then a chain.

    Args:
        text: the reply without thoughts.
        expected: how many entries were asked, if a number was.
    """
    listed = parse_list(text, expected)
    items = tuple(map(explained, listed.items)) if listed else ()
    labelled = _labelled(text)
    if labelled and 2 * len(labelled) >= len(items):
        return labelled
    marked = items if listed and listed.form in ("numbered", "bulleted") else ()
    return max((marked, _chain(text, expected), _steps(text), items), key=len)


def _labelled(text: str) -> tuple[ExplainedEntry, ...]:
    """Entries with labels, "Word: stone" and then "Reason: ...", on the same line or the next."""
    pairs = (pair(unwrap(entry["word"]), entry["reason"] or "") for entry in _LABELLED.finditer(text))
    return tuple(one for one in pairs if one.word)


def _steps(text: str) -> tuple[ExplainedEntry, ...]:
    """A chain with a line for every step: "rock -> stone: ...", "stone -> pebble: ...", and so on."""
    lines = [_ARROW.split(line) for line in text.split("\n") if _ARROW.search(line)]
    if len(lines) < _CHAIN - 1 or any(len(line) != 2 for line in lines):
        return ()
    start = explained(unwrap(_MARK.sub("", lines[0][0])))
    pairs = [start, *(explained(unwrap(line[1])) for line in lines)]
    again = [headword(_MARK.sub("", line[0])) for line in lines]
    linked = all(one.word and one.word.lower() == word.lower() for one, word in zip(pairs, again, strict=False))
    return tuple(pairs) if linked and pairs[-1].word else ()


def _chain(text: str, expected: int | None) -> tuple[ExplainedEntry, ...]:
    """The words between arrows; a line end inside one ends the chain and begins the next."""
    if not _ARROW.search(text):
        return ()
    chains: list[list[str]] = [[]]
    for part in _ARROW.split(text):
        lines = part.split("\n")
        chains[-1].append(lines[0] if chains[-1] else lines[-1])
        if len(lines) > 1 and len(chains[-1]) > 1:
            chains.append([lines[-1]])
    return tuple(pick(map(_links, chains), expected))


def _links(parts: list[str]) -> list[ExplainedEntry]:
    """The pairs of one chain, without a lead before its first and talk behind its last word; [] if it is none."""
    if len(parts) < _CHAIN:
        return []
    first = _MARK.sub("", parts[0].rpartition(":")[2])
    last = _SENTENCE_END.split(parts[-1], maxsplit=1)[0]
    pairs = [explained(unwrap(part)) for part in (first, *parts[1:-1], last)]
    fits = all(word and is_short(word, MOST_WORDS) and not is_clause(word) for word, _ in pairs)
    return pairs if fits else []
