"""Lists that people give in a cell, split by the separators that the cell, its file or an option has.

Whoever fills such a cell lists something: there is no introduction, refusal or explanation to leave out, as in a
response.
"""

from __future__ import annotations

import ast
import math
import re
import sys
import warnings
from collections import Counter
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from html import unescape
from typing import Any, TypeGuard

from helm_creativity.benchmark.files.untrusted_files import parse_json
from helm_creativity.errors import BadArguments
from helm_creativity.safe_text import listed, quoted

Cell = str | float | int | None

ERRORS = ("#N/A", "#NAME?", "#VALUE!", "#REF!", "#DIV/0!", "#NUM!", "#NULL!", "#NV", "#WERT!", "#BEZUG!", "#ZAHL!")
"""What spreadsheet programs write where a formula has no value, also in German.

A text that begins with "-" or "=" is a formula for them, so that a response may become ``#NAME?``.
"""
MISSING = frozenset({"", "NA", "N/A", "n/a", "null", "NULL", ".", *ERRORS})
"""Cells of any column that say that there is nothing."""
_ERROR = "|".join(map(re.escape, ERRORS))
NEGATIVE_CODE = r"[-\u2212\u2013]([6-9])\1{1,4}"
"""Of a value that is missing: -66, -99, -999, also with a minus sign or a dash. Its group is to be the first of a
pattern.
"""
POSITIVE_CODE = "9{2,6}"
"""Of one that is missing where no value can be as large: 99, 999."""
# Cells that hold no list: errors of spreadsheets, and sentences.
_NO_MORE = (
    rf"{_ERROR}|(?:I )?(?:can['’]?t|cannot|can not|couldn['’]?t) think of any(?:thing)?"
    r"(?: ?(?:more|else|others?|uses|ideas)){0,2}"
    r"|(?:I )?(?:have )?no (?:more )?ideas?(?: left)?|(?:I )?don['’]?t know|(?:ich )?wei(?:ß|ss)(?: es| ich)? nicht"
    r"|keine (?:ahnung|angabe|idee|ideen)(?: mehr)?|mir f(?:ä|ae)llt nichts(?: mehr)? ein"
)
_NOTHING = re.compile(
    rf"[\W_]*|(?:{NEGATIVE_CODE}|-[6-9]|{POSITIVE_CODE})(?:\.0+)?|#?n/?a|<na>|n\.a\.?|nan|null|none|no answer|idk|dunno"
    rf"|skip(?:ped)?|keine|k\. ?a\.|(?:{_NO_MORE})[.!]?",
    re.IGNORECASE,
)
# "null", "none" and "skip" are also words that somebody may list.
_NO_ENTRY = re.compile(rf"[\W_]*|{NEGATIVE_CODE}|#?N/?A|n/a|NaN|etc\.?|(?i:{_NO_MORE})[.!]?")

# Ratings are numbers or names of classes: what has no letter or figure is none, but a list without entries is one.
_NO_RATING = re.compile(
    rf"[^\w\[\]{{}}]*|_+|{NEGATIVE_CODE}(?:[.,]0+)?|#?n/?a|<na>|n\.a\.?|nan|nat|null|none|k\. ?a\.|keine angabe"
    rf"|{_ERROR}",
    re.IGNORECASE,
)

# What web forms write where a line ends, and what spreadsheets export of it.
_BREAK = re.compile(r"</?(?:br|div|li|ol|p|ul)\s{0,3}/?>|\\n|_x000[ad]_", re.IGNORECASE)
_ENTITY = re.compile(r"&(?:#\d{1,6}|[a-z]{2,8});")
_AROUND = re.compile(r"(?:c?\(|[\[{])([^()\[\]{}]*)[)\]}]")

