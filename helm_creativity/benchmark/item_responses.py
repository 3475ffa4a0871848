"""Responses from a file as a run would hold them: each with the item that it responds to, and its number there."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from helm_creativity.benchmark.rows.cells import folded_name, is_missing, list_in, name_in
from helm_creativity.benchmark.rows.columns import list_columns
from helm_creativity.benchmark.rows.lists import parse_words
from helm_creativity.benchmark.rows.records import BadRow, Record
from helm_creativity.benchmark.rows.scored import Row, UnusedRow, as_seen, given_record
from helm_creativity.errors import BadArguments, FileProblem
from helm_creativity.safe_text import listed, quoted

if TYPE_CHECKING:
    from helm_creativity.benchmark.base import Benchmark
    from helm_creativity.benchmark.rows.lists import Separator
    from helm_creativity.benchmark.settings import Settings
    from helm_creativity.benchmark.types import Item

IDS = ("id", "item")
"""Fields that may hold the id of a record's item."""

_NO_NAMES = frozenset({"number"})
_SHOWN = 5
_TAG = re.compile(r"<[^<>]{0,300}>")


class ItemResponse(NamedTuple):
    """A response to an item."""

    item: Item
    trial: int
    text: str
    lists: Mapping[str, Sequence[str]] = MappingProxyType({})

    @property
    def fields(self) -> dict[str, Any]:
        """The fields of its sample."""
        return {**trial_fields(self.item, self.trial), **self.lists}


def trial_fields(item: Item, trial: int) -> dict[str, Any]:
    """The fields of a response in a run: those of its item, and what HELM adds."""
    prompt = {"prompt_id": item.prompt.id, "prompt_sha256": item.prompt.sha256}
    return {**item.fields, **prompt, "trial": trial, "annotations": {}}


def item_responses(
    benchmark: Benchmark[Any],
    settings: Settings,
    records: Iterable[tuple[int, Record]],
    separator: Separator | None = None,
) -> list[ItemResponse]:
    """The responses in records, in order.

    A record names its item by ``id`` or ``item``, or has fields that one item alone has, such as ``object``; its
    ``prompt`` is one of these. For some benchmarks these fields make an item of the user's own. Responses to an item
    are numbered by ``trial`` where each has another one, otherwise in the order of the file.
    """
    rows = list(records)
    found = usable_responses(benchmark, settings, rows, separator)
    for (number, _), response in zip(rows, found, strict=True):
        if isinstance(response, UnusedRow):
            raise BadArguments(f"line {number}: {response.problem}")
    return [response for response in found if isinstance(response, ItemResponse)]


def usable_responses(
    benchmark: Benchmark[Any], settings: Settings, rows: Iterable[Row], separator: Separator | None = None
) -> list[ItemResponse | UnusedRow]:
    """The responses in rows, in order, as in ``item_responses``; for a row that cannot be used, the reason."""
    known = items_and_own(benchmark, settings)
    found: list[ItemResponse | UnusedRow] = []
    places: dict[str, dict[int, str]] = defaultdict(dict)
    for place, (_, row) in enumerate(rows):
        record = given_record(row)
        try:
            if isinstance(row, BadRow):
                raise BadArguments(row.problem)
            item = known.find_item(as_seen(record))
            found.append(ItemResponse(item, 0, *benchmark.row_type.response_in(record, separator)))
            places[item.id][place] = str(_first_filled_cells(record).get("trial")).strip()
        except BadArguments as error:
            found.append(UnusedRow(str(error)))
    for its in places.values():
        own = {int(text) for text in its.values() if text.isdecimal()}
        for number, (place, text) in enumerate(its.items()):
            trial = int(text) if len(own) == len(its) else number
            found[place] = cast("ItemResponse", found[place])._replace(trial=trial)
    return found


def items_and_own(benchmark: Benchmark[Any], settings: Settings) -> KnownItems:
    """The items of a benchmark, and those that a record may make of what it says; see ``Benchmark.own_item``."""
    return KnownItems(list(benchmark.items(settings)), lambda fields: benchmark.own_item(fields, settings))


