"""What a row of a user's file holds, declared once: reading, reasons and the help of ``score`` come from it.

Loads pydantic. A benchmark names its class of rows in ``record``, so that this is imported when a file is read.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, TypeVar

from pydantic import BaseModel, PlainValidator, PrivateAttr, ValidationError, ValidationInfo
from pydantic.fields import FieldInfo

from helm_creativity.core.rows import text_of, words_of
from helm_creativity.core.types import Response, Sample
from helm_creativity.errors import BadArguments
from helm_creativity.safe_text import quoted

if TYPE_CHECKING:
    from helm_creativity.core.settings import Settings

MISSING = frozenset({"", "NA", "N/A", "n/a", "null", "NULL", "."})
"""Cells that say that there is nothing."""

R = TypeVar("R", bound="Row")


def is_missing(value: object) -> bool:
    """Whether a cell says that there is nothing: null, NaN, or one of ``MISSING``."""
    if isinstance(value, str):
        return value.strip() in MISSING
    return value is None or (isinstance(value, float) and value != value)


@dataclass(frozen=True)
class Holds:
    """What a field holds.

    Attributes:
        what: in words, for people.
        blank: what a cell stands for in which there is nothing; None where that is no value.
    """

    what: str
    blank: str | None = None


@dataclass(frozen=True)
class Also:
    """Other names of a field."""

    names: tuple[str, ...]


def _text(value: object, info: ValidationInfo) -> str:
    name = str(info.field_name)
    if is_missing(value):
        raise BadArguments(f"expected a text in the field {name}, got {quoted(value)}")
    return text_of({name: value}, name)


def _texts(value: object, info: ValidationInfo) -> list[str]:
    if is_missing(value):
        raise BadArguments(f"{info.field_name} must be a list of texts, got {quoted(value)}")
    return list(words_of(value, str(info.field_name)))


def _written(value: object, info: ValidationInfo) -> str:
    if not isinstance(value, str):
        raise BadArguments(f"expected a text in the field {info.field_name}, got {quoted(value)}")
    return value


Text = Annotated[str, PlainValidator(_text), Holds("a text")]
"""A text, without the white space around it."""
Texts = Annotated[
    list[str], PlainValidator(_texts), Holds("a list of texts, as JSON or separated by commas or semicolons")
]
"""A list, a list as JSON text, or text with separators."""
RawText = Annotated[str, PlainValidator(_written), Holds("a text as it was written")]
"""A text as it is."""
ResponseText = Annotated[
    str, PlainValidator(_written), Holds("the text as it was written", blank=""), Also(("completion", "output"))
]
"""What a model or a person wrote; where there is nothing, nothing was."""


@dataclass(frozen=True)
class OneOf:
    """Annotates a field that holds one of some texts."""

    known: tuple[str, ...]

    def __get_pydantic_core_schema__(self, source: Any, handler: Any) -> Any:  # noqa: ANN401 - pydantic's
        """See pydantic."""
        return PlainValidator(self._check).__get_pydantic_core_schema__(source, handler)

    def _check(self, value: object, info: ValidationInfo) -> str:
        text = _text(value, info)
        if text not in self.known:
            raise BadArguments(f"{info.field_name} must be one of {', '.join(self.known)}, got {quoted(text)}")
        return text

    @property
    def what(self) -> str:
        """In words, for people."""
        return f"one of {', '.join(self.known)}"

    @property
    def blank(self) -> None:
        """Nothing is no choice."""


class Row(BaseModel):
    """Subclass it, annotate its fields with the types of this module, and implement ``sample``.

    Names of columns are read in any case, with white space around. A field with a default may be missing.

    Attributes:
        enough: of each of these groups of fields one is enough: the first in which there is something is read, and the
            others are not looked at.
    """

    enough: ClassVar[tuple[tuple[str, ...], ...]] = ()

    _benchmark: Any = PrivateAttr()
    _said: Mapping[str, Any] = PrivateAttr()

    @abstractmethod
    def sample(self, settings: Settings) -> Sample:
        """The sample.

        Raises:
            BadArguments: for what no field alone shows.
        """

    @classmethod
    def read(cls: type[R], record: Mapping[str, Any], benchmark: Any) -> R:  # noqa: ANN401 - which imports this class
        """The row in one object of a file.

        Raises:
            BadArguments: naming everything that is wrong with it.
        """
        columns = _columns(record)
        cells = {name: _cell(columns, names) for name, names in _names(cls).items()}
        reasons = list(_without_others(cls, record, cells))
        try:
            row = cls.model_validate(dict(_values(cls, cells)))
        except ValidationError as error:
            reasons += [_reason(one) for one in error.errors(include_url=False)]
        if reasons:
            raise BadArguments("; ".join(dict.fromkeys(reasons)))
        row._benchmark = benchmark
        row._said = {name: values[0] for name, values in columns.items()}
        return row

    @classmethod
    def described(cls) -> Iterator[str]:
        """What a row holds, in paragraphs."""
        grouped = {name for group in cls.enough for name in group}
        for name, field in cls.model_fields.items():
            also = _marker(field, Also)
            names = f"{name} (or {', '.join(also.names)})" if also else name
            kind = _marker(field, (Holds, OneOf))
            need = "" if field.is_required() or name in grouped else "; may be missing"
            about = f", {field.description}" if field.description else ""
            yield f"{names}: {kind.what if kind else 'any value'}{about}{need}."
        for group in cls.enough:
            yield f"One of {', '.join(group)} is enough: the first in which there is something is read."


def _marker(field: FieldInfo, kind: type[Any] | tuple[type[Any], ...]) -> Any:  # noqa: ANN401 - an instance of ``kind``, or None
    return next((one for one in field.metadata if isinstance(one, kind)), None)


@cache
def _names(cls: type[Row]) -> dict[str, tuple[str, ...]]:
    """Each field's names, its own first."""
    found = {}
    for name, field in cls.model_fields.items():
        also = _marker(field, Also)
        found[name] = (name, *(also.names if also else ()))
    return found


