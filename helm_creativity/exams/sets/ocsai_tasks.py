"""Responses to three tasks of divergent thinking, with the mean of people's ratings of originality.

They are those of Ocsai's validation split over all its tasks that are no alternate uses, which the set ``ocsai`` has.
"""

from __future__ import annotations

from helm_creativity.benchmark.ratings import Scale
from helm_creativity.benchmark.sources import ExamCard, require_source
from helm_creativity.exams.sets.ocsai import ONLY_MEANS, SCALE, RatedLine, read_lines
from helm_creativity.exams.sets.questions import set_rubric
from helm_creativity.exams.types import ExamResponse, ExamSet

RUBRIC = set_rubric("ocsai_tasks", "originality", "response", scale=Scale(SCALE.low, SCALE.high, 0.1))
TASKS = {
    "Instances": "Name something that is this: {}",
    "Consequences": "Name a consequence: what would happen {}?",
    "Completion": "Complete the sentence: {} ...",
}
"""What people were asked, by the name of the task in the file, in words of this package."""
USES = "alternate uses, which the set ocsai has"


def load(card: ExamCard) -> ExamSet:
    """The set, from the file that was fetched."""
    path = require_source("ocsai-tasks-validation", "Ocsai's rated responses to other tasks", "another set")
    lines = list(read_lines(path))
    responses = tuple(_response(line) for line in lines if line.task in TASKS)
    return ExamSet.from_card(card, SCALE, RUBRIC, responses, {USES: len(lines) - len(responses)}, (ONLY_MEANS,))


def _response(line: RatedLine) -> ExamResponse:
    question = RUBRIC.question(task=TASKS[line.task].format(line.cue), response=line.text)
    return ExamResponse(
        f"validation/{line.number}",
        line.cue,
        line.text,
        question,
        {"people": line.rating},
        "people",
        {"task": line.task},
    )
