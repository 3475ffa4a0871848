"""Scores answers to remote associates: one word, right or wrong."""

from __future__ import annotations

import argparse
from functools import cached_property
from pathlib import Path
from typing import Any

from helm_creativity import responses
from helm_creativity.errors import BadArguments
from helm_creativity.responses import Answer
from helm_creativity.rooms import (
    NOT_ASKED,
    AnswerScorer,
    Fields,
    Graded,
    Row,
    checksum_of,
    load_card,
    render,
    signature,
)
from helm_creativity.rooms.rows import words_of
from helm_creativity.scenarios.rat.items import Item, band
from helm_creativity.scenarios.rat.measure import RIGHT, WRONG, solved
from helm_creativity.scenarios.rat.protocols import ITEMS, PROMPT, items_signature

HERE = Path(__file__).parent
CARD = load_card(HERE)


def prompts_of(items: str) -> str:
    """Number and checksum of the prompts, as they are asked."""
    return checksum_of(render(HERE, PROMPT, stems=item.stems) for item in ITEMS[items]())


def signature_of(items: str, prompts: str = NOT_ASKED) -> str:
    """Everything that moves a score. ``prompts`` is from ``prompts_of`` where a model was asked."""
    return signature(CARD, protocol=CARD.default_protocol, prompts=prompts, items=items_signature(items))


class RatScorer(AnswerScorer[str]):
    """100 for the item's key, 0 for another word. A key is in its row (``accepted``), or is looked up by the stems."""

    def __init__(self, items: str, prompts: str = NOT_ASKED) -> None:
        super().__init__(CARD, signature_of(items, prompts))
        self._items = items

    def read(self, text: str, fields: Fields) -> str | None:
        """The one word of the answer."""
        return responses.parse_word(text)

    def grade(self, said: str, fields: Fields) -> Graded:
        """Accuracy, also of the item's band of difficulty."""
        accepted, of_band = self._key(fields)
        score = RIGHT if solved(said, accepted) else WRONG
        return Graded(score, {f"accuracy_{of_band}": score} if of_band else {}, {"word": said, "accepted": accepted})

    def details(self, fields: Fields) -> dict[str, str | None]:
        """The key alone."""
        return {"word": None, "accepted": self._key(fields)[0]}

    @cached_property
    def _by_stems(self) -> dict[frozenset[str], Item]:
        return {frozenset(item.stems): item for item in ITEMS[self._items]()}

    def _key(self, fields: Fields) -> tuple[str, str | None]:
        """What counts as right, and the item's band of difficulty."""
        if "accepted" in fields:
            return str(fields["accepted"]), fields.get("band")
        stems = frozenset(fields["stems"])
        if stems not in self._by_stems:
            raise BadArguments(
                f"no item of {self._items} has the stems {', '.join(sorted(stems))}; give its key in a field answer"
            )
        item = self._by_stems[stems]
        return item.answer, band(item)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What ``helm-creativity score rat`` takes beside files."""
    parser.add_argument(
        "--items", default="own", choices=sorted(ITEMS), help="where keys are looked up by their stems (default: own)"
    )


def scorer_of(arguments: argparse.Namespace) -> RatScorer:
    """The scorer for the command line."""
    return RatScorer(arguments.items)


def row_of(record: dict[str, Any]) -> Row:
    """A row from an object with ``response``, and ``answer`` (``school|court`` for either) or ``stems``.

    Raises:
        BadArguments: when one is missing, or it is of the wrong kind.
    """
    response, accepted = record.get("response"), record.get("answer")
    if "response" not in record or not isinstance(response, (str, type(None))):
        raise BadArguments(f"expected a text in the field response, got {response!r}")
    if accepted not in (None, ""):
        keys = [responses.parse_word(one) for one in accepted.split("|")] if isinstance(accepted, str) else [None]
        if not all(keys):
            raise BadArguments(f"answer must be a word, or words joined by |, got {accepted!r}")
        return Row(Answer(response or ""), {"accepted": "|".join(filter(None, keys))})
    if record.get("stems") in (None, ""):
        raise BadArguments(f"expected a field answer or stems, got {sorted(record)}")
    given = record["stems"].replace("/", ",") if isinstance(record["stems"], str) else record["stems"]
    stems = [stem.strip().lower() for stem in words_of(given, "stems")]
    return Row(Answer(response or ""), {"stems": stems})
