"""What a row of a user's file holds, declared once: reading, reasons and the help of ``score`` come from it.

Loads pydantic. A benchmark names its class of rows in ``record``, so that this is imported when a file is read.
"""

from __future__ import annotations

import math
import re
from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import islice
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, NamedTuple, TypeVar

from pydantic import BaseModel, PlainValidator, ValidationError, ValidationInfo

from helm_creativity.benchmark.ratings import Scale
from helm_creativity.benchmark.rows.cells import (
    has_no_rating,
    holds_nothing,
    is_missing,
    is_unrated,
    join_raters,
    list_in,
    numbers_in,
    rating_entries,
)
from helm_creativity.benchmark.rows.columns import bare_name, list_columns, part_columns, rater_columns
from helm_creativity.benchmark.rows.lists import Separator, common_separator, lists_nothing, parse_words, split_places
from helm_creativity.benchmark.types import Fields, Response, Sample
from helm_creativity.errors import BadArguments
from helm_creativity.safe_text import quoted

if TYPE_CHECKING:
    from helm_creativity.benchmark.settings import Settings

R = TypeVar("R", bound="Row")

_LOOKED_AT = 5000  # rows at the beginning of a file by which it is known how its cells are written
_NUMBER = re.compile(r"[-+]?[0-9]{1,9}(?:[.,][0-9]{1,9})?")
_COMMA = re.compile(r"([-+]?[0-9]{1,9})\s{0,3},\s{0,3}([0-9]{1,9})")


@dataclass(eq=False)
class Holds:
    """Annotates a field: what it holds, for people, and the function that makes a cell its value, if it is ours.

    ``blank`` stands for a cell in which there is nothing; a field is ``written`` where judges read it; ``lists`` is
    "texts" or "words" where a cell is a list of them.
    """

    what: str
    check: Callable[[Any, ValidationInfo], Any] | None = None
    blank: str | None = None
    written: bool = False
    lists: str = ""

    def is_missing(self, cell: object) -> bool:
        """Whether a cell of the field holds nothing."""
        return lists_nothing(cell, words=self.lists == "words") if self.lists else is_missing(cell)

    def __get_pydantic_core_schema__(self, source: Any, handler: Any) -> Any:  # noqa: ANN401 - pydantic's
        """See pydantic."""
        if self.check is None:
            return handler(source)
        return PlainValidator(self.check).__get_pydantic_core_schema__(source, handler)


@dataclass(frozen=True)
class Also:
    """Other names of a field."""

    names: tuple[str, ...]


def validated_name(info: ValidationInfo) -> str:
    """The name of the field that is validated, as columns have it."""
    return str(info.field_name).rstrip("_")


def known_separator(info: ValidationInfo) -> Separator | None:
    """What separates lists in cells, if ``Row.read`` knows it."""
    return info.context


def _written(value: object, info: ValidationInfo) -> str:
    if not isinstance(value, str):
        raise BadArguments(f"expected a text in the field {validated_name(info)}, got {quoted(value)}")
    return value


def _text(value: object, info: ValidationInfo) -> str:
    if is_missing(value):
        raise BadArguments(f"expected a text in the field {validated_name(info)}, got {quoted(value)}")
    return _written(value, info).strip()


def _texts(value: object, info: ValidationInfo, words: bool = False) -> list[str]:
    if is_missing(value):
        raise BadArguments(f"{validated_name(info)} must be a list of texts, got {quoted(value)}")
    return list(parse_words(value, validated_name(info), known_separator(info), words))


Text = Annotated[str, Holds("a text", _text)]
"""A text, without the white space around it."""
Texts = Annotated[
    list[str],
    Holds("a list of texts, as JSON or separated by commas, semicolons or other signs", _texts, lists="texts"),
]
"""A list, a list as JSON text, or a cell that separates its entries."""
Words = Annotated[
    list[str],
    Holds(
        "a list of words, as JSON or separated by commas, semicolons, white space or other signs",
        lambda value, info: _texts(value, info, words=True),
        lists="words",
    ),
]
"""As ``Texts``, of single words."""
ListedResponse = Annotated[
    list[str],
    Holds(
        "a list of texts, as JSON or separated by semicolons, commas or other signs; not raw text from a model",
        lambda value, info: [] if holds_nothing(value) else _texts(value, info),
        blank="",
        written=True,
        lists="texts",
    ),
]
"""What a model or a person listed, as ``Texts``; where there is nothing, nothing was."""
RawText = Annotated[str, Holds("a text as it was written", _written)]
"""A text as it is."""
ResponseText = Annotated[
    str, Holds("the text as it was written", _written, blank="", written=True), Also(("completion", "output"))
]
"""What a model or a person wrote; where there is nothing, nothing was."""


