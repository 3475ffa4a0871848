"""The six kinds of change, and the analogies that are the items: made from a seed, equal on every machine.

The kinds are the transformations of Webb, Holyoak and Lu 2023 that Lewis and Mitchell take over, without their
generalisations (other intervals, longer targets, groups, interleaved letters, numbers, reversal)::

    kind          a string of the usual alphabet    changed
    successor     i j k l                           i j k m
    predecessor   j k l m                           i k l m
    extend        i j k l                           i j k l m
    remove        i j k l l m                       i j k l m
    fix           i j k p m                         i j k l m
    sort          i k j l m                         i j k l m
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import count, product
from string import ascii_lowercase
from typing import NamedTuple, TypeVar

T = TypeVar("T")

String = tuple[str, ...]
"""Characters in order, be it of a string or of an alphabet."""

USUAL: String = tuple(ascii_lowercase)
KINDS = ("successor", "predecessor", "extend", "remove", "fix", "sort")


def changed(kind: str, text: String, alphabet: String) -> String | None:
    """The string after a change of one kind; None where it cannot be made."""
    if kind == "remove":
        twice = [i for i in range(1, len(text)) if text[i - 1] == text[i]]
        return text[: twice[0]] + text[twice[0] + 1 :] if len(twice) == 1 else None
    if kind == "fix":
        # At most one run fits: two runs have no character in the same place, and one error leaves two places right.
        runs = (alphabet[i : i + len(text)] for i in range(len(alphabet) - len(text) + 1))
        return next((run for run in runs if sum(map(str.__ne__, run, text)) == 1), None)
    if kind == "sort":
        ordered = tuple(sorted(text, key=alphabet.index)) if set(text) <= set(alphabet) else text
        return ordered if ordered != text else None
    end, step = (0, -1) if kind == "predecessor" else (-1, 1)
    place = alphabet.index(text[end]) + step if text[end] in alphabet else -1
    new = alphabet[place : place + 1]  # [-1:0], before the first, is empty like what is behind the last
    if not new:
        return None
    return {"successor": text[:-1] + new, "predecessor": new + text[1:], "extend": text + new}[kind]


def as_in_the_example(before: String, after: String, target: String) -> String:
    """The target changed by copying the example: a character of ``after`` that is in ``before`` stands for its place.

    One that is not stands for itself, so that a b c d, a b c e makes i j k e of i j k l, and a swap of the first two
    characters stays one.
    """
    return tuple(target[before.index(symbol)] if symbol in before else symbol for symbol in after)


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
    """One analogy. Strings are written with spaces, as in the prompt."""

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
        self._key, self._numbers = " ".join(map(str, key)), count()

    def sample(self, values: Sequence[T], k: int) -> list[T]:
        """So many of the values in random order, none of them twice."""
        left, drawn = list(values), list[T]()
        for _ in range(k):
            digest = hashlib.sha256(f"{self._key} {next(self._numbers)}".encode()).digest()
            drawn.append(left.pop(int.from_bytes(digest[:8], "big") % len(left)))
        return drawn


@lru_cache(maxsize=8)
def draw_analogies(seed: int) -> tuple[Analogy, ...]:
    """All 500 items: 14 of each kind under each alphabet, 13 of the last four kinds under symbols.

    The alphabet of every item is drawn for it, and no two items are equal.
    """
    items: dict[Analogy, None] = {}
    whole, rest = divmod(N_ITEMS, len(ALPHABETS) * len(KINDS))
    for place, (alphabets, kind) in enumerate(product(ALPHABETS, KINDS), start=1):
        drawn = _items_with_one_answer(seed, alphabets, kind)
        while len(items) < whole * place + min(place, rest):
            items.setdefault(next(drawn))
    return tuple(item._replace(id=f"{seed}-{number:03d}") for number, item in enumerate(items, start=1))


def _items_with_one_answer(seed: int, alphabets: str, kind: str) -> Iterator[Analogy]:
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
    from_place = dict(zip(places, moved, strict=True))
    return tuple(USUAL[from_place.get(place, place)] for place in range(len(USUAL)))


def _pair(kind: str, alphabet: String, start: int, draws: Draws) -> tuple[String, String]:
    run = alphabet[start : start + SPAN]
    ends = {"successor": (run[:-1], run[:-2] + run[-1:]), "predecessor": (run[1:], run[:1] + run[2:])}
    if kind in (*ends, "extend"):
        return ends.get(kind, (run[:-1], run))
    place, other = draws.sample(range(SPAN), 2)
    if kind == "remove":
        return run[: place + 1] + run[place:], run
    wrong = list(run)
    if kind == "sort":
        wrong[place], wrong[other] = wrong[other], wrong[place]
    else:
        # A neighbour in its place would make the change one to the successor, or to the predecessor.
        near = {*run, *alphabet[max(start + place - 1, 0) : start + place + 2]}
        (wrong[place],) = draws.sample([character for character in alphabet if character not in near], 1)
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
