"""What a cell of a user's table holds: nothing, a name, a number, or ratings."""

from __future__ import annotations

import ast
import math
import re
import sys
import warnings
from collections.abc import Iterable
from contextlib import suppress
from typing import Any, TypeGuard

from helm_creativity.benchmark.files.untrusted_files import parse_json
from helm_creativity.errors import BadArguments
from helm_creativity.safe_text import listed, quoted

Cell = str | float | int | None

_ERRORS = ("#N/A", "#NAME?", "#VALUE!", "#REF!", "#DIV/0!", "#NUM!", "#NULL!", "#NV", "#WERT!", "#BEZUG!", "#ZAHL!")
"""What spreadsheet programs write where a formula has no value; a text that begins with "-" is a formula for them."""
MISSING = frozenset({"", "NA", "N/A", "n/a", "null", "NULL", ".", *_ERRORS})
"""Cells of any column that hold nothing."""

_ERROR = "|".join(map(re.escape, _ERRORS))
_NEGATIVE_CODE = r"[-\u2212\u2013]([6-9])\1{1,4}"  # -66, -99, -999; its group is the first of each pattern
_POSITIVE_CODE = "9{2,6}"  # 99, 999
_SENTENCE = (
    r"(?:I )?(?:can['’]?t|cannot|can not|couldn['’]?t) think of any(?:thing)?"
    r"(?: ?(?:more|else|others?|uses|ideas)){0,2}"
    r"|(?:I )?(?:have )?no (?:more )?ideas?(?: left)?|(?:I )?don['’]?t know|(?:ich )?wei(?:ß|ss)(?: es| ich)? nicht"
    r"|keine (?:ahnung|angabe|idee|ideen)(?: mehr)?|mir f(?:ä|ae)llt nichts(?: mehr)? ein"
)
_NO_LIST = re.compile(
    rf"[\W_]*|(?:{_NEGATIVE_CODE}|-[6-9]|{_POSITIVE_CODE})(?:\.0+)?|#?n/?a|<na>|n\.a\.?|nan|null|none|no answer|idk"
    rf"|dunno|skip(?:ped)?|keine|k\. ?a\.|(?:{_ERROR}|{_SENTENCE})[.!]?",
    re.IGNORECASE,
)
# Of several entries "null", "none" and "skip" are words.
_NO_ENTRY = re.compile(rf"[\W_]*|{_NEGATIVE_CODE}|#?N/?A|n/a|NaN|etc\.?|(?i:{_ERROR}|{_SENTENCE})[.!]?")
_NO_RATING = re.compile(
    rf"[^\w\[\]{{}}]*|_+|{_NEGATIVE_CODE}(?:[.,]0+)?|#?n/?a|<na>|n\.a\.?|nan|nat|null|none|k\. ?a\.|keine angabe"
    rf"|{_ERROR}",
    re.IGNORECASE,
)


def is_missing(value: object) -> bool:
    """Whether a cell of any column holds nothing: null, NaN, or one of ``MISSING``."""
    if isinstance(value, str):
        return value.strip() in MISSING
    return value is None or (isinstance(value, float) and math.isnan(value))


def holds_nothing(value: object) -> bool:
    """Whether a cell of a list has none: null, NaN, a missing code such as -99 or NA, or marks alone."""
    return _is(_NO_LIST, value)


def is_missing_code(entry: str) -> bool:
    """Whether an entry of a list is none: -99 or NA, marks alone, or "etc."."""
    return _is(_NO_ENTRY, entry)


def is_missing_rating(value: object) -> bool:
    """Whether a cell of ratings has none: null, NaN, marks alone, NA, or -99."""
    return _is(_NO_RATING, value)


def _is(nothing: re.Pattern[str], value: object) -> bool:
    text = name_in(value) if is_number(value) else value
    return text is None or (isinstance(text, str) and nothing.fullmatch(text.strip()) is not None)


def is_number(value: object) -> TypeGuard[float]:
    """Whether a value is a number and no truth value."""
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def name_in(cell: object) -> str:
    """What a cell names, such as a participant: 7 and 7.0 are the same."""
    return str(int(cell)) if isinstance(cell, float) and cell.is_integer() else str(cell)


def folded_name(cell: object) -> str:
    """What a cell names, as it is compared with others: without case, in single spaces."""
    return " ".join(name_in(cell).casefold().split())


_DECIMAL = re.compile(r"[+-]?(\d+([.,]\d*)?|[.,]\d+)([eE][+-]?\d{1,2})?")


def number_in(cell: Cell) -> float | None:
    """The number in a cell, also with a decimal comma; None where there is none."""
    if isinstance(cell, str):
        text = cell.strip()
        return float(text.replace(",", ".")) if _DECIMAL.fullmatch(text) else None
    return None if cell is None else float(cell)


def list_in(value: object) -> object:
    """The list in a cell that holds one as JSON; everything else as it is."""
    if isinstance(value, str) and value.lstrip().startswith("["):
        with suppress(ValueError):
            return parse_json(value)
    return value


_NONE_IN_LIST = re.compile(r"(?<=[\[\s,])(?:nan|NaN|None|<NA>|NA)(?=[\s,\]])")


def list_as_text(value: object) -> object:
    """The list that a cell holds as JSON, alone or in an object, or as Python writes it; everything else as it is."""
    if not isinstance(value, str) or not value.lstrip().startswith(("[", "{")):
        return value
    text = value.strip()
    for form in (text, _NONE_IN_LIST.sub("null", text)):
        with suppress(ValueError):
            found = parse_json(form)
            lists = [part for part in found.values() if isinstance(part, list)] if isinstance(found, dict) else [found]
            return lists[0] if len(lists) == 1 else value
    for form in (text, _NONE_IN_LIST.sub("None", text)):
        with suppress(ValueError, SyntaxError, MemoryError, RecursionError), warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of escapes that Python does not have
            found = ast.literal_eval(form)
            if isinstance(found, list) and found and all(part is None or isinstance(part, str) for part in found):
                return found
    return value


