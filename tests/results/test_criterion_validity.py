"""What scores say of a user's own criteria, dates and steps; a row that cannot be used costs itself."""

import json
import math
from dataclasses import replace

import numpy as np
import openpyxl
import pandas as pd
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats
from support import command
from support.folders import write_run
from support.studies import column, study

import helm_creativity as hc
from helm_creativity.errors import BadArguments, FileProblem
from helm_creativity.reports.criterion_validity import association_records, criterion_tables, without_reasons
from helm_creativity.reports.tables import render
from helm_creativity.results.criteria import read_criteria
from helm_creativity.results.criterion_validity import criterion_validity
from helm_creativity.results.options import Absent

RNG = np.random.default_rng(8)
N = 30
# Uncorrelated in this very sample, with mean 0 and one variance: shares of variance are exactly what is planted.
CAPABILITY, OWN, NOISE, OTHER = np.linalg.qr(np.column_stack([np.ones(N), RNG.standard_normal((N, 4))]))[0].T[1:]
SCORES = np.column_stack([OWN + 0.5 * CAPABILITY, OTHER + CAPABILITY])
RATING = math.sqrt(0.3) * OWN + math.sqrt(0.3) * CAPABILITY + math.sqrt(0.4) * NOISE
MODELS = tuple(f"lab/m{row}" for row in range(N))


def rows(**columns):
    """Rows of a table, one per model."""
    return [dict(zip(["model", *columns], cells, strict=True)) for cells in zip(MODELS, *columns.values(), strict=True)]


def association(found, title="A", criterion="rating"):
    return next(each for each in found.associations if (each.column.title, each.criterion) == (title, criterion))


def test_a_planted_increment_comes_back():
    """A adds .3 to the .3 of capability, and B nothing; the correlations are numpy's and scipy's."""
    found = criterion_validity(study(SCORES), rows(rating=RATING, capability=CAPABILITY), ["capability"])
    assert (found.criteria, found.covariates) == (("rating",), ("capability",))
    added, nothing = association(found), association(found, "B")
    assert added.increment.low < 0.3 < added.increment.high
    assert (added.increment.r2_covariates, added.increment.delta_r2) == pytest.approx((0.3, 0.3))
    assert added.increment.f == pytest.approx(0.3 / 0.4 * (N - 3))
    assert (nothing.increment.delta_r2, nothing.increment.p) == pytest.approx((0, 1), abs=1e-6)
    assert nothing.pair.pearson.r == pytest.approx(math.sqrt(0.3 / 2))
    assert added.pair.pearson.r == pytest.approx(np.corrcoef(SCORES[:, 0], RATING)[0, 1])
    assert added.pair.spearman.r == pytest.approx(stats.spearmanr(SCORES[:, 0], RATING).statistic)
    assert [(pair.first, pair.second) for pair in found.pairs] == [
        ("A", "B"), ("A", "rating"), ("A", "capability"),
        ("B", "rating"), ("B", "capability"), ("rating", "capability"),
    ]  # fmt: skip
    assert found.pairs[-1].pearson.r == pytest.approx(np.corrcoef(RATING, CAPABILITY)[0, 1])


def test_scores_of_which_less_is_better_are_turned():
    """As everywhere."""
    turned = study(-SCORES, [column("a", lower_is_better=True), column("b")])
    first, second = (criterion_validity(scored, rows(rating=RATING)) for scored in (study(SCORES), turned))
    assert association(first)[2:] == association(second)[2:]


def test_baselines_and_scores_that_do_not_count_are_left_out():
    """One model scored 10 % of its responses only."""
    models = [*MODELS[:-1], "creativity/greedy"]
    valid = np.ones((N, 2))
    valid[0, 0] = 0.1
    one = study(SCORES, models=models, stats={"valid_rate": valid})
    found = criterion_validity(one, [*rows(rating=RATING)[:-1], {"model": "creativity/greedy", "rating": 3}])
    assert association(found).pair.n == N - 2
    assert association(found, "B").pair.n == N - 1
    assert any("A of lab/m0" in note for note in found.notes)
    assert any("'creativity/greedy' is no language model of the suite" in note for note in found.notes)


