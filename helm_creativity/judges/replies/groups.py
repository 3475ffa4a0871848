"""The categories into which a reply sorts texts, by their numbers: {"1": "tools"}, "1: tools", "Tools: 1, 3"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from helm_creativity.benchmark.ratings import MissingReason, ParsedRating
from helm_creativity.benchmark.types import Response
from helm_creativity.judges.replies.grammar import PATTERNS
from helm_creativity.judges.replies.places import NumberedLine, RatedTexts, keyed, lines_in
from helm_creativity.judges.replies.scores import PossibleRating, agreed, key_words, objects_in, stands_alone
from helm_creativity.judges.replies.text import OwnWords, own_words

_NAMES = frozenset(["category", "categories", "group", "groups", "type", "class", "label", "name", "kategorie"])
_NOTE = re.compile(r"\([^()\n]{0,300}\)")
_SPAN = re.compile(r"(\d{1,6})(?:[-–](\d{1,6}))?")
_REASON = re.compile(r"[ \t](?=\()|[,;]?\s(?:because|since|as it)\b|;\s", re.IGNORECASE)
_TWO_PARTS = re.compile(r":\s|\s[-–—]\s|->|→|=")
_ARTICLE = re.compile(r"\A(?:(?:the|an?)\s|(?:category|group|kategorie)\b[\s:]{0,3}(?=\w))", re.IGNORECASE)
_EDGES = " \t\"'.:;,-–—>=*|"


def read_groups(answer: Response, texts: Sequence[str]) -> tuple[str, ...] | MissingReason:
    """The category of each text.

    Read are JSON by number ({"1": "tools"}, [{"id": 1, "category": "tools"}], {"Tools": [1, 3]}), as many names as
    texts in one list, lines that begin with a number ("1: tools", "1. doorstop - Tools"), and lines of numbers behind
    a name ("Tools: 1, 3"). Case, articles and marks make no difference.
    """
    own = own_words(answer, texts, numbered=True)
    if isinstance(own, MissingReason):
        return own
    places: dict[str, int] = {}
    found: dict[int, list[PossibleRating]] = {}
    for number, label, start, end in [*_in_json(own, len(texts)), *_in_text(own, RatedTexts(texts))]:
        reading = ParsedRating(float(places.setdefault(label, len(places))))
        alone = stands_alone(own.reply.text, start, end)
        found.setdefault(number, []).append(PossibleRating(reading, start, (start, end), alone, "?"))
    shift = 1 if set(found) == set(range(len(texts))) else 0
    found = {number + shift: some for number, some in found.items()}
    readings = [chosen.reading for number in range(1, len(texts) + 1) if (chosen := agreed(found.get(number, ()), own))]
    if any(reading.missing for reading in readings):
        return MissingReason.AMBIGUOUS
    if not texts or len(readings) < len(texts) or any(not 1 <= number <= len(texts) for number in found):
        return own.missing
    names = list(places)
    return tuple(names[int(reading.value or 0)] for reading in readings)


def _label(written: str) -> str:
    return _ARTICLE.sub("", " ".join(written[:200].split()).strip(_EDGES), count=1).strip(_EDGES).casefold()


def _is_name(key: str) -> bool:
    return key_words(key).rpartition(" ")[2] in _NAMES


def _in_json(own: OwnWords, count: int) -> Iterator[tuple[int, str, int, int]]:
    for value in own.values if not own.half else ():
        for number, label in _of_value(value.value, count):
            if _label(label):
                yield number, _label(label), value.start, value.end


def _of_value(value: Any, count: int) -> Iterator[tuple[int, str]]:  # noqa: ANN401 - decoded JSON
    if isinstance(value, list) and all(isinstance(name, str) for name in value):
        yield from enumerate(value if len(value) == count else (), start=1)
        return
    by_number = [
        (number, str(label)) for _, number, label, _ in keyed(value, _is_name) if isinstance(label, (str, int, float))
    ]
    if by_number:
        yield from by_number
        return
    for _, node in objects_in(value):
        named = [name for key, name in node.items() if _is_name(key) and isinstance(name, str)]
        for key, content in node.items():
            if isinstance(content, list) and all(isinstance(number, int) for number in content):
                yield from ((number, named[0] if named else key) for number in content)


def _in_text(own: OwnWords, known: RatedTexts) -> Iterator[tuple[int, str, int, int]]:
    text, limit = own.text, len(own.text) if own.reply.truncated else len(own.text) + 1
    lines = list(lines_in(own))
    repeated = {line.begin for line in lines if known.behind(text, line) > line.start}
    groups = [
        group for group in PATTERNS["group"].finditer(text) if group.end() < limit and group.start() not in repeated
    ]
    grouped = {group.start() for group in groups}
    lines = [line for line in lines if line.begin not in grouped]
    for group in groups if not lines else ():
        for span in _SPAN.finditer(_NOTE.sub("", group["numbers"])):
            first, last = int(span[1]), int(span[2] or span[1])
            for number in range(first, min(last, first + len(known.words)) + 1):
                yield number, _label(group["label"]), group.start(), group.end()
    labels = [_category(line, text, known) for line in lines]
    for line, label in zip(lines, labels, strict=True) if any(labels) else ():
        # A text that is repeated with nothing behind it is a category of its own.
        if whole := label if label is not None else _label(text[line.start : line.end]):
            for number in line.numbers:
                yield number, whole, line.begin, line.end


def _category(line: NumberedLine, text: str, known: RatedTexts) -> str | None:
    """The category behind a number; "" where none can be read, None where nothing but the text itself is repeated."""
    cells = [cell.strip() for cell in text[line.start : line.end].strip(" |").split("|")]
    if len(cells) > 1:
        return _label(cells[-1]) if len(cells) == 2 and known.numbers(cells[0]) else ""
    start = known.behind(text, line)
    if named := PATTERNS["named"].search(text, start, line.following):
        return _label(_REASON.split(named["label"])[0])
    words = text[start : line.end].strip(_EDGES)
    if start > line.start and not words:
        return None
    words = _REASON.split(words)[0]
    return "" if _TWO_PARTS.search(words) or len(words.split()) > 6 else _label(words)
