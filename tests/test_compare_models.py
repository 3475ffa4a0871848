"""Two models compared item by item."""

from dataclasses import replace

import numpy as np
import pytest
from support.studies import column, study

import helm_creativity as hc
from helm_creativity.api import Comparison, LoadedSuite
from helm_creativity.errors import BadArguments
from helm_creativity.results.runs import SuiteRuns
from helm_creativity.results.study import TrialScores


@pytest.fixture
def suite(tmp_path):
    """Two models in two columns of one benchmark and in a third of one item, whose score less is better."""
    scores = [
        [[5.0, 6.0, 7.5, 9.0], [1.0, 2.0, 3.0, 4.0]],
        [[1.0, 2.0, 3.0, 4.0], [1.5, 2.25, 3.5, 4.125]],
        [[1.0], [2.0]],
    ]
    trials = [TrialScores(tuple(map(str, range(len(score[0])))), np.array(score)[:, :, None]) for score in scores]
    columns = [
        column("dat"),
        column("dat", key="creativity_dat#2", title="DAT (temp 0.5)", primary=False),
        column("rat", lower_is_better=True),
    ]
    means = [[float(np.mean(score[row])) for score in scores] for row in range(2)]
    found = study(means, columns, answers_of=trials.__getitem__)
    return LoadedSuite(("s",), found, SuiteRuns((), (), (), ()), tmp_path)


def test_the_best_model_comes_first_whatever_the_direction(suite):
    """Also where less is better."""
    assert suite.leaderboard("dat")["model"].to_list() == ["lab/m0", "lab/m1", "lab/m1", "lab/m0"]
    assert suite.leaderboard("rat")["model"].to_list() == ["lab/m0", "lab/m1"]
    assert suite.leaderboard("rat")["score"].to_list() == [1.0, 2.0]


def test_columns_are_counted_as_columns(suite):
    """A benchmark under two settings has two of them: the first model is above in the first and in the third."""
    compared = hc.compare_models(suite, "lab/m0", "lab/m1")
    assert repr(compared) == "Comparison(lab/m0 above lab/m1 on 2 of 3 columns)"
    assert [(row["benchmark"], row["title"], row["items"], row["difference"]) for row in compared.records()] == [
        ("dat", "DAT", 4, 4.375),
        ("dat", "DAT (temp 0.5)", 4, -0.34375),
        ("rat", "RAT", 1, 1.0),
    ]


def test_adjusted_p_values_stand_last_beside_their_own(suite):
    """In every record alike; where one item gives no p-value there is none to adjust."""
    # Four differences of one sign: the exact two-sided p-value is 2/2⁴ = 1/8, by Holm 2 · 1/8 of two tests.
    records = hc.compare_models(suite, "lab/m0", "lab/m1").records()
    assert {tuple(record)[-2:] for record in records} == {("p", "p_holm")}
    assert [(record["p"], record["p_holm"]) for record in records] == [(0.125, 0.25), (0.125, 0.25), (None, None)]
    assert hc.compare_models(suite, "lab/m0", "lab/m1").to_polars().columns[-1] == "p_holm"
    assert [record["untested"] for record in records] == [None, None, "at least two items are needed"]


def test_equal_differences_are_not_tested(suite):
    """And said to be equal."""
    scores = TrialScores(("a", "b"), np.array([[3.0, 4.0], [1.0, 2.0]])[:, :, None])
    equal = study([[3.5], [1.5]], [column("dat")], answers_of=lambda place: scores)
    (record,) = hc.compare_models(replace(suite, study=equal), "lab/m0", "lab/m1").records()
    assert (record["difference"], record["p"]) == (2.0, None)
    assert record["untested"] == "the difference is the same on all items"


def test_a_comparison_without_a_row_keeps_its_columns(suite):
    """Of a model without scores: the frames can be selected from like others."""
    some, none = hc.compare_models(suite, "lab/m0", "lab/m1"), Comparison("lab/m0", "lab/m1")
    assert none.to_polars().columns == some.to_polars().columns
    assert list(none.to_pandas().columns) == list(some.to_pandas().columns)
    assert none.to_polars().drop("title").is_empty()


def test_no_scores_have_the_columns_that_all_scores_have():
    """Of no responses, and of a suite without columns."""
    some, none = (hc.score("dat", texts, embedding="builtin").to_polars() for texts in (["cat dog"], []))
    assert none.columns == [name for name in some.columns if name in none.columns]
    assert none.select("response", "score", "failure_reason", "comparable").is_empty()


def test_a_suite_without_scores_keeps_its_columns(suite):
    lacking = replace(suite, study=replace(suite.study, columns=(), models=()))
    assert lacking.to_polars().columns == suite.to_polars().columns


def test_a_score_that_does_not_count_is_neither_tested_nor_counted(suite):
    """The others are tested as if it were not there."""
    rates = {"valid_rate": np.array([[1.0, 1.0, 1.0], [0.3, 0.9, 1.0]])}
    compared = hc.compare_models(replace(suite, study=replace(suite.study, stats=rates)), "lab/m1", "lab/m0")
    assert repr(compared) == "Comparison(lab/m1 above lab/m0 on 1 of 2 columns)"
    first, second, _ = compared.records()
    assert first["uncounted"].startswith("lab/m1: ")
    assert (first["difference"], first["p"], first["untested"]) == (-4.375, None, "a score does not count")
    assert (second["uncounted"], second["p_holm"]) == (None, 0.125)
    low = hc.compare_models(replace(suite, study=replace(suite.study, stats=rates)), "lab/m1", "lab/m0", 0.2)
    assert [record["uncounted"] for record in low.records()] == [None, None, None]
    with pytest.raises(BadArguments, match="share"):
        hc.compare_models(suite, "lab/m1", "lab/m0", 2)


def test_a_difference_that_is_not_that_of_the_scores_is_said(suite):
    """As where a part of the score is of the run as a whole."""
    scores = suite.study.scores + np.array([[0.0, 1.0, 0.0], [0.0, 0.0, 0.0]])
    records = hc.compare_models(replace(suite, study=replace(suite.study, scores=scores)), "lab/m1", "lab/m0").records()
    said = "the score is no mean over items; the difference is of their own part"
    assert [record["caution"] for record in records] == [None, said, None]
