"""The authors' human labels: 4,771 answers of eleven sources, for ``helm-creativity judge-agreement macgyver``."""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from helm_creativity.errors import FileProblem
from helm_creativity.judging.labelled import LabelledAnswer, LabelledSet
from helm_creativity.rooms import require_source
from helm_creativity.scenarios.macgyver.items import Item, macgyver_items, plain_text
from helm_creativity.scenarios.macgyver.measure import CLASSES, CORRECT, LETTERS
from helm_creativity.scenarios.macgyver.protocols import JUDGE, question_about, workbook

LABELS: Mapping[str, str] = {
    "correct_efficient": "correct_efficient",
    "correct_inefficient": "correct_inefficient",
    "correct_unsolvable": "correct_efficient",
    "wrong_partial_correct": "partly_wrong",
    "wrong_entire_wrong_solution": "wrong",
    "wrong_fail_solvability_status": "wrong_solvability",
}
"""The class of each of the authors' labels. They have one label for "not possible" said rightly, which is class A."""

RATINGS = dict(zip(CLASSES, LETTERS.values(), strict=True))
NO_LABEL = "without an annotation"
_OF_SOLVABLE = ("correct_efficient", "correct_inefficient")
_WRONG_SOLUTION = ("wrong_partial_correct", "wrong_entire_wrong_solution")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes beside what all rooms share."""
    parser.add_argument(
        "--problems", type=Path, metavar="FILE", help="the workbook of problems (default: the one that was fetched)"
    )


def labelled(arguments: argparse.Namespace) -> LabelledSet:
    """The labelled answers of ``--from``, or of the authors' file where that was fetched.

    Raises:
        FileProblem: when a file is missing or wrong.
    """
    labels: Path = arguments.source or require_source(
        "macgyver-labels", "the answers that people labelled", "a copy of your own with --from FILE"
    )
    problems: Path | None = arguments.problems
    items = macgyver_items(workbook()) if problems is None else macgyver_items(problems, expected=None)
    return read_labels(labels, {item.id: item for item in items})


def read_labels(path: Path, items: Mapping[str, Item]) -> LabelledSet:
    """The answers of a file that have a label, in its order.

    Args:
        path: JSON: for each problem's id a list of objects with ``model``, ``annotation`` and ``solution``.
        items: problems by id.

    Raises:
        FileProblem: for another form, a problem that is not there, or an unknown label; with its place.
    """
    answers, skipped, odd = [], Counter({NO_LABEL: 0}), Counter[str]()
    for name, number, entry in _entries(path):
        where = f"{path}, problem {name}, answer {number}"
        if name not in items:
            raise FileProblem(f"{where}: there is no problem {name!r}; use the workbook of the same revision")
        label = entry.get("annotation")
        if label in (None, ""):
            skipped[NO_LABEL] += 1
            continue
        if label not in LABELS:
            raise FileProblem(f"{where}: expected an annotation among {', '.join(LABELS)}, got {label!r}")
        source, text = entry.get("model"), entry.get("solution")
        if not isinstance(source, str) or not isinstance(text, str):
            raise FileProblem(f"{where}: expected texts as model and solution, got {source!r} and {text!r}")
        odd[_contradiction(items[name], label, text)] += 1
        answers.append(_answer(items[name], f"{name}/{number}", source, label, text))
    return LabelledSet(
        JUDGE,
        {rating: name for name, rating in RATINGS.items()},
        frozenset(RATINGS[name] for name in CORRECT),
        tuple(answers),
        skipped,
        tuple(_notes(odd, len(answers))),
    )


def _entries(path: Path) -> Iterator[tuple[str, int, dict[str, Any]]]:
    """Problem, number within it from 1, and answer."""
    try:
        content = json.loads(path.read_text("utf-8"))
    except OSError as error:
        raise FileProblem(f"cannot read {path}: {error.strerror or error}") from error
    except (ValueError, RecursionError) as error:
        raise FileProblem(f"{path} is not JSON: {error}") from error
    if not isinstance(content, dict):
        raise FileProblem(f"{path}: expected lists of answers by problem, got {type(content).__name__}")
    for name, several in content.items():
        if not isinstance(several, list) or not all(isinstance(one, dict) for one in several):
            raise FileProblem(f"{path}, problem {name}: expected a list of answers, got {type(several).__name__}")
        yield from ((name, number, one) for number, one in enumerate(several, start=1))


def _answer(item: Item, name: str, source: str, label: str, text: str) -> LabelledAnswer:
    question = question_about(plain_text(text), item.problem, item.solvable, item.reference)
    fields = {"source": source, "label": label, "solvable": "yes" if item.solvable else "no"}
    return LabelledAnswer(name, item.id, question, RATINGS[LABELS[label]], fields)


def _contradiction(item: Item, label: str, text: str) -> str:
    """How a label gainsays what the workbook says of the problem; "" if it does not.

    A judge who is told what the workbook says, and does as he is asked, cannot give the class of such a label.
    """
    from helm_creativity.scenarios.macgyver.verdicts import says_impossible

    if item.solvable and label == "correct_unsolvable":
        return "correct_unsolvable on problems marked solvable"
    if not item.solvable and label in _OF_SOLVABLE:
        return "correct solutions of problems marked unsolvable"
    if not item.solvable and label in _WRONG_SOLUTION and not says_impossible(text):
        return "solutions of problems marked unsolvable with a label for wrong solutions"
    if label == "wrong_fail_solvability_status" and says_impossible(text) is not item.solvable:
        return f"{label} on answers whose verdict is the workbook's"
    return ""


def _notes(odd: Counter[str], total: int) -> Iterator[str]:
    """What the labels do not agree in."""
    several = {name: n for name, n in odd.items() if name}
    if several:
        parts = ", ".join(f"{n:,} {name}" for name, n in sorted(several.items()))
        yield (
            f"labels contradict the workbook's Solvable? in {sum(several.values()):,} of {total:,} answers ({parts}); "
            "judges are told what the workbook says"
        )
