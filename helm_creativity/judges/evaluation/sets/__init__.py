"""Sets of texts with human judgements, or with texts to compare them with: a card (YAML) for each, and its reader.

``reading`` of a card says what is made of each row that the reader finds: names in braces are the row's columns.
A set without it is the labelled responses of the benchmark that its card names.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from helm_creativity.benchmark.files.source_files import find
from helm_creativity.benchmark.names import did_you_mean
from helm_creativity.benchmark.ratings import Scale
from helm_creativity.benchmark.registry import find_entry
from helm_creativity.benchmark.rubrics import Rubric
from helm_creativity.benchmark.sources import ExamCard, exam_cards, find_source
from helm_creativity.errors import BadArguments, CreativityError, FileProblem
from helm_creativity.judges.evaluation.types import ExamResponse, ExamScale, ExamSet, ScaleKind
from helm_creativity.judges.labelled import LabelledSet
from helm_creativity.safe_text import quoted


def list_exam_sets() -> Sequence[ExamCard]:
    """The cards of all sets, in alphabetical order."""
    return tuple(exam_cards().values())


def fetched_exam_sets() -> Sequence[str]:
    """Names of the sets whose files are all on this machine, in alphabetical order."""
    return tuple(
        card.name for card in list_exam_sets() if all(find(find_source(name)) is not None for name in card.requires)
    )


def load_exam_set(name: str, keep_all: bool = False) -> ExamSet:
    """The set of that name, read from the files that were fetched.

    ``keep_all`` keeps what judges are not asked about, such as votes about stories whose text is not public.
    """
    cards = exam_cards()
    if name not in cards:
        raise BadArguments(f"there is no set {quoted(name)} to examine judges on{did_you_mean(name, cards)}")
    card = cards[name]
    try:
        return _read(card, keep_all) if card.reading else _labelled(card)
    except CreativityError:
        raise
    except (ValueError, LookupError, TypeError) as error:
        raise FileProblem(
            f"a file of the set {name} cannot be read ({type(error).__name__}: {error}); if it is damaged, delete it "
            f"and download it again with `helm-creativity fetch {name}`"
        ) from error


def set_rubric(template: str, form: Mapping[str, Any], scale: Scale | None = None) -> Rubric:
    """A question that a set asks in words of this package, or of its authors."""
    values: dict[str, Any] = {key: tuple(value) if isinstance(value, list) else value for key, value in form.items()}
    return Rubric(template, Path(__file__).parent, template, **{**values, "scale": scale})


def _read(card: ExamCard, keep_all: bool) -> ExamSet:
    from helm_creativity.judges.evaluation.sets.readers import READERS

    reading = card.reading
    form = reading["rubric"]
    if isinstance(form, str):
        rubric: Rubric = getattr(find_entry(card.benchmark).module("benchmark"), form)
    else:
        scale = Scale(**form["scale"]) if "scale" in form else None
        rubric = set_rubric(reading.get("template", card.name), form, scale)
    skipped = reading.get("skipped")
    responses: list[ExamResponse] = []
    left_out = 0
    for row, ratings in READERS[card.name](card):
        if skipped and not keep_all and skipped["where"].items() <= row.items():
            left_out += 1
            continue
        known = _fill(reading["response"], row)
        question, control = rubric.question(**known.pop("question")), known.pop("control", None)
        responses.append(
            ExamResponse(
                question=question, ratings=ratings, control=rubric.question(**control) if control else None, **known
            )
        )
    counts = {skipped["reason"]: left_out} if skipped and not keep_all else {}
    of_set = reading["scale"]
    names = {value: name for name, value in of_set.get("names", {}).items()}
    exam_scale = ExamScale(ScaleKind(of_set["kind"]), of_set["low"], of_set["high"], names)
    return ExamSet.from_card(card, exam_scale, rubric, responses, counts, tuple(reading.get("notes", ())))


def _fill(template: Any, row: Mapping[str, Any]) -> Any:  # noqa: ANN401 - texts in lists and mappings
    if isinstance(template, str):
        return template.format_map(row)
    if isinstance(template, list):
        return [_fill(part, row) for part in template]
    return {name: _fill(part, row) for name, part in template.items()}


def _labelled(card: ExamCard) -> ExamSet:
    module = find_entry(card.benchmark).module("labels")
    labels: LabelledSet = module.labelled()
    responses = [
        ExamResponse(
            answer.id, answer.cluster, "".join(answer.question.rated[:1]), answer.question, {"people": answer.rating},
            answer.fields.get("source", ""), answer.fields,
        )
        for answer in labels.answers
    ]  # fmt: skip
    scale = ExamScale(ScaleKind.CLASSES, min(labels.classes), max(labels.classes), labels.classes)
    return ExamSet.from_card(card, scale, labels.rubric, responses, labels.skipped, labels.notes)
