"""Characters and words of a reply: one spelling for what typists and models write in many ways, and equal texts."""

from __future__ import annotations

import re
import unicodedata

from helm_creativity.benchmark.types import visible
from helm_creativity.parsing.grammar import ANY_CASE, read_patterns

SHORT_WORDS = 4
"""Most words of an entry that stands on a line of its own or between commas; longer ones are prose."""

EMOJI = " \t\r\ufffd\u200d\ufe0f\u20e3" + "".join(
    chr(code) for codes in (range(0x2300, 0x2400), range(0x25A0, 0x2C00), range(0x1F000, 0x1FB00)) for code in codes
)
"""Blanks, pictures, and the signs that join them, as they stand around a line or an entry."""

_NFKC_CHUNK = 2000

_CHUNK = re.compile(f".{{1,{_NFKC_CHUNK}}}(?=\\s|$)|.{{1,{_NFKC_CHUNK}}}", re.DOTALL)
_RE = read_patterns("text", ANY_CASE)[0]
_WORD_EDGES = " .,;:!?\"'()[]"


def clean(text: str) -> str:
    """One spelling: NFKC, plain hyphens, and otherwise as ``visible``. Takes time linear in the length of the text."""
    text = _RE["circled"].sub(lambda match: f"{int(unicodedata.numeric(match[0]))}. ", text)  # NFKC: "①水" to "1水"
    return visible(nfkc(visible(text))).replace("\u2010", "-").replace("\u2011", "-")


def nfkc(text: str) -> str:
    """NFKC in linear time: whole lines, and lines over 2,000 characters in pieces cut at spaces where there are any.

    The standard library sorts a run of combining marks in quadratic time: 100,000 of them would take seconds.
    """
    if text.isascii():
        return text
    pieces = (_CHUNK.findall(line) if len(line) > _NFKC_CHUNK else [line] for line in text.split("\n"))
    return "\n".join("".join(unicodedata.normalize("NFKC", piece) for piece in line) for line in pieces)


def folded(text: str) -> str:
    """The text without case, kinds of white space, and what stands around it: quotes, emphasis, final stop.

    Texts that are equal in this form are the same answer. Nothing inside is touched, for a word more may say the
    opposite, nor are brackets and signs that may belong to it: -5, C#.
    """
    plain = " ".join(clean(text).casefold().split())
    return plain.strip(" .,;:!?…*_`~\"'“”‘’«»") or plain


def is_short(entry: str, words: int = SHORT_WORDS) -> bool:
    """Whether the entry is a word or a short phrase rather than a sentence; scripts without spaces go by length."""
    if _RE["unspaced"].search(entry):
        return len(entry) <= 15
    return len(entry) <= 60 and len(entry.split()) <= words


def is_clause(entry: str) -> bool:
    """Whether the entry reads as a clause ("I hope so", "these are nouns").

    A single word never does, except in the scripts that write a whole sentence without a space.
    """
    if _RE["polite"].fullmatch(entry.strip(_WORD_EDGES + "。")):
        return True
    text = " ".join(word.strip(_WORD_EDGES) for word in entry.lower().replace("’", "'").split())
    return " " in text and bool(_RE["clause_start"].match(text) or _RE["verb"].search(text))


def is_function_word(word: str) -> bool:
    """Whether a bare word is one of the commonest that only hold English sentences together."""
    return _RE["function_word"].fullmatch(word.lower()) is not None


def is_sentence(words: list[str]) -> bool:
    """Whether bare words are a sentence rather than a list: two of them are words that only hold sentences together."""
    return sum(map(is_function_word, words)) > 1


def unspaced_letters(text: str) -> int:
    """How many characters of the text belong to scripts that put no spaces between words."""
    return 0 if text.isascii() else sum(1 for _ in _RE["unspaced"].finditer(text))


def has_substance(entry: str) -> bool:
    """Whether the entry holds anything but punctuation, spaces and signs: a letter, a figure, a mark or an emoji."""
    return any(
        unicodedata.category(character)[0] in "LNM" or unicodedata.category(character) == "So" for character in entry
    )


def enough(expected: int | None) -> int:
    """How many entries make a list believable as the answer: half of those asked, and two where none were asked."""
    return 2 if expected is None else max(1, (expected + 1) // 2)
