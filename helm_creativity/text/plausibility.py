"""Which texts are no answer, whatever was asked: encoded data, mashed keys, one word over and over, error pages.

A response that is ``implausible`` has no score and costs no rating: scores by meaning would rank it high, because it is
far from everything. The text alone decides. What is strange but written passes: verse, dialogue, code, lists, names,
invented words, other languages. The thresholds lie between what people and models wrote and what is none;
``perf/plausibility.md`` has the numbers.

Only error pages, placeholders and word salad are found by words of a language. Whether letters make words is seen from
their triples: a text in Latin letters, without diacritics and case, is readable if its triples are those of
``letter_triples.txt``, which occur five times at least in the 41,476 nouns of the built-in table. In the Universal
Declaration of Human Rights the least share of such triples among 412 languages is 0.43, in English prose 0.86; base64
has 0.12 and random letters have 0.23. Other scripts are not judged by their letters.

Every test takes time linear in the length of the text.
"""

from __future__ import annotations

import re
import unicodedata
import zlib
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from helm_creativity.text.text import is_function_word, unspaced_letters

LEAST_TRIPLES = 30
"""Fewest triples of letters that a text is judged by: about eight words."""
READABLE = 0.35
"""Least share of the triples of a text that must be known."""
LEAST_REPEATED = 10
"""Fewest words of which one can be said to repeat."""
MOST_REPEATED = 0.7
"""Greatest share of the words of a text that may be the same."""
LEAST_COMPRESSED = 200
"""Fewest bytes of a text whose repetition is measured by compression."""
COMPRESSED = 0.06
"""Least size of a text that zlib has compressed, as a share of its bytes without runs of white space."""
LONGEST_WORD = 40
"""Most characters of a word of ASCII. More than half of a text in longer ones is data, whatever their letters."""
IN_WORDS = 0.5
"""Least share of the characters, marks of Markdown and numbers of list entries aside, that must stand in words where
words were asked for."""
LEAST_SIGNS = 20
"""Fewest characters, white space aside, of a text of which that is asked."""
UNDECODED = 0.1
"""Greatest share of the characters that may be marks of bytes that were no text (U+FFFD)."""
LEAST_SALAD = 50
"""Fewest words of a text that is looked at for grammar."""
ENGLISH = 0.9
"""Least share of known triples of a text that is looked at for grammar: it is English, or like it."""
SHORT_WORDS = 0.06
"""Least share of words of three letters at most in prose of that kind."""
GRAMMAR = 0.01
"""Least share of words that hold English sentences together in prose of that kind."""

_HEAD = 2_000
_NUMBERS = re.compile(r"^[ \t]*(\d{1,3}[.)])", re.MULTILINE)
_LITERALS = frozenset({"nan", "inf", "infinity", "null", "undefined", "nil", "none", "true", "false"})
# ASCII punctuation parts words, but for apostrophes and hyphens. Marks of other scripts are no letters to \w.
_WORD = re.compile(r"[^\s!-&(-,./:-@\[-`{-~]+")
_TOKEN = re.compile(r"[a-z0-9]{3,}")
_FIGURES = re.compile(r"[0-9](?=[0-9]{2})")
_PLAIN_FAULT = (
    r"(?:internal server error|bad gateway|gateway time-?out|service (?:temporarily )?unavailable|too many requests)"
)
_FAULT = (
    rf"(?:{_PLAIN_FAULT}|error\b|[45]\d\d\b|bad request|not found|forbidden|unauthori[sz]ed|access denied|rate limit"
    r"|just a moment|attention required)"
)
# Only JSON may stand in a fence: a page or a traceback there is code that somebody asked for.
_KEY = r"(?:```\w*\s*)?[\[{\s]*[\"']"
# A field of a response that says that there was no error.
_NONE = r"(?!\s*(?:null|false|none|\"\"|''|\[\s*\]|\{\s*\}))"
_ERROR_PAGE = re.compile(
    r"\s*(?:"
    rf"{_KEY}(?:errors?|exception|traceback|stack_?trace|fault)[\"']\s*:{_NONE}"
    rf"|{_KEY}(?:code|status|status_?code)[\"']\s*:\s*[\"']?[45]\d\d\b"
    rf"|{_KEY}(?:message|detail|msg)[\"']\s*:\s*[\"']{_FAULT}"
    rf"|(?:<!doctype\b|<\?xml\b|<html\b).*<(?:title|h1)\b[^<>]*>\s*{_FAULT}"
    r"|traceback \(most recent call last\):\s*file\b|upstream connect error\b)",
    re.IGNORECASE | re.DOTALL,
)
_ERROR_LINE = re.compile(rf"\s*(?:http/\S{{1,4}} |error:? )?(?:[45]\d\d:? )?{_PLAIN_FAULT}[\s.!]*", re.IGNORECASE)
_PLACEHOLDER = re.compile(r"\W*(?:lorem ipsum\b|object object\]\W*\Z)", re.IGNORECASE)


@dataclass(frozen=True)
class Form:
    """What a response must be, as far as what was asked says so."""

    words: bool = True
    prose: bool = False
    least: int = 0
    most: int = 5_000


ANYTHING = Form(words=False)
"""Where an emoji, a number or code can be the answer."""
PHRASES = Form()
"""Lists of phrases, such as uses."""
PROSE = Form(prose=True)


