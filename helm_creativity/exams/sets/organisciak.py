"""Responses to 17 prompts of divergent thinking from eight studies, with the mean of people's ratings of originality.

The file has a row per response of a person, and people write the same thing. Rows of one study with the same prompt and
the same response are one response here, rated with the mean of theirs: the judge is asked once, and what many people
wrote does not count many times.
"""

from __future__ import annotations

from collections import defaultdict

from helm_creativity.benchmark.rows.cells import number_in
from helm_creativity.benchmark.sources import ExamCard
from helm_creativity.errors import FileProblem
from helm_creativity.exams.sets.ocsai import ONLY_MEANS, SCALE
from helm_creativity.exams.sets.ocsai_tasks import RUBRIC
from helm_creativity.exams.sets.tables import fetched_rows
from helm_creativity.exams.types import ExamResponse, ExamSet
from helm_creativity.safe_text import quoted

REPEATED = "rows that repeat prompt and response of another row of their study, whose mean is taken"
FILE = "organisciak-ratings"

_NOTES = (
    ONLY_MEANS,
    "each study's means were stretched so that its lowest is 1 and its highest 5: ratings compare within a study, "
    "and the agreement within items is of responses of one study to one prompt",
    "the sets ocsai and ocsai_tasks are made of the same studies, and so are the training data of Ocsai",
    "the licence is that of the repository; the studies' own files are on OSF, under the terms that each states there",
)


def load(card: ExamCard) -> ExamSet:
    """The set, from the file that was fetched."""
    ratings: dict[tuple[str, str, str], list[float]] = defaultdict(list)
    first: dict[tuple[str, str, str], tuple[int, str, str]] = {}
    rows = fetched_rows(FILE, ("type", "src", "question", "prompt", "response", "target"))
    for line, row in rows:
        rating = number_in(row["target"])
        if rating is None or not SCALE.low <= rating <= SCALE.high or row["response"] is None:
            raise FileProblem(
                f"{FILE}, line {line}: expected a response rated from 1 to 5, got {quoted(row['target'])}"
            )
        key = row["src"], row["question"], row["response"]
        ratings[key].append(rating)
        first.setdefault(key, (line, row["prompt"], row["type"]))
    responses = tuple(
        ExamResponse(
            f"line {line}",
            f"{study}/{prompt}",
            text,
            RUBRIC.question(task=question, response=text),
            {"people": sum(ratings[study, question, text]) / len(ratings[study, question, text])},
            study,
            {"task": task, "rows": str(len(ratings[study, question, text]))},
        )
        for (study, question, text), (line, prompt, task) in first.items()
    )
    skipped = {REPEATED: len(rows) - len(responses)}
    return ExamSet.from_card(card, SCALE, RUBRIC, responses, skipped, _NOTES)
