"""``helm-creativity judges agreement macgyver``: a judge against the labels that people gave."""

import csv

import pytest

from helm_creativity.commands import main
from helm_creativity.errors import FileProblem
from helm_creativity.scenarios.macgyver.items import read_problems
from helm_creativity.scenarios.macgyver.labels import labelled, question_about
from helm_creativity.scenarios.macgyver.scoring import LABELS


@pytest.fixture
def agree(server, labels, workbook, tmp_path, capsys):
    """Runs the command; returns what it printed."""

    def run(judge, *options, content=None):
        path = labels() if content is None else labels(content)
        arguments = ["--judge", f"chat/{judge}", "--from", str(path), "--problems", str(workbook)]
        arguments += ["--local-path", str(tmp_path / "prod_env"), *options]
        assert main(["judges", "agreement", "macgyver", *arguments]) == 0
        return capsys.readouterr().out

    return run


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


def cells(printed, statistic):
    """The values of a statistic and its intervals: for all classes, then for right or wrong."""
    lines = [line.removeprefix(statistic).split() for line in printed.splitlines() if line.startswith(f"{statistic}  ")]
    assert len(lines) == 2
    return lines


def test_a_judge_like_people_has_a_kappa_of_one(agree, server, tmp_path):
    """All on the diagonal, both of five classes and of two; a rerun asks nothing."""
    printed = agree("perfect", "--replies", str(tmp_path / "replies.csv"))
    assert "responses: 8 of 8 labelled, to 3 items (left out: 1 without an annotation)" in printed
    assert "ratings: 8, missing: 0\n" in printed
    assert printed.count("8 compared, to 3 items") == 2
    for statistic in ("accuracy", "balanced accuracy", "Cohen's kappa"):
        assert cells(printed, statistic) == [["1.000", "1.000", "to", "1.000"]] * 2
    assert "contradict" in printed
    with (tmp_path / "replies.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert [(given["id"], given["people"]) for given in rows] == [(given["id"], given["judge"]) for given in rows]
    assert (rows[1]["item"], rows[1]["source"], rows[1]["reply"], rows[1]["missing"]) == ("1", "two", "E", "")
    asked = server.calls["perfect"]
    assert asked == 8
    assert agree("perfect") == printed
    assert server.calls["perfect"] == asked


def test_a_judge_whose_rating_is_always_the_same_agrees_by_chance(agree):
    """Kappa 0; by hand: 4 of 8 in class A, the mean of 1, 0, 0, 0, 0."""
    printed = agree("constant")
    found = {"accuracy": ["0.500", "0.625"], "balanced accuracy": ["0.200", "0.500"], "Cohen's kappa": ["0.000"] * 2}
    for statistic, expected in found.items():
        assert [line[0] for line in cells(printed, statistic)] == expected


def test_people_and_judge_of_one_class_have_no_kappa(agree):
    """It is undefined, not 0 and not 1."""
    same = {"1": [{"model": "m", "annotation": "correct_efficient", "solution": f"x{i}"} for i in range(3)]}
    printed = agree("constant", content=same)
    assert cells(printed, "Cohen's kappa") == [["-", "-"]] * 2
    assert "no value of Cohen's kappa" in printed
