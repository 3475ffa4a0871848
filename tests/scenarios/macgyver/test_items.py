"""Problems: ours, the authors' workbook, their labels; and what answers without a thought are worth."""

import csv
import json

import pytest
from support.macgyver import COLUMNS, PROBLEM, ROWS, write_workbook

from helm_creativity.baselines.lexical_judge import lexical_rating
from helm_creativity.baselines.word_choosers import CHOOSERS
from helm_creativity.benchmark.loading import get_benchmark
from helm_creativity.benchmark.prompts import render
from helm_creativity.errors import FileProblem
from helm_creativity.scenarios.macgyver.baseline import HERE, baseline_response
from helm_creativity.scenarios.macgyver.items import own_problems, read_problems
from helm_creativity.scenarios.macgyver.labels import labelled, question_about
from helm_creativity.scenarios.macgyver.scoring import LABELS, check_response

OWN = own_problems()


@pytest.mark.parametrize("strategy", sorted(CHOOSERS))
def test_an_answer_without_a_thought_is_never_correct(strategy):
    """One baseline gives up, the other tries everything that is there; nor is another item's reference right."""
    for item, other in zip(OWN[::4], [*OWN[1::4], OWN[0]], strict=False):
        prompt = render(HERE, "agc2026_own", problem=item.problem).text
        answer = baseline_response(prompt, CHOOSERS[strategy]("builtin", 1))
        checks = check_response(answer, item.problem, item.tools, item.solvable)
        assert (checks.solvability_correct, checks.foreign_tools or 0) == (item.solvable is (strategy == "random"), 0)
        for text, letters in ((answer, "CDE"), (other.reference_response, "CDE"), (item.reference_response, "AB")):
            rating = lexical_rating(get_benchmark("macgyver"), question_about(text, item).user)
            assert json.loads(rating)["answer"] in letters


@pytest.fixture
def workbook(tmp_path):
    return write_workbook(tmp_path / "w.xlsx")


def test_problems_are_read_as_they_stand(tmp_path, workbook):
    """With tools from the text; a solution is a reference only where people found it right. A CSV file will do."""
    one, other, wall, wrong = read_problems(workbook)
    assert (one.id, one.problem, one.solvable) == ("1", PROBLEM, True)
    assert one.tools == ["a ball of string", "a fork", "a paper cup"]
    assert one.reference == one.reference_response == "Step1: Bend the fork.\nStep2: Fish."
    assert (other.id, other.reference) == ("2", None)
    assert (wall.solvable, wall.reference) == (False, "Nothing here is hard.")
    assert wall.reference_response == "This is not possible: Nothing here is hard."
    assert (wrong.reference, wrong.reference_response) == (None, None)
    with (tmp_path / "w.csv").open("w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows([COLUMNS, *ROWS])
    assert read_problems(tmp_path / "w.csv") == [one, other, wall, wrong]
    with pytest.raises(FileProblem, match=r"expected the columns .*Solvable.*, found ID, Problem"):
        read_problems(write_workbook(tmp_path / "x.xlsx", [("1", PROBLEM)], ("ID", "Problem")))


@pytest.fixture
def labels(tmp_path, workbook):
    """Reads a file of labels: triples of a problem, an annotation and a solution."""

    def read(answers):
        found = {}
        for problem, annotation, solution in answers:
            named = {"annotation": annotation} if annotation else {}
            found.setdefault(problem, []).append({"model": "m", "solution": solution, **named})
        (tmp_path / "labels.json").write_text(json.dumps(found), "utf-8")
        return labelled(tmp_path / "labels.json", workbook)

    return read


FAIL, STEP, NO = "wrong_fail_solvability_status", "Step1: Pull.", "Not possible. The cup is wet."


def test_labels_are_classes(labels, workbook):
    """Each with the question that judges are asked in a run; an answer without a label is counted."""
    right = [*[("1", label, STEP) for label in LABELS], ("2", "wrong_partial_correct", STEP), ("3", None, NO)]
    found = labels(right)
    assert [answer.id for answer in found.answers] == [*(f"1/{n + 1}" for n in range(len(LABELS))), "2/1"]
    assert [found.classes[answer.rating] for answer in found.answers] == [*LABELS.values(), "partly_wrong"]
    assert dict(found.skipped) == {"without an annotation": 1}
    assert {found.classes[rating] for rating in found.right} == {"correct_efficient", "correct_inefficient"}
    first = found.answers[0]
    assert first.question == question_about(STEP, read_problems(workbook)[0])
    assert first.cluster == "1"
    assert first.fields == {"source": "m", "label": next(iter(LABELS)), "solvable": "yes"}


@pytest.mark.parametrize(
    ("answers", "counted"),
    [
        ([("1", "correct_efficient", STEP)], None),
        ([("2", "correct_unsolvable", NO), ("3", "correct_efficient", STEP)], "2 of 2"),
        ([("1", FAIL, STEP), ("1", FAIL, NO), ("3", FAIL, NO), ("3", FAIL, STEP)], "2 of 4"),
        ([("3", "wrong_partial_correct", STEP), ("3", "wrong_entire_wrong_solution", NO)], "1 of 2"),
    ],
)
def test_contradictions_of_labels_and_problems_are_noted(labels, answers, counted):
    """One way and the other, by their number."""
    notes = labels(answers).notes
    assert len(notes) == (counted is not None)
    assert all(f"in {counted} answers" in note for note in notes)


@pytest.mark.parametrize(
    "content", ["nothing", "[]", '{"1": ["x"]}', '{"9": [{"annotation": "wrong"}]}', '{"1": [{"annotation": "x"}]}']
)
def test_another_file_is_refused(tmp_path, workbook, content):
    (tmp_path / "labels.json").write_text(content)
    with pytest.raises(FileProblem, match=r"labels.json is not the authors' file of labels"):
        labelled(tmp_path / "labels.json", workbook)