class OneOf(Holds):
    """Annotates a field that holds one of some texts."""

    def __init__(self, known: tuple[str, ...]) -> None:
        super().__init__(f"one of {', '.join(map(str, known))}", self._known)
        self.known = known

    def _known(self, value: object, info: ValidationInfo) -> str:
        text = _text(value, info)
        if text not in self.known:
            raise BadArguments(f"{validated_name(info)} must be {self.what}, got {quoted(text)}")
        return text


class Ratings(Holds):
    """Annotates a ``list[float]``: a rating, or one per rater, also as text; a rater who gave none is left out.

    The text is JSON, or numbers between semicolons, bars, line breaks or commas; ``4,5`` alone is refused, since it may
    be one number. Means of raters' ratings may stand there too, so that a number between two steps of the scale is
    right.
    """

    of_each = False

    def __init__(self, scale: Scale | None = None) -> None:
        ends = f" from {scale.low:g} to {scale.high:g}" if scale else ""
        of_one = f"a rating{ends}, or a list of them"
        of_each = f"a list with a rating{ends}, a list of ratings or null for each text of the response"
        super().__init__(of_each if self.of_each else of_one, self._value)
        self.scale, self._expected = scale, of_one if scale else self.what

    def is_missing(self, cell: object) -> bool:
        """Whether it has no rating."""
        return has_no_rating(cell)

    def _value(self, value: object, info: ValidationInfo) -> Any:  # noqa: ANN401 - of the subclass, another
        if not self.of_each:
            return self._ratings(value, value, info)
        return [[] if is_unrated(entry) else self._ratings(entry, value, info) for entry in rating_entries(value)]

    def _ratings(self, entry: object, value: object, info: ValidationInfo) -> list[float]:
        ratings = numbers_in(entry)
        low, high = (self.scale.low, self.scale.high) if self.scale else (-math.inf, math.inf)
        if ratings and all(low <= rating <= high for rating in ratings):
            return ratings
        shown = entry if self.scale or not self.of_each else value
        found = None if ratings or not isinstance(shown, str) or re.search("[;|\n]", shown) else _COMMA.search(shown)
        hint = "; it may be a number with a decimal comma: write {0}.{1}, or {0}; {1} for two ratings"
        hint = hint.format(*found.groups()) if found else ""
        raise BadArguments(f"expected {validated_name(info)} as {self._expected}, got {quoted(shown)}{hint}")


class RatingsOfEach(Ratings):
    """Annotates a ``list[list[float]]``: an entry for each text of a response, also as text.

    An entry is a rating, a list of ratings by several raters, or null for none. A rating alone is that of one text.
    """

    of_each = True


class _Field(NamedTuple):
    name: str
    columns: tuple[str, ...]  # in lower case, its own first
    kind: Any  # Holds
    required: bool

    def cells(self, columns: Mapping[str, Sequence[Any]]) -> list[Any]:
        """The cell that the field is read from, or none: the first in which there is something, or else the first.

        Ratings that have no column may be in those of several raters, such as originality_1 or creativity_rater2.
        """
        cells = [cell for name in self.columns for cell in columns.get(name, ())]
        raters = rater_columns(columns, self.columns[0]) if not cells and isinstance(self.kind, Ratings) else []
        if len(raters) > 1:
            joined = join_raters((columns[rater][0] for rater in raters), self.kind.of_each, self.columns[0])
            return [joined] if joined else []
        return [cell for cell in cells if not self.kind.is_missing(cell)][:1] or cells[:1]


class _Origin(NamedTuple):
    """Of a row: its benchmark, cells by column, the cell of each field, and what separates lists in cells."""

    benchmark: Any
    columns: Mapping[str, Sequence[Any]]
    cells: Mapping[str, Any]
    separator: Separator | None