_QUOTES = {'"': '"', "'": "'", "`": "`", "“": "”", "‘": "’", "«": "»", "»": "«", "„": "“"}
_APOSTROPHES = "'‘"
# Separators in parentheses or quotes belong to the entry; an apostrophe closes nothing within one.
_KEPT = re.compile(
    r"[(\[][^()\[\]\n]{0,300}[)\]]|(?:^|(?<=[\s,;|/、，；،]))(?:"
    + "|".join(
        rf"{opens}[^{closes}\n]{{1,300}}{closes}"
        + (r"(?=\s{0,9}(?:[,;|/\t\n、，；،]|$))" if opens in _APOSTROPHES else r"(?!\w)")
        for opens, closes in _QUOTES.items()
    )
    + ")"
)
_SEMICOLON = "[;；؛]"
_COMMA = r"(?<!\d)[,、，،]|[,、，،](?!\d)|\s/\s"  # 1,000 bricks are no two entries
_STRONG = tuple(map(re.compile, (_SEMICOLON, r"\t", r"[|｜]+", r"[•●▪◦‣]|\s[·*]\s", r"\s//\s", _COMMA)))
# No word holds a comma, so that it separates words beside semicolons, too.
_OF_WORDS = (re.compile(f"{_SEMICOLON}|{_COMMA}"), *_STRONG[1:-1])
_SLASH = re.compile(r"(?<=[^\W\d])/(?=[^\W\d])")
# Between two entries these stand as often inside one: only several of them, between few words, separate.
_WEAK = tuple(map(re.compile, (r"\s[-–—]\s", r"\s[+&]\s|(?<=[^\W\d])\+(?=[^\W\d])", r"(?<=[^\W\d]{2})\.\s+")))

_MARK = re.compile(
    r"(?:^|(?<=[\s,;|/]))(?:(?:use|idea|word)\s{0,2})?"
    r"(?:\((?P<both>\d{1,3}|[a-z])\)|#(?P<hash>\d{1,3})\b[.:)]?|(?P<one>\d{1,3}|[a-z])(?:\.\)|[.)](?!\d)|:(?![\d/])))"
    r"|(?:^|(?<=\s))(?P<dash>\d{1,3})\s?[-–](?=\s)|^(?P<bare>\d{1,3})[ \t]+(?=\D)|(?P<ring>[①-⑳])",
    re.IGNORECASE | re.MULTILINE,
)
_HEAD = re.compile(r"^(?:[-–—*•●▪◦‣·>]\s*|\(?\d{1,3}[.):]+(?!\d)\s*)+")
_EDGES = " \t\n,;|/、，；،.:…。*"
_AND = r"(?:and|or|&|und|oder)"
_LEADING_AND = re.compile(rf"^{_AND}\s+(?=\S)", re.IGNORECASE)
_TWO_WORDS = re.compile(rf"([\w'’-]+)\s+{_AND}\s+([\w'’-]+)", re.IGNORECASE)
_REMARK = re.compile(r"\s{0,9}\([^()]{0,300}\)$")

_NAMES = {"tab": "\t", "line": "\n", "space": " ", r"\t": "\t", r"\n": "\n"}
_FEWEST_CELLS, _NEARLY_ALL = 5, 0.9


@dataclass(frozen=True)
class Separator:
    """What stands between the entries of a list in a cell."""

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
        """What must be said of one that was found, since the entries of a cell depend on other cells by it."""
        if self.sign == "\n":
            return (
                "each response on a single line is one entry, even with commas, because nearly all are single lines "
                "without list marks; with --separator ';' (separator= in Python) each is read as a list"
            )
        return (
            f"{self.name} separates lists in cells, because nearly all of them have it; a cell without it is one "
            "entry, even with commas; --separator (separator= in Python) sets another separator"
        )


def parse_separator(option: str) -> Separator:
    """The separator that an option names: any text, or ``tab``, ``line`` or ``space``."""
    sign = _NAMES.get(option.lower(), option)
    if not sign:
        raise BadArguments("expected a separator such as ';' or one of tab, line, space, got nothing")
    return Separator(sign if sign in _NAMES.values() else sign.strip() or sign)


def common_separator(cells: Iterable[str]) -> Separator | None:
    """The separator of a file's cells: a semicolon, tab or bar that nearly all cells have that have any.

    A comma is none, since a cell with a semicolon may come. Cells of words need none, as commas separate these anyway.
    """
    found: Counter[str] = Counter()
    separated = 0
    for cell in cells:
        masked = _masked(cell)
        if any(sign.search(masked) for sign in _STRONG):
            separated += 1
            found.update(sign for sign in ";\t|" if sign in masked)
    sign, count = max(found.items(), key=lambda entry: entry[1], default=("", 0))
    enough = count >= max(_FEWEST_CELLS, _NEARLY_ALL * separated)
    return Separator(sign, found=True) if enough else None


