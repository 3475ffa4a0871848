"""Characters and words of a reply: one spelling for what typists and models write in many ways, and equal texts."""

from __future__ import annotations

import re
import unicodedata

from helm_creativity.benchmark.types import visible

SHORT_WORDS = 4
"""Most words of an entry that stands on a line of its own or between commas; longer ones are prose."""

EMOJI = " \t\ufffd\u200d\ufe0f\u20e3" + "".join(
    chr(code) for codes in (range(0x2300, 0x2400), range(0x25A0, 0x2C00), range(0x1F000, 0x1FB00)) for code in codes
)
"""Blanks, pictures, and the signs that join them, as they stand around a line or an entry."""

_NFKC_CHUNK = 2000

_CIRCLED = re.compile("(?<!\\S)[①-⑳]")
_CHUNK = re.compile(f".{{1,{_NFKC_CHUNK}}}(?=\\s|$)|.{{1,{_NFKC_CHUNK}}}", re.DOTALL)
_UNSPACED = re.compile("[\u0e00-\u0eff\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff]")
_WORD_EDGES = " .,;:!?\"'()[]"

_CLAUSE_START = re.compile(
    r"(?:i|i'd|i'll|i'm|i've|we|we're|you|you're|he|she|it|it's|they|they're|this|that|these|those|there|here|here's"
    r"|my|your|our|but|however|because|although|since|if|when|while|which|please|thank you|thanks for|let me|let us"
    r"|note that|hope (?:this|that|these|you|it|they)|ich|sie|wir|dies|je|nous|voici|ces|ce|estas|estos|aquí|questi"
    r"|queste|ecco|estes|ik|dit|deze|zde|tady|toto|هذه|هذا|إليك|فيما)(?= )"
)
_VERB = re.compile(
    r"\b(?:is|are|was|were|i'm|isn't|aren't|don't|doesn't|didn't|can't|cannot|won't|wouldn't|couldn't|i've|they're|it's"
    r"|has|had|does|did|ist|sind|nicht|sont|sono|são|zijn|niet)\b"
)
# Polite verbs end the sentences of assistants, and no noun of more than a few characters.
_POLITE = re.compile(r".{3,}(?:です|ます|ました|ません|でした|ください)|.+(?:니다|세요|십시오)|.*如下")
_FUNCTION_WORD = re.compile(
    r"(?:the|an?|of|to|that|this|and|or|not|with|for|from|in|on|at|as|by|i|you|we|it|they|me|my|your|can"
    r"|will|would|should"
    r"|is|are|was|were|be|have|has|do|does)"
)


def clean(text: str) -> str:
    """One spelling: NFKC, plain hyphens, and otherwise as ``visible``. Takes time linear in the length of the text."""
    text = _CIRCLED.sub(lambda match: f"{int(unicodedata.numeric(match[0]))}. ", text)  # NFKC: "①水" to "1水"
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
    if _UNSPACED.search(entry):
        return len(entry) <= 15
    return len(entry) <= 60 and len(entry.split()) <= words


def is_clause(entry: str) -> bool:
    """Whether the entry reads as a clause ("I hope so", "these are nouns").

    A single word never does, except in the scripts that write a whole sentence without a space.
    """
    if _POLITE.fullmatch(entry.strip(_WORD_EDGES + "。")):
        return True
    text = " ".join(word.strip(_WORD_EDGES) for word in entry.lower().replace("’", "'").split())
    return " " in text and bool(_CLAUSE_START.match(text) or _VERB.search(text))


def is_function_word(word: str) -> bool:
    """Whether a bare word is one of the commonest that only hold English sentences together."""
    return _FUNCTION_WORD.fullmatch(word.lower()) is not None


def is_sentence(words: list[str]) -> bool:
    """Whether bare words are a sentence rather than a list: two of them are words that only hold sentences together."""
    return sum(map(is_function_word, words)) > 1


def unspaced_letters(text: str) -> int:
    """How many characters of the text belong to scripts that put no spaces between words."""
    return 0 if text.isascii() else sum(1 for _ in _UNSPACED.finditer(text))


def has_substance(entry: str) -> bool:
    """Whether the entry holds anything but punctuation, spaces and signs: a letter, a figure, a mark or an emoji."""
    return any(
        unicodedata.category(character)[0] in "LNM" or unicodedata.category(character) == "So" for character in entry
    )


def enough(expected: int | None) -> int:
    """How many entries make a list believable as the answer: half of those asked, and two where none were asked."""
    return 2 if expected is None else max(1, (expected + 1) // 2)
