"""What judges are asked about a whole response, in words of this package or as in AGC-Human (Beaty et al. 2026)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from helm_creativity.benchmark.follow_ups import Steps, ask
from helm_creativity.benchmark.prompts import Place
from helm_creativity.benchmark.rated_task import AuthorsItems
from helm_creativity.benchmark.ratings import Scale
from helm_creativity.benchmark.rubrics import Rubric
from helm_creativity.benchmark.sources import authors_list

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

ITEM = "item"
"""The field of an authors' item, and the variable of their prompts."""


class WholeRatings(NamedTuple):
    """What judges say of a response as a whole; nothing of one that most of them take for no attempt at the task."""

    creativity: Sequence[float] = ()
    off_task: bool = False


def authors_questions(folder: Place) -> tuple[Rubric, Rubric]:
    """The authors' questions about the task of a benchmark: is it an attempt, and how creative is it?"""
    words = {"VALID": 1.0, "INVALID": 0.0}
    validity = Rubric("validity", folder, "validity", ("valid",), words=words, rated=("response",))
    return validity, replace(CREATIVITY, folder=folder)


def authors_items(items: AuthorsItems) -> list[tuple[str, str]]:
    """Id, as people's responses name it, too, and text of each item."""
    texts = authors_list(items.file, items.constant)
    return [(f"agc-human-{number}", texts[number]) for number in items.numbers]


def ask_whole(rubrics: Sequence[Rubric], task: str, response: str) -> Steps[WholeRatings]:
    """Ratings of a response; no judge is asked how creative it is where most take it for no attempt."""
    values: Sequence[float] = ()
    for rubric in rubrics:
        values = (yield from ask(rubric, task=task, response=response)).values(rubric.dimensions[0])
        if rubric.words and says_no(values):
            return WholeRatings(off_task=True)
    return WholeRatings(values)


def says_no(values: Sequence[float]) -> bool:
    """Whether more than half of the judges that say yes (1) or no (0) say no."""
    return 2 * sum(values) < len(values)
