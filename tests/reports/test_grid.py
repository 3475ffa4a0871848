"""Tables as plain values."""

from helm_creativity.reports.report.grid import TALL, Axis, Grid, GridCell, GridRow, Head


def missing(why):
    return GridCell("–", why=why)


def grid_of(*cells):
    return Grid("k", "label", (Head("a"), Head("b")), tuple(GridRow((GridCell("x"), cell)) for cell in cells))


def test_reasons_have_letters_in_the_order_of_rows_and_one_letter_each():
    """Those that are reported elsewhere have none."""
    grid = grid_of(missing("late"), GridCell("1", 1.0), missing("lost"), missing("late"))
    assert grid.reasons == {"late": "a", "lost": "b"}


def test_letters_go_on_after_z():
    """Every reason has its own."""
    letters = list(grid_of(*(missing(str(n)) for n in range(60))).reasons.values())
    assert letters[25:28] == ["z", "aa", "ab"]
    assert letters[52] == "ba"
    assert len(set(letters)) == 60


def test_a_long_table_scrolls_in_its_box():
    """From one row more than fits."""
    assert not grid_of(*[GridCell("")] * TALL).tall
    assert grid_of(*[GridCell("")] * (TALL + 1)).tall


def test_an_axis_goes_from_its_low_to_its_high_end():
    """Zero is on it only between them."""
    axis = Axis(-1.0, 3.0)
    assert [axis.place(value) for value in (-1.0, 0.0, 3.0)] == [0.0, 25.0, 100.0]
    assert axis.zero == 25.0
    assert Axis(0.0, 3.0).zero is None
    assert Axis(2.0, 2.0).place(2.0) == 50.0
