"""The authors' human labels: 4,771 responses of eleven sources, for ``helm-creativity judges agreement macgyver``."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from helm_creativity.benchmark.files.untrusted_files import read_json
from helm_creativity.benchmark.sources import require_source
from helm_creativity.errors import FileProblem
from helm_creativity.judges.labelled import LabelledAnswer, LabelledSet
from helm_creativity.scenarios.macgyver.benchmark import JUDGE, question_about
from helm_creativity.scenarios.macgyver.items import MacGyverProblem, plain_text, read_problems, workbook
from helm_creativity.scenarios.macgyver.parse import says_impossible
from helm_creativity.scenarios.macgyver.scoring import CLASSES, CORRECT, LABELS, LETTERS

RATINGS = dict(zip(CLASSES, LETTERS.values(), strict=True))

FILES: Mapping[str, str] = {"problems": "The workbook of problems (default: the one that was fetched)."}
"""Further files of people's labels, as options of ``helm-creativity judges agreement``."""


def labelled(source: Path | None, problems: Path | None) -> LabelledSet:
    """The labelled responses of a file, or of the authors' file where that was fetched."""
    labels = source or require_source(
        "macgyver-labels", "the answers that people labelled", "a copy of your own with --from FILE"
    )
    by_id = {problem.id: problem for problem in read_problems(problems or workbook())}
    try:
        return read_labels(labels, by_id)
    except (OSError, ValueError, TypeError, LookupError, AttributeError) as error:
        raise FileProblem(
            f"{labels} is not the authors' file of labels by problem of this workbook: {error}"
        ) from error


def read_labels(path: Path, problems: Mapping[str, MacGyverProblem]) -> LabelledSet:
    """The responses of a file that have a label, in its order."""
    answers, unlabelled, odd = [], 0, 0
    for name, several in read_json(path).items():
        for number, entry in enumerate(several, start=1):
            label = entry.get("annotation")
            if not label:
                unlabelled += 1
                continue
            problem, text = problems[name], entry["solution"]
            odd += _contradicts(problem, label, text)
            question = question_about(plain_text(text), problem)
            fields = {"source": entry["model"], "label": label, "solvable": "yes" if problem.solvable else "no"}
            answers.append(LabelledAnswer(f"{name}/{number}", name, question, RATINGS[LABELS[label]], fields))
    note = (
        f"labels contradict the workbook's Solvable? in {odd:,} of {len(answers):,} answers; "
        "judges read what the workbook says"
    )
    return LabelledSet(
        JUDGE,
        {rating: name for name, rating in RATINGS.items()},
        frozenset(RATINGS[name] for name in CORRECT),
        tuple(answers),
        {"without an annotation": unlabelled},
        (note,) if odd else (),
    )


def _contradicts(problem: MacGyverProblem, label: str, text: str) -> bool:
    """Whether a judge who keeps to what the workbook says of a problem cannot choose the class of such a label."""
    if label == "wrong_fail_solvability_status":
        return says_impossible(text) is not problem.solvable
    if problem.solvable:
        return label == "correct_unsolvable"
    return label in ("correct_efficient", "correct_inefficient") or (
        label in ("wrong_partial_correct", "wrong_entire_wrong_solution") and not says_impossible(text)
    )
