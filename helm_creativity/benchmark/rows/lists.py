"""Lists that people write in a cell, split by the signs that the cell, its file or an option has.

Such a cell lists something: there is no introduction, refusal or explanation to leave out, as in a response.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import unescape

from helm_creativity.benchmark.rows.cells import holds_nothing, is_missing, is_missing_code, list_as_text
from helm_creativity.errors import BadArguments
from helm_creativity.safe_text import quoted

_NAMES = {"tab": "\t", "line": "\n", "space": " ", r"\t": "\t", r"\n": "\n"}
_NOTE_OF_LINES = (
    "each response on a single line is one entry, even with commas, because nearly all are single lines without list "
    "marks; with --separator ';' (separator= in Python) each is read as a list"
)
_NOTE_OF_SIGN = (
    "{} separates lists in cells, because nearly all of them have it; a cell without it is one entry, even with "
    "commas; --separator (separator= in Python) sets another separator"
)


@dataclass(frozen=True)
class Separator:
    """What stands between the entries of a list in a cell; ``found`` in the file, or named by an option."""

    sign: str
    found: bool = False

    @property
    def name(self) -> str:
        """Of a sign that is not seen its name, of another the sign in quotes."""
        return next((name for name, sign in _NAMES.items() if sign == self.sign), repr(self.sign))

    def __str__(self) -> str:
        return f"{self.name}, found in the file" if self.found else self.name

    @property
    def note(self) -> str:
        """What a user must know of one that was found, since the entries of a cell depend on other cells by it."""
        return _NOTE_OF_LINES if self.sign == "\n" else _NOTE_OF_SIGN.format(self.name)


def parse_separator(option: str) -> Separator:
    """The separator that an option names: any text, or ``tab``, ``line`` or ``space``."""
    sign = _NAMES.get(option.lower(), option)
    if not sign:
        raise BadArguments("expected a separator such as ';' or one of tab, line, space, got nothing")
    return Separator(sign if sign in _NAMES.values() else sign.strip() or sign)


def common_separator(cells: Iterable[str]) -> Separator | None:
    """The semicolon, tab or bar that nearly all cells of a file have that list anything."""
    found, separated = Counter[str](), 0
    for cell in cells:
        separated += any(len(_cut(sign, cell)) > 1 for sign in _SIGNS)
        found.update(sign for sign in ";\t|" if len(_cut(re.escape(sign), cell)) > 1)
    ((sign, count),) = found.most_common(1) or [("", 0)]
    return Separator(sign, found=True) if count >= max(5, 0.9 * separated) else None


def parse_words(
    value: object, name: str = "words", separator: Separator | None = None, words: bool = False
) -> Sequence[str]:
    """A list of texts: a list, one in JSON or Python, or a cell whose entries are separated, see ``split_cell``.

    Entries of a list in which there is nothing, such as null and -99, are empty: ratings are found by the places of the
    others. A list of words that holds null is unreadable, since which word it was is unknown.
    """
    value = list_as_text(value)
    if isinstance(value, str):
        if value.lstrip().startswith("[") and "]" not in value:
            raise BadArguments(f"{name} begins like a JSON list but is not one: it has no ]")
        value = split_cell(value, separator, words)
    texts = value if isinstance(value, (list, tuple)) else [value]
    if value is not texts or not all(isinstance(text, str) or (not words and is_missing(text)) for text in texts):
        raise BadArguments(f"{name} must be a list of texts, got {quoted(value)}")
    return [text if isinstance(text, str) and not is_missing_code(text) else "" for text in texts]


def lists_nothing(value: object, words: bool = False) -> bool:
    """Whether a cell of a list has none, or only missing entries; null among words may have been any word."""
    entries = list_as_text(value)
    if isinstance(entries, str):
        entries = re.split(r"[;,|\t\n]", entries)
    if holds_nothing(value) or not isinstance(entries, (list, tuple)) or not entries:
        return holds_nothing(value)
    return all(
        is_missing_code(entry) if isinstance(entry, str) else not words and holds_nothing(entry) for entry in entries
    )


_SEMICOLON, _COMMA = "[;；؛]", r"(?<!\d)[,、，،]|[,、，،](?!\d)|\s/\s"  # 1,000 bricks are no two entries
_OTHERS = (r"\t", r"[|｜]+", r"[•●▪◦‣]|\s[·*]\s", r"\s//\s")
_SIGNS = (_SEMICOLON, *_OTHERS, _COMMA)
_OF_WORDS = (f"{_SEMICOLON}|{_COMMA}", *_OTHERS)  # no word holds a comma
_SLASH = r"(?<=[^\W\d])/(?=[^\W\d])"
# These stand as often inside an entry: only several of them, between few words, separate.
_WEAK = (r"\s[-–—]\s", r"\s[+&]\s|(?<=[^\W\d])\+(?=[^\W\d])", r"(?<=[^\W\d]{2})\.\s+")

_BREAK = re.compile(r"</?(?:br|div|li|ol|p|ul)\s{0,3}/?>|\\n|_x000[ad]_", re.IGNORECASE)
_ENTITY = re.compile(r"&(?:#\d{1,6}|[a-z]{2,8});")
_AROUND = re.compile(r"(?:c?\(|[\[{])([^()\[\]{}]*)[)\]}]")
_QUOTES = {'"': '"', "'": "'", "`": "`", "“": "”", "‘": "’", "«": "»", "»": "«", "„": "“"}
# What stands in parentheses or quotes is not split; an apostrophe closes nothing within an entry.
_KEPT = re.compile(
    r"[(\[][^()\[\]\n]{0,300}[)\]]|(?:^|(?<=[\s,;|/、，；،]))(?:"
    + "|".join(
        rf"{opens}[^{closes}\n]{{1,300}}{closes}"
        + (r"(?=\s{0,9}(?:[,;|/\t\n、，；،]|$))" if opens in "'‘" else r"(?!\w)")
        for opens, closes in _QUOTES.items()
    )
    + ")"
)
_MARK = re.compile(
    r"(?:^|(?<=[\s,;|/]))(?:(?:use|idea|word)\s{0,2})?"
    r"(?:\((?P<both>\d{1,3}|[a-z])\)|#(?P<hash>\d{1,3})\b[.:)]?|(?P<one>\d{1,3}|[a-z])(?:\.\)|[.)](?!\d)|:(?![\d/])))"
    r"|(?:^|(?<=\s))(?P<dash>\d{1,3})\s?[-–](?=\s)|^(?P<bare>\d{1,3})[ \t]+(?=\D)|(?P<ring>[①-⑳])",
    re.IGNORECASE | re.MULTILINE,
)
_HEAD = re.compile(r"^(?:[-–—*•●▪◦‣·>]\s*|\(?\d{1,3}[.):]+(?!\d)\s*)+")
_EDGES = " \t\n,;|/、，；،.:…。*"
_AND = r"(?:and|or|&|und|oder)"
_TWO_WORDS = re.compile(rf"([\w'’-]+)\s+{_AND}\s+([\w'’-]+)", re.IGNORECASE)


def split_cell(cell: str, separator: Separator | None = None, words: bool = False) -> list[str]:
    """The entries of a list in a cell, in order, repeated ones kept, blank and missing ones left out.

    Entries stand between, in this order: numbers that count up, line breaks, semicolons, tabs, bars, bullets, double
    slashes, commas or free slashes, other slashes, and dashes, signs or full stops between few words. The first that
    the cell has separates; what is in parentheses or quotes stays together. A cell without any is one entry.
    """
    if holds_nothing(cell):
        return []
    text = _BREAK.sub("\n", _ENTITY.sub(lambda entity: unescape(entity[0]), cell))
    text = "\n".join(text.splitlines()).strip()
    around = _AROUND.fullmatch(text)
    text = _unquoted(around[1].strip() if around else text)
    if separator is not None and not separator.found:
        parts = text.split(separator.sign)
    else:
        parts = _between_numbers(text) or _on_lines(text, words)
        if not parts and separator is not None and not words:
            parts = _cut(re.escape(separator.sign), text)
        parts = parts or _without_numbers(_in_line(text, words))
    entries = [_tidy(part) for part in parts]
    if words:
        entries = [re.sub(r"\s{0,9}\([^()]{0,300}\)$", "", entry) for entry in entries]
    return [entry for entry in entries if not is_missing_code(entry)]


def split_places(cell: str, entries: Sequence[str], separator: Separator | None = None) -> list[str]:
    """The entries of a cell with an empty text for each place that has none, as in ``a; ; c`` and ``a; NA; c``.

    There are none where no single sign separates the entries, so that their places are in doubt.
    """
    for sign in (";", "|", "\t", "\n", ",") if separator is None or separator.found else (separator.sign,):
        placed = ["" if is_missing_code(entry) else entry for entry in map(_tidy, cell.strip().split(sign))]
        if entries and list(filter(None, placed)) == list(entries):
            return placed
    return []


def _cut(sign: str, text: str) -> list[str]:
    """The parts of a text between the matches of a pattern outside parentheses and quotes."""
    if not re.search(sign, text):
        return [text]
    masked = _KEPT.sub(lambda kept: "x" * len(kept[0]), text)
    cuts = [place for found in re.finditer(sign, masked) for place in found.span()]
    places = iter([0, *cuts, len(text)])
    return [text[start:end] for start, end in zip(places, places, strict=True)]


def _between_numbers(text: str) -> list[str]:
    """Entries behind numbers or letters that count up from 1 or a at the beginning; none unless there are two."""
    marks: list[re.Match[str]] = []
    last, lettered = 0, False
    for mark in _MARK.finditer(text):
        label = next(filter(None, mark.groups())).lower()
        letter = label.isalpha()
        number = int(label) if label.isdecimal() else 1 + ord(label) - ord("a" if letter else "①")
        if not marks:
            before = text[: mark.start()].rstrip()
            if number != 1 or (re.search(r"\w", before) and not before.endswith(":")):
                return []
            lettered = letter
        begins_line = mark["bare"] is None and text[mark.start() - 1] == "\n"
        if letter == lettered and (number == last + 1 or (marks and begins_line and number > last)):
            marks.append(mark)
            last = number
    ends = [*(mark.start() for mark in marks[1:]), len(text)]
    parts = [" ".join(text[mark.end() : end].split()) for mark, end in zip(marks, ends, strict=False)]
    return parts if len(parts) > 1 else []


def _on_lines(text: str, words: bool) -> list[str]:
    """Entries on lines of their own, behind a heading; none where there is one line."""
    lines = [line.strip() for line in text.split("\n") if line.strip()]
    if len(lines) < 2:
        return []
    if lines[0].endswith(":") and not any(line.endswith(":") for line in lines[1:]):
        lines = lines[1:]
    is_wrapped = all(line.endswith(",") for line in lines[:-1]) and any("," in line[:-1] for line in lines)
    return _cut(rf"[\n\t]|{_SEMICOLON}" + (f"|{_COMMA}" if words or is_wrapped else ""), "\n".join(lines))


def _in_line(text: str, words: bool) -> list[str]:
    for sign in _OF_WORDS if words else _SIGNS:
        parts = _cut(sign, text)
        if len(parts) > 1:
            parts = [part for part in parts if part.strip(_EDGES)]
            return _without_and(parts) if parts and _COMMA in sign else parts
    slashed = _cut(_SLASH, text)
    if len(slashed) > (1 if " " not in text else 2):
        return slashed
    for sign in _WEAK:
        parts = _cut(sign, text)
        if len(parts) > (1 if words else 2) and all(len(part.split()) <= 5 for part in parts):
            return parts
    if not words or len(text.split()) < 3 or _TWO_WORDS.fullmatch(text):
        return [text]
    if "  " in text:
        return text.split("  ")
    return [word for word in text.split() if not re.fullmatch(_AND, word, re.IGNORECASE)]


def _without_and(parts: list[str]) -> list[str]:
    """Without the "and" before the last entry; two words around it are two entries beside others of one word."""
    *others, last = parts
    if not others:
        return parts
    last = re.sub(rf"^{_AND}\s+(?=\S)", "", last.strip(), flags=re.IGNORECASE)
    two = _TWO_WORDS.fullmatch(last.strip(_EDGES)) if all(len(part.split()) == 1 for part in others) else None
    return [*others, *(two.groups() if two else [last])]


def _without_numbers(parts: list[str]) -> list[str]:
    """Without numbers that count up before each entry, as in ``1, a, 2, b``."""
    numbers = {place: part.strip(_EDGES) for place, part in enumerate(parts) if part.strip(_EDGES).isdecimal()}
    counts_up = len(numbers) > 1 and [*numbers.values()] == [str(n + 1) for n in range(len(numbers))]
    behind = {place + 1 for place in numbers}
    if not counts_up or 0 not in numbers or behind & {*numbers, len(parts)}:
        return parts
    return [part for place, part in enumerate(parts) if place not in numbers]


def _tidy(entry: str) -> str:
    entry = entry.strip(" \t\n,;|/、，；،")
    if is_missing_code(entry):
        return entry
    return _unquoted(_HEAD.sub("", entry, count=1).rstrip(_EDGES)).rstrip(_EDGES)


def _unquoted(text: str) -> str:
    opens, inner, closes = text[:1], text[1:-1], text[-1:]
    is_quoted = inner and _QUOTES.get(opens) == closes and not {opens, closes} & set(inner)
    return inner.strip() if is_quoted else text