def test_a_row_that_cannot_be_used_costs_itself(tmp_path):
    """Each with its line and the reasons; the others are read, also by the end of a model's name."""
    path = tmp_path / "models.csv"
    lines = [
        "Model,rating,size,notes,empty,release_date",
        "lab/m0,1,7e9,fine,,2024-03-01",
        "m1,2.5,NA,,,2024-03",
        "lab/m2,good,3,,,spring",
        "lab/m3,4,,,,",
        "lab/m3,5,,,,",
        "lab/mm4,5,,,,",
        ",5,,,,",
        'lab/m5,"1,5",,,,',
        'lab/m6,"1,250",,,,',
        "m7,inf,,,,",
        "lab/m8,8,1,two,,",
        "twin,9,,,,",
        "lab/m9,9,,,,,,extra",
    ]
    path.write_text("\n".join(lines), "utf-8")
    found = read_criteria(path, [*MODELS, "x/twin", "y/twin"])
    assert found.values == {
        "rating": {"lab/m0": 1, "lab/m1": 2.5, "lab/m5": 1.5, "lab/m8": 8},
        "size": {"lab/m0": 7e9, "lab/m8": 1},
    }
    assert found.released["lab/m1"] - found.released["lab/m0"] == pytest.approx(14 / 365.25)
    text = "\n".join(found.problems)
    for expected in (
        "column 'notes': 2 of 2 cells are no numbers",
        "column 'empty': it is empty",
        "line 4: rating: expected a finite number, got 'good'; release_date: expected a date such as 2025-04-14 or",
        "line 5, line 6: lab/m3 has several rows",
        "line 7: 'lab/mm4' is no language model of the suite; did you mean 'lab/m4'?",
        "line 8: it names no model",
        "line 10: rating: the comma of '1,250' may be decimal or part thousands",
        "line 11: rating: expected a finite number, got 'inf'",
        "line 13: 'twin' may be x/twin, y/twin; write the full name",
        "line 14: 'extra' has no column heading",
    ):
        assert expected in text
    assert len(found.problems) == 10
    assert (found.rows, found.unused) == (13, 9)


def test_a_line_of_jsonl_that_cannot_be_read_costs_itself(tmp_path):
    """With its number and the reason, as one of CSV; the output counts what was left out."""
    path = tmp_path / "criteria.jsonl"
    lines = [json.dumps(row) for row in rows(rating=RATING)]
    path.write_text("\n".join([*lines[:2], '{"model": "lab/m2", "rating": 3', "[1]", *lines[4:]]) + "\n", "utf-8")
    found = read_criteria(path, MODELS)
    assert len(found.values["rating"]) == N - 2
    assert [problem.partition(":")[0] for problem in found.problems] == ["line 3", "line 4"]
    assert "not JSON" in found.problems[0]
    assert "expected an object, got [1]" in found.problems[1]
    notes = criterion_validity(study(SCORES), path).notes
    assert notes[:2] == (f"left out: 2 of {N} rows of the table", f"left out: {found.problems[0]}")


@pytest.mark.parametrize(
    ("cells", "expected"),
    [
        (["1,250", "2,5", "0,125"], [1.25, 2.5, 0.125]),
        (["1,250", "-0,125", "3"], [1.25, -0.125, 3]),
        (["1,250", "1,234.5", "7.5"], [1250, 1234.5, 7.5]),
        (["1,250", "1,234,567", "3"], [1250, 1234567, 3]),
    ],
)
def test_a_comma_is_what_the_other_cells_of_its_column_say(cells, expected):
    """A programme that rounds to three decimals writes 1,250 as if it parted thousands."""
    found = read_criteria(rows(rating=cells + [""] * (N - 3)), MODELS)
    assert list(found.values["rating"].values()) == expected
    assert not found.problems


@pytest.mark.parametrize("others", [["2,250"], ["2.5"], ["2,5", "2.5"], ["2,5", "1,234.5"]])
def test_a_comma_that_may_be_either_costs_its_row(others):
    """No other cell says which, or they disagree."""
    found = read_criteria(rows(rating=["1,250", *others, *range(N - 1 - len(others))]), MODELS)
    assert "lab/m0" not in found.values["rating"]
    assert any("row 1: rating: the comma of '1,250' may be decimal or part thousands" in it for it in found.problems)