_IN_BRACKETS = re.compile(r"(?:c\(|\{)(?!\s*[)}])([^(){}\[\]\":]*)[)}]")  # c(4, NA) of R and {4,NULL} of SQL
_BETWEEN_RATINGS = re.compile(r"\s{0,32}[;|\n]\s{0,32}|\s{1,32}/\s{1,32}")  # in no number: a comma is a decimal one
_DECIMAL_COMMA = re.compile(r"([+-]?[0-9]{1,9}),([0-9]{1,9})")
_PLAIN_NUMBER = re.compile(r"[+-]?(?:\d{1,9}|\d{0,9}\.\d{1,20})(?:[eE][+-]?\d{1,2})?")  # but "1." may begin a list
_LABELLED = re.compile(r"[^\d()]*[^\W\d]\s*\(([+-]?\d+(?:[.,]\d+)?)\)|([+-]?\d{1,9})\s?[-=:–]\s?[^\W\d][^\d]*")


def labelled_number(cell: Any) -> Any:  # noqa: ANN401 - whatever a file holds
    """The number in a label such as ``Very uncreative (1)`` or ``1 = very uncreative``; all else as it is."""
    found = _LABELLED.fullmatch(cell.strip()) if isinstance(cell, str) else None
    return float((found[1] or found[2]).replace(",", ".")) if found else cell


def rating_entries(cell: object) -> list[Any]:
    """The entries of a cell of ratings, as they are: of a list, of JSON, Python, R or SQL, or between signs."""
    found = list_as_text(cell)
    if not isinstance(found, str) or is_missing_rating(found):
        return list(found) if isinstance(found, (list, tuple)) else [found]
    if in_brackets := _IN_BRACKETS.fullmatch(found.strip()):
        return re.split("[;,]", in_brackets[1])
    text = found.strip().removesuffix(";")
    if _BETWEEN_RATINGS.search(text) or (text != found.strip() and _DECIMAL_COMMA.fullmatch(text)):
        return [_DECIMAL_COMMA.sub(r"\1.\2", entry) for entry in _BETWEEN_RATINGS.split(text)]
    if re.search(r",\s", text):
        return re.split(r",\s+", text)
    return [text] if _DECIMAL_COMMA.fullmatch(text) else text.split(",")


def has_no_rating(cell: object) -> bool:
    """Whether a cell has no rating: it is missing, or all that it lists is."""
    entries = rating_entries(cell)
    return bool(entries) and all(map(is_unrated, entries))


def is_unrated(entry: object) -> bool:
    """Whether one of a cell's entries has no rating; an empty list has none."""
    return all(map(is_missing_rating, rating_entries(entry)))


def ratings_in(cell: Any, decimal_comma: bool = False) -> list[Any]:  # noqa: ANN401 - whatever a file holds
    """The ratings in a cell: numbers, None where one is missing, and what is no rating as it is.

    A number alone may have a decimal comma where nothing else can be meant by it.
    """
    return [_rating(entry, decimal_comma) for entry in rating_entries(labelled_number(cell))]


def _rating(entry: Any, decimal_comma: bool) -> Any:  # noqa: ANN401 - whatever a file holds
    if is_missing_rating(entry):
        return None
    if not isinstance(entry, str):
        return entry
    number = number_in(entry) if decimal_comma else None
    plain = str(labelled_number(entry)).strip()
    return number if number is not None else float(plain) if _PLAIN_NUMBER.fullmatch(plain) else entry


def numbers_in(value: object) -> list[float]:
    """The ratings in a cell without the missing ones; none where anything else is there."""
    ratings = [rating for rating in ratings_in(value) if rating is not None]
    usable = all(is_number(rating) and abs(rating) <= sys.float_info.max for rating in ratings)
    return [float(rating) for rating in ratings] if usable else []


def join_raters(cells: Iterable[Any], of_each: bool, what: str, decimal_comma: bool = True) -> list[Any] | None:
    """What several raters gave, a cell each: all ratings, or a list of ratings for each text; None without any."""
    each = [ratings_in(cell, decimal_comma) for cell in cells]
    rated = [ratings for ratings in each if any(rating is not None for rating in ratings)]
    if not of_each:
        return [rating for ratings in rated for rating in ratings if rating is not None] or None
    if len({len(ratings) for ratings in rated}) > 1:
        raise BadArguments(f"raters gave different numbers of ratings of {what}: {listed(map(quoted, rated))}")
    return [list(ratings) for ratings in zip(*rated, strict=True)] or None


_CODE = re.compile(rf"{_POSITIVE_CODE}|{_NEGATIVE_CODE}")
_LONGEST_SCALE = 10  # a scale of 0 to 100 shows some rating between this one and 99


class CodeWatch:
    """Sees the ratings of one scale, and refuses a missing code among different ratings from 0 to 10."""

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
        """Ends it; ``hint`` adds what else can be done if the number is a rating."""
        if self._code is not None and 0 <= self._low < self._high <= _LONGEST_SCALE:
            where, code = self._code
            raise BadArguments(
                f"{where}: the rating {code:g} is out of the range of all others, {self._low:g} to {self._high:g}; "
                f"leave the cell empty if it says that there is none{hint}"
            )
