"""The six kinds of change, and the two ways in which a change is most often missed.

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

from collections.abc import Callable, Mapping
from string import ascii_lowercase

String = tuple[str, ...]
"""Characters in order, be it of a string or of an alphabet."""

USUAL: String = tuple(ascii_lowercase)


def changed(kind: str, text: String, alphabet: String) -> String | None:
    """The string after a change of one kind.

    Args:
        kind: one of ``KINDS``.
        text: m >= 3 characters.
        alphabet: all characters, each once, in the order that counts.

    Returns:
        The one string that the kind of change makes of it; None where it can make none: a character that is not in the
        alphabet or has no neighbour there, no pair of equal neighbours or several, nothing out of order, no
        single character that is out of place.
    """
    return _RULES[kind](text, alphabet)


def as_in_the_example(before: String, after: String, target: String) -> String:
    """The target changed by copying the example: a character of ``after`` that is in ``before`` stands for its place.

    One that is not stands for itself, so that a b c d, a b c e makes i j k e of i j k l, and a swap of the first two
    characters stays one.

    Args:
        before: m characters.
        after: the changed string, of any length.
        target: at least m characters.
    """
    return tuple(target[before.index(one)] if one in before else one for one in after)


def _beside(symbol: str, step: int, alphabet: String) -> String:
    """The character so many steps further on, () where there is none."""
    place = alphabet.index(symbol) + step if symbol in alphabet else -1
    return alphabet[place : place + 1]  # [-1:0], before the first, is empty like what is behind the last


def _successor(text: String, alphabet: String) -> String | None:
    new = _beside(text[-1], 1, alphabet)
    return text[:-1] + new if new else None


def _predecessor(text: String, alphabet: String) -> String | None:
    new = _beside(text[0], -1, alphabet)
    return new + text[1:] if new else None


def _extend(text: String, alphabet: String) -> String | None:
    new = _beside(text[-1], 1, alphabet)
    return text + new if new else None


def _remove(text: String, alphabet: String) -> String | None:
    twice = [i for i in range(1, len(text)) if text[i - 1] == text[i]]
    return text[: twice[0]] + text[twice[0] + 1 :] if len(twice) == 1 else None


def _fix(text: String, alphabet: String) -> String | None:
    """At most one run fits: two runs have no character in the same place, and one error leaves two places right."""
    runs = (alphabet[i : i + len(text)] for i in range(len(alphabet) - len(text) + 1))
    return next((run for run in runs if sum(map(str.__ne__, run, text)) == 1), None)


def _sort(text: String, alphabet: String) -> String | None:
    if not set(text) <= set(alphabet):
        return None
    ordered = tuple(sorted(text, key=alphabet.index))
    return ordered if ordered != text else None


_RULES: Mapping[str, Callable[[String, String], String | None]] = {
    "successor": _successor,
    "predecessor": _predecessor,
    "extend": _extend,
    "remove": _remove,
    "fix": _fix,
    "sort": _sort,
}
KINDS = tuple(_RULES)
