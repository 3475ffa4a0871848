"""The authors' human labels of 4,771 responses: ``helm-creativity judges evaluate --set macgyver``."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from helm_creativity.benchmark.files.untrusted_files import read_json
from helm_creativity.benchmark.loading import get_benchmark
from helm_creativity.benchmark.rubrics import Question, Rubric
from helm_creativity.benchmark.sources import require_source
from helm_creativity.errors import FileProblem
from helm_creativity.judges.labelled import LabelledAnswer, LabelledSet
from helm_creativity.parsing.turns import as_written
from helm_creativity.scenarios.macgyver.items import MacGyverProblem, plain_text, read_problems, workbook
from helm_creativity.scenarios.macgyver.parse import says_impossible
from helm_creativity.scenarios.macgyver.scoring import CLASSES, LABELS, RATINGS

_MACGYVER = get_benchmark("macgyver")
JUDGE: Rubric = _MACGYVER.rubrics(_MACGYVER.settings_type(protocol="agc2026"))[0]


def question_about(text: str, problem: MacGyverProblem) -> Question:
    """What judges are asked about a response."""
    known = {"problem": problem.problem, "solvable": problem.solvable, "reference": problem.reference or ""}
    return JUDGE.question(answer=as_written(text), **known)


def labelled(source: Path | None = None, problems: Path | None = None) -> LabelledSet:
    """The labelled responses of a file, or of the authors' file where that was fetched."""
    labels = source or require_source(
        "macgyver-labels", "the answers that people labelled", "fetch macgyver-labels --from FILE"
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
            if not (label := entry.get("annotation")):
                unlabelled += 1
                continue
            problem, text = problems[name], entry["solution"]
            odd += _contradicts(problem.solvable, label, says_impossible(text))
            fields = {"source": entry["model"], "label": label, "solvable": "yes" if problem.solvable else "no"}
            question, rating = question_about(plain_text(text), problem), RATINGS[LABELS[label]]
            answers.append(LabelledAnswer(f"{name}/{number}", name, question, rating, fields))
    note = (
        f"labels contradict the workbook's Solvable? in {odd:,} of {len(answers):,} answers; "
        "judges read what the workbook says"
    )
    return LabelledSet(
        JUDGE,
        {RATINGS[name]: name for name in CLASSES},
        frozenset(RATINGS[name] for name in CLASSES[:2]),
        tuple(answers),
        {"without an annotation": unlabelled},
        (note,) if odd else (),
    )


def _contradicts(solvable: bool, label: str, impossible: bool) -> bool:
    """Whether a judge who keeps to what the workbook says of a problem cannot choose the class of such a label."""
    if label == "wrong_fail_solvability_status":
        return impossible is not solvable
    if solvable:
        return label == "correct_unsolvable"
    return label in CLASSES[:2] or (label != "correct_unsolvable" and not impossible)
