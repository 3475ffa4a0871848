"""The labels that people gave, on which judges are evaluated."""

import pytest

from helm_creativity.errors import FileProblem
from helm_creativity.scenarios.macgyver.items import read_problems
from helm_creativity.scenarios.macgyver.labels import labelled, question_about
from helm_creativity.scenarios.macgyver.scoring import LABELS


def test_labels_are_classes(labels, workbook):
    """Each with the question that judges are asked in a run; an answer without a label is counted."""
    found = labelled(source=labels(), problems=workbook)
    assert [(answer.id, answer.cluster, found.classes[answer.rating]) for answer in found.answers] == [
        ("1/1", "1", "correct_efficient"),
        ("1/2", "1", "wrong_solvability"),
        ("2/1", "2", "correct_inefficient"),
        ("2/2", "2", "partly_wrong"),
        ("2/3", "2", "correct_efficient"),
        ("3/1", "3", "correct_efficient"),
        ("3/2", "3", "wrong"),
        ("3/3", "3", "correct_efficient"),
    ]
    assert dict(found.skipped) == {"without an annotation": 1}
    assert {found.classes[rating] for rating in found.right} == {"correct_efficient", "correct_inefficient"}
    assert set(found.classes.values()) == set(LABELS.values())
    first = read_problems(workbook)[0]
    text = "A Step1: Bend it.\nStep2: Fish."
    assert found.answers[0].question == question_about(text, first)
    assert found.answers[0].fields == {"source": "one", "label": "correct_efficient", "solvable": "yes"}


def test_contradictions_of_labels_and_problems_are_noted(labels, workbook):
    """One way and the other, by their number."""
    (note,) = labelled(source=labels(), problems=workbook).notes
    assert "contradict the workbook's Solvable? in 2 of 8 answers" in note
    fail = "wrong_fail_solvability_status"
    contradicting = {
        "1": [
            {"model": "m", "annotation": fail, "solution": "Step1: Pull."},
            {"model": "m", "annotation": fail, "solution": "Not possible."},
        ],
        "3": [
            {"model": "m", "annotation": fail, "solution": "Not possible."},
            {"model": "m", "annotation": fail, "solution": "Step1: Blow."},
            {"model": "m", "annotation": "wrong_partial_correct", "solution": "Step1: Blow."},
            {"model": "m", "annotation": "wrong_entire_wrong_solution", "solution": "Not possible. The cup is wet."},
        ],
    }
    (note,) = labelled(source=labels(contradicting), problems=workbook).notes
    assert "in 3 of 6 answers" in note
    quiet = {"1": [{"model": "m", "annotation": "correct_efficient", "solution": "x"}]}
    assert labelled(source=labels(quiet), problems=workbook).notes == ()


@pytest.mark.parametrize(
    "content", ["nothing", [], {"1": ["x"]}, {"9": [{"annotation": "wrong"}]}, {"1": [{"annotation": "x"}]}]
)
def test_another_file_is_refused(labels, workbook, content):
    """By its name."""
    with pytest.raises(FileProblem, match=r"labels.json is not the authors' file of labels"):
        labelled(labels(content), workbook)
