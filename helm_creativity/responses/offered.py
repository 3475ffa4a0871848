"""The words that a few characters of a reply offer as its answer: one, several, or none because they are prose."""

from __future__ import annotations

import re

from helm_creativity.responses.entries import unwrap
from helm_creativity.responses.text import clean, is_clause, nfkc

REACH = 200
"""Characters in which an answer must begin and end; what follows explains it."""

MARKS = "\"'`*_‘’“”„«»"
"""Quotes and signs of emphasis."""

_MAX_WORDS = 2
_MAX_LETTERS = 40
_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
_ARTICLE = re.compile(r"^(?:the|an?)\s+(?=\S)")
_MARKED = re.compile(rf"[{MARKS}\s]*[{MARKS}]\s*(?P<word>[^{MARKS}\n]{{1,80}})[{MARKS}]+")

# The word ends here. What stands behind a comma or "or" may be a second word, what stands behind the rest explains.
_ALSO = r"(?P<also>[,;/|&]|(?<=\s)(?:or|and)(?=\s))"
_STOP = r"[:(\[=→—!?\n]|\.(?=\s|$|[*\"”’'])|(?<=\s)[-–]{1,3}\s"
_CLAUSE = r"(?<=\s)(?:because|since|as|which|that|for|forming|making)(?=\s)"
_END = re.compile(rf"\s*(?:{_ALSO}|{_STOP})")
_END_OF_TOLD = re.compile(rf"\s*(?:{_ALSO}|{_STOP}|{_CLAUSE})")
_NEXT = re.compile(r"\s*(?:[,;/|&]|(?<=[\s,;\"'*_”’])(?:or|and)\s)\s*")
_SENTENCE_END = re.compile(r"[.!?:(\n]")
_HEDGE = re.compile(
    r"(?:(?:most likely|likely|probably|clearly|simply|indeed|definitely|actually|therefore|thus)[\s,]+)?"
    rf"(?:(?:the )?(?:single |common |missing |linking |connecting )?word(?:\s+|:\s*)(?=[{MARKS}\w]))?",
    re.IGNORECASE,
)

_NO_WORD = frozenset(
    {
        *("none", "null", "unknown", "idk", "unsure", "sure", "okay", "ok", "certainly", "absolutely"),
        *("yes", "no", "hmm", "hm", "sorry", "thanks"),
    }
)
_FUNCTION_WORDS = frozenset(
    {
        *("the", "a", "an", "it", "this", "that", "these", "those", "i", "we", "you", "they", "let", "let's"),
        *("is", "are", "not", "no", "all", "each", "and", "or", "to", "of", "in", "on", "for", "with", "as", "because"),
    }
)
VAGUE = _FUNCTION_WORDS | {
    "correct",
    "right",
    "wrong",
    "simple",
    "clear",
    "obvious",
    "based",
    "found",
    "below",
    "above",
}
"""What prose says of an answer instead of giving it: "the answer is obvious"."""

TALK = _FUNCTION_WORDS | {
    *("answer", "solution", "explanation", "explanations", "reason", "reasons", "reasoning", "rationale", "analysis"),
    *("why", "thinking", "thought", "thoughts", "here", "here's", "well", "great", "alright"),
}
"""How replies begin that do not begin with the answer."""

SECTIONS = TALK | {"note", "notes", "example", "examples", "compounds", "combinations", "confidence", "hint"}
"""How lines begin that stand below an answer."""


def bare(word: str) -> str:
    """The word as it is compared: NFKC, case folded, without hyphens and spaces."""
    return re.sub(r"[\s-]+", "", nfkc(clean(word).casefold()))


def one_word(text: str) -> str:
    """The word that the text is, in its folded spelling, without wrapping and article.

    Returns:
        A word, or two with a space between them; "" for a clause, for figures, for more words, and for what says that
        there is no answer or only opens talk ("none", "sure").
    """
    text = unwrap(text)
    if is_clause(text):
        return ""
    text = _ARTICLE.sub("", nfkc(text.casefold()))
    words = text.split()
    if not 1 <= len(words) <= _MAX_WORDS or (len(text) < 2 and text.isascii()):
        return ""
    if words[0] in _NO_WORD or (len(words) > 1 and not _FUNCTION_WORDS.isdisjoint(words)):
        return ""
    return " ".join(words) if all(_WORD.fullmatch(word) and len(word) <= _MAX_LETTERS for word in words) else ""


def told_words(text: str, refused: frozenset[str] = frozenset()) -> list[str]:
    """The words at the start of a text that is said to be the answer, as what stands behind "The answer is".

    Args:
        text: what stands there; only its first 200 characters are looked at.
        refused: words that are no answer in this place.

    Returns:
        [] for prose. Several words where several are offered ("fire or ice"); the compounds of a word that are listed
        behind it explain it and are not further offers.
    """
    text = text.strip()[:REACH]
    if not _MARKED.match(text):
        text = _HEDGE.sub("", text.lstrip(MARKS + " \n"), count=1)
    words, before_colon, rest = _offered(text, _END_OF_TOLD, refused)
    # "The answer is quite simple: fire", but not "Answer: fire: firecracker".
    if before_colon and (not words or " " in words[0]):
        return told_words(rest, refused) or words
    return words


def line_words(line: str, refused: frozenset[str]) -> list[str]:
    """The words at the start of a line that nothing says to be the answer: alone, or explained behind a sign.

    Two words before a full stop are a sentence. For the rest as ``told_words``.
    """
    return _offered(line.strip()[:REACH], _END, refused, sentences=False)[0]


def _offered(
    text: str, ends: re.Pattern[str], refused: frozenset[str], sentences: bool = True
) -> tuple[list[str], bool, str]:
    """The words; whether what they were looked for in ended at a colon; what stands behind its end."""
    marked = _MARKED.match(text)
    word = one_word(marked["word"]) if marked else ""
    if marked and word and word not in refused:
        return [word, *_further(text[marked.end() :], word)], False, ""
    text = text.lstrip(MARKS + " \n")
    end = ends.search(text)
    word = one_word(text[: end.start()] if end else text)
    if word in refused:
        word = ""
    if not end:
        return [word] if word else [], False, ""
    sign, rest = end[0].strip(), text[end.end() :]
    if not word or (not sentences and " " in word and sign in (".", "!", "?")):
        return [], sign == ":", rest
    return [word, *(_further(text[end.start() :], word) if end["also"] else [])], sign == ":", rest


def _further(tail: str, word: str) -> list[str]:
    """Other words beside the first, in "fire, ice" or "fire or ice"; [] where the tail explains."""
    if not _NEXT.match(tail):
        return []
    stop = _SENTENCE_END.search(tail)
    parts = [one_word(part) for part in _NEXT.split(tail[: stop.start()] if stop else tail)]
    return [part for part in parts if part and bare(word) not in bare(part)]