def implausible(text: str, form: Form = ANYTHING) -> str | None:
    """What shows that the text is no answer, None if nothing does.

    In this order, with the thresholds of this module:

    * ``error page``: it opens as the JSON or HTML of a server's error, or as a program's traceback, or is one line that
      says no more than such an error.
    * ``placeholder``: the text that printers use (lorem ipsum); or more than half of its words, and all of fewer than
      four, are what programs write for no value (NaN, null, undefined, Infinity).
    * ``data``: bytes that were no text; words of over 40 characters hold more than half of it; or it has 30 triples of
      Latin letters and figures at least, and fewer than 35 % of them are known.
    * ``repetition``: one word makes up more than 70 % of ten or more; or zlib makes 6 % or less of 200 bytes or
      more.
    * ``no words``: of a form that has words, more than half of the characters stand in none, marks of Markdown and
      numbers of list entries aside; a single letter is none.
    * ``word salad``: of prose; 50 words or more of English look, with hardly a short word or a word of grammar.
    * ``too short`` and ``too long``, by the bounds of the form.
    """
    if _ERROR_PAGE.match(text[:_HEAD]) or _ERROR_LINE.fullmatch(text[:_HEAD]):
        return "error page"
    found = _WORD.findall(text)
    words = [word.strip("-'").casefold() for word in found if word.isalpha() or any(map(str.isalpha, word))]
    if _PLACEHOLDER.match(text) or _says_no_value(words):
        return "placeholder"
    pieces = text.split()
    size = sum(map(len, pieces))
    known = _readable(text)
    if _is_data(text, found, size, known):
        return "data"
    if _repeats(pieces, words):
        return "repetition"
    signs = size - sum(map(text.count, "*_#|`~>-")) - sum(map(len, _NUMBERS.findall(text)))
    if form.words and size >= LEAST_SIGNS and _in_words(words) < IN_WORDS * max(signs, 1):
        return "no words"
    if form.prose and _is_salad(words, known):
        return "word salad"
    length = len(words) + unspaced_letters(text) // 2
    return "too short" if length < form.least else "too long" if length > form.most else None


@lru_cache(maxsize=1)
def letter_triples() -> frozenset[str]:
    """The triples of letters that words are made of: on each line two letters, and those that follow them."""
    lines = (Path(__file__).parent / "letter_triples.txt").read_text("utf-8").splitlines()
    return frozenset(f"{line[:2]}{last}" for line in lines for last in line[3:])


def _readable(text: str) -> float | None:
    """The share of known triples, among those that are no figures alone; None where there are too few of them."""
    plain = _without_diacritics(text)
    tokens = _TOKEN.findall(plain)
    total = sum(map(len, tokens)) - 2 * len(tokens) - len(_FIGURES.findall(plain))
    if total < LEAST_TRIPLES:
        return None
    codes = np.frombuffer(plain.encode("ascii", "replace"), dtype=np.uint8)
    return int(np.count_nonzero(_known_triples()[codes[:-2], codes[1:-1], codes[2:]])) / total


@lru_cache(maxsize=1)
def _known_triples() -> NDArray[np.bool_]:
    """Shape (128, 128, 128): which three characters of ASCII are one of ``letter_triples``."""
    known = np.zeros((128, 128, 128), dtype=np.bool_)
    known[tuple(np.array([list(triple.encode("ascii")) for triple in letter_triples()]).T)] = True
    return known


def _without_diacritics(text: str) -> str:
    if text.isascii():
        return text.lower()
    # One character at a time: the standard library sorts a run of combining marks in quadratic time.
    text = text.casefold()
    return text.translate({ord(sign): _letter(sign) for sign in set(text) if not sign.isascii()})


def _letter(character: str) -> str:
    """A character without its diacritics; "" for a mark that is a character of its own."""
    return "" if unicodedata.combining(character) else unicodedata.normalize("NFKD", character)[0]


def _says_no_value(words: Sequence[str]) -> bool:
    if len(words) < 4:
        return bool(words) and {"nan", "null", "undefined"}.issuperset(words)
    return 2 * sum(map(_LITERALS.__contains__, words)) > len(words)


def _is_data(text: str, words: Sequence[str], size: int, known: float | None) -> bool:
    in_long = sum(len(word) for word in words if len(word) > LONGEST_WORD and word.isascii())
    return text.count("\ufffd") > UNDECODED * size or 2 * in_long > size or (known is not None and known < READABLE)


def _repeats(pieces: Sequence[str], words: Sequence[str]) -> bool:
    if len(words) >= LEAST_REPEATED and max(Counter(words).values()) > MOST_REPEATED * len(words):
        return True
    data = " ".join(pieces).encode("utf-8", "replace")
    return len(data) >= LEAST_COMPRESSED and len(zlib.compress(data)) <= COMPRESSED * len(data)


def _in_words(words: Sequence[str]) -> int:
    """Characters that stand in words; a single letter of ASCII, alone or with figures, is none."""
    return sum(
        len(word)
        for word in words
        if (len(word) > 1 and word.isalpha()) or not word.isascii() or sum(map(str.isalpha, word)) > 1
    )


def _is_salad(words: Sequence[str], known: float | None) -> bool:
    if len(words) < LEAST_SALAD or known is None or known < ENGLISH:
        return False
    if sum(len(word) <= 3 for word in words) >= SHORT_WORDS * len(words):
        return False
    return sum(map(is_function_word, words)) < GRAMMAR * len(words)
