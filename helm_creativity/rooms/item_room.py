"""A room whose items are a file: what is asked, how it is signed, and how rows of the user's own are read."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from helm_creativity.errors import BadArguments, FileProblem
from helm_creativity.responses import Answer
from helm_creativity.rooms.card import Card, load_card
from helm_creativity.rooms.prompts import Prompt, render
from helm_creativity.rooms.scoring import Row, Scorer
from helm_creativity.rooms.signature import NOT_ASKED, checksum_of, checksum_of_items, signature
from helm_creativity.rooms.yaml_files import read_yaml

Item = Mapping[str, Any]
Command = tuple[
    Callable[[argparse.ArgumentParser], None],
    Callable[[argparse.Namespace], Scorer],
    Callable[[dict[str, Any]], Row],
]


@dataclass(frozen=True)
class ItemRoom:
    """One benchmark of items that are asked one by one.

    Attributes:
        folder: of its card, prompts and ``items/own.yaml``, a list of mappings that each have an ``id``.
        template: name of an item's prompt; ``{kind}`` and the like stand for fields of the item.
    """

    folder: Path
    template: str

    @cached_property
    def card(self) -> Card:
        """What the benchmark says of itself."""
        return load_card(self.folder)

    @cached_property
    def items(self) -> tuple[Item, ...]:
        """The items, in the order of their file.

        Raises:
            FileProblem: when the file is no YAML, or no list of mappings with different ids.
        """
        import yaml

        path = self.folder / "items" / "own.yaml"
        where = f"{self.folder.name}/items/own.yaml"
        try:
            items = read_yaml(path)
        except yaml.YAMLError as error:
            raise FileProblem(f"{where} is no YAML: {' '.join(str(error).split())}") from error
        each = items if isinstance(items, list) else [items]
        if unnamed := [one for one in each if not isinstance(one, dict) or not one.get("id")]:
            raise FileProblem(f"{where} must be a list of mappings that each have an id, got {unnamed[0]!r}")
        ids = [item["id"] for item in items]
        if twice := sorted({one for one in ids if ids.count(one) > 1}, key=str):
            raise FileProblem(f"{where} has items of one id: {', '.join(map(str, twice))}")
        return tuple(items)

    def template_of(self, item: Item) -> str:
        """Name of the item's prompt."""
        return self.template.format(**item)

    def prompt(self, item: Item) -> Prompt:
        """What the model is asked: the template, which may use every field of the item."""
        return render(self.folder, self.template_of(item), **item)

    def item_of(self, prompt: str) -> Item | None:
        """The item that a prompt asks, whatever stands before it; None where it asks none of them."""
        asked = [text for text in self._asked if prompt.endswith(text)]
        return self._asked[max(asked, key=len)] if asked else None

    @cached_property
    def _asked(self) -> Mapping[str, Item]:
        """The items by what is asked."""
        return {self.prompt(item).text: item for item in self.items}

    @cached_property
    def prompts(self) -> str:
        """Number and checksum of the prompts, as they are asked."""
        return checksum_of(self.prompt(item) for item in self.items)

    @cached_property
    def _fields(self) -> str:
        """Number and checksum of the items, keys included."""
        return checksum_of_items(self.items)

    def signed(self, protocol: str, **settings: object) -> str:
        """Everything that moves the score of a run."""
        asked = {"protocol": protocol, "prompts": self.prompts, "fields": self._fields}
        return signature(self.card, **{**asked, **settings})

    def command(self, make: Callable[[str], Scorer]) -> Command:
        """What ``helm-creativity score`` needs of a room: ``add_arguments``, ``scorer_of`` and ``row_of``.

        Args:
            make: a scorer from its signature.
        """
        return self.add_arguments, lambda arguments: make(self.not_asked(arguments)), self.row_of

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """What ``helm-creativity score`` takes beside files."""
        parser.add_argument("--protocol", choices=list(self.card.protocols), default=self.card.default_protocol)

    def not_asked(self, arguments: argparse.Namespace, **settings: object) -> str:
        """The signature of answers that came from elsewhere."""
        given = {"protocol": arguments.protocol, "prompts": NOT_ASKED, "fields": self._fields}
        return signature(self.card, **{**given, **settings})

    def row_of(self, record: dict[str, Any]) -> Row:
        """A row from an object with ``response`` and either the ``id`` of an item or an item's own fields.

        Raises:
            BadArguments: when there is no response, no item has the id, or what is given is no item.
        """
        response = record.get("response")
        if "response" not in record or not isinstance(response, (str, type(None))):
            raise BadArguments(f"expected a text in the field response, got {response!r}")
        by_id = {str(item["id"]): item for item in self.items}
        fields = set().union(*self.items) - {"id"}
        if str(record.get("id")) in by_id:
            return Row(Answer(response or ""), by_id[str(record["id"])])
        if missing := sorted(fields - set(record)):
            raise BadArguments(
                f"no item has the id {record.get('id')!r}; without one, the fields {', '.join(missing)} are needed"
            )
        return Row(Answer(response or ""), {name: record[name] for name in fields})
