"""Texts of one answer that are rated one by one are units of their own; counts of groups are no ratings."""

import pytest
from support.judged import row, state, write_run

from helm_creativity.benchmark.ratings import JudgeReply, MissingReason, ParsedRating, place_name
from helm_creativity.results.calibration import RatedUnit, calibration_tables, rating_cells
from helm_creativity.results.ratings import ratings_of_all
from helm_creativity.results.runs import read_suite

GROUP = "creativity_aut"


def rated(judge, *ratings):
    readings = [
        ParsedRating(None, MissingReason(rating)) if isinstance(rating, str) else ParsedRating(float(rating))
        for rating in ratings
    ]
    return [
        JudgeReply(judge, "uses", place_name(n), {"originality": reading}, reply="so" if n == 1 else "", place=n)
        for n, reading in enumerate(readings, start=1)
    ]


def counted(judge, value):
    return JudgeReply(judge, "kinds", "", {"flexibility": ParsedRating(float(value))}, reply="so", counts=True)


@pytest.fixture
def suite(tmp_path):
    """Two answers of one model to one object, of two uses and of one; a better one of another model."""
    folder = tmp_path / "runs" / "s"
    first = [
        state("brick", *rated("x/one", 2, "unparsable"), *rated("y/two", 3, 1), counted("x/one", 2)),
        state("brick", *rated("x/one", 4), *rated("y/two", 5), counted("x/one", 1), trial=1),
    ]
    write_run(folder, "a/m", first, group=GROUP)
    better = [state("brick", *rated("x/one", 4, 5, 5), *rated("y/two", 5, 5, 4), counted("x/one", 3))]
    write_run(folder, "b/n", better, group=GROUP)
    return folder


def rows_of(suite):
    runs, problems = read_suite(suite)
    rows = list(ratings_of_all(runs, problems))
    assert problems == []
    return rows


def test_each_text_is_a_unit_of_its_answer(suite):
    """The same place in another answer is another unit; counts have no row, and none is reported as lost."""
    mine = {"model": "a/m", "item": "brick", "rubric": "uses", "benchmark": GROUP}
    mine["run"] = f"{GROUP}:protocol=ruan2024,model=a_m"
    assert [text_row for text_row in rows_of(suite) if text_row.model == "a/m"] == [
        row("x/one", 2, **mine, trial="0#1"),
        row("x/one", "unparsable", **mine, trial="0#2"),
        row("y/two", 3, **mine, trial="0#1"),
        row("y/two", 1, **mine, trial="0#2"),
        row("x/one", 4, **mine, trial="1#1"),
        row("y/two", 5, **mine, trial="1#1"),
    ]


def test_calibration_takes_texts_as_units(suite):
    """By hand: means of ratings (2.5, 1, 4.5) and (4.5, 5, 4.5)."""
    (cell,) = rating_cells(rows_of(suite))
    assert {each.facts["dimension"] for each in calibration_tables(rows_of(suite)).named("judges")} == {"originality"}
    assert (cell.rubric, cell.dimension) == ("uses", "originality")
    run = f"{GROUP}:protocol=ruan2024,model=a_m"
    assert cell.units[:3] == [RatedUnit(run, "brick", place) for place in ("0#1", "0#2", "1#1")]
    assert cell.table.shape == (6, 2)
    cell.calibrate()
    assert cell.fitted
    better, worse = cell.model_rows()
    assert (better["model"], better["units"], better["rated"]) == ("b/n", 3, 3)
    assert better["raw"] == pytest.approx(14 / 3)
    assert (worse["model"], worse["units"], worse["raw"]) == ("a/m", 3, pytest.approx(8 / 3))
