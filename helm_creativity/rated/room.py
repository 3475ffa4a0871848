"""A room whose items are a file and whose answers are rated as a whole: what is asked, and how it is signed."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import yaml

from helm_creativity.errors import BadArguments
from helm_creativity.judging import JudgeSettings
from helm_creativity.judging.given import given_ratings
from helm_creativity.rated.instrument import CREATIVITY, creativity_form
from helm_creativity.rated.scorer import RatedScorer
from helm_creativity.responses import Answer
from helm_creativity.rooms import NOT_ASKED, Card, Prompt, Row, checksum_of, load_card, render, signature

Item = Mapping[str, str]


@dataclass(frozen=True)
class RatedRoom:
    """One benchmark of open answers.

    Attributes:
        folder: of its card, prompts and ``items/own.yaml``.
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
        """The items, in the order of their file; all have an ``id`` and a ``kind``."""
        return tuple(yaml.safe_load((self.folder / "items" / "own.yaml").read_text("utf-8")))

    def template_of(self, item: Item) -> str:
        """Name of the item's prompt."""
        return self.template.format(**item)

    def prompt(self, item: Item) -> Prompt:
        """What the model is asked."""
        return render(self.folder, self.template_of(item), **item)

    def run_signature(self, protocol: str, judges: JudgeSettings) -> str:
        """Everything that moves the score of a run."""
        asked = checksum_of([self.prompt(item) for item in self.items])
        return signature(self.card, protocol=protocol, prompts=asked, **judges.signed(checksum_of(creativity_form())))

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """What ``helm-creativity score`` takes beside files."""
        parser.add_argument("--protocol", choices=list(self.card.protocols), default=self.card.default_protocol)

    def scorer_of(self, arguments: argparse.Namespace) -> RatedScorer:
        """The scorer for the command line."""
        signed = signature(self.card, protocol=arguments.protocol, prompts=NOT_ASKED, judges="given")
        return RatedScorer(self.card.group, signed)

    def row_of(self, record: dict[str, Any]) -> Row:
        """A row from an object with ``creativity``, a rating or one a rater, or the ``response`` itself, or both.

        A response that nobody rated is unjudged.

        Raises:
            BadArguments: when a rating is wrong, the response is no text, or neither is there.
        """
        response = record.get("response")
        if response is not None and not isinstance(response, str):
            raise BadArguments(f"expected response as a text, got {response!r}")
        cell = record.get("creativity")
        if response is not None and (cell is None or (isinstance(cell, str) and not cell.strip())):
            return Row(Answer(response))
        assert CREATIVITY.scale is not None
        ratings = given_ratings(record, "creativity", CREATIVITY.scale)
        return Row(None if response is None else Answer(response), {"ratings": ratings})
