"""The authors' human labels: 4,771 responses of eleven sources, for ``helm-creativity judges agreement macgyver``."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from helm_creativity.core.sources import require_source
from helm_creativity.errors import FileProblem
from helm_creativity.io.untrusted_files import read_json
from helm_creativity.judges.labelled import LabelledAnswer, LabelledSet
from helm_creativity.safe_text import kind_of, quoted
from helm_creativity.scenarios.macgyver.benchmark import JUDGE, question_about
from helm_creativity.scenarios.macgyver.items import MacGyverProblem, plain_text, read_problems, workbook
from helm_creativity.scenarios.macgyver.scoring import CLASSES, CORRECT, LABELS, LETTERS

RATINGS = dict(zip(CLASSES, LETTERS.values(), strict=True))
NO_LABEL = "without an annotation"
_OF_SOLVABLE = ("correct_efficient", "correct_inefficient")
_WRONG_SOLUTION = ("wrong_partial_correct", "wrong_entire_wrong_solution")


FILES: Mapping[str, str] = {"problems": "The workbook of problems (default: the one that was fetched)."}
"""Further files of people's labels, as options of ``helm-creativity judges agreement``."""


def labelled(source: Path | None, problems: Path | None) -> LabelledSet:
    """The labelled responses of a file, or of the authors' file where that was fetched."""
    labels = source or require_source(
        "macgyver-labels", "the answers that people labelled", "a copy of your own with --from FILE"
    )
    read = read_problems(workbook()) if problems is None else read_problems(problems, expected=None)
    return read_labels(labels, {problem.id: problem for problem in read})


def read_labels(path: Path, problems: Mapping[str, MacGyverProblem]) -> LabelledSet:
    """The responses of a file that have a label, in its order."""
    answers, skipped, odd = [], Counter({NO_LABEL: 0}), Counter[str]()
    for name, number, entry in _entries(path):
        where = f"{path}, problem {name}, answer {number}"
        if name not in problems:
            raise FileProblem(f"{where}: there is no problem {quoted(name)}; use the workbook of the same revision")
        label = entry.get("annotation")
        if label in (None, ""):
            skipped[NO_LABEL] += 1
            continue
        if label not in LABELS:
            raise FileProblem(f"{where}: expected an annotation among {', '.join(LABELS)}, got {quoted(label)}")
        source, text = entry.get("model"), entry.get("solution")
        if not isinstance(source, str) or not isinstance(text, str):
            raise FileProblem(f"{where}: expected texts as model and solution, got {quoted(source)} and {quoted(text)}")
        problem = problems[name]
        odd[_contradiction(problem, label, text)] += 1
        question = question_about(plain_text(text), problem.text, problem.solvable, problem.reference)
        fields = {"source": source, "label": label, "solvable": "yes" if problem.solvable else "no"}
        answers.append(LabelledAnswer(f"{name}/{number}", problem.id, question, RATINGS[LABELS[label]], fields))
    return LabelledSet(
        JUDGE,
        {rating: name for name, rating in RATINGS.items()},
        frozenset(RATINGS[name] for name in CORRECT),
        tuple(answers),
        skipped,
        tuple(_notes(odd, len(answers))),
    )


def _entries(path: Path) -> Iterator[tuple[str, int, dict[str, Any]]]:
    try:
        content = read_json(path)
    except OSError as error:
        raise FileProblem(f"cannot read {path}: {error.strerror or error}") from error
    except ValueError as error:
        raise FileProblem(f"{path} is not JSON: {error}") from error
    if not isinstance(content, dict):
        raise FileProblem(f"{path}: expected lists of answers by problem, got {kind_of(content)}")
    for name, several in content.items():
        if not isinstance(several, list) or not all(isinstance(entry, dict) for entry in several):
            raise FileProblem(f"{path}, problem {name}: expected a list of answers, got {kind_of(several)}")
        yield from ((name, number, entry) for number, entry in enumerate(several, start=1))


def _contradiction(problem: MacGyverProblem, label: str, text: str) -> str:
    """How a label contradicts what the workbook says about the problem; "" if it does not.

    Judges read what the workbook says. One that keeps to it cannot choose the class of such a label.
    """
    from helm_creativity.scenarios.macgyver.parse import says_impossible

    if problem.solvable and label == "correct_unsolvable":
        return "correct_unsolvable on problems marked solvable"
    if not problem.solvable and label in _OF_SOLVABLE:
        return "correct solutions of problems marked unsolvable"
    if not problem.solvable and label in _WRONG_SOLUTION and not says_impossible(text):
        return "solutions of problems marked unsolvable with a label for wrong solutions"
    if label == "wrong_fail_solvability_status" and says_impossible(text) is not problem.solvable:
        return f"{label} on answers that agree with the workbook"
    return ""


def _notes(odd: Counter[str], total: int) -> Iterator[str]:
    several = {name: n for name, n in odd.items() if name}
    if several:
        parts = ", ".join(f"{n:,} {name}" for name, n in sorted(several.items()))
        yield (
            f"labels contradict the workbook's Solvable? in {sum(several.values()):,} of {total:,} answers ({parts}); "
            "judges read what the workbook says"
        )
