"""Where a reply repeats the texts that it rates: by their words alone, or behind their numbers.

Texts are compared letter by letter, without regard to case, white space, quotes, backslashes and emphasis.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from helm_creativity.judges.replies.names import is_generic, key_words
from helm_creativity.judges.replies.text import spellings

HIDDEN = "\x00"
"""What stands for each character of a repeated text: it is no figure, no letter, no bracket and no separator."""

_DROPPED = frozenset(" \t\n\r\f\v\"'“”„‟‘’‚‛«»‹›*_`~\\\u00a0")
_EDGES = ".,;:!?"
_LONGEST_NAME = 40
_SIGNS = "-+–—=.,:;!?"
_TOKEN = re.compile(r"\d+(?:[.,]\d+)*|[^\W\d_]+")


class ReplyLine(NamedTuple):
    """A line of a reply.

    Attributes:
        start: where it begins in the reply.
        end: where it ends, its line break left out.
        fold: what is compared of it.
        places: where each character of `fold` stands in the reply.
    """

    start: int
    end: int
    fold: str
    places: list[int]

    def at(self, position: int) -> int:
        """The first character of `fold` at or behind a position of the reply."""
        return bisect_left(self.places, position)


def lines_of(text: str) -> list[ReplyLine]:
    """All lines of the text, in order."""
    result = []
    start = 0
    for part in text.split("\n"):
        places = [start + at for at, character in enumerate(part) if character not in _DROPPED]
        result.append(ReplyLine(start, start + len(part), "".join(_small(text[place]) for place in places), places))
        start += len(part) + 1
    return result


def fold(text: str) -> str:
    """A text as it is compared."""
    return "".join(_small(character) for character in text if character not in _DROPPED)


def _small(character: str) -> str:
    """The character as a small one, if that is one character."""
    lower = character.lower()
    return lower if len(lower) == 1 else character


class Rated:
    """The texts that are rated, as they are compared.

    Attributes:
        count: how many they are.
        folds: for each text the spellings in which a reply can repeat it, the longest first.
    """

    def __init__(self, texts: Sequence[str], dimension: str = "") -> None:
        self.count = len(texts)
        self.folds = [_folds(text) for text in texts]
        self._places: dict[str, list[int]] = {}
        for place, (text, spelled) in enumerate(zip(texts, self.folds, strict=True)):
            # "rating: 4" names no text, even if there is one of this name.
            known = (
                len(text) > _LONGEST_NAME
                or any(map(str.isdigit, text))
                or not (is_generic(text) or key_words(text) == key_words(dimension))
            )
            for one in spelled if known else ():
                if any(character.isalpha() for character in one):
                    self._places.setdefault(one, []).append(place)
        self._lengths = sorted({len(one) for one in self._places}, reverse=True)

    def own(self, text: str, line: ReplyLine, position: int, place: int) -> int | None:
        """Where the text of that place ends, if it begins at the position and ends with a word's end."""
        at = line.at(position)
        for one in self.folds[place]:
            if line.fold.startswith(one, at) and _is_end(text, end := line.places[at + len(one) - 1] + 1):
                return end
        return None

    def any(self, text: str, line: ReplyLine, position: int) -> Iterator[tuple[int, list[int]]]:
        """All texts with a letter that begin at the position, the longest first: where they end, and their places."""
        at = line.at(position)
        for length in self._lengths:
            places = self._places.get(line.fold[at : at + length]) if at + length <= len(line.fold) else None
            if places and _is_end(text, end := line.places[at + length - 1] + 1):
                yield end, places

    def beginning(self, text: str, line: ReplyLine, position: int, place: int) -> int:
        """Where what the line has of the beginning of the text of that place ends, in whole words and numbers."""
        at = line.at(position)
        most = max((_common(line.fold, at, one) for one in self.folds[place]), default=0)
        if not most:
            return position
        end = line.places[at + most - 1] + 1
        for token in _TOKEN.finditer(text, position, line.end):
            if token.start() >= end:
                break
            inside = token.start() < end < token.end()
            if inside or (token.end() == end and not self._is_whole(line, at, most, place)):
                return token.start()
        return end

    def holds(self, place: int, words: str) -> bool:
        """Whether the words, as they are compared, stand in the text of that place."""
        return any(words in one for one in self.folds[place])

    def place_of(self, words: str) -> list[int]:
        """The places of the texts that are these words and have a letter."""
        return self._places.get(fold(words), [])

    def _is_whole(self, line: ReplyLine, at: int, most: int, place: int) -> bool:
        """Whether the last word that line and text share goes on in neither."""
        shared = line.fold[at : at + most]
        follow = [one[most : most + 1] for one in self.folds[place] if one.startswith(shared)]
        return not any(one.isdigit() and shared[-1].isdigit() for one in follow)


def _folds(text: str) -> list[str]:
    """The spellings of one text, with and without the punctuation at its end."""
    spelled = [fold(one) for one in spellings(text)]
    both = {one for each in spelled for one in (each, each.rstrip(_EDGES)) if one.strip(_SIGNS)}
    return sorted(both, key=len, reverse=True)


def _is_end(text: str, end: int) -> bool:
    """Whether no word or number goes on at the position."""
    if end >= len(text) or not text[end - 1].isalnum():
        return True
    if text[end - 1].isdigit() and text[end] in ".,":
        return not text[end + 1 : end + 2].isdigit()
    return not text[end].isalnum()


def _common(one: str, at: int, other: str) -> int:
    """How many characters the first has from the position on that the other begins with."""
    length = 0
    for left, right in zip(one[at : at + len(other)], other, strict=False):
        if left != right:
            break
        length += 1
    return length
