"""The authors' workbook."""

import csv
from collections import Counter

import pytest
from support.macgyver import PROBLEM, ROWS, write_workbook

from helm_creativity.core.registry import find_source
from helm_creativity.errors import FileProblem
from helm_creativity.io.files import home, path_in_home
from helm_creativity.scenarios.macgyver.items import COLUMNS, read_problems

# Read when tests are collected: once they run, home is one of their own.
USERS_HOME = home()


def test_problems_are_read_as_they_stand(tmp_path):
    """With tools from the text; a solution is a reference only where people found it right."""
    one, other, wall, wrong = read_problems(write_workbook(tmp_path / "w.xlsx"), expected=4)
    assert (one.id, one.text, one.solvable, one.unconventional) == ("1", PROBLEM, True, True)
    assert one.tools == ("a ball of string", "a fork", "a paper cup")
    assert one.reference == one.reference_response == "Step1: Bend the fork.\nStep2: Fish."
    assert (other.id, other.reference, other.unconventional) == ("2", None, False)
    assert (wall.solvable, wall.reference, wall.unconventional) == (False, "Nothing here is hard.", None)
    assert wall.reference_response == "This is not possible: Nothing here is hard."
    assert (wrong.reference, wrong.reference_response) == (None, None)


def test_a_csv_file_will_do(tmp_path):
    """Of the same columns; all cells are texts there."""
    path = tmp_path / "w.csv"
    with path.open("w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows([COLUMNS, *ROWS])
    assert read_problems(path, None) == read_problems(write_workbook(tmp_path / "w.xlsx"), None)


def changed(place, value):
    rows = [list(row) for row in ROWS]
    rows[1][place] = value
    return rows


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        (changed(0, "1"), "expected every ID once, found '1' of row 2 again in row 3"),
        (changed(1, None), "row 3: expected a value under Problem, found none"),
        (changed(2, "Maybe"), "row 3: expected Yes or No under Solvable\\?, got 'Maybe'"),
        (changed(5, "wrong_solution"), "row 3: expected one of efficient, inefficient, .* under Label, got 'wrong_sol"),
        (ROWS[:3], "expected the 4 problems of the authors, found 3"),
    ],
)
def test_what_is_wrong_is_named_by_row(tmp_path, rows, message):
    """Nothing is left out in silence."""
    with pytest.raises(FileProblem, match=message):
        read_problems(write_workbook(tmp_path / "w.xlsx", rows), expected=4)


@pytest.fixture(scope="module")
def official():
    """The authors' workbook, where the user who runs the tests has fetched it."""
    path = USERS_HOME / "files" / path_in_home(find_source("macgyver-problems")).name
    if not path.is_file():
        pytest.skip(f"{path} is not here: helm-creativity items fetch macgyver-problems")
    return path


def test_the_official_workbook_is_read(official):
    """All 1,683 problems; of nine in ten the tools can be identified."""
    items = read_problems(official)
    assert Counter(item.solvable for item in items) == {True: 1306, False: 377}
    assert sum(item.reference is not None for item in items) == 159 + 414 + 89 + 141 + 135
    assert sum(item.tools is not None for item in items) / len(items) > 0.88
