"""JSON in a reply: strict where it is valid, mended by a library where only its syntax is loose."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, NamedTuple

# The library's time grows with characters times quotes, at worst; this much takes it a second or two.
_MOST_MENDED = 50_000
_MOST_WORK = 10_000_000
_LEAST_CHARACTERS = 100
_OPENS = re.compile(r"[\[{]")
# Between two letters it closes no string, which the library would not know: 'it's'.
_APOSTROPHE, _APART = re.compile(r"(?<=[^\W\d_])'(?=[^\W\d_])"), "\ue000"
# The library keeps the last of equal keys. Numbered by two private-use characters, all of them are kept.
_KEY = re.compile(r"(?<=[{,\n])(\s{0,200}[\"'“‘]?[^\"'“”‘’\\{}\[\],:\n]{1,80})(?=[\"'”’]?\s{0,9}:)")
_KEY_NUMBERS = re.compile("[\ue100-\ue8ff][\ue900-\ue93f]")
_BRACKET = re.compile(r"[\[\]{}]")
_FENCE = re.compile(r"^[ \t>]*(?:```|~~~)[^\n`]*(?:\n|\Z)", re.MULTILINE)
_LOOKS_LIKE = {
    "{": re.compile(r"\{\s{0,200}(?:\\?[\"'“‘]|\})|\{[^{}\[\]]{0,200}?[:=]"),
    "[": re.compile(r"\[\s{0,200}(?:\\?[\"'“‘]|[\[{\]])|\[[^\[\]]{0,200}?,"),
}

# How what is no JSON as it stands must go on to be meant as such: a string, and a sign between members. Elsewhere the
# bracket belongs to code or to prose: 'the line "for {" is odd'.
_STRING = r"\\?[\"'“‘][^\n]{0,200}?\\?[\"'”’]\s{0,9}"
_GOES_ON = {
    "{": re.compile(rf"\{{\s{{0,200}}(?:{_STRING}[:=,]|[^\s\"'“‘][^\"“{{}}\[\]\n]{{0,80}}[:=]|\}})"),
    "[": re.compile(rf"\[\s{{0,200}}(?:{_STRING}[,\]\"']|[\"'“‘][^\n]{{200}}|[^\s\"'“‘])"),
}
_CUT = re.compile(r"[\[{]\s{0,200}(?:\\?[\"'“‘][^\n]{0,200})?\Z")


class JsonValue(NamedTuple):
    """A value found in a text."""

    value: Any
    start: int
    end: int
    mended: bool


class JsonFound(NamedTuple):
    """All JSON of a text."""

    values: tuple[JsonValue, ...]
    half: bool
    opens: int | None = None

    def rest(self, text: str) -> str:
        """The text without the values; lines that open or close code are left out too."""
        pieces, position = [], 0
        for value in self.values:
            pieces.append(text[position : value.start])
            position = value.end
        return without_fences("\n".join([*pieces, text[position:]])).strip()


def without_fences(text: str) -> str:
    """The text without the lines that open and close code."""
    return _FENCE.sub("", text) if "```" in text or "~~~" in text else text


def json_in(text: str) -> JsonFound:
    """The arrays and objects in a text.

    Valid JSON is decoded as it is. Python's quotes, typographic ones, comments, commas and quotes that are missing or
    too many are mended by ``json_repair``. Nothing is completed: what opens and never closes is no value. Brackets of
    prose ("[sic]", "[1]") are none either.

    Takes time linear in the length of the text, beyond the second that mending may take at most.
    """
    values: list[JsonValue] = []
    ends: dict[int, int] | None = None
    characters, work, position = _MOST_MENDED, _MOST_WORK, 0
    while opening := _OPENS.search(text, position):
        start = opening.start()
        if not _LOOKS_LIKE[opening[0]].match(text, start):
            position = start + 1
            continue
        try:
            value, position = _DECODER.raw_decode(text, start)
            if _holds_text(value):
                values.append(JsonValue(value, start, position, mended=False))
            continue
        except (ValueError, RecursionError):
            ends = _closings(text) if ends is None else ends
            closed = ends.get(start)
            goes_on = _GOES_ON[opening[0]].match(text, start) or (closed is None and _CUT.match(text, start))
            if not goes_on and (characters := characters - _LEAST_CHARACTERS) > 0:
                position = start + 1
                continue
        if closed is None:
            return JsonFound(tuple(values), half=True, opens=start)
        segment = text[start:closed]
        characters -= max(len(segment), _LEAST_CHARACTERS)
        work -= len(segment) * sum(map(segment.count, "\"'“”‘’"))
        if characters < 0 or work < 0:
            return JsonFound(tuple(values), half=True, opens=start)
        value = _mended(segment)
        if isinstance(value, (dict, list)) and _holds_text(value):
            values.append(JsonValue(value, start, closed, mended=True))
        position = closed
    return JsonFound(tuple(values), half=False)


def strings_in(value: Any) -> Iterator[str]:  # noqa: ANN401 - decoded JSON
    """All strings of a value that are no keys, in the order of the text."""
    pending = [value]
    while pending:
        node = pending.pop()
        if isinstance(node, str):
            yield node
        elif isinstance(node, dict):
            pending.extend(reversed(node.values()))
        elif isinstance(node, list):
            pending.extend(reversed(node))


def _holds_text(value: Any) -> bool:  # noqa: ANN401 - decoded JSON
    """Whether a value holds more than bare numbers: "[1]" and "[ ]" are marks of a list's line."""
    return isinstance(value, dict) or any(isinstance(element, (str, dict, list)) for element in value)


def _members(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object; where a key is repeated it has the list of its values."""
    members: dict[str, list[Any]] = {}
    for key, value in pairs:
        members.setdefault(key, []).append(value)
    return {key: values[0] if len(values) == 1 else values for key, values in members.items()}


_DECODER = json.JSONDecoder(
    object_pairs_hook=_members,
    parse_int=lambda figures: int(figures) if len(figures) <= 15 else float(figures),
    parse_constant=lambda _: None,
    strict=False,
)


def _closings(text: str) -> dict[int, int]:
    """Where each bracket is closed, by counting; those that never are have no entry."""
    ends: dict[int, int] = {}
    opened: list[int] = []
    for bracket in _BRACKET.finditer(text):
        if bracket[0] in "[{":
            opened.append(bracket.start())
        elif opened:
            ends[opened.pop()] = bracket.end()
    return ends


def _mended(segment: str) -> Any:  # noqa: ANN401 - decoded JSON
    import json_repair

    segment = _APOSTROPHE.sub(_APART, segment)
    keys = [key[0].strip() for key in _KEY.finditer(segment)]
    if len({*keys}) < len(keys):
        numbers = (chr(0xE100 + number // 64) + chr(0xE900 + number % 64) for number in range(_MOST_MENDED))
        segment = _KEY.sub(lambda key: key[0].rstrip() + next(numbers), segment)
    try:
        repaired = json_repair.repair_json(segment, skip_json_loads=True, ensure_ascii=False)
        return _DECODER.decode(_KEY_NUMBERS.sub("", repaired).replace(_APART, "'"))
    except (ValueError, RecursionError):
        return None
