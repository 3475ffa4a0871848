"""Where a number of a reply stands in the completion as it arrived, thoughts and markup included."""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_left
from functools import cached_property

_TOKEN = re.compile(r"\d+|(?<![^\W\d_])(?i:zero|one|two|three|four|five|six|seven|eight|nine|ten)(?![^\W\d_])")
_VALUE = re.compile(r"[-+]?(?:\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:[.,]\d+)?|\.\d+)|[A-Za-z]+")
_END = re.compile(r"<\||</?s>|<eos>|<end_of_turn>")
_SPELLED = {**dict.fromkeys("⁰¹²³⁴⁵⁶⁷⁸⁹", ""), "½": ".5", "¼": ".25", "¾": ".75", "−": "-"}


class Origins:
    """The numbers of a reply's text and the same numbers in the completion.

    What a reply is freed of stands before or behind it, or holds no number: so the numbers of the reply are some
    neighbours among those of the completion. Where they are not, no position is known.

    Args:
        raw: the completion.
        text: what was read of it.
    """

    def __init__(self, raw: str, text: str) -> None:
        self._raw = raw
        self._text = text

    def span(self, start: int, stop: int) -> tuple[int, int] | None:
        """Where the number that stands between these places of the text stands in the completion.

        Returns:
            Start and end of the value alone: of "4/5" those of "4". None if they are not known.
        """
        value = _VALUE.match(self._text, start, stop)
        if value is None or self._first is None:
            return None
        first = bisect_left(self._starts, start)
        last = bisect_left(self._starts, value.end()) - 1
        if last < first:
            return None
        begin, end = self._ours[self._first + first][0], self._ours[self._first + last][1]
        before = value[0][: self._starts[first] - start]
        begin -= len(before)
        found = self._raw[max(begin, 0) : end]
        return (begin, end) if _spelled(found).casefold() == value[0].casefold() else None

    @cached_property
    def _starts(self) -> list[int]:
        """Where the numbers of the text begin."""
        return [token.start() for token in _TOKEN.finditer(self._text)]

    @cached_property
    def _ours(self) -> list[tuple[int, int, str]]:
        """The numbers of the completion, with their places there."""
        if self._raw.isascii():
            return [(*token.span(), token[0]) for token in _TOKEN.finditer(self._raw)]
        spelled = [_of_character(character) for character in self._raw]
        places = [place for place, one in enumerate(spelled) for _ in one]
        tokens = _TOKEN.finditer("".join(spelled))
        return [(places[token.start()], places[token.end() - 1] + 1, token[0]) for token in tokens]

    @cached_property
    def _first(self) -> int | None:
        """Which number of the completion is the first of the text."""
        mine = "".join(f"{token[0].casefold()}\n" for token in _TOKEN.finditer(self._text))
        all_of_them = "\n" + "".join(f"{one[2].casefold()}\n" for one in self._ours)
        first, last = all_of_them.find("\n" + mine), all_of_them.rfind("\n" + mine)
        if not mine or first < 0:
            return None
        early, late = (all_of_them.count("\n", 0, at + 1) - 1 for at in (first, last))
        # A server that goes on behind the end of the turn may repeat the whole reply there.
        if early != late and _END.search(self._raw, self._ours[early][0], self._ours[late][0]):
            return None
        return late


def _of_character(character: str) -> str:
    """A character as the text of a reply has it."""
    if character.isascii():
        return character
    return _SPELLED[character] if character in _SPELLED else unicodedata.normalize("NFKC", character)


def _spelled(part: str) -> str:
    """A part of the completion as the text of a reply has it."""
    return "".join(map(_of_character, part))
