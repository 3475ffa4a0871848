"""Stories that five people rated on the five components of the Psychological Depth Scale.

A story under one component is one response. The authors ask language models about all components at once, in a form
that their program writes; one question per component is in words of this package.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from helm_creativity.benchmark.ratings import Scale
from helm_creativity.benchmark.rows.cells import number_in
from helm_creativity.benchmark.sources import ExamCard
from helm_creativity.errors import FileProblem
from helm_creativity.exams.sets.questions import set_rubric
from helm_creativity.exams.sets.tables import fetched_rows
from helm_creativity.exams.types import ExamResponse, ExamScale, ExamSet, ScaleKind
from helm_creativity.safe_text import quoted

SCALE = ExamScale(ScaleKind.ORDINAL, 1, 5)
RUBRIC = set_rubric("psychdepth", "rating", "story", scale=Scale(SCALE.low, SCALE.high))
COMPONENTS = {
    "authenticity": "authenticity: whether people feel, think and act in it as real people do",
    "emotion_provoking": "emotional force: whether it shows feelings in their shades and stirs those of the reader",
    "empathy": "empathy: whether readers feel with its characters, and see something new in themselves or in the world",
    "engagement": "engagement: whether readers are drawn in and want to read on",
    "narrative_complexity": "narrative complexity: whether characters, their relations and their conflicts have depth",
}
"""What judges are asked to rate, by the component as the file names it before ``_score``."""

_NOTES = (
    "the question about a component is in words of this package, not in those that people read",
    "readers agree little: Krippendorff's alpha (ordinal) is .06 to .21 by component; the paper prints .72 for all",
)


def load(card: ExamCard) -> ExamSet:
    """The set, from the files that were fetched."""
    return ExamSet.from_card(card, SCALE, RUBRIC, _responses(), notes=_NOTES)


def _responses() -> Iterator[ExamResponse]:
    ratings: dict[tuple[str, str], dict[str, float]] = defaultdict(dict)
    for line, row in fetched_rows("psychdepth-ratings", ["story_id", "participant_id", *map(_column, COMPONENTS)]):
        for component in COMPONENTS:
            column = _column(component)
            value = number_in(row[column])
            if value is None or not SCALE.low <= value <= SCALE.high:
                raise FileProblem(
                    f"psychdepth-ratings, line {line}: expected a rating from 1 to 5 as {column}, got "
                    f"{quoted(row[column])}"
                )
            ratings[row["story_id"], component][f"reader {row['participant_id']}"] = value
    for _, row in fetched_rows("psychdepth-stories", ["story_id", "premise", "premise_id", "text", "model_short"]):
        for component, quality in COMPONENTS.items():
            yield ExamResponse(
                f"{row['story_id']}/{component}",
                row["premise_id"],
                row["text"],
                RUBRIC.question(premise=row["premise"], story=row["text"], quality=quality),
                ratings[row["story_id"], component],
                row["model_short"],
                {"component": component},
                f"{row['premise_id']}/{component}",
            )


def _column(component: str) -> str:
    return f"{component}_score"