def is_number(value: object) -> TypeGuard[float]:
    """Whether a value is a number and no truth value."""
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def _says(value: object, nothing: re.Pattern[str]) -> bool:
    text = name_in(value) if is_number(value) else value
    return text is None or (isinstance(text, str) and nothing.fullmatch(text.strip()) is not None)


def holds_nothing(value: object) -> bool:
    """Whether a cell of a list says that there is none: null, NaN, a missing code such as -99 or NA, or marks alone."""
    return _says(value, _NOTHING)


def is_missing_rating(value: object) -> bool:
    """Whether a cell of ratings says that there is none: null, NaN, marks alone such as ``-``, NA, or -99."""
    return _says(value, _NO_RATING)


def is_missing_code(entry: str) -> bool:
    """Whether an entry of a list says that there is none: -99 or NA, marks alone or "etc."."""
    return _NO_ENTRY.fullmatch(entry.strip()) is not None


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
        return _tidied(text.split(separator.sign), words)
    parts = _between_numbers(text) or _entries_on_lines(text, words)
    if parts is None and separator is not None and not words:
        parts = _cut(re.compile(re.escape(separator.sign)), text, _masked(text))
    return _tidied(parts or _without_numbers(_entries_in_line(text, words)), words)


def split_places(cell: str, entries: Sequence[str], separator: Separator | None = None) -> list[str]:
    """The entries of a cell with an empty text for each place that has none, as in ``a; ; c`` and ``a; NA; c``.

    There are none where no single sign separates the entries, so that their places are in doubt.
    """
    if not entries:
        return []
    for sign in (";", "|", "\t", "\n", ",") if separator is None or separator.found else (separator.sign,):
        placed = ["" if is_missing_code(entry) else entry for entry in map(_tidy, cell.strip().split(sign))]
        if list(filter(None, placed)) == list(entries):
            return placed
    return []


def _masked(text: str) -> str:
    """The text, at the same length, without what stands in parentheses or quotes."""
    return _KEPT.sub(lambda kept: "x" * len(kept[0]), text)


def _cut(pattern: re.Pattern[str], text: str, masked: str) -> list[str]:
    signs = list(pattern.finditer(masked))
    ends = [*(sign.start() for sign in signs), len(text)]
    return [text[start:end] for start, end in zip([0, *(sign.end() for sign in signs)], ends, strict=True)]


def _between_numbers(text: str) -> list[str] | None:
    """Entries behind numbers or letters that count up from 1 or a at the beginning; None without two of them."""
    marks: list[re.Match[str]] = []
    last, lettered = 0, False
    for mark in _MARK.finditer(text):
        label = next(filter(None, mark.groups())).lower()
        letter = label.isalpha()
        number = int(label) if label.isdecimal() else 1 + ord(label) - ord("a" if letter else "①")
        begins_line = mark["bare"] is None and text[mark.start() - 1] == "\n"
        if not marks:
            before = text[: mark.start()].rstrip()
            if number != 1 or (re.search(r"\w", before) and not before.endswith(":")):
                return None
            lettered = letter
        elif letter != lettered or not (number == last + 1 or (number > last and begins_line)):
            continue
        marks.append(mark)
        last = number
    ends = [*(mark.start() for mark in marks[1:]), len(text)]
    parts = [" ".join(text[mark.end() : end].split()) for mark, end in zip(marks, ends, strict=False)]
    return parts if len(parts) > 1 else None


def _entries_on_lines(text: str, words: bool) -> list[str] | None:
    lines = [line.strip() for line in text.split("\n") if line.strip()]
    if len(lines) < 2:
        return None
    if lines[0].endswith(":") and not any(line.endswith(":") for line in lines[1:]):
        lines = lines[1:]
    text = "\n".join(lines)
    # Lines that end with commas and hold others are a list that was wrapped.
    wrapped = all(line.endswith(",") for line in lines[:-1]) and any("," in line[:-1] for line in lines)
    return _cut(re.compile(rf"[\n\t]|{_SEMICOLON}" + (f"|{_COMMA}" if words or wrapped else "")), text, _masked(text))