class Row(BaseModel):
    """Subclass it, annotate its fields with the types of this module, and implement ``sample``.

    Names of columns are read in any case, with white space or signs around. A field with a default may be missing. One
    whose name is a word of Python's has an underscore behind it: ``class_``. Of each group in ``enough`` the first
    field that is filled is read.
    """

    enough: ClassVar[tuple[tuple[str, ...], ...]] = ()

    __slots__ = ("_origin",)  # private attributes of pydantic cost more than all of a word list's validation
    if TYPE_CHECKING:
        _origin: _Origin

    @abstractmethod
    def sample(self, settings: Settings) -> Sample:
        """The sample."""

    @classmethod
    def read(
        cls: type[R],
        record: Mapping[str, Any],
        benchmark: Any,  # noqa: ANN401 - which imports this class
        separator: Separator | None = None,
    ) -> R:
        """The row in one object of a file, in whose cells ``separator`` separates lists, if it is known."""
        columns, fields = cls.cells_by_column(record, separator), _fields(cls)
        cells = {name: cell for name, field in fields.items() for cell in field.cells(columns)}
        filled = {name for name, cell in cells.items() if not fields[name].kind.is_missing(cell)}
        there = sorted(str(name) for name, value in record.items() if not is_missing(value))
        reasons, unread = [], set[str]()
        for group in cls.enough:
            may_be_blank = any(fields[name].kind.blank is not None for name in group)
            read = [name for name in group if name in filled] or [
                name for name in group if may_be_blank and name in cells
            ]
            unread |= {*group} - {*read[:1]}
            if not read:
                names = " or ".join(sorted(name.rstrip("_") for name in group))
                reasons.append(f"expected a field {names}, got {quoted(there)}")
        values = {}
        for name, field in fields.items():
            if name in filled and name not in unread:
                values[name] = cells[name]
            elif name in cells and name not in unread and field.kind.blank is not None:
                values[name] = field.kind.blank
            elif field.required:
                values[name] = None if name in unread else cells.get(name)
        try:
            row = cls.model_validate(values, context=separator)
        except ValidationError as error:
            for name, reason in _reasons(error):
                absent = name not in cells and reason.endswith(", got nothing")
                missing = f"{reason.removesuffix(', got nothing')}, which is missing; there are {quoted(there)}"
                reasons.append(missing if absent else reason)
        if reasons:
            raise BadArguments("; ".join(dict.fromkeys(reasons)))
        object.__setattr__(row, "_origin", _Origin(benchmark, columns, cells, separator))
        return row

    @classmethod
    def fields_of_text(cls, benchmark: Any, settings: Settings) -> Fields | None:  # noqa: ANN401 - which imports this class
        """What the sample of a row with a ``response`` and nothing else has beside it; None where it may differ."""
        return None

    @property
    def benchmark(self) -> Any:  # noqa: ANN401 - which imports this class
        """That which reads it."""
        return self._origin.benchmark

    @property
    def said(self) -> Mapping[str, Any]:
        """All cells of the row, by names of columns in lower case."""
        return {name: cells[0] for name, cells in self._origin.columns.items()}

    def cell(self, name: str) -> Any:  # noqa: ANN401 - whatever a file holds
        """What stands in the column of a field; None also where there is no such column."""
        return self._origin.cells.get(name)

    def ratings_of_listed(self, name: str, listed: str) -> list[list[float]]:
        """The ratings in a field ``name``, one entry for each text in the field ``listed``, as far as both agree.

        Where a cell leaves the place of a text empty, as ``a; ; c``, ratings may have that place, too. Whatever stands
        there is left out. So are missing ratings behind that of the last text. Ratings of another number of texts come
        back as they are, for the scorer to refuse.
        """
        texts, (_, columns, cells, separator) = getattr(self, listed), self._origin
        ways: list[list[list[float]]] = [getattr(self, name), self.ratings_to_the_end(name)]
        parts = [columns[column][0] for column in part_columns(columns)]
        places = ["" if holds_nothing(part) else str(part).strip() for part in parts] or list(texts)
        if isinstance(cells[listed], str):
            places = split_places(cells[listed], texts, separator)
        are_known = list(filter(None, places)) == texts
        n, last = len(texts), max((place for place, text in enumerate(places, start=1) if text), default=0)
        for ratings in sorted(ways, key=lambda ratings: len(ratings) != n):
            if len(ratings) == n:
                return ratings
            if are_known and len(ratings) >= last and not any(ratings[last:]):
                return [its for its, text in zip(ratings, places, strict=False) if text]
            if len(ratings) > n and all(ratings[:n]) and not any(ratings[n:]):
                return ratings[:n]
        return ways[0]

    def ratings_to_the_end(self, name: str) -> list[list[float]]:
        """The ratings in a field ``name``, where a semicolon behind the last stands before another that is missing."""
        ratings: list[list[float]] = getattr(self, name)
        cell = self.cell(name)
        return [*ratings, []] if ratings and isinstance(cell, str) and cell.rstrip().endswith(";") else ratings

    @classmethod
    def response_in(
        cls, record: Mapping[str, Any], separator: Separator | None = None
    ) -> tuple[str, Mapping[str, Sequence[str]]]:
        """The response in one object of a file as a model would have written it, and its list by the name of its field.

        The text is what judges read. It stands in the first field with what was written, see ``Holds``, in which there
        is something; the texts of a list become lines behind their numbers. No other field is looked at.
        """
        columns = cls.cells_by_column(record, separator)
        fields = [field for field in _fields(cls).values() if field.kind.written]
        cells = {field.name: (field, cell) for field in fields for cell in field.cells(columns)}
        if not cells:
            names = " or ".join(sorted(field.name for field in fields))
            there = sorted(str(name) for name, value in record.items() if not is_missing(value))
            raise BadArguments(f"expected a text in the field {names}, for judges to read, got {quoted(there)}")
        filled = (name for name, (field, cell) in cells.items() if not field.kind.is_missing(cell))
        name = next(filled, None)
        value = "" if name is None else cls.field_value(name, cells[name][1], separator)
        if name is None or isinstance(value, str):
            return value, {}
        return "\n".join(f"{place}. {text}" for place, text in enumerate(value, start=1)), {name: value}

    @classmethod
    def field_value(cls, name: str, cell: object, separator: Separator | None = None) -> Any:  # noqa: ANN401 - of any type
        """What a field makes of a cell."""
        row = cls.model_construct()
        try:
            cls.__pydantic_validator__.validate_assignment(row, name, cell, context=separator)
        except ValidationError as error:
            raise BadArguments("; ".join(reason for _, reason in _reasons(error))) from error
        return getattr(row, name)

    @classmethod
    def cells_by_column(cls, record: Mapping[str, Any], separator: Separator | None = None) -> dict[str, list[Any]]:
        """As ``list_columns``. Columns such as word1 to word10 are the list of a response that has no other column."""
        columns = list_columns(record)
        name = cls.list_field()
        if name is not None and cls.response_columns().keys().isdisjoint(columns):
            parts = [columns[column][0] for column in part_columns(columns)]
            texts = [str(part).strip() for part in parts if not holds_nothing(part)]
            if len(parts) > 1 and not (texts and all(map(_NUMBER.fullmatch, texts))):  # r1 to r3 may hold ratings
                columns[name] = [texts]
        return columns

    @classmethod
    def separator(cls, records: Iterable[Mapping[str, Any]], named: Separator | None = None) -> Separator | None:
        """What separates lists in the cells of a file: what was named, or what nearly all of its first cells have."""
        if named is not None and not cls.list_fields():
            raise BadArguments("separator: no field of this benchmark is a list: leave it out")
        return named or cls.usual_separator(list(islice(records, _LOOKED_AT)))

    @classmethod
    def usual_separator(cls, records: Sequence[Mapping[str, Any]]) -> Separator | None:
        """What separates the texts in nearly all cells that list any."""
        lists = [field for field in _fields(cls).values() if field.kind.lists == "texts"]
        columns = map(list_columns, records if lists else ())
        cells = (cell for its in columns for field in lists for cell in field.cells(its))
        return common_separator(cell for cell in cells if isinstance(cell, str) and list_in(cell) is cell)

    @classmethod
    def list_fields(cls) -> Mapping[str, str]:
        """The fields that are lists by declaration, which a cell may hold with separators, and what of."""
        return {name: field.kind.lists for name, field in _fields(cls).items() if field.kind.lists}

    @classmethod
    @cache
    def list_field(cls) -> str | None:
        """The name of the list that may hold a response instead of ``response``, if there is one."""
        return next((name for name in cls.response_fields() if name in cls.list_fields()), None)

    @classmethod
    def response_fields(cls) -> tuple[str, ...]:
        """Names of the fields that may hold a response instead of ``response``."""
        return tuple(name for group in cls.enough if "response" in group for name in group if name != "response")

    @classmethod
    @cache
    def response_columns(cls) -> Mapping[str, str]:
        """Names of the columns that may hold a response, each with the name of its field."""
        written = (name for name, field in _fields(cls).items() if field.kind.written)
        names = dict.fromkeys([*cls.response_fields(), *written])
        return {column: name for name in names for column in _fields(cls)[name].columns}

    @classmethod
    def columns(cls) -> frozenset[str]:
        """Names of all columns that are read."""
        return frozenset(column for field in _fields(cls).values() for column in field.columns)

    @classmethod
    def rating_scale(cls, name: str) -> Scale | None:
        """The scale of the ratings in a field; None where it has none of its own."""
        field = _fields(cls).get(name)
        return field.kind.scale if field and isinstance(field.kind, Ratings) else None

    @classmethod
    def item_field(cls) -> str | None:
        """The one text that a row must have beside its response: it names the item, such as the object."""
        plain = (field for field in _fields(cls).values() if field.required and type(field.kind) is Holds)
        needed = [field.name for field in plain if not field.kind.written and not field.kind.lists]
        return needed[0] if len(needed) == 1 else None

    @classmethod
    def rated_in_parts(cls) -> frozenset[str]:
        """Names of the fields with ratings of each text of a response, not of the whole."""
        return frozenset(name for name, field in _fields(cls).items() if isinstance(field.kind, RatingsOfEach))

    @classmethod
    def needs_response(cls) -> bool:
        """Whether a row without a response is of no use, whatever else it has: ratings alone are not enough."""
        fields = {*cls.response_columns().values()}
        return bool(cls.response_fields()) or any(_fields(cls)[name].required for name in fields)

    @classmethod
    def described(cls) -> Iterator[str]:
        """What a row holds, in paragraphs."""
        grouped = {name for group in cls.enough for name in group}
        for name, field in _fields(cls).items():
            own, *others = field.columns
            names = f"{own} (or {', '.join(others)})" if others else own
            need = "" if field.required or name in grouped else "; may be missing"
            about = cls.model_fields[name].description
            yield f"{names}: {field.kind.what}{f', {about}' if about else ''}{need}."
        for group in cls.enough:
            yield f"One of {', '.join(group)} is enough; the first that is not empty is used."


