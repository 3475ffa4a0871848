"""The sheet of norms: what is read, what is corrected, what is refused."""

import logging

import openpyxl
import pytest

from helm_creativity.benchmark.loading import get_benchmark
from helm_creativity.errors import FileProblem
from helm_creativity.task_types.answer_key import KeyedProblem, read_problems

RAT = get_benchmark("rat")

HEADER = [
    "Items",
    "Solutions",
    "2 sec\nn = 89\n% of \nParticipants \nsolving item",
    "7 sec\nn = 85\n% of \nParticipants\nSolving Item",
    "7 sec\nn = 85\nMean \nSolution time",
    "15 sec\nn = 76\n% of \nParticipants \nsolving item",
    "15 sec\nn = 76\nSD",
    "30 sec\nn = 39\n% of \nParticipants \nsolving item",
]
FOOT = [[None, None, 1129, 32.92, None, 44.25, None, 67.59], [None, None, 6.97, None, None, None, None, None]]


def bowden_problems(path):
    """The items of a sheet of the authors' form."""
    return read_problems(RAT.task.sets["bowden2003"], path)


def spelled(i):
    """A word of three letters for every number."""
    return "".join(chr(97 + i // 26**k % 26) for k in range(3))


def sheet_rows(*first):
    """144 rows: those given, then invented ones."""
    made = [[f"{spelled(i)}x/{spelled(i)}y/{spelled(i)}z", spelled(i), 1, 2, 3.5, 40, "X", 50] for i in range(144)]
    return [*map(list, first), *made[len(first) :]]


def row(stems, answer, rates=(10, 20, 30, 40)):
    return [stems, answer, rates[0], rates[1], 3.5, rates[2], "X", rates[3]]


@pytest.fixture
def sheet(tmp_path):
    """Writes rows as a workbook of the authors' form."""

    def write(rows, header=HEADER):
        book = openpyxl.Workbook()
        for cells in [header, *rows, *FOOT]:
            book.active.append(cells)
        book.create_sheet("Practice").append(["pure/blue/fall", "water"])
        book.save(tmp_path / "norms.xlsx")
        return tmp_path / "norms.xlsx"

    return write


def test_an_item_with_its_norms(sheet):
    """Stems in the order of the sheet, shares of people by seconds; means below the items are no items."""
    items = bowden_problems(sheet(sheet_rows(row("dew/Comb/bee", "honey ", (30, 66, 80, 100)))))
    assert len(items) == 144
    assert items[0] == KeyedProblem("bowden001", ("dew", "comb", "bee"), "honey", {2: 0.3, 7: 0.66, 15: 0.8, 30: 1.0})
    assert items[-1].id == "bowden144"


@pytest.mark.parametrize(
    ("rate", "name"),
    [(100, "easy"), (65, "easy"), (64, "medium"), (50, "medium"), (32, "medium"), (31, "hard"), (0, "hard")],
)
def test_bands_by_the_rate_after_15_seconds(sheet, rate, name):
    """Over 64 % is easy, under 32 % hard, the bounds themselves are medium; other times do not count."""
    opposite = 100 - rate
    items = bowden_problems(sheet(sheet_rows(row("dew/comb/bee", "honey", (opposite, opposite, rate, opposite)))))
    assert RAT.band(items[0]) == name


@pytest.mark.parametrize(
    ("wrong", "answer", "right", "accepted"),
    [
        ("sandwich/house/gold", "club", ("sandwich", "house", "golf"), "club"),
        ("right/car/carbon", "copy", ("right", "cat", "carbon"), "copy"),
        ("car/number/phone", "call", ("cat", "number", "phone"), "call"),
        ("french/car/show", "horn", ("french", "car", "shoe"), "horn"),
        ("palm/show/house", "tree", ("palm", "shoe", "house"), "tree"),
        ("cast/slide/jump", "broad", ("cast", "side", "jump"), "broad"),
        ("high/district/house", "school", ("high", "district", "house"), "school|court"),
        ("high/district/house", "court", ("high", "district", "house"), "school|court"),
    ],
)
def test_known_errors_are_corrected_and_reported(sheet, caplog, wrong, answer, right, accepted):
    """A typing error of copies is mended, and a warning names what it read and what it uses."""
    path = sheet(sheet_rows(row("dew/comb/bee", "honey"), row(wrong, answer)))
    used = f"{'/'.join(right)} {accepted.replace('|', '/')}"
    with caplog.at_level(logging.WARNING):
        item = bowden_problems(path)[1]
    assert (item.stems, item.answer) == (right, accepted)
    (message,) = caplog.messages
    assert f"read '{wrong} {answer}', a known error of copies; uses '{used}'" in message


def test_a_sheet_without_errors_is_left_alone(sheet, caplog):
    """The same words in other items, and the right ones, give no correction."""
    path = sheet(
        sheet_rows(
            row("sandwich/house/golf", "club"),
            row("french/car/shoe", "horn"),
            row("show/life/row", "boat"),
            row("cast/slide/jump", "ski"),
            row("high/district/house", "school/court"),
        )
    )
    with caplog.at_level(logging.WARNING):
        items = bowden_problems(path)
    assert caplog.messages == []
    assert [item.answer for item in items[:4]] == ["club", "horn", "boat", "ski"]
    assert [items[i].stems for i in (2, 3)] == [("show", "life", "row"), ("cast", "slide", "jump")]
    assert items[4].answer == "school|court"


def test_another_sheet_is_refused(tmp_path):
    """And the columns that it has are named."""
    (tmp_path / "other.csv").write_text("word,answer\na,b\n")
    with pytest.raises(FileProblem, match=r"other\.csv has no column like .*solutions.*; there are word, answer"):
        read_problems(RAT.task.sets["bowden2003"], tmp_path / "other.csv")
