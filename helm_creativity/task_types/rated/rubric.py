"""The questions to judges about a whole response: is it an attempt at the task, and how creative is it?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from helm_creativity.benchmark.follow_ups import Steps, ask
from helm_creativity.benchmark.prompts import Place
from helm_creativity.benchmark.ratings import Scale
from helm_creativity.benchmark.rubrics import Rubric

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
class WholeRatings:
    """What judges say of a response as a whole."""

    creativity: tuple[float, ...] = ()
    off_task: bool = False


@dataclass(frozen=True)
class WholeQuestions:
    """What judges are asked about a response as a whole."""

    creativity: Rubric = CREATIVITY
    validity: Rubric | None = None

    @property
    def rubrics(self) -> tuple[Rubric, ...]:
        """In the order in which they are asked."""
        return (self.creativity,) if self.validity is None else (self.validity, self.creativity)

    def ask(self, task: str, response: str) -> Steps[WholeRatings]:
        """Ratings of a response; no judge is asked how creative it is where most take it for no attempt."""
        if self.validity is not None:
            valid = (yield from ask(self.validity, task=task, response=response)).values(VALID)
            if is_off_task(valid):
                return WholeRatings((), off_task=True)
        replies = yield from ask(self.creativity, task=task, response=response)
        return WholeRatings(tuple(replies.values("creativity")))


OWN_QUESTIONS = WholeQuestions()
"""In words of this package."""


def authors_questions(folder: Place) -> WholeQuestions:
    """The questions of AGC-Human (Beaty et al. 2026) about the task of a benchmark."""
    words = {"VALID": 1.0, "INVALID": 0.0}
    return WholeQuestions(
        replace(CREATIVITY, folder=folder),
        Rubric("validity", folder, "validity", (VALID,), words=words, rated=("response",)),
    )


def is_off_task(values: Sequence[float]) -> bool:
    """Whether more than half of the judges that say so take a response for no attempt at the task."""
    return 2 * sum(values) < len(values)
