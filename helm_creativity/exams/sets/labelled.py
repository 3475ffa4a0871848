"""A benchmark's labelled responses as a set, with the question that its judges are asked."""

from __future__ import annotations

from helm_creativity.benchmark.registry import find_entry
from helm_creativity.benchmark.sources import ExamCard
from helm_creativity.exams.types import ExamResponse, ExamScale, ExamSet, ScaleKind
from helm_creativity.judges.labelled import LabelledAnswer, LabelledSet


def load(card: ExamCard) -> ExamSet:
    """The set, from the files that were fetched."""
    module = find_entry(card.benchmark).module("labels")
    labels: LabelledSet = module.labelled(None, **dict.fromkeys(module.FILES))
    scale = ExamScale(ScaleKind.CLASSES, min(labels.classes), max(labels.classes), labels.classes)
    responses = map(_response, labels.answers)
    return ExamSet.from_card(card, scale, labels.rubric, responses, labels.skipped, labels.notes)


def _response(answer: LabelledAnswer) -> ExamResponse:
    text = answer.question.rated[0] if answer.question.rated else ""
    source = answer.fields.get("source", "")
    return ExamResponse(
        answer.id, answer.cluster, text, answer.question, {"people": answer.rating}, source, answer.fields
    )
