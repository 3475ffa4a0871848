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

from helm_creativity.parsing.grammar import read_patterns
from helm_creativity.parsing.text import is_function_word, unspaced_letters

_FAULTS, _WORDS = read_patterns("plausibility")
_LEAST_TRIPLES = 30  # fewest triples of letters that a text is judged by: about eight words
_READABLE = 0.35  # least share of a text's triples that must be known
_LEAST_REPEATED, _MOST_REPEATED = 10, 0.7  # words, and the greatest share of them that may be the same
_LEAST_COMPRESSED, _COMPRESSED = 200, 0.06  # bytes, and the least share of them that zlib may leave
_LONGEST_WORD = 40  # characters of a word of ASCII; a text that is mostly longer ones is data
_LEAST_SIGNS, _IN_WORDS = 20, 0.5  # characters without white space, and the least share of them that stands in words
_UNDECODED = 0.1  # greatest share of marks of bytes that were no text (U+FFFD)
# Words of a text that is looked at for grammar, known triples of one that looks like English, and in prose of that kind
# the least shares of words of three letters at most and of those that hold sentences together.
_LEAST_SALAD, _ENGLISH, _SHORT_WORDS, _GRAMMAR = 50, 0.9, 0.06, 0.01
_HEAD = 2_000
_NUMBERS = re.compile(r"^[ \t]*(\d{1,3}[.)])", re.MULTILINE)
# ASCII punctuation parts words, but for apostrophes and hyphens. Marks of other scripts are no letters to \w.
_WORD = re.compile(r"[^\s!-&(-,./:-@\[-`{-~]+")
_TOKEN = re.compile(r"[a-z0-9]{3,}")
_FIGURES = re.compile(r"[0-9](?=[0-9]{2})")


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
    if _FAULTS["error_page"].match(text[:_HEAD]) or _FAULTS["error_line"].fullmatch(text[:_HEAD]):
        return "error page"
    found, pieces, known = _WORD.findall(text), text.split(), _readable(text)
    words = [word.strip("-'").casefold() for word in found if any(map(str.isalpha, word))]
    size = sum(map(len, pieces))
    literals = sum(map(_WORDS["literals"].__contains__, words))
    few = 0 < len(words) < 4 and {"nan", "null", "undefined"}.issuperset(words)
    if _FAULTS["placeholder"].match(text) or few or (len(words) > 3 and 2 * literals > len(words)):
        return "placeholder"
    in_long = sum(len(word) for word in found if len(word) > _LONGEST_WORD and word.isascii())
    if text.count("\ufffd") > _UNDECODED * size or 2 * in_long > size or (known is not None and known < _READABLE):
        return "data"
    data = " ".join(pieces).encode("utf-8", "replace")
    if (len(words) >= _LEAST_REPEATED and max(Counter(words).values()) > _MOST_REPEATED * len(words)) or (
        len(data) >= _LEAST_COMPRESSED and len(zlib.compress(data)) <= _COMPRESSED * len(data)
    ):
        return "repetition"
    signs = size - sum(map(text.count, "*_#|`~>-")) - sum(map(len, _NUMBERS.findall(text)))
    if form.words and size >= _LEAST_SIGNS and _in_words(words) < _IN_WORDS * max(signs, 1):
        return "no words"
    english = form.prose and known is not None and known >= _ENGLISH and len(words) >= _LEAST_SALAD
    long_words = english and sum(len(word) <= 3 for word in words) < _SHORT_WORDS * len(words)
    if long_words and sum(map(is_function_word, words)) < _GRAMMAR * len(words):
        return "word salad"
    length = len(words) + unspaced_letters(text) // 2
    return "too short" if length < form.least else "too long" if length > form.most else None


@lru_cache(maxsize=1)
def letter_triples() -> frozenset[str]:
    """The triples of letters that words are made of: on each line of their file two letters, and those that follow."""
    lines = (Path(__file__).parent / "letter_triples.txt").read_text("utf-8").splitlines()
    return frozenset(f"{line[:2]}{last}" for line in lines for last in line[3:])


def _readable(text: str) -> float | None:
    """The share of known triples, among those that are no figures alone; None where there are too few of them."""
    plain = _without_diacritics(text)
    tokens = _TOKEN.findall(plain)
    total = sum(map(len, tokens)) - 2 * len(tokens) - len(_FIGURES.findall(plain))
    if total < _LEAST_TRIPLES:
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
    signs = {sign for sign in text if not sign.isascii()}
    plain = {sign: "" if unicodedata.combining(sign) else unicodedata.normalize("NFKD", sign)[0] for sign in signs}
    return text.translate({ord(sign): letter for sign, letter in plain.items()})


def _in_words(words: Sequence[str]) -> int:
    """Characters that stand in words; a single letter of ASCII, alone or with figures, is none."""
    return sum(
        len(word)
        for word in words
        if (len(word) > 1 and word.isalpha()) or not word.isascii() or sum(map(str.isalpha, word)) > 1
    )