def test_a_column_that_is_left_out_says_why():
    """With its first cell, also where no other column is left; dates in another form cost no rating."""
    table = rows(rating=RATING, share=["45%"] * N, release_date=["2024"] * N)
    found = read_criteria(table, MODELS)
    assert len(found.values["rating"]) == N
    assert found.released == {}
    assert found.problems == (
        "column 'share': 30 of 30 cells are no numbers; the first: expected a finite number, got '45%'",
        "column 'release_date': 30 of 30 cells are no dates; the first: expected a date such as 2025-04-14 or 2025-04, "
        "got '2024'",
    )
    with pytest.raises(BadArguments, match="got none: column 'share': 30 of 30 cells are no"):
        criterion_validity(study(SCORES), rows(share=["45%"] * N))


def test_any_table_is_read_alike(tmp_path):
    """A workbook with dates, tabs, a data frame, and mappings."""
    table = [("lab/m0", 1.5, "2024-03-01"), ("lab/m1", 2.0, "2025-03-01"), ("lab/m2", None, "2025-03-01")]
    frame = pl.DataFrame(table, ["model", "rating", "release_date"], orient="row")
    book = openpyxl.Workbook()
    for row in (frame.columns, *frame.with_columns(pl.col("release_date").str.to_date()).rows()):
        book.active.append(row)
    book.save(tmp_path / "models.xlsx")
    frame.write_csv(tmp_path / "models.tsv", separator="\t")
    expected = read_criteria(frame.to_dicts(), MODELS)
    assert expected.values == {"rating": {"lab/m0": 1.5, "lab/m1": 2.0}}
    assert len(expected.released) == 3
    for other in (tmp_path / "models.xlsx", tmp_path / "models.tsv", frame, frame.to_pandas()):
        assert read_criteria(other, MODELS) == expected


def test_columns_of_one_name_are_refused_as_elsewhere(tmp_path):
    """In every kind of file and in data frames; names that differ in case are others, but for those with a meaning."""
    cells = [["model", "rating", "rating"], *([model, 1, 2] for model in MODELS)]
    path, book = tmp_path / "a.csv", openpyxl.Workbook()
    path.write_text("".join(",".join(map(str, row)) + "\n" for row in cells))
    for row in cells:
        book.active.append(row)
    book.save(tmp_path / "a.xlsx")
    for file in (path, tmp_path / "a.xlsx"):
        with pytest.raises(BadArguments, match=r"a\.\w+, line 1: duplicate columns: rating$"):
            read_criteria(file, MODELS)
    with pytest.raises(BadArguments, match="the table has duplicate columns: rating; every column needs its own name"):
        read_criteria(pd.DataFrame(cells[1:], columns=cells[0]), MODELS)
    path.write_text(path.read_text().replace("rating,rating", "rating,Rating"))
    assert set(read_criteria(path, MODELS).values) == {"rating", "Rating"}
    path.write_text(path.read_text().replace("rating,Rating", "Model,rating"))
    with pytest.raises(BadArguments, match="columns model, Model differ in case alone; the table needs one column mod"):
        read_criteria(path, MODELS)


def test_what_is_undefined_has_a_reason_and_no_number():
    """Few models, a constant column, more parameters than models, a covariate that is the score."""
    few = [1.0 if row < 3 else None for row in range(N)]
    five = [float(row) if row < 5 else None for row in range(N)]
    table = rows(rating=RATING, few=few, same=[2] * N, five=five, a=SCORES[:, 0])
    for place, row in enumerate(table):
        row |= {f"c{name}": NOISE[(place * name) % N] for name in (1, 7, 11)}
    found = criterion_validity(study(SCORES), table, ["c1", "c7", "c11"])
    assert association(found, criterion="few").increment == Absent("fewer than 4 models have all values")
    assert association(found, criterion="same").pair.spearman == Absent("all models have the same value of same")
    short = association(found, criterion="five")
    assert short.increment == Absent("5 models are too few for 3 covariates: expected at least 6")
    assert short.pair.n == 5
    known = criterion_validity(study(SCORES), rows(rating=RATING, a=SCORES[:, 0]), ["a"])
    assert association(known).partial == Absent("the covariates determine the score or the criterion")
    assert "nan" not in render(criterion_tables(found)).lower()
    four = criterion_validity(study(SCORES[:4]), rows(rating=RATING)[:4])
    assert association(four).increment.low is not None
    one = criterion_validity(study(SCORES[:4]), rows(rating=RATING, capability=CAPABILITY)[:4], ["capability"])
    assert "no 95 % of A, B: most resamples of so few models" in render(criterion_tables(one))
    for record in map(without_reasons, association_records(found)):
        assert (record["problem"] is None) == (record["delta_r2"] is not None and record["partial"] is not None)
        assert not any(isinstance(value, float) and math.isnan(value) for value in record.values())


