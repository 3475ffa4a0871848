"""The family of benchmarks whose items are a file: ``items/own.yaml`` or ``own.csv``, each of which has an ``id``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, ClassVar, TypeVar

from helm_creativity.benchmark.base import Benchmark
from helm_creativity.benchmark.files.yaml_files import check_items, read_items
from helm_creativity.benchmark.rows.tables import read_sheet
from helm_creativity.benchmark.settings import Settings
from helm_creativity.benchmark.types import Item, Prompt

S = TypeVar("S", bound=Settings)

Entry = Mapping[str, Any]


class KeyedBenchmark(Benchmark[S]):
    """Subclass it, name the ``template`` and implement ``scorer``; prompt and scorer get all fields of an item.

    Attributes:
        template: name of an item's prompt; ``{kind}`` and the like stand for fields of the item.
        numbered: whether items have their place among them as a field ``number``, by which designs assign judges.
    """

    record = "helm_creativity.benchmark.rows.fields:KeyedRow"
    template: ClassVar[str] = ""
    numbered: ClassVar[bool] = False

    @cached_property
    def entries(self) -> Sequence[Entry]:
        """The items, in the order of their file; in a table, a cell of the column ``choices`` has bars between them."""
        table = self.entry.file("items/own.csv")
        if not table.is_file():
            return read_items(self.entry.file("items/own.yaml"))
        rows: list[dict[str, Any]] = [
            {name: "" if cell is None else str(cell) for name, cell in row.items()} for row in read_sheet(table)
        ]
        listed = [{**row, "choices": row["choices"].split("|")} if "choices" in row else row for row in rows]
        return check_items(listed, f"{self.name}/items/own.csv")

    def prompt(self, entry: Entry) -> Prompt:
        """What the model is asked: the template, which may use every field of the item."""
        return self.render(self.template.format(**entry), **entry)

    def items(self, settings: S) -> Iterator[Item]:
        """One item for each entry, with all its fields."""
        for number, entry in enumerate(self.entries):
            yield Item(str(entry["id"]), self.prompt(entry), {**entry, **({"number": number} if self.numbered else {})})

    def entry_in(self, prompt: str) -> Entry | None:
        """The item that a prompt asks, whatever stands before it; None where it asks none of them."""
        found = [text for text in self._by_prompt if prompt.endswith(text)]
        return self._by_prompt[max(found, key=len)] if found else None

    @cached_property
    def _by_prompt(self) -> Mapping[str, Entry]:
        return {self.prompt(entry).text: entry for entry in self.entries}
