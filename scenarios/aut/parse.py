"""The words of a use that carry meaning, and which of the uses in a response count."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from helm_creativity.core.types import FailureReason, Response, Sample
from helm_creativity.scenarios.aut.items import object_phrase
from helm_creativity.text.lists import too_long
from helm_creativity.text.one_use import fold, tidy
from helm_creativity.text.plausibility import PHRASES
from helm_creativity.text.response import unanswered
from helm_creativity.text.turns import as_written
from helm_creativity.text.uses import parse_uses
from helm_creativity.words.function_words import FUNCTION_WORDS, words_checksum

EXPECTED = 10
"""Uses of a usual response. One with over ten times as many is a runaway and is not scored."""

# Beside words of grammar the verb that every use would begin with.
STOP_WORDS = FUNCTION_WORDS | {"use", "used", "uses", "using"}

_WORD = re.compile(r"[^\W_]+(?:[-'][^\W_]+)*")
_FIGURES = re.compile(r"[\d'-]+")
_BULLET = re.compile(r"^\s*(?:[-*•]+|\d+[.)\]:-])\s*")
_LONGEST_USE, _LEAST_USES, _LEAST_SHARE = 12, 7, 0.6


def content_words(text: str) -> tuple[str, ...]:
    """The words of a text that are no ``STOP_WORDS``, in lower case, in order, repeated ones kept.

    A word is letters and figures, with hyphens and apostrophes inside; a possessive ending is dropped ("child's" is
    "child"), single letters and bare figures are no words.
    """
    words = [word.lower() for word in _WORD.findall(text.replace("’", "'"))]
    whole = [word.removesuffix("'s") for word in words if word not in STOP_WORDS]
    return tuple(filter(_carries_meaning, whole))


def hyphen_parts(word: str) -> tuple[str, ...]:
    """What a word with hyphens is made of, without stop words; () for a word without."""
    return tuple(part for part in word.split("-") if _carries_meaning(part)) if "-" in word else ()


def stop_words_checksum() -> str:
    """``sha256:<12 hex digits>`` of the list."""
    return words_checksum(STOP_WORDS)


def _carries_meaning(word: str) -> bool:
    return len(word) > 1 and word not in STOP_WORDS and (word.isalpha() or not _FIGURES.fullmatch(word))


@dataclass(frozen=True)
class Uses:
    """What a response lists."""

    scored: tuple[str, ...] = ()
    places: tuple[int, ...] = ()
    n_listed: int = 0
    invalid: tuple[str, ...] = ()
    repeated: int = 0
    surplus: int = 0
    failure_reason: FailureReason | None = None
    listed: tuple[str, ...] = ()


def read_uses(sample: Sample, limit: int | None = None) -> Uses:
    """The uses of a sample: ``fields["uses"]`` where they are a list, otherwise those parsed from the response."""
    listed: Sequence[str] | None = sample.fields.get("uses")
    if listed is not None:
        return select_uses(listed, str(sample.fields["object"]), limit)
    parsed = parse_uses(sample.response or Response(""))
    if parsed.failure_reason is not None:
        return Uses(failure_reason=parsed.failure_reason)
    return select_uses(parsed.uses, str(sample.fields["object"]), limit, parsed.duplicates)


def select_uses(texts: Sequence[str], thing: str, limit: int | None = None, duplicates: int = 0) -> Uses:
    """Those of the texts that count."""
    if not texts:
        return Uses(failure_reason=FailureReason.EMPTY)
    seen: dict[str, int] = {}
    invalid: list[str] = []
    repeated = duplicates
    tidied = [_without_name(tidy(text), thing) for text in texts]
    for place, text in enumerate(tidied):
        key = fold(text)
        if not key or only_names(text, thing):
            invalid.append(texts[place])
        elif key in seen:
            repeated += 1
        else:
            seen[key] = place
    places = tuple(seen.values())
    every = tuple(tidied[place] for place in places)
    reason = (
        FailureReason.TOO_LONG if too_long(len(texts), EXPECTED) else None if places else FailureReason.TOO_FEW_VALID
    )
    if reason is not None:
        return Uses((), (), len(texts), tuple(invalid), repeated, failure_reason=reason, listed=every)
    counted = places[:limit]
    scored = tuple(tidied[place] for place in counted)
    return Uses(scored, counted, len(texts), tuple(invalid), repeated, len(places) - len(counted), listed=every)


def read_short_uses(sample: Sample, asked: int) -> Uses:
    """The uses of a sample as the program of mctb2025 counts them: phrases of 1 to 12 words that differ in lower case.

    A response has one on each line; where too few lines are such phrases, it is parted by commas. Nothing counts
    where fewer than seven are left, or than three fifths of those asked for. None is left out for being too many.
    """
    listed: Sequence[str] | None = sample.fields.get("uses")
    if listed is not None:
        return _short_uses(listed, asked)
    response = sample.response or Response("")
    reason = unanswered(response, form=PHRASES)
    if reason is not None:
        return Uses(failure_reason=reason)
    text = as_written(response.text)
    by_form = [_short_uses([part for part in text.split(sign) if part.strip()], asked) for sign in "\n,"]
    return next((uses for uses in by_form if uses.failure_reason is None), by_form[0])


def _short_uses(texts: Sequence[str], asked: int) -> Uses:
    if not texts:
        return Uses(failure_reason=FailureReason.EMPTY)
    tidied = [" ".join(_BULLET.sub("", text, count=1).split()).rstrip(" .;:,") for text in texts]
    short = {place: text for place, text in enumerate(tidied) if 1 <= len(text.split()) <= _LONGEST_USE}
    seen: dict[str, int] = {}
    for place, text in short.items():
        seen.setdefault(text.lower(), place)
    invalid = tuple(text for place, text in enumerate(texts) if place not in short)
    places, repeated = tuple(seen.values()), len(short) - len(seen)
    reason = (
        FailureReason.TOO_LONG
        if too_long(len(texts), asked)
        else FailureReason.TOO_FEW_VALID
        if len(places) < max(_LEAST_USES, int(asked * _LEAST_SHARE))
        else None
    )
    scored = () if reason else tuple(short[place] for place in places)
    every: dict[str, str] = {}
    for text in filter(None, tidied):
        every.setdefault(text.lower(), text)
    return Uses(
        scored,
        () if reason else places,
        len(texts),
        invalid,
        repeated,
        failure_reason=reason,
        listed=tuple(every.values()),
    )


def _without_name(use: str, thing: str) -> str:
    """The use without the object's name and a colon before it, as in "Brick: doorstop"."""
    before, colon, behind = use.partition(":")
    return tidy(behind) if colon and only_names(before, thing) else use


def only_names(use: str, thing: str) -> bool:
    """Whether a use says no more than the object's name: "a brick", "Bricks", "the pair of pants"."""
    return content_words(use) in _name_words(thing)


@lru_cache(maxsize=256)
def _name_words(thing: str) -> frozenset[tuple[str, ...]]:
    names = (thing, f"{thing}s", f"{thing}es", object_phrase(thing))
    return frozenset(map(content_words, names)) - {()}