def test_dates_and_steps_have_trends():
    """Slope per year and per step with scipy's numbers; a step is no criterion."""
    months = [f"20{20 + row // 12}-{1 + row % 12:02d}" for row in range(N)]
    steps = [1000 * row for row in range(N)]
    found = criterion_validity(study(SCORES), rows(release_date=months, step=steps), curve="step")
    assert found.criteria == ()
    assert [(trend.by, trend.column.title) for trend in found.trends] == [
        ("release_date", "A"), ("release_date", "B"), ("step", "A"), ("step", "B"),
    ]  # fmt: skip
    by_step = found.trends[2]
    line = stats.linregress(steps, SCORES[:, 0])
    assert by_step.slope.slope == pytest.approx(line.slope)
    assert by_step.pair.pearson.p == pytest.approx(line.pvalue)
    assert by_step.pair.spearman.r == pytest.approx(stats.spearmanr(steps, SCORES[:, 0]).statistic)
    assert by_step.points[1] == (1000, SCORES[1, 0])
    # A month is a twelfth of a year, within days.
    assert found.trends[0].slope.slope == pytest.approx(12_000 * line.slope, rel=0.02)


def test_names_that_the_suite_has_too_are_told_from_its_own():
    """The table of correlations has a column for each."""
    found = criterion_validity(study(SCORES), rows(A=RATING, variable=NOISE))
    assert found.variables == ("A", "B", "A (file)", "variable (file)")
    (table,) = (each for each in json.loads(render(criterion_tables(found), "json"))[-3:-2])
    assert table["rows"][0]["A (file)"] == pytest.approx(np.corrcoef(SCORES[:, 0], RATING)[0, 1])


def test_what_cannot_be_is_refused(tmp_path):
    """The message says what there is."""
    table = rows(rating=RATING, place=["x"] * N)
    with pytest.raises(BadArguments, match=r"covariates: 'ratign' is no column of numbers; did you mean 'rating'\?"):
        criterion_validity(study(SCORES), table, ["ratign"])
    with pytest.raises(BadArguments, match="curve: 'place' is no column of numbers; there are: rating"):
        criterion_validity(study(SCORES), table, curve="place")
    with pytest.raises(BadArguments, match="'rating' cannot be both a covariate and the curve"):
        criterion_validity(study(SCORES), table, ["rating"], "rating")
    with pytest.raises(BadArguments, match="expected a column of numbers that is no covariate, a release_date or"):
        criterion_validity(study(SCORES), table, ["rating"])
    with pytest.raises(BadArguments, match="expected a column 'model' in the table; it has name, rating"):
        criterion_validity(study(SCORES), [{"name": "lab/m0", "rating": 1}])
    (tmp_path / "empty.csv").write_text("")
    with pytest.raises(FileProblem, match="is empty"):
        read_criteria(tmp_path / "empty.csv", MODELS)


@given(st.permutations(range(12)), st.sampled_from([-3.0, 0.01, 250.0]), st.floats(-100, 100))
@settings(max_examples=15)
def test_neither_order_nor_unit_matters(order, factor, origin):
    """Rows in any order give the same; a criterion in another unit has the same shares of variance."""
    one, table = study(SCORES[:12]), rows(rating=RATING, capability=CAPABILITY)[:12]
    found = criterion_validity(one, table, ["capability"])
    assert criterion_validity(one, [table[place] for place in order], ["capability"]) == found
    moved = [{**row, "rating": factor * row["rating"] + origin} for row in table]
    other = criterion_validity(one, moved, ["capability"])
    for first, second in zip(found.associations, other.associations, strict=True):
        assert second.increment == pytest.approx(first.increment, rel=1e-6, abs=1e-9)