class KnownItems:
    """The items of a benchmark, by what a record may say of them."""

    def __init__(self, items: Sequence[Item], own: Callable[[Mapping[str, Any]], Item | None] = lambda _: None) -> None:
        self._own = own
        self._by_id = {folded_name(item.id): item for item in items}
        self._items = [(item, {"prompt": item.prompt.text, **item.fields}) for item in items]
        self._by_prompt = {folded_name(item.prompt.text): item.id for item in reversed(items)}
        self._texts: dict[str, dict[str, str]] = {}
        self.names: Sequence[str] = sorted({name for _, fields in self._items for name in fields} - {*IDS, *_NO_NAMES})
        """Names of the fields by which a record may say its item."""

    def has_id(self, value: object) -> bool:
        """Whether an item has this id."""
        return folded_name(value) in self._by_id

    @property
    def several(self) -> bool:
        """Whether there is more than one item."""
        return len(self._items) > 1

    def example(self, field: str) -> str:
        """What the first item has in a field, or its id."""
        item, fields = self._items[0]
        return str(fields.get(field, item.id))

    def has_name(self, value: object, own_field: str | None) -> bool:
        """Whether an item has this id, or this text in ``own_field``."""
        return self.has_id(value) or (own_field is not None and folded_name(value) in self._texts_in(own_field))

    def _texts_in(self, field: str) -> Mapping[str, str]:
        if field not in self._texts:
            values = (fields[field] for _, fields in self._items if fields.get(field) is not None)
            self._texts[field] = {folded_name(value): str(value) for value in values}
        return self._texts[field]

    def read_name(self, value: object, own_field: str | None) -> Record:
        """What a cell says of the item: its id, its prompt, a field such as the object, or a question that has that."""
        text = " ".join(_TAG.sub(" ", name_in(value)).split())
        plain = folded_name(text)
        if plain in self._by_id:
            return {"item": text}
        if plain in self._by_prompt:
            return {"item": self._by_prompt[plain]}
        if own_field is None:
            return {"item": text}
        own = self._texts_in(own_field)
        if plain in own or len(text.split()) <= 4:
            return {own_field: own.get(plain, text)}
        inside = [name for name in own if re.search(rf"\b{re.escape(name)}\b", plain)]
        if len(inside) == 1:
            return {own_field: own[inside[0]]}
        found = f"has several ({', '.join(inside)})" if inside else "has none"
        raise BadArguments(
            f"expected the {own_field} of the item, or a question with one that is known; {quoted(text)} {found}"
        )

    def own_name(self, value: object, own_field: str) -> object:
        """The name of an item of a row's own, as the benchmark writes it: of ``the brick`` it is ``brick``."""
        name = self._texts_in(own_field).get(folded_name(value))
        if name is not None:
            return name
        try:
            own = self._own({own_field: value})
        except (BadArguments, FileProblem):  # who asks for the item says what is wrong with it
            return value
        return value if own is None else own.fields.get(own_field, value)

    def find_item(self, record: Mapping[str, Any]) -> Item:
        """The item that a record responds to; where there is only one item, no record must name it."""
        cells = _first_filled_cells(record)
        ids = [cells[name] for name in IDS if name in cells]
        said = {name: cells[name.casefold()] for name in self.names if name.casefold() in cells}
        item = next((self._by_id[name] for name in map(folded_name, ids) if name in self._by_id), None)
        if item is not None:
            for name, value in said.items():  # a prompt may be in other words
                if name != "prompt" and name in item.fields and not _is_same(value, item.fields[name]):
                    raise BadArguments(
                        f"the item {quoted(item.id)} has another {name} than {quoted(value)}: name one item"
                    )
            return item
        all_ids = [item.id for item, _ in self._items]
        more = "" if len(all_ids) <= _SHOWN else f" and {len(all_ids) - _SHOWN} more"
        known = f"there are {', '.join(all_ids[:_SHOWN])}{more} under these settings"
        if not said and ids:
            raise BadArguments(f"there is no item {quoted(ids[0])}; {known}")
        if not said and len(self._items) != 1:
            raise BadArguments(
                f"expected the item of the response: its id in the field id or item, or "
                f"fields of the item ({', '.join(self.names)}); got the fields {listed(sorted(record))}"
            )
        fitting = [
            item
            for item, fields in self._items
            if all(_is_same(value, fields.get(name)) for name, value in said.items())
        ]
        if len(fitting) == 1:
            return fitting[0]
        what = ", ".join(f"{name} {quoted(value)}" for name, value in said.items())
        if fitting:
            shown = ", ".join(item.id for item in fitting[:_SHOWN])
            raise BadArguments(f"{len(fitting)} items have {what} ({shown}): choose one with the field id")
        if (own := self._own(said)) is None:
            raise BadArguments(f"no item has {what}; {known}")
        return self._by_id.get(folded_name(own.id), own)


def _first_filled_cells(record: Mapping[str, Any]) -> dict[str, Any]:
    filled = {name: [value for value in cells if not is_missing(value)] for name, cells in list_columns(record).items()}
    return {name: cells[0] for name, cells in filled.items() if cells}


def _is_same(cell: object, value: object) -> bool:
    cell = list_in(cell)
    if isinstance(value, (list, tuple)):
        parts = parse_words(cell) if isinstance(cell, str) else cell
        return isinstance(parts, (list, tuple)) and [*map(folded_name, parts)] == [*map(folded_name, value)]
    return folded_name(cell) == folded_name(value)