def _entries_in_line(text: str, words: bool) -> list[str]:
    masked = _masked(text)
    for strong in _OF_WORDS if words else _STRONG:
        if strong.search(masked):
            parts = [part for part in _cut(strong, text, masked) if part.strip(_EDGES)]
            return _without_and(parts) if parts and strong in (_OF_WORDS[0], _STRONG[-1]) else parts
    slashed = _cut(_SLASH, text, masked)
    if len(slashed) > 2 or (len(slashed) > 1 and " " not in text):
        return slashed
    for weak in _WEAK:
        parts = _cut(weak, text, masked)
        if len(parts) > (1 if words else 2) and all(len(part.split()) <= 5 for part in parts):
            return parts
    if not words or len(spaced := text.split()) < 3 or _TWO_WORDS.fullmatch(text):
        return [text]
    wide = text.split("  ")
    return wide if len(wide) > 1 else [word for word in spaced if not re.fullmatch(_AND, word, re.IGNORECASE)]


def _without_and(parts: list[str]) -> list[str]:
    *others, last = parts
    last = _LEADING_AND.sub("", last.strip(), count=1) if others else last
    two = _TWO_WORDS.fullmatch(last.strip(_EDGES)) if others else None
    return [*others, *two.groups()] if two and all(len(part.split()) == 1 for part in others) else [*others, last]


def _without_numbers(parts: list[str]) -> list[str]:
    """Without numbers that count up before each entry, as in ``1, a, 2, b``."""
    alone = {place: part.strip(_EDGES) for place, part in enumerate(parts) if part.strip(_EDGES).isdecimal()}
    before_entries = 0 in alone and all(place + 1 not in alone and place + 1 < len(parts) for place in alone)
    if len(alone) < 2 or not before_entries or [*alone.values()] != [str(n) for n in range(1, len(alone) + 1)]:
        return parts
    return [part for place, part in enumerate(parts) if place not in alone]


def _tidied(parts: Iterable[str], words: bool) -> list[str]:
    entries = [_REMARK.sub("", entry) if words else entry for entry in map(_tidy, parts)]
    return [entry for entry in entries if not is_missing_code(entry)]


def _tidy(entry: str) -> str:
    entry = entry.strip(" \t\n,;|/、，；،")
    if is_missing_code(entry):
        return entry
    return _unquoted(_HEAD.sub("", entry, count=1).rstrip(_EDGES)).rstrip(_EDGES)


def _unquoted(text: str) -> str:
    closes = _QUOTES.get(text[:1])
    inner = text[1:-1]
    whole = bool(inner) and text[-1] == closes and closes not in inner and text[0] not in inner
    return inner.strip() if whole else text


def is_missing(value: object) -> bool:
    """Whether a cell says that there is nothing: null, NaN, or one of ``MISSING``."""
    if isinstance(value, str):
        return value.strip() in MISSING
    return value is None or (isinstance(value, float) and value != value)


def list_in(value: object) -> object:
    """The list in a cell that begins like one in JSON, as a spreadsheet holds it; everything else as it is."""
    if not isinstance(value, str) or not value.lstrip().startswith("["):
        return value
    try:
        return parse_json(value)
    except ValueError:
        return value


def parse_words(
    value: object, name: str = "words", separator: Separator | None = None, words: bool = False
) -> Sequence[str]:
    """A list of texts: a list, one in JSON or Python, or a cell whose entries are separated, see ``split_cell``.

    Entries of a list in which there is nothing, such as null and -99, are empty: ratings are found by the places of the
    others. A list of words that holds null is unreadable, since which word it was is unknown.
    """
    value = _list_as_text(value)
    if isinstance(value, str):
        if value.lstrip().startswith("[") and "]" not in value:
            raise BadArguments(f"{name} begins like a JSON list but is not one: it has no ]")
        value = split_cell(value, separator, words)
    if not isinstance(value, (list, tuple)) or not all(
        isinstance(word, str) or (not words and is_missing(word)) for word in value
    ):
        raise BadArguments(f"{name} must be a list of texts, got {quoted(value)}")
    return [word if isinstance(word, str) and not is_missing_code(word) else "" for word in value]


