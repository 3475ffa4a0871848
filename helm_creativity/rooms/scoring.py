"""What every room's scorer takes and gives, whether HELM or the command line asks."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol, runtime_checkable

from helm_creativity.responses import Answer, Unscored

Fields = Mapping[str, Any]
"""What a scorer knows of the item that an answer is to, by name."""


@dataclass(frozen=True)
class Row:
    """One answer: its text, or what was already taken from it (``fields``: ``words``, ``cue``...), or both."""

    answer: Answer | None
    fields: Fields = field(default_factory=dict)


@dataclass(frozen=True)
class Outcome:
    """What one answer is worth.

    Attributes:
        score: the main score, or None exactly when ``unscored`` says why.
        unscored: the reason, or None.
        facets: numbers by name; None where a facet is undefined for this answer.
        details: what a reader wants to see beside the numbers (the words that were scored, those rejected and why).
    """

    score: float | None
    unscored: Unscored | None
    facets: Mapping[str, float | None] = field(default_factory=dict)
    details: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if (self.score is None) == (self.unscored is None):
            raise ValueError(f"an outcome has a score or a reason, got {self.score!r} and {self.unscored!r}")


class Scorer(Protocol):
    """Scores answers in one batch, so that each distinct text is embedded once."""

    @property
    def signature(self) -> str:
        """Everything that moves the number."""

    def score(self, rows: Sequence[Row]) -> list[Outcome]:
        """One outcome for each row, in order."""


@runtime_checkable
class GroupScorer(Scorer, Protocol):
    """A scorer that compares answers with one another: those of one group must come to it together."""

    def group(self, row: Row) -> Hashable:
        """What the answers have in common that are compared, such as their prompt."""


@runtime_checkable
class RunScorer(Scorer, Protocol):
    """A scorer that also says something of a run as a whole, which no mean over answers can say."""

    def of_run(self, rows: Sequence[Row], outcomes: Sequence[Outcome]) -> Mapping[str, float | None]:
        """Stats of the run by name: the card's facets ``of: run``.

        Where a benchmark's score is no mean over answers, ``score``, ``score_se`` and ``score_failures_as_zero`` too.

        Args:
            rows: the n answers of a run.
            outcomes: what ``score`` gave for them.
        """
