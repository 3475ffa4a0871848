"""The authors' file of seeds."""

import pytest

from helm_creativity.scenarios.pace.benchmark import read_seeds

HEADER = "chapter,seed,rank\n"


@pytest.fixture
def table(tmp_path):
    def write(text):
        path = tmp_path / "seeds.csv"
        path.write_text(text, encoding="utf-8")
        return path

    return write


def test_seeds_come_in_the_order_of_the_file(table):
    """Whatever the other columns hold."""
    assert read_seeds(table(HEADER + "The physical world,rock,963\nAnimals, wolf ,\n,dust,2635\n")) == (
        "rock",
        "wolf",
        "dust",
    )


def test_a_workbook_is_read_as_well(tmp_path):
    """As the authors publish it."""
    import openpyxl

    book = openpyxl.Workbook()
    for row in [("chapter", "seed", "rank"), ("The physical world", "rock", "963"), ("Animals", "wolf", "2635")]:
        book.active.append(row)
    book.save(tmp_path / "seeds.xlsx")
    assert read_seeds(tmp_path / "seeds.xlsx") == ("rock", "wolf")
