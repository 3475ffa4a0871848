"""A perfect answer to each item, and what is left of it without its text, cut, refused, or in the middle of chatter."""

from __future__ import annotations

import math
import reprlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING, Any

from helm_creativity.checking.problem import Broken, place_in, told
from helm_creativity.responses import Answer
from helm_creativity.rooms import Outcome, Row, RunScorer, Scorer

if TYPE_CHECKING:
    from helm_creativity.checking.subject import Subject

MOST = 1500
"""Answers that are scored; of larger benchmarks the first ones."""

REFUSAL = "I'm sorry, but I can't help with that."
THOUGHTS = "<think>The task is clear. I could say many things; let me choose with care.</think>\n\n"
BEFORE = "Sure! Here is my answer:\n\n"
BEHIND = "\n\nLet me know if you would like more."


@dataclass(frozen=True)
class Asked:
    """An answer's item and number: ``rat007`` or ``rat007, answer 2``."""

    item: str
    trial: int

    def __str__(self) -> str:
        return self.item if self.trial == 0 else f"{self.item}, answer {self.trial + 1}"


class Answers:
    """The oracle's answers to what the pilot asks, and their scores."""

    def __init__(self, subject: Subject) -> None:
        self._subject = subject
        trials = max(subject.spec.adapter_spec.num_trials, 1)
        wanted = ((one, trial) for one in subject.instances for trial in range(trials))
        pairs = list(islice(wanted, MOST))
        self.asked = [Asked(str(one.id), trial) for one, trial in pairs]
        self.left_out = len(subject.instances) * trials - len(pairs)
        self.rows = [
            self._row(str(one.id), {**(one.extra_data or {}), "trial": trial, "annotations": {}})
            for one, trial in pairs
        ]
        self.top = self._top()

    def _row(self, item: str, fields: Mapping[str, Any]) -> Row:
        """The oracle's answer, with all that HELM knows of its item."""
        module = self._subject.oracle
        try:
            row = module.oracle(fields)
        except Exception as error:
            raise _oracles(
                f"oracle(fields) ends in {told(error)} for the item {item}, with the fields {sorted(fields)}"
            ) from error
        if not isinstance(row, Row) or row.answer is None:
            raise _oracles(f"oracle(fields) must return a Row with an Answer, got {reprlib.repr(row)}")
        return Row(row.answer, {**fields, **row.fields})

    def _top(self) -> float:
        top = getattr(self._subject.oracle, "TOP", None)
        if isinstance(top, bool) or not isinstance(top, (int, float)) or not math.isfinite(top):
            raise _oracles(f"TOP must be a number, which each of the oracle's answers reaches, got {top!r}")
        return float(top)

    @cached_property
    def scorer(self) -> Scorer:
        """The pilot's."""
        return self._subject.make_scorer()

    @cached_property
    def outcomes(self) -> list[Outcome]:
        """What the oracle's answers are worth."""
        return self.score(self.rows)

    def score(self, rows: Sequence[Row], scorer: Scorer | None = None) -> list[Outcome]:
        """Outcomes of rows.

        Raises:
            Broken: when the scorer fails, or gives too few or too many.
        """
        one = scorer or self.scorer
        try:
            outcomes = list(one.score(rows))
        except Exception as error:
            what = f"the scorer ends in {told(error)}{place_in(self._subject.room, error)} over {len(rows)} answers"
            raise Broken(
                "oracle", what, "mend it there; whatever an answer says, score(rows) has an Outcome for it"
            ) from error
        if len(outcomes) != len(rows):
            what = f"the scorer gives {len(outcomes)} outcomes for {len(rows)} answers"
            raise Broken("oracle", what, "return one Outcome a row, in their order")
        return outcomes

    def of_run(self, scorer: Scorer | None = None) -> Mapping[str, float | None]:
        """What is said of the oracle's run as a whole; nothing by a scorer that says nothing of runs."""
        one = scorer or self.scorer
        if not isinstance(one, RunScorer):
            return {}
        outcomes = self.outcomes
        try:
            return dict(one.of_run(self.rows, outcomes))
        except Exception as error:
            what = f"the scorer's of_run ends in {told(error)}"
            raise Broken("facets", what, "mend of_run(rows, outcomes)") from error

    def with_answers(self, answers: Iterable[Answer]) -> list[Row]:
        """The same rows with other answers."""
        return [Row(answer, row.fields) for answer, row in zip(answers, self.rows, strict=True)]

    @property
    def empty(self) -> list[Row]:
        """Answers without text."""
        return self.with_answers(Answer("", "stop") for _ in self.rows)

    @property
    def refused(self) -> list[Row]:
        """Refusals in words."""
        return self.with_answers(Answer(REFUSAL, "stop") for _ in self.rows)

    @property
    def cut(self) -> list[Row]:
        """The oracle's, cut at the token limit."""
        return self.with_answers(replace(one, finish_reason="length") for one in self._oracles)

    def around(self, before: str, behind: str) -> list[Row]:
        """The oracle's, with other words around them."""
        return self.with_answers(replace(one, text=f"{before}{one.text}{behind}") for one in self._oracles)

    @property
    def _oracles(self) -> list[Answer]:
        return [row.answer for row in self.rows if row.answer is not None]


def _oracles(what: str) -> Broken:
    return Broken("oracle", what, "mend oracle.py: TOP, and oracle(fields) -> Row with a perfect answer to any item")
