"""The questions to judges about a whole response: is it an attempt at the task, and how creative is it?"""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from helm_creativity.core.judge_replies import JudgeReply
from helm_creativity.core.planned import Rating, Times
from helm_creativity.core.prompts import Prompt
from helm_creativity.core.protocols import Exchange
from helm_creativity.core.ratings import Scale
from helm_creativity.core.rubrics import Rubric
from helm_creativity.judges.ratings import Judgement

CREATIVITY = Rubric(
    "creativity",
    Path(__file__).parent,
    "creativity",
    ("creativity",),
    scale=Scale(10, 50),
    rated=("response",),
)
"""One whole number from 10 to 50 for a response as a whole (Beaty et al. 2026, appendix L), in words of this package.

Its variables are ``task``, the prompt as the model got it but for an instruction before it, and ``response``.
"""

VALID = "valid"
"""The dimension of a judge's word on whether a response is an attempt at the task."""


@dataclass(frozen=True)
class WholeQuestions:
    """What judges are asked about a response as a whole.

    Attributes:
        creativity: how creative it is; a template with ``task`` and ``response``.
        validity: whether it is an attempt at the task at all, with the same variables; None where that is not asked.
    """

    creativity: Rubric = CREATIVITY
    validity: Rubric | None = None

    @property
    def rubrics(self) -> tuple[Rubric, ...]:
        """In the order in which they are asked."""
        return (self.creativity,) if self.validity is None else (self.validity, self.creativity)

    @property
    def forms(self) -> list[Prompt]:
        """The questions, for a checksum of what judges are asked."""
        return [form for rubric in self.rubrics for form in rubric.forms(task="TASK", response="RESPONSE")]

    def ask(self, exchange: Exchange, task: str, response: str) -> list[JudgeReply]:
        """Replies about a response; no judge is asked how creative it is where most take it for no attempt."""
        replies: list[JudgeReply] = []
        if self.validity is not None:
            replies += exchange.ask_judges(self.validity, self.validity.question(task=task, response=response))
        if is_off_task(Judgement(replies)):
            return replies
        question = self.creativity.question(task=task, response=response)
        return [*replies, *exchange.ask_judges(self.creativity, question)]

    def planned(self, task: str, response: str) -> tuple[Rating, ...]:
        """Those questions for a plan: each is asked once of every judge, with one number or word for an answer."""
        questions = [rubric.question(task=task, response=response) for rubric in self.rubrics]
        return tuple(Rating(Times.up_to(1), question.characters, 1) for question in questions)


OWN_QUESTIONS = WholeQuestions()
"""In words of this package."""


def authors_questions(folder: Path) -> WholeQuestions:
    """The questions of AGC-Human (Beaty et al. 2026) about the task of a benchmark.

    Args:
        folder: of the benchmark, whose templates ``creativity`` and ``validity`` have the authors' words.
    """
    words = {"VALID": 1.0, "INVALID": 0.0}
    return WholeQuestions(
        replace(CREATIVITY, folder=folder),
        Rubric("validity", folder, "validity", (VALID,), words=words, rated=("response",)),
    )


def is_off_task(judgement: Judgement) -> bool:
    """Whether more than half of the judges that say so take the response for no attempt at the task."""
    values = judgement.values(VALID)
    return 2 * sum(values) < len(values)