_BETWEEN_RATINGS = re.compile(r"\s{0,32}[;|\n]\s{0,32}|\s{1,32}/\s{1,32}")  # bounded: a long run of blanks is read once
_DECIMAL_COMMA = re.compile(r"([0-9]{1,9}),([0-9]{1,9})")
_PLAIN_NUMBER = re.compile(r"[+-]?(?:\d{1,9}|\d{0,9}\.\d{1,20})(?:[eE][+-]?\d{1,2})?")  # but "1." may begin a list
_NONE_IN_PYTHON = re.compile(r"(?<=[\[\s,])(?:nan|NaN|None|<NA>|NA)(?=[\s,\]])")
_IN_BRACKETS = re.compile(r"(?:c\(|\{)(?!\s*[)}])([^(){}\[\]\":]*)[)}]")  # c(4, NA) of R and {4,NULL} of SQL
_BETWEEN_CODES = re.compile(r"[;,|\t\n]")


def has_no_rating(cell: object, empty: bool = False) -> bool:
    """Whether a cell has no rating: it is missing, or all that it lists is; ``empty`` whether an empty list is so."""
    several = several_in(cell)
    if not isinstance(several, (list, tuple)):
        return is_missing_rating(several)
    if empty:
        return all(map(is_missing_rating, several))
    return bool(several) and all(has_no_rating(entry, empty=True) for entry in several)


def lists_nothing(value: object, words: bool = False) -> bool:
    """Whether a cell of a list says that there is none, or all that it lists does.

    Among others "none" is an entry, alone it is missing; of words with null it is unknown which word it was.
    """
    if holds_nothing(value):
        return True
    several = _list_as_text(value)
    if isinstance(several, str):
        several = _BETWEEN_CODES.split(several)
    if not isinstance(several, (list, tuple)) or not several:
        return False
    if words and not all(isinstance(part, str) for part in several):
        return False
    return all(is_missing_code(part) if isinstance(part, str) else holds_nothing(part) for part in several)


def several_in(value: object) -> object:
    """The list in a cell, as JSON, R or SQL write it, or between signs that are in no number; all else as it is."""
    found = _list_as_text(value)
    if not isinstance(found, str) or is_missing_rating(found):
        return found
    if listed_in := _IN_BRACKETS.fullmatch(found.strip()):
        return re.split(r"[;,]", listed_in[1])
    text = found.strip().removesuffix(";")
    if _BETWEEN_RATINGS.search(text):
        return [_DECIMAL_COMMA.sub(r"\1.\2", entry) for entry in _BETWEEN_RATINGS.split(text)]
    if re.search(r",\s", text):
        return re.split(r",\s+", text)
    if "," in text and not _DECIMAL_COMMA.fullmatch(text):
        return text.split(",")
    return [_DECIMAL_COMMA.sub(r"\1.\2", text)] if text != found.strip() else found


def _list_as_text(value: object) -> object:
    """The list that a cell holds in JSON, alone or in an object, or as Python writes it; everything else as it is."""
    if not isinstance(value, str) or not value.lstrip().startswith(("[", "{")):
        return value
    text = value.strip()
    for form in (text, _NONE_IN_PYTHON.sub("null", text)):
        with suppress(ValueError):
            found = parse_json(form)
            lists = [part for part in found.values() if isinstance(part, list)] if isinstance(found, dict) else [found]
            return lists[0] if len(lists) == 1 else value
    for form in (text, _NONE_IN_PYTHON.sub("None", text)):
        with suppress(ValueError, SyntaxError, MemoryError, RecursionError), warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of escapes that Python does not have
            found = ast.literal_eval(form)
            if isinstance(found, list) and found and all(part is None or isinstance(part, str) for part in found):
                return found
    return value


_LABELLED = re.compile(r"[^\d()]*[^\W\d]\s*\(([+-]?\d+(?:[.,]\d+)?)\)|([+-]?\d{1,9})\s?[-=:–]\s?[^\W\d][^\d]*")


