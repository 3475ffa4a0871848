"""Scores answers to letter-string analogies: right or wrong, and how wrong."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

from helm_creativity.errors import BadArguments
from helm_creativity.rooms import AnswerScorer, Fields, Graded, ItemRoom, Outcome, Row
from helm_creativity.rooms.item_room import Item
from helm_creativity.scenarios.letter_string.items import ALPHABETS, PERMUTED, STANDARD, items_of
from helm_creativity.scenarios.letter_string.measure import RIGHT, WRONG, counterfactual_gap, positions, similarity
from helm_creativity.scenarios.letter_string.reading import read_string
from helm_creativity.scenarios.letter_string.rules import KINDS, USUAL, String, as_in_the_example, changed

HERE = Path(__file__).parent
STRINGS = ("alphabet", "before", "after", "target", "answer")
LEAST = 3
"""Characters of a string."""


@dataclass(frozen=True)
class LetterStringRoom(ItemRoom):
    """The room with the items of some alphabets and one seed, which no file holds."""

    alphabets: str = "all"
    seed: int = 0

    @cached_property
    def items(self) -> tuple[Item, ...]:
        """Those of all 500 items that are of the alphabets."""
        chosen = ALPHABETS if self.alphabets == "all" else self.alphabets.split("+")
        return tuple(item._asdict() for item in items_of(self.seed) if item.alphabets in chosen)

    def run_signature(self, protocol: str) -> str:
        """Everything that moves the score of a run."""
        return self.signed(protocol, alphabets=self.alphabets, seed=self.seed)

    def row_of(self, record: dict[str, Any]) -> Row:
        """A row from an object with ``response`` and the ``id`` of an item of seed 0, or an item's own fields.

        Raises:
            BadArguments: when one is missing or is none that there is.
        """
        row = super().row_of(record)
        for name, known in (("kind", KINDS), ("alphabets", ALPHABETS)):
            if row.fields[name] not in known:
                raise BadArguments(f"{name} must be one of {', '.join(known)}, got {row.fields[name]!r}")
        alphabet, *strings = (_string(row.fields[name]) for name in STRINGS)
        if len(set(alphabet)) < len(alphabet) or max(map(len, alphabet), default=2) > 1:
            raise BadArguments(f"alphabet must be characters parted by spaces, each once, got {' '.join(alphabet)!r}")
        for name, string in zip(STRINGS[1:], strings, strict=True):
            least = len(strings[0]) if name == "target" else LEAST
            if len(string) < least or not set(string) <= set(alphabet):
                such = f"{least} or more characters of the alphabet, parted by spaces"
                raise BadArguments(f"{name} must be {such}, got {' '.join(string)!r}")
        return row


@lru_cache(maxsize=8)
def _room(alphabets: str, seed: int) -> LetterStringRoom:
    return LetterStringRoom(HERE, "analogy", alphabets, seed)


def room_of(settings: Mapping[str, Any]) -> LetterStringRoom:
    """The room of a run entry's arguments."""
    return _room(settings["alphabets"], settings["seed"])


class LetterStringScorer(AnswerScorer[String]):
    """See ``RunScorer``."""

    def __init__(self, signature: str) -> None:
        super().__init__(ROOM.card, signature)

    def read(self, text: str, fields: Fields) -> String | None:
        """The string that the answer gives."""
        alphabet, *example, target = (_string(fields[name]) for name in ("alphabet", "before", "after", "target"))
        return read_string(text, alphabet, example, target)

    def grade(self, said: String, fields: Fields) -> Graded:
        """100 for the right string and 0 for another."""
        before, after, target, right = (_string(fields[name]) for name in STRINGS[1:])
        kind, alphabets = fields["kind"], fields["alphabets"]
        score = RIGHT if said == right else WRONG
        is_permuted = alphabets.startswith(PERMUTED)
        usual = changed(kind, target, USUAL) if is_permuted else None
        facets = {
            f"accuracy_{kind}": score,
            f"accuracy_{alphabets}": score,
            "accuracy_permuted": score if is_permuted else None,
            "similarity": similarity(said, right),
            "positions": positions(said, right),
            "usual_alphabet_rate": None if usual in (None, right) else float(said == usual),
            "literal_rate": float(said == as_in_the_example(before, after, target)),
            "unchanged_rate": float(said == target),
        }
        return Graded(score, facets, {"said": " ".join(said), "answer": fields["answer"]})

    def details(self, fields: Fields) -> Mapping[str, Any]:
        """What would have been right."""
        return {"said": None, "answer": fields["answer"]}

    def of_run(self, rows: Sequence[Row], outcomes: Sequence[Outcome]) -> Mapping[str, float | None]:
        """What an order that was never learnt costs."""
        scored = [
            (row.fields["alphabets"], outcome.score)
            for row, outcome in zip(rows, outcomes, strict=True)
            if outcome.score is not None
        ]
        standard = [score for alphabets, score in scored if alphabets == STANDARD]
        permuted = [score for alphabets, score in scored if alphabets.startswith(PERMUTED)]
        return {"counterfactual_gap": counterfactual_gap(standard, permuted)}


def _string(text: object) -> String:
    """The characters of a string as items hold it; letters in lower case."""
    return tuple(str(text).casefold().split())


ROOM = _room("all", 0)
CARD = ROOM.card
add_arguments, scorer_of, row_of = ROOM.command(LetterStringScorer)