class _Absent:
    """No column has the field's name."""


def _columns(record: Mapping[str, Any]) -> dict[str, list[Any]]:
    """Cells by the names of their columns in lower case; of several such columns that of the very name is first."""
    found: dict[str, list[Any]] = {}
    for name, value in record.items():
        if isinstance(name, str):
            plain = name.strip().casefold()
            cells = found.setdefault(plain, [])
            cells.insert(0 if name == plain else len(cells), value)
    return found


def _cell(columns: Mapping[str, Sequence[Any]], names: Sequence[str]) -> Any:  # noqa: ANN401 - whatever a file holds
    """The first cell under these names in which there is something, or else the first; ``_Absent`` without any."""
    found = [value for name in names for value in columns.get(name, ())]
    return next((value for value in found if not is_missing(value)), found[0] if found else _Absent)


def _without_others(cls: type[Row], record: Mapping[str, Any], cells: dict[str, Any]) -> Iterator[str]:
    """Takes from ``cells`` what is not read of each group of which one is enough; why none of a group can be."""
    for group in cls.enough:
        there = [name for name in group if cells[name] is not _Absent and not is_missing(cells[name])]
        blank = any(_marker(cls.model_fields[name], (Holds, OneOf)).blank is not None for name in group)
        if not there and not (blank and any(cells[name] is not _Absent for name in group)):
            names = " or ".join(sorted(group))
            filled = sorted(str(name) for name, value in record.items() if not is_missing(value))
            yield f"expected a field {names}, got {quoted(filled)}"
        for name in group:
            if name not in there[:1]:
                cells[name] = _Absent


def _values(cls: type[Row], cells: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """What is validated: fields that may be missing are left out where they are, all others are there."""
    for name, value in cells.items():
        field = cls.model_fields[name]
        kind = _marker(field, (Holds, OneOf))
        if value is not _Absent and is_missing(value) and kind and kind.blank is not None:
            yield name, kind.blank
        elif field.is_required():
            yield name, None if value is _Absent else value
        elif value is not _Absent and not is_missing(value):
            yield name, value


def _reason(error: Any) -> str:  # noqa: ANN401 - pydantic's details of an error
    """Our words for an error, never pydantic's."""
    ours = error.get("ctx", {}).get("error")
    if isinstance(ours, BadArguments):
        return str(ours)
    return f"expected another value in the field {'.'.join(map(str, error['loc']))}, got {quoted(error['input'])}"


class KeyedRow(Row):
    """A response, and the id of an item or all of an item's fields."""

    response: ResponseText
    id: Annotated[Any, Holds("the id of an item, or instead of it columns with all fields of an item")] = None

    def sample(self, settings: Settings) -> Sample:
        """The response to the item of that id; an id goes before fields."""
        entries = self._benchmark.entries
        by_id = {str(entry["id"]): entry for entry in entries}
        if str(self.id) in by_id:
            return Sample(Response(self.response), by_id[str(self.id)])
        names: set[str] = set().union(*entries) - {"id"}
        said = self.said
        if missing := sorted(name for name in names if name.casefold() not in said):
            raise BadArguments(
                f"no item has the id {quoted(self.id)}; without one, the fields {', '.join(missing)} are needed"
            )
        return Sample(Response(self.response), {name: said[name.casefold()] for name in names})

    @property
    def said(self) -> Mapping[str, Any]:
        """What the row says of its item, by names in lower case."""
        return self._said