@pytest.fixture(scope="module")
def suite(tmp_path_factory):
    """A suite of N models with a table beside it, in which one row is odd."""
    folder = tmp_path_factory.mktemp("criteria")
    for model, (dat, aut) in zip(MODELS, SCORES.tolist(), strict=True):
        write_run(folder / "runs/mine", "creativity_dat", model, {"score": dat}, comparable="x")
        write_run(folder / "runs/mine", "creativity_aut", model, {"score": aut}, comparable="x")
    pl.DataFrame([*rows(rating=RATING, capability=CAPABILITY), {"model": "lab/other", "rating": 1}]).write_csv(
        folder / "models.csv"
    )
    return folder


def test_the_command_prints_what_python_returns(suite, tmp_path):
    """As text, JSON and a picture; what was left out is there, too."""
    given = ("validity", "mine", "--output-path", suite, "--criteria", suite / "models.csv")
    text = command.run(*given, "--covariate", "capability", "--figure", tmp_path / "all.svg").text
    found = hc.load_suite(suite, "mine").validity(suite / "models.csv", ["capability"])
    (record,) = (each for each in found.records() if each["benchmark"] == "dat")
    assert repr(found) == "Validity(1 criterion, 1 covariate, 2 columns)"
    (line,) = (line for line in text.split("\nrating\n")[1].splitlines()[2:4] if line.startswith("DAT"))
    written = [f"{record[name]:.2f}".removeprefix("0") for name in ("r2_covariates", "r2", "delta_r2")]
    assert " ".join(line.split()).count(" ".join(written)) == 1
    assert "left out: line 32: 'lab/other' is no language model of the suite" in text
    assert found.notes[0] in text.replace("\n  ", " ")
    assert (tmp_path / "all.svg").read_text("utf-8").startswith("<svg")
    tables = json.loads(command.run(*given, "--covariate", "capability", "--format", "json").text)
    (row,) = (row for table in tables if table["name"] == "validity" for row in table["rows"] if row["column"] == "DAT")
    assert {name: row[name] for name in ("delta_r2", "f", "f_p", "df")} == {
        name: record[name] for name in ("delta_r2", "f", "f_p", "df")
    }
    assert row["delta_r2_interval_low"] == record["delta_r2_low"]
    assert found.correlations().height == 6
    none = replace(found, found=replace(found.found, pairs=())).correlations()
    assert none.schema == found.correlations().schema
    assert found.trends().select("by", "column", "n", "slope_low", "pearson", "spearman_p", "problem").is_empty()


def test_a_picture_that_cannot_be_drawn_is_refused_before_anything_is_printed(suite, tmp_path):
    """By the name of its file, or for want of its folder."""
    table, out = suite / "models.csv", tmp_path / "o.csv"
    given = ("validity", "mine", "--output-path", suite, "--criteria", table, "--out", out)
    with pytest.raises(BadArguments, match=r"--figure: a plot is written as one of .*, got 'all\.gif'"):
        command.run(*given, "--figure", tmp_path / "all.gif")
    with pytest.raises(FileProblem, match=r"cannot write .*none/all\.svg: there is no folder .*none; make it first"):
        command.run(*given, "--figure", tmp_path / "none" / "all.svg")
    assert not out.exists()


def test_options_of_published_scores_are_another_kind(suite):
    """Neither is ignored in silence."""
    given = ("validity", "mine", "--output-path", suite)
    with pytest.raises(BadArguments, match="--covariates and --capability belong to published scores"):
        command.run(*given, "--criteria", suite / "models.csv", "--capability", "mmlu_pro")
    with pytest.raises(BadArguments, match="--covariate, --curve and --figure need --criteria FILE"):
        command.run(*given, "--covariate", "capability")
    mine = hc.load_suite(suite, "mine")
    with pytest.raises(BadArguments, match=r"covariates must be a list of names, got 'capability': write \["):
        mine.validity(suite / "models.csv", "capability")
    for wrong in (None, [1], {"capability": 1}, 3):
        with pytest.raises(BadArguments, match="covariates must be a list of names, got"):
            mine.validity(suite / "models.csv", wrong)
    for wrong in (None, 3, ["step"]):
        with pytest.raises(BadArguments, match="curve must be the name of a column, or '' for none, got"):
            mine.validity(suite / "models.csv", curve=wrong)
