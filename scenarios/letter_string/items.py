"""The analogies that are the items: made from a seed, equal on every machine."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import count, product
from typing import NamedTuple, TypeVar

from helm_creativity.scenarios.letter_string.rules import KINDS, USUAL, String, as_in_the_example, changed

T = TypeVar("T")

N_ITEMS = 500
LAST_SEED = 999
SPAN = 5
"""Characters of the run that an example, and a target, is made from."""

SYMBOLS: String = tuple("!@#%^&+=~/")
"""Characters that mean nothing to those who read answers: no brackets, quotes, commas or signs of emphasis."""

STANDARD, PERMUTED, SYMBOL = "standard", "permuted", "symbols"
ALPHABETS = (STANDARD, *(f"{PERMUTED}{n}" for n in (2, 5, 10, 20)), SYMBOL)
"""The usual one; with so many of its letters moved to others' places; ``SYMBOLS`` in any order."""


class Analogy(NamedTuple):
    """One analogy. Strings are written with spaces, as in the prompt.

    Attributes:
        id: the seed and the item's number.
        alphabets: which of ``ALPHABETS`` its own is one of.
        kind: which of ``KINDS`` its change is.
        alphabet: all characters in the order that counts.
        before: the example, and
        after: what became of it.
        target: what the same kind of change is to be made to, and
        answer: what becomes of it.
    """

    id: str
    alphabets: str
    kind: str
    alphabet: str
    before: str
    after: str
    target: str
    answer: str


class Draws:
    """Chance that is the same under every version of Python and numpy: each draw is a SHA-256 of key and number."""

    def __init__(self, *key: object) -> None:
        self._key = " ".join(map(str, key))
        self._numbers = count()

    def below(self, n: int) -> int:
        """A whole number from 0 to n - 1."""
        digest = hashlib.sha256(f"{self._key} {next(self._numbers)}".encode()).digest()
        return int.from_bytes(digest[:8], "big") % n

    def sample(self, values: Sequence[T], k: int) -> list[T]:
        """So many of the values in random order, none of them twice."""
        left = list(values)
        return [left.pop(self.below(len(left))) for _ in range(k)]


@lru_cache(maxsize=8)
def analogies_of(seed: int) -> tuple[Analogy, ...]:
    """All 500 items: 14 of each kind under each alphabet, 13 of the last four kinds under symbols.

    The alphabet of every item is drawn for it, and no two items are equal.
    """
    items: list[Analogy] = []
    seen: set[Analogy] = set()
    for place, (alphabets, kind) in enumerate(product(ALPHABETS, KINDS)):
        whole, rest = divmod(N_ITEMS, len(ALPHABETS) * len(KINDS))
        fresh = (one for one in _sound(seed, alphabets, kind) if one not in seen)
        for _ in range(whole + (place < rest)):
            item = next(fresh)
            seen.add(item)
            items.append(item._replace(id=f"{seed}-{len(items) + 1:03d}"))
    return tuple(items)


def _sound(seed: int, alphabets: str, kind: str) -> Iterator[Analogy]:
    """Items that have one answer, without their ids."""
    for attempt in count():
        draws = Draws(seed, alphabets, kind, attempt)
        alphabet = draw_alphabet(alphabets, draws)
        starts = draws.sample(range(len(alphabet) - SPAN + 1), 2)
        example, question = (_pair(kind, alphabet, start, draws) for start in starts)
        if is_sound(alphabets, kind, alphabet, example, question):
            yield Analogy("", alphabets, kind, *map(" ".join, (alphabet, *example, *question)))


def draw_alphabet(alphabets: str, draws: Draws) -> String:
    """An alphabet: of n permuted letters, drawn at random, each stands in another's place."""
    if alphabets == SYMBOL:
        return tuple(draws.sample(SYMBOLS, len(SYMBOLS)))
    n = 0 if alphabets == STANDARD else int(alphabets.removeprefix(PERMUTED))
    places = moved = draws.sample(range(len(USUAL)), n)
    while any(map(int.__eq__, places, moved)):
        moved = draws.sample(places, n)
    letters = list(USUAL)
    for place, other in zip(places, moved, strict=True):
        letters[place] = USUAL[other]
    return tuple(letters)


def _pair(kind: str, alphabet: String, start: int, draws: Draws) -> tuple[String, String]:
    """A string and what the change makes of it, from the run of the alphabet that starts there."""
    run = alphabet[start : start + SPAN]
    if kind == "successor":
        return run[:-1], run[:-2] + run[-1:]
    if kind == "predecessor":
        return run[1:], run[:1] + run[2:]
    if kind == "extend":
        return run[:-1], run
    place, other = draws.sample(range(SPAN), 2)
    if kind == "remove":
        return run[: place + 1] + run[place:], run
    wrong = list(run)
    if kind == "sort":
        wrong[place], wrong[other] = wrong[other], wrong[place]
    else:
        # A neighbour in its place would make the change one to the successor, or to the predecessor.
        strangers = [one for i, one in enumerate(alphabet) if one not in run and abs(i - start - place) > 1]
        (wrong[place],) = draws.sample(strangers, 1)
    return tuple(wrong), run


def is_sound(
    alphabets: str, kind: str, alphabet: String, example: tuple[String, String], question: tuple[String, String]
) -> bool:
    """Whether an item asks what it means to ask.

    Its change makes the answer of the target. No other kind of change explains the example, be it under the item's
    alphabet or under the usual one. Copying the example's places and characters makes another string, and not the
    answer. Nor, where letters are permuted, does the usual alphabet make it; ``remove``, which no alphabet is needed
    for, is asked of strings that are none of its runs.
    """
    (before, after), (target, answer) = example, question
    others = [changed(other, before, order) for other in KINDS if other != kind for order in (alphabet, USUAL)]
    if after in others or changed(kind, before, alphabet) != after or changed(kind, target, alphabet) != answer:
        return False
    if as_in_the_example(before, after, target) in (answer, target):
        return False
    usual = "".join(answer) in "".join(USUAL) if kind == "remove" else changed(kind, target, USUAL) == answer
    return not (alphabets.startswith(PERMUTED) and usual)
