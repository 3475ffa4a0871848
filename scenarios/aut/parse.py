"""The words of a use that carry meaning, and which of the uses in a response count."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from helm_creativity.benchmark.types import FailureReason, Response, Sample
from helm_creativity.lexicon.word_files import FUNCTION_WORDS
from helm_creativity.parsing.lists import too_long
from helm_creativity.parsing.plausibility import PHRASES
from helm_creativity.parsing.response import unanswered
from helm_creativity.parsing.turns import as_written
from helm_creativity.parsing.uses import fold, parse_uses, tidy
from helm_creativity.scenarios.aut.items import object_phrase

EXPECTED = 10
"""Uses of a usual response. One with over ten times as many is a runaway and is not scored."""
STOP_WORDS = FUNCTION_WORDS | {"use", "used", "uses", "using"}
"""Beside words of grammar the verb that every use would begin with."""

_WORD = re.compile(r"[^\W_]+(?:[-'][^\W_]+)*")
_BULLET = re.compile(r"^\s*(?:[-*•]+|\d+[.)\]:-])\s*")
_LONGEST_USE, _LEAST_USES, _LEAST_SHARE = 12, 7, 0.6


@lru_cache(maxsize=20_000)  # of a use they are asked for several times
def content_words(text: str) -> tuple[str, ...]:
    """The words of a text that are no ``STOP_WORDS``, in lower case, in order, repeated ones kept.

    A word is letters and figures, with hyphens and apostrophes inside; a possessive ending is dropped ("child's" is
    "child"), single letters and bare figures are no words.
    """
    words = [word.lower() for word in _WORD.findall(text.replace("’", "'"))]
    return tuple(filter(_carries_meaning, (word.removesuffix("'s") for word in words if word not in STOP_WORDS)))


def hyphen_parts(word: str) -> tuple[str, ...]:
    """What a word with hyphens is made of, without stop words; () for a word without."""
    return tuple(filter(_carries_meaning, word.split("-"))) if "-" in word else ()


def _carries_meaning(word: str) -> bool:
    return len(word) > 1 and word not in STOP_WORDS and (word.isalpha() or not re.fullmatch(r"[\d'-]+", word))


class Uses(NamedTuple):
    """What a response lists: the uses that are scored, their places in the list, and what became of the others."""

    scored: tuple[str, ...] = ()
    places: tuple[int, ...] = ()
    n_listed: int = 0
    invalid: tuple[str, ...] = ()
    repeated: int = 0
    surplus: int = 0
    failure_reason: FailureReason | None = None
    listed: tuple[str, ...] = ()


def read_uses(sample: Sample, limit: int | None = None) -> Uses:
    """The first ``limit`` different uses of a sample that say more than the object's name.

    They are ``fields["uses"]`` where that is a list, otherwise those parsed from the response.
    """
    thing, texts, repeated = str(sample.fields["object"]), sample.fields.get("uses"), 0
    if texts is None:
        parsed = parse_uses(sample.response or Response(""))
        if parsed.failure_reason is not None:
            return Uses(failure_reason=parsed.failure_reason)
        texts, repeated = parsed.uses, parsed.duplicates
    tidied = [_without_name(tidy(text), thing) for text in texts]
    uses = _select(texts, tidied, ["" if _only_names(text, thing) else fold(text) for text in tidied], EXPECTED, 1)
    scored, repeated = uses.scored[:limit], uses.repeated + repeated
    surplus = len(uses.scored) - len(scored)
    return uses._replace(scored=scored, places=uses.places[:limit], repeated=repeated, surplus=surplus)


def read_short_uses(sample: Sample, asked: int) -> Uses:
    """The uses of a sample as the program of mctb2025 counts them: phrases of 1 to 12 words that differ in lower case.

    A response has one on each line; where too few lines are such phrases, it is parted by commas. Nothing counts
    where fewer than seven are left, or than three fifths of those asked for. None is left out for being too many.
    """
    if "uses" in sample.fields:
        return _short_uses(sample.fields["uses"], asked)
    response = sample.response or Response("")
    if reason := unanswered(response, form=PHRASES):
        return Uses(failure_reason=reason)
    parts = (as_written(response.text).split(sign) for sign in "\n,")
    by_form = [_short_uses([part for part in some if part.strip()], asked) for some in parts]
    return next((uses for uses in by_form if uses.failure_reason is None), by_form[0])


def _short_uses(texts: Sequence[str], asked: int) -> Uses:
    tidied = [" ".join(_BULLET.sub("", text, count=1).split()).rstrip(" .;:,") for text in texts]
    keys = [text.lower() if len(text.split()) <= _LONGEST_USE else "" for text in tidied]
    uses = _select(texts, tidied, keys, asked, max(_LEAST_USES, int(asked * _LEAST_SHARE)))
    listed = {text.lower(): text for text in reversed(tidied) if text}
    return uses._replace(listed=tuple(reversed(listed.values())))


def _select(texts: Sequence[str], tidied: Sequence[str], keys: Sequence[str], asked: int, least: int) -> Uses:
    """Texts with one key are one use; those whose key is "" are invalid."""
    if not texts:
        return Uses(failure_reason=FailureReason.EMPTY)
    places = tuple(sorted({key: place for place, key in reversed(list(enumerate(keys))) if key}.values()))
    invalid = tuple(text for text, key in zip(texts, keys, strict=True) if not key)
    too_few = FailureReason.TOO_FEW_VALID if len(places) < least else None
    reason = FailureReason.TOO_LONG if too_long(len(texts), asked) else too_few
    listed = tuple(tidied[place] for place in places)
    scored, counted = ((), ()) if reason else (listed, places)
    return Uses(scored, counted, len(texts), invalid, len(texts) - len(invalid) - len(places), 0, reason, listed)


def _without_name(use: str, thing: str) -> str:
    """The use without the object's name and a colon before it, as in "Brick: doorstop"."""
    before, colon, behind = use.partition(":")
    return tidy(behind) if colon and _only_names(before, thing) else use


def _only_names(use: str, thing: str) -> bool:
    """Whether a use says no more than the object's name: "a brick", "Bricks", "the pair of pants"."""
    return content_words(use) in _name_words(thing)


@lru_cache(maxsize=256)
def _name_words(thing: str) -> frozenset[tuple[str, ...]]:
    return frozenset(map(content_words, (thing, f"{thing}s", f"{thing}es", object_phrase(thing)))) - {()}