@cache
def _fields(cls: type[Row]) -> Mapping[str, _Field]:
    found = {}
    for name, field in cls.model_fields.items():
        marks = field.metadata[::-1]  # the field's own stand behind those of its type
        kind = next((mark for mark in marks if isinstance(mark, Holds)), Holds("any value"))
        also = next((mark.names for mark in marks if isinstance(mark, Also)), ())
        found[name] = _Field(name, (name.rstrip("_"), *also), kind, field.is_required())
    return found


def _reasons(error: ValidationError) -> Iterator[tuple[str, str]]:
    """The names of fields with what is wrong; of what pydantic refuses by itself, in our words."""
    for detail in error.errors(include_url=False):
        ours, where = detail.get("ctx", {}).get("error"), ".".join(map(str, detail["loc"]))
        other = f"expected another value in the field {where}, got {quoted(detail['input'])}"
        yield str(detail["loc"][0]), str(ours) if isinstance(ours, BadArguments) else other


class KeyedRow(Row):
    """A response, and the id of an item or all of an item's fields."""

    response: ResponseText
    id: Annotated[Any, Holds("the id of an item, or else columns with all fields of an item")] = None

    def sample(self, settings: Settings) -> Sample:
        """The response to the item of that id; an id goes before fields."""
        by_id = {str(entry["id"]): entry for entry in self.benchmark.entries}
        if str(self.id) in by_id:
            return Sample(Response(self.response), by_id[str(self.id)])
        names: set[str] = set().union(*by_id.values()) - {"id"}
        cells = self.said
        if missing := sorted(name for name in names if bare_name(name) not in cells):
            lacking = "there is no id" if self.id is None else f"no item has the id {quoted(self.id)}"
            raise BadArguments(f"{lacking}; without one, the fields {', '.join(missing)} are needed")
        return Sample(Response(self.response), {name: cells[bare_name(name)] for name in names})
