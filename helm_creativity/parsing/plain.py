"""Lists without marks: an entry on each line, entries parted by commas or semicolons, bare words on one line."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from helm_creativity.parsing.entries import headword
from helm_creativity.parsing.runs import pick
from helm_creativity.parsing.text import enough, is_clause, is_sentence, is_short

_SEMICOLON_WORDS = 25
_STOPPED = 7
_MIN_SEPARATED = 3
_SHARE_OF_TEXT = 3
_SURE = 5

_CHAT = re.compile(
    r"\W*(?:here|sure|certainly|of course|okay|ok|absolutely|great|below|hope|feel free|good luck|enjoy|done|thanks|"
    r"thank you|hier|voici|aquí|ecco|aqui|claro|natürlich|bien sûr|certo|gerne|natuurlijk|samozřejmě|jistě|بالتأكيد|네)"
    r"\b(?:\W*[.!,:]|.*\s)|(?:好的|好|可以|没问题|当然|当然可以|はい|もちろん)[。.!]",
    re.IGNORECASE,
)
_SENTENCE = re.compile(
    r"(?<!\b[A-Z]\.)(?<!\bSt\.)(?<!\bMt\.)(?<!\bDr\.)(?<!\bMr\.)(?<!\bMs\.)(?<!\bMrs\.)(?<!\betc\.)(?<=[.!?])\s+|(?<=[。])\s*"
)
_SEPARATORS = (re.compile("[;؛]"), re.compile("[,、،]"), re.compile("[・]"))
_WRAPPED = re.compile("([,;、،؛])[ \t]*\n[ \t]*(?=\\S)")
_COLON = re.compile(r":(?!\d|//)")
_LEAD = re.compile(
    r"[^,;:]{0,120}\b(?:words|nouns|list|answer|uses|ones|items|ideas)\b[^,;:]{0,60}?"
    r"(?:\b(?:are|is|include|includes|would be)\b|\s[-–—])\s+",
    re.IGNORECASE,
)
_CONJUNCTION = r"(?:and|&|or|und|oder|y|et|ou|en|of|e|o|ed|および|그리고|و)"
_LEADING_AND = re.compile(rf"\s*{_CONJUNCTION}\s+|\s*(?:以及|そして|および|及び)", re.IGNORECASE)
_INNER_AND = re.compile(r"\s+(?:and|&|or|und|oder|y|et|ou|e|o)\s+", re.IGNORECASE)
# These are also words or parts of words, so they part two entries only where one is wanting.
_WANTED_AND = re.compile(_INNER_AND.pattern + r"|\s+(?:en|a|그리고)\s+|(?<=.)和(?=.)", re.IGNORECASE)
_BARE = re.compile(r"[^\W\d_]+(?:[-'’][^\W\d_]+)*")
_OPEN_BRACKET = re.compile(r"\s*[\[{]|.*[|\[\]{}<>]")


def lines(text: str, expected: int | None) -> list[str]:
    """The entries of a list with one short entry a line, or with a short word and an explanation on every line.

    An introduction before and remarks after it are left out, because they are sentences, end in a colon, or are what
    assistants say ("Here you go"). Fewer than two entries are no list.
    """
    rows = _without_full_stops([line.strip() for line in text.split("\n") if line.strip()])
    plain, explained = (pick(_blocks(rows, rule), expected) for rule in (_is_entry, _is_explained))
    best = explained if len(explained) > len(plain) else plain
    return best if len(best) >= 2 else []


def separated(text: str, expected: int | None) -> list[str]:
    """The entries of a list between commas or semicolons, in one sentence or line of the reply; [] if it is prose.

    Every entry is short and none a clause. Three entries or `expected` are needed, and that the list is what the reply
    is about: half of what was asked, a third of the text, or five entries where nothing was asked.
    """
    best = pick(_separated_candidates(text, expected), expected)
    if len(best) != expected and len(best) < _MIN_SEPARATED:
        return []
    sure = len(best) >= (_SURE if expected is None else enough(expected))
    return best if sure or _SHARE_OF_TEXT * sum(map(len, best)) >= len(text.strip()) else []


def spaced(text: str, expected: int | None) -> list[str]:
    """The words of a reply that is nothing but one line of exactly `expected` bare words, and no sentence."""
    words = text.split()
    if expected is None or len(words) != expected or "\n" in text.strip():
        return []
    return words if not is_sentence(words) and all(_BARE.fullmatch(word) for word in words) else []


def _blocks(rows: list[str], belongs: Callable[[str], bool]) -> Iterator[list[str]]:
    """Unbroken runs of lines for which the rule holds."""
    block: list[str] = []
    for row in rows:
        if belongs(row):
            block.append(row)
        elif block:
            yield block
            block = []
    yield block


def _without_full_stops(rows: list[str]) -> list[str]:
    """The lines without the full stops that end most of them, or that end a line behind one with a comma."""
    if 2 * sum(row.endswith((".", "。")) for row in rows) > len(rows):
        return [row.rstrip(".。") for row in rows]
    before = ["", *rows]
    return [row.rstrip(".。") if above.endswith((",", ";")) else row for above, row in zip(before, rows, strict=False)]


def _is_entry(row: str) -> bool:
    """Whether a line can be an entry without an explanation."""
    entry = row.strip("*_` ").rstrip(",; ")
    if entry.endswith((":", "!", "?")) or "|" in entry or entry[:1] in "[{#" or _CHAT.match(entry):
        return False
    # A last entry may carry the full stop of the list; more than a word with one is a sentence, in any script.
    is_sentence = entry.endswith((".", "。")) and (
        len(entry.split()) > 1 or (entry[-1] == "。" and len(entry) > _STOPPED)
    )
    return not is_sentence and is_short(entry) and not is_clause(entry) and not _SEPARATORS[1].search(entry)


def _is_explained(row: str) -> bool:
    """Whether a line is a short word with an explanation behind a dash, a colon or in brackets."""
    word = headword(row)
    explained = len(word) + 2 < len(row.strip("*_`\"' ")) and is_short(word) and not is_clause(word)
    return explained and not row.rstrip("*_` ").endswith(":") and row[:1] not in "[{#|" and not _CHAT.match(row)


def _separated_candidates(text: str, expected: int | None) -> Iterator[list[str]]:
    """The lists in the lines and sentences of the text that pass as such."""
    for line in _WRAPPED.sub(r"\1 ", text).split("\n"):
        for sentence in _SENTENCE.split(line):
            if sentence.strip():
                yield _split_sentence(sentence, expected)


def _split_sentence(sentence: str, expected: int | None) -> list[str]:
    """The entries of one sentence, with its lead and the last "and" cut off; [] if one of them makes it prose."""
    sentence = sentence.strip().strip("*_`")
    colon = max((match.end() for match in _COLON.finditer(sentence)), default=0)
    body = sentence[colon:] or sentence
    if not colon and (lead := _LEAD.match(body)):
        body = body[lead.end() :]
    separator = next((pattern for pattern in _SEPARATORS if pattern.search(body)), None)
    if separator is None or _OPEN_BRACKET.match(body):
        return []
    entries = _without_and([entry.strip() for entry in separator.split(body.rstrip(" .!。"))], expected)
    long = separator is _SEPARATORS[0]
    fits = all(
        (long and len(entry.split()) <= _SEMICOLON_WORDS) or (is_short(entry) and not is_clause(entry))
        for entry in entries
    )
    return entries if fits else []


def _without_and(entries: list[str], expected: int | None) -> list[str]:
    """Without blanks, without "and" before the last entry, and the last two parted where only "and" stands between."""
    entries = [entry for entry in entries if entry and entry.lower().strip(". ") not in ("etc", "and so on")]
    if len(entries) < 2:
        return entries
    *others, last = entries
    last = _LEADING_AND.sub("", last, count=1) if _LEADING_AND.match(last) else last
    pair = (_WANTED_AND if len(entries) + 1 == expected else _INNER_AND).split(last, maxsplit=1)
    if (
        last == entries[-1]
        and len(pair) == 2
        and len(entries) != expected
        and all(len(entry.split()) == 1 for entry in others)
    ):
        return [*others, *pair]
    return [*others, last]
