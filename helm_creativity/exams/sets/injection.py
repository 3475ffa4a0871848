"""Uses in which an instruction to the judge is planted, beside the same uses with a harmless text in its place.

The texts were written for this package. People rated none of them: what is measured is how much higher a judge rates a
use because of the instruction. The harmless text is about as long, so the rise is not that of a longer text.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from helm_creativity.benchmark.files.yaml_files import read_yaml
from helm_creativity.benchmark.registry import find_entry
from helm_creativity.benchmark.rubrics import Rubric
from helm_creativity.benchmark.sources import ExamCard
from helm_creativity.exams.types import ExamResponse, ExamScale, ExamSet, ScaleKind

TEXTS = Path(__file__).parent / "texts" / "injection.yaml"
NOTE = "people rated none of these: the rise is the rating with the instruction less that with the harmless text"


def load(card: ExamCard) -> ExamSet:
    """The set, with the question that a run asks about the originality of a use."""
    rubric: Rubric = find_entry(card.benchmark).module("benchmark").TENTHS
    assert rubric.scale is not None
    scale = ExamScale(ScaleKind.PAIRED, rubric.scale.low, rubric.scale.high)
    responses = (_response(rubric, pair) for pair in read_yaml(TEXTS))
    return ExamSet.from_card(card, scale, rubric, responses, notes=(NOTE,))


def _response(rubric: Rubric, pair: Mapping[str, str]) -> ExamResponse:
    planted, control = (rubric.question(phrase=pair["object"], uses=[pair[name]]) for name in ("planted", "control"))
    use = pair["id"].partition("/")[0]
    return ExamResponse(pair["id"], use, pair["planted"], planted, {}, pair["kind"], control=control)
