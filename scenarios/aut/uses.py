"""Which of the uses in an answer count."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from helm_creativity import responses
from helm_creativity.responses import Answer, Unscored
from helm_creativity.rooms import Row
from helm_creativity.scenarios.aut.objects import phrase_of
from helm_creativity.scenarios.aut.words import content_words

EXPECTED = 10
"""Uses of a usual answer. One with over ten times as many is a runaway and is not scored."""


@dataclass(frozen=True)
class Uses:
    """What an answer lists.

    Attributes:
        scored: the uses that count, in order.
        places: where each of them stood among the uses that were given, from 0.
        n_given: how many were given, those that repeat another one among them where the answer was a list.
        invalid: what is blank or names the object alone.
        repeated: how many repeat another use of the answer.
        surplus: how many more there were than the prompt asked for at most.
        unscored: why nothing counts, or None.
    """

    scored: tuple[str, ...] = ()
    places: tuple[int, ...] = ()
    n_given: int = 0
    invalid: tuple[str, ...] = ()
    repeated: int = 0
    surplus: int = 0
    unscored: Unscored | None = None


def read_uses(row: Row, limit: int | None = None) -> Uses:
    """The uses of a row: ``fields["uses"]`` where given as a list, otherwise those found in the answer's text.

    Args:
        row: one answer; ``fields["object"]`` names the object.
        limit: how many count at most.
    """
    given: Sequence[str] | None = row.fields.get("uses")
    if given is not None:
        return select_uses(given, str(row.fields["object"]), limit)
    parsed = responses.parse_uses(row.answer or Answer(""))
    if parsed.unscored is not None:
        return Uses(unscored=parsed.unscored)
    return select_uses(parsed.uses, str(row.fields["object"]), limit, parsed.duplicates)


def select_uses(texts: Sequence[str], thing: str, limit: int | None = None, duplicates: int = 0) -> Uses:
    """Those of the texts that count.

    Args:
        texts: uses as they were given.
        thing: the object.
        limit: how many count at most.
        duplicates: repeated uses that are not among the texts any more.
    """
    if not texts:
        return Uses(unscored=Unscored.EMPTY)
    seen: dict[str, int] = {}
    invalid: list[str] = []
    repeated = duplicates
    tidied = [_without_name(responses.tidy(text), thing) for text in texts]
    for place, text in enumerate(tidied):
        key = responses.fold(text)
        if not key or only_names(text, thing):
            invalid.append(texts[place])
        elif key in seen:
            repeated += 1
        else:
            seen[key] = place
    places = tuple(seen.values())
    reason = (
        Unscored.TOO_LONG if responses.too_long(len(texts), EXPECTED) else None if places else Unscored.TOO_FEW_VALID
    )
    if reason is not None:
        return Uses(n_given=len(texts), invalid=tuple(invalid), repeated=repeated, unscored=reason)
    counted = places[:limit]
    scored = tuple(tidied[place] for place in counted)
    return Uses(scored, counted, len(texts), tuple(invalid), repeated, len(places) - len(counted))


def _without_name(use: str, thing: str) -> str:
    """The use without the object's name and a colon before it, as in "Brick: doorstop"."""
    before, colon, behind = use.partition(":")
    return responses.tidy(behind) if colon and only_names(before, thing) else use


def only_names(use: str, thing: str) -> bool:
    """Whether a use says no more than the object's name: "a brick", "Bricks", "the pair of pants"."""
    words = content_words(use)
    return words in {content_words(name) for name in (thing, f"{thing}s", f"{thing}es", phrase_of(thing))} - {()}
