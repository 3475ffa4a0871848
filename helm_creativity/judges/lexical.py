"""The lexical judge in the place of a panel: nothing is sent, and what would have been asked is noted."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from helm_creativity.benchmark.ratings import JudgeReply, MissingReason
from helm_creativity.benchmark.rubrics import Question, Rubric
from helm_creativity.benchmark.types import Response
from helm_creativity.judges.designs import Panel, Unit
from helm_creativity.judges.readings import readings, to_replies, unread


@dataclass(frozen=True)
class LexicalPanel:
    """See ``judges.drivers.PanelOfJudges``."""

    rate: Callable[[str], str | None]
    panel: Panel
    note: Callable[[Sequence[str], Rubric, Question], None]

    def left_out(self, model: tuple[str, str]) -> tuple[str, ...]:
        """Nobody: no model is asked."""
        return ()

    def ask_about(
        self, rubric: Rubric, question: Question, model: tuple[str, str], unit: Unit, about: str = ""
    ) -> list[JudgeReply]:
        """The lexical judge's reply, as each of the judges."""
        if rubric.each and not question.rated:
            return []
        judges = self.panel.asked(unit, rubric)
        self.note(judges, rubric, question)
        reply = self.rate(question.text)
        read = (
            unread(rubric, question.rated, MissingReason.FAILED)
            if reply is None
            else readings(rubric, Response(reply, "stop"), question.rated)
        )
        return [
            replace(made, reply=reply or "")
            for judge in judges
            for made in to_replies(judge, rubric, unit.about + about, read)
        ]
