"""The authors' workbook."""

import csv
from collections import Counter

import pytest
from support.macgyver import COLUMNS, PROBLEM, ROWS, write_workbook

from helm_creativity.benchmark.files.source_files import home, path_in_home
from helm_creativity.benchmark.sources import find_source
from helm_creativity.errors import FileProblem
from helm_creativity.scenarios.macgyver.items import read_problems

# Read when tests are collected: once they run, home is one of their own.
USERS_HOME = home()


def test_problems_are_read_as_they_stand(tmp_path):
    """With tools from the text; a solution is a reference only where people found it right."""
    one, other, wall, wrong = read_problems(write_workbook(tmp_path / "w.xlsx"))
    assert (one.id, one.problem, one.solvable) == ("1", PROBLEM, True)
    assert one.tools == ["a ball of string", "a fork", "a paper cup"]
    assert one.reference == one.reference_response == "Step1: Bend the fork.\nStep2: Fish."
    assert (other.id, other.reference) == ("2", None)
    assert (wall.solvable, wall.reference) == (False, "Nothing here is hard.")
    assert wall.reference_response == "This is not possible: Nothing here is hard."
    assert (wrong.reference, wrong.reference_response) == (None, None)


def test_a_csv_file_will_do(tmp_path):
    """Of the same columns; all cells are texts there."""
    path = tmp_path / "w.csv"
    with path.open("w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows([COLUMNS, *ROWS])
    assert read_problems(path) == read_problems(write_workbook(tmp_path / "w.xlsx"))


def test_another_table_is_refused(tmp_path):
    """By the columns that it lacks."""
    path = write_workbook(tmp_path / "w.xlsx", [("1", PROBLEM)], ("ID", "Problem"))
    with pytest.raises(FileProblem, match=r"expected the columns ID, Problem, Solvable.*, found ID, Problem"):
        read_problems(path)


@pytest.fixture(scope="module")
def official():
    """The authors' workbook, where the user who runs the tests has fetched it."""
    path = USERS_HOME / "files" / path_in_home(find_source("macgyver-problems")).name
    if not path.is_file():
        pytest.skip(f"{path} is not here: helm-creativity fetch macgyver-problems")
    return path


def test_the_official_workbook_is_read(official):
    """All 1,683 problems; of nine in ten the tools can be identified."""
    items = read_problems(official)
    assert Counter(item.solvable for item in items) == {True: 1306, False: 377}
    assert sum(item.reference is not None for item in items) == 159 + 414 + 89 + 141 + 135
    assert sum(item.tools is not None for item in items) / len(items) > 0.88