def labelled_number(cell: Any) -> Any:  # noqa: ANN401 - whatever a file holds
    """The number in a label such as ``Very uncreative (1)`` or ``1 = very uncreative``; all else as it is."""
    found = _LABELLED.fullmatch(cell.strip()) if isinstance(cell, str) else None
    return float((found[1] or found[2]).replace(",", ".")) if found else cell


def ratings_in(cell: Any, decimal_comma: bool = False) -> list[Any]:  # noqa: ANN401 - whatever a file holds
    """The ratings in a cell: numbers, None where one is missing, and what is no rating as it is.

    A number alone may have a decimal comma where nothing else can be meant by it.
    """
    several = several_in(labelled_number(cell))
    return [_rating(entry, decimal_comma) for entry in (several if isinstance(several, (list, tuple)) else [several])]


def _rating(entry: Any, decimal_comma: bool) -> Any:  # noqa: ANN401 - whatever a file holds
    if is_missing_rating(entry):
        return None
    if not isinstance(entry, str):
        return entry
    number = number_in(entry) if decimal_comma else None
    plain = labelled_number(entry)
    return number if number is not None else float(plain) if _PLAIN_NUMBER.fullmatch(str(plain).strip()) else entry


def numbers_in(value: object) -> list[float]:
    """The ratings in a cell without the missing ones; none where anything else is there."""
    ratings = [rating for rating in ratings_in(value) if rating is not None]
    if not all(is_number(rating) and abs(rating) <= sys.float_info.max for rating in ratings):
        return []
    return list(map(float, ratings))


def join_raters(cells: Iterable[Any], of_each: bool, what: str, decimal_comma: bool = True) -> list[Any] | None:
    """What several raters gave, a cell each: all ratings, or a list of ratings for each text; None without any."""
    lists = [its for its in (ratings_in(cell, decimal_comma) for cell in cells) if any(x is not None for x in its)]
    if not of_each:
        return [rating for its in lists for rating in its if rating is not None] or None
    if len({*map(len, lists)}) > 1:
        raise BadArguments(f"raters gave different numbers of ratings of {what}: {listed(map(quoted, lists))}")
    return [list(ratings) for ratings in zip(*lists, strict=True)] or None


_DECIMAL = re.compile(r"[+-]?(\d+([.,]\d*)?|[.,]\d+)([eE][+-]?\d{1,2})?")


def number_in(cell: Cell) -> float | None:
    """The number in a cell, also with a decimal comma or as in 1E-05; None where there is none."""
    if isinstance(cell, str):
        text = cell.strip()
        return float(text.replace(",", ".")) if _DECIMAL.fullmatch(text) else None
    return None if cell is None else float(cell)


def name_in(cell: object) -> str:
    """What a cell names, such as a participant, with all digits; a whole number has no point.

    A file may hold one id as 7 and as 7.0.
    """
    return str(int(cell)) if isinstance(cell, float) and cell.is_integer() else str(cell)


def folded_name(cell: object) -> str:
    """What a cell names, as it is compared with others: without case, in single spaces."""
    return " ".join(name_in(cell).casefold().split())


_CODE = re.compile(rf"{POSITIVE_CODE}|{NEGATIVE_CODE}")
LONGEST_SCALE = 10
"""A scale of 0 to 100 shows some rating between this one and 99."""


class CodeWatch:
    """Sees the ratings of one scale, and refuses a code among ratings of which none is above 10 or negative.

    Nothing is refused where all other ratings are the same, as little is known of the scale then.
    """

    def __init__(self) -> None:
        self._low, self._high = math.inf, -math.inf
        self._code: tuple[str, float] | None = None

    def see(self, where: str, rating: float) -> None:
        """Takes one more rating, which stands in the row that ``where`` names."""
        if _CODE.fullmatch(f"{rating:g}"):
            self._code = self._code or (where, rating)
        else:
            self._low, self._high = min(self._low, rating), max(self._high, rating)

    def check(self, hint: str = "") -> None:
        """Ends it; ``hint`` says what else can be done if the number is a rating."""
        if self._code is not None and 0 <= self._low < self._high <= LONGEST_SCALE:
            where, code = self._code
            raise BadArguments(
                f"{where}: the rating {code:g} is out of the range of all others, {self._low:g} to {self._high:g}; "
                f"leave the cell empty if it says that there is none{hint}"
            )
