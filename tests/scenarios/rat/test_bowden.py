"""The sheet of norms: what is read, what is corrected, what is refused."""

import logging

import openpyxl
import pytest

from helm_creativity.errors import FileProblem
from helm_creativity.scenarios.rat.items import Correction, RatProblem, band, bowden_problems, read_bowden

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
    assert items[0] == RatProblem("bowden001", ("dew", "comb", "bee"), "honey", {2: 0.3, 7: 0.66, 15: 0.8, 30: 1.0})
    assert items[0].solve_rate == 0.8
    assert items[-1].id == "bowden144"


@pytest.mark.parametrize(
    ("rate", "name"),
    [(100, "easy"), (65, "easy"), (64, "medium"), (50, "medium"), (32, "medium"), (31, "hard"), (0, "hard")],
)
def test_bands_by_the_rate_after_15_seconds(sheet, rate, name):
    """Over 64 % is easy, under 32 % hard, the bounds themselves are medium; other times do not count."""
    opposite = 100 - rate
    items = bowden_problems(sheet(sheet_rows(row("dew/comb/bee", "honey", (opposite, opposite, rate, opposite)))))
    assert band(items[0]) == name


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
    """A typing error of copies is mended, and a warning names the row, what it read and what it uses."""
    path = sheet(sheet_rows(row("dew/comb/bee", "honey"), row(wrong, answer)))
    used = f"{'/'.join(right)} {accepted.replace('|', '/')}"
    items, corrections = read_bowden(path)
    assert (items[1].stems, items[1].answer) == (right, accepted)
    assert corrections == (Correction(3, f"{wrong} {answer}", used),)
    with caplog.at_level(logging.WARNING):
        assert bowden_problems(path) == items
    (message,) = caplog.messages
    assert f"row 3: read '{wrong} {answer}'" in message
    assert used in message


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


@pytest.mark.parametrize(
    ("bad", "message"),
    [
        (row("dew/comb", "honey"), "row 2: expected three stems"),
        (row("dew/comb/comb", "honey"), "row 2: expected three stems"),
        (row("dew/comb/bee/hive", "honey"), "row 2: expected three stems"),
        (row(None, "honey"), "row 2: expected three stems"),
        (row("dew/comb/bee", None), "row 2: expected the solution of dew/comb/bee"),
        (row("dew/comb/bee", "honey", (1, 2, "many", 4)), "row 2: expected a percentage .* '15 sec .*got 'many'"),
        (row("dew/comb/bee", "honey", (1, 2, 3, None)), "row 2: expected a percentage .* '30 sec .*got nothing"),
        (row("dew/comb/bee", "honey", (101, 2, 3, 4)), "row 2: expected a percentage .* '2 sec .*got 101"),
        (row("dew/comb/bee", "honey", (1, "nan", 3, 4)), "row 2: expected a percentage .* '7 sec .*got 'nan'"),
    ],
)
def test_a_broken_row_is_named(sheet, bad, message):
    """An item that is not whole ends the reading with its row."""
    with pytest.raises(FileProblem, match=message):
        bowden_problems(sheet(sheet_rows(bad)))


def test_an_item_twice_is_refused(sheet):
    """The same stems in another order are the same item."""
    rows = sheet_rows(row("dew/comb/bee", "honey"), row("bee/dew/comb", "honey"))
    with pytest.raises(FileProblem, match=r"row 3: .* stands in row 2 already"):
        bowden_problems(sheet(rows))


@pytest.mark.parametrize("change", [lambda rows: rows[:-1], lambda rows: [*rows, row("dew/comb/bee", "honey")]])
def test_all_items_and_no_more_are_needed(sheet, change):
    """Scores of a part of the list would pass for scores of the list."""
    with pytest.raises(FileProblem, match=r"expected the 144 items of the norms, found 14[35]"):
        bowden_problems(sheet(change(sheet_rows())))


def test_shares_in_place_of_percentages_are_refused(sheet):
    """Shares would make every item hard."""
    rows = [[*cells[:2], 0.1, 0.2, 3.5, 0.4, "X", 0.5] for cells in sheet_rows()]
    with pytest.raises(FileProblem, match="expected percentages from 0 to 100, found shares"):
        bowden_problems(sheet(rows))
