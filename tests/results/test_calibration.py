"""Judges and models of a suite on one scale."""

import math
import warnings

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.judged import GROUP, judge_reply, panel_ratings, row, rows_of_table, state, write_run

from helm_creativity.psychometrics.graded_response import ConvergenceWarning, GradedResponseModel
from helm_creativity.reports.calibration import calibrations
from helm_creativity.reports.tables import render
from helm_creativity.results import calibration
from helm_creativity.results.calibration import (
    calibrate,
    calibrate_panels,
    estimate_severities,
    judgings_apart,
    rating_cells,
)
from helm_creativity.results.ratings import ratings_of_all
from helm_creativity.results.runs import read_suite

JUDGES = ["x/mild", "y/even", "z/stern"]
ALPHA, SEVERITY = [1.2, 2.0, 1.6], [-0.7, 0.1, 0.8]
MODELS = ["a/1", "b/2", "c/3", "d/4", "e/5"]
WORTH = [0.5, -0.25, 0.25, -0.5, 0.0]
NAN = math.nan


ORDERED = rows_of_table(
    panel_ratings(np.random.default_rng(2), [0.2, -0.2], [1.5] * 3, [-0.5, 0, 0.5], 10, seats=2, n_categories=4)[0],
    ["y", "x", "z"],
    ["a/1", "b/2"],
    trials=2,
)
ORDERED[3] = ORDERED[3]._replace(rating=None, reason="empty")
ORDERED[8] = ORDERED[8]._replace(rating=None, reason="failed")


def calibrated(rows):
    """The one cell of these rows, calibrated."""
    (cell,) = rating_cells(rows)
    return calibrate(cell)


def by_name(some):
    return {estimate.name: estimate for estimate in some}


@pytest.fixture(scope="module", params=[None, 2], ids=["all", "two of three"])
def known(request):
    """1,500 answers of five models of known worth, by three judges of known severity."""
    ratings, theta = panel_ratings(np.random.default_rng(7), WORTH, ALPHA, SEVERITY, 300, seats=request.param)
    return calibrated(rows_of_table(ratings, JUDGES, MODELS)), ratings, theta


def test_judges_are_recovered(known):
    """Severity in its order, and both parameters within a few standard errors."""
    one, _, _ = known
    assert one.problem == ""
    assert [judge.name for judge in one.judges] == JUDGES
    severity = [judge.severity for judge in one.judges]
    assert severity == sorted(severity)
    for judge, alpha, bar in zip(one.judges, ALPHA, SEVERITY, strict=True):
        assert abs(judge.severity - bar) < 3.5 * judge.severity_se
        assert abs(judge.discrimination - alpha) < 3.5 * judge.discrimination_se
        assert 0.02 < judge.severity_se < 0.1
        assert 0.04 < judge.discrimination_se < 0.3


def test_models_are_recovered(known):
    """In the order of their worth and in proportion to it, pulled towards 0 as far as ratings leave θ open."""
    one, _, theta = known
    found = by_name(one.models)
    assert sorted(found, key=lambda name: -found[name].calibrated) == ["a/1", "c/3", "e/5", "b/2", "d/4"]
    assert {(model.units, model.rated) for model in one.models} == {(300, 300)}
    own = [theta[i :: len(MODELS)].mean() - theta.mean() for i in range(len(MODELS))]
    estimates = [found[name].calibrated for name in MODELS]
    slope, constant = np.polyfit(own, estimates, 1)
    assert 0.5 < slope < 0.9
    assert abs(constant) < 0.02
    assert np.abs(np.polyval([slope, constant], own) - estimates).max() < 0.06
    assert all(0.03 < model.calibrated_se < 0.07 for model in one.models)


def test_estimates_are_those_of_the_model_fitted_by_itself(known):
    """Of the same ratings, without the way through rows."""
    one, ratings, _ = known
    fitted = GradedResponseModel().fit(ratings)
    assert [judge.severity for judge in one.judges] == pytest.approx(fitted.severity_.tolist(), abs=1e-6)
    assert [judge.severity_se for judge in one.judges] == pytest.approx(fitted.severity_se_.tolist(), abs=1e-6)
    assert [judge.discrimination for judge in one.judges] == pytest.approx(fitted.discrimination_.tolist(), abs=1e-6)
    assert [judge.discrimination_se for judge in one.judges] == pytest.approx(
        fitted.discrimination_se_.tolist(), abs=1e-6
    )
    theta = fitted.transform(ratings)
    for i, name in enumerate(MODELS):
        model = by_name(one.models)[name]
        own = theta[i :: len(MODELS)]
        assert model.calibrated == pytest.approx(own.mean(), abs=1e-6)
        assert model.calibrated_se == pytest.approx(own.std(ddof=1) / math.sqrt(300), abs=1e-6)  # one answer an item


def test_calibration_undoes_what_the_seating_of_judges_did():
    """The better model met the stern judge, the worse one the mild judge; the third judge ties the two together."""
    ratings, _ = panel_ratings(np.random.default_rng(3), [0.6, -0.6], [1.8, 1.8, 1.8], [-1.5, 0.0, 1.5], 300)
    ratings[::2, 0] = NAN
    ratings[1::2, 2] = NAN
    one = calibrated(rows_of_table(ratings, JUDGES, ["a/better", "b/worse"]))
    assert one.problem == ""
    assert [model.name for model in one.models] == ["b/worse", "a/better"]
    worse, better = one.models
    assert worse.raw > better.raw + 0.5
    assert better.calibrated > worse.calibrated + 10 * better.calibrated_se
    assert one.rank_correlation == -1


def test_missing_ratings_are_counted_by_judge_and_reason():
    """Exactly, beside the ratings that came; a unit of which none came is a unit that is not rated."""
    rows = [
        *(row("x", rating, f"i{i}") for i, rating in enumerate([3, 4, "refused", 5, "empty", "refused", 2, 1])),
        *(row("y", rating, f"i{i}") for i, rating in enumerate([2, "failed", 4, 5, 5, "failed", 1, 1])),
        row("z", "not_asked", "i0"),
        row("z", "failed", "i1"),
    ]
    one = calibrated(rows)
    judges = by_name(one.judges)
    assert {name: judge.asked for name, judge in judges.items()} == {"x": 8, "y": 8, "z": 2}
    assert {name: judge.missing for name, judge in judges.items()} == {"x": 3 / 8, "y": 2 / 8, "z": 1}
    assert judges["x"].reasons == {"empty": 1, "refused": 2}
    assert list(judges["x"].reasons) == ["empty", "refused"]
    assert judges["y"].reasons == {"failed": 2}
    assert judges["z"].reasons == {"failed": 1, "not_asked": 1}
    assert (judges["x"].mean, judges["y"].mean) == (3, 3)
    (model,) = one.models
    assert (model.units, model.rated) == (8, 7)


def test_a_judge_who_gave_nothing_is_listed_and_not_fitted():
    """The others are calibrated as if it had not been there."""
    ratings, _ = panel_ratings(np.random.default_rng(1), [0.3, -0.3], [1.5, 1.5], [-0.4, 0.4], 60)
    rows = rows_of_table(ratings, ["x", "z"], ["a/1", "b/2"])
    silent = [
        row("y", "failed", rating_row.instance, rating_row.model) for rating_row in rows if rating_row.judge == "x"
    ]
    with_it, without = calibrated([*rows, *silent]), calibrated(rows)
    assert [judge.name for judge in with_it.judges] == ["x", "y", "z"]
    assert with_it.judges[1] == ("y", 120, 1.0, {"failed": 120}, *[None] * 6, ())
    assert with_it.rated == [0, 2]
    assert (with_it.judges[0], with_it.judges[2]) == tuple(without.judges)
    assert with_it.models == without.models
    assert with_it.problem == ""


@pytest.mark.parametrize(
    ("rows", "problem"),
    [
        ([row("x", 3), row("x", 4, "j"), row("y", "empty")], "x alone gave ratings; .*cannot be separated"),
        ([row("x", 3), row("y", 3), row("y", 3, "j")], "all ratings are 3, so nothing distinguishes units or judges"),
        ([row("x", "empty"), row("y", "failed")], "no judge gave a rating"),
        (
            [row(judge, i / 51 * 10, f"i{i}") for i in range(52) for judge in "xy"],
            "52 different ratings occur and the model takes at most 51",
        ),
    ],
)
def test_what_cannot_be_calibrated_says_why(rows, problem):
    """Raw numbers are reported all the same, and no calibrated ones."""
    import re

    one = calibrated(rows)
    assert re.match(f"not calibrated: {problem}", one.problem)
    assert not one.calibrated
    assert one.rank_correlation is None
    assert {judge[5:] for judge in one.judges} == {(*[None] * 5, ())}
    assert {model[5:] for model in one.models} == {(None, None)}


def test_51_categories_are_not_too_many():
    """The last number that works."""
    one = calibrated([row(judge, i / 5, f"i{i}") for i in range(51) for judge in "xy"])
    assert one.calibrated
    assert one.categories == [i / 5 for i in range(51)]


def test_unrated_units_are_no_part_of_any_mean():
    """A model of which nothing was rated stands last, with nothing to show."""
    rows = [row("x", 1, "i"), row("y", 2, "i"), row("x", 3, "j"), row("y", 4, "j"), row("x", "empty", "k")]
    one = calibrated([row("x", "empty", model="a/none"), *rows, row("x", -5, model="z/low")])
    assert [model.name for model in one.models] == ["a/m", "z/low", "a/none"]
    assert one.models[0][:4] == ("a/m", 3, 2, 2.5)
    assert one.models[1][:5] == ("z/low", 1, 1, -5, None)
    assert one.models[2] == ("a/none", 1, 0, None, None, None, None)
    assert one.categories == [-5, 1, 2, 3, 4]


def test_a_raw_mean_is_that_of_the_units_means():
    """A unit that more judges rated does not count more."""
    # Units (1, 3) and (8): means 2 and 8, mean 5; the mean of the ratings would be 4.
    one = calibrated([row("x", 1, "i"), row("y", 3, "i"), row("x", 8, "j")])
    assert one.models[0].raw == 5


def test_errors_are_clustered_by_item():
    """Two answers to an item are not two independent ones."""
    # Means of units 1, 3 | 5, 7, items i and j: mean 4, deviations -3, -1 | 1, 3, summed -4 | 4;
    # se = sqrt(2/1 · (16 + 16)) / 4 = 2. Unclustered: s² = 20/3, se = sqrt(20/3/4) = 1.29.
    ratings = [("i", "0", 1), ("i", "1", 3), ("j", "0", 5), ("j", "1", 7)]
    one = calibrated([row(judge, value, item, trial=trial) for item, trial, value in ratings for judge in "xy"])
    (model,) = one.models
    assert model.raw_se == pytest.approx(2)
    theta = GradedResponseModel().fit_transform([[value] * 2 for _, _, value in ratings])
    sums = np.asarray([theta[0] + theta[1], theta[2] + theta[3]]) - theta.sum() / 2
    assert model.calibrated_se == pytest.approx(math.sqrt(2 * (sums**2).sum()) / 4)


def test_two_runs_of_one_model_are_two_models():
    """Neither takes the place of the other's answers to the same items; their names say what differs."""
    runs = {t: f"{GROUP}:items=own,temp={t},form=plain,model=a_m" for t in ("0.5", "1")}
    rows = [row(judge, 3 + (t == "1"), item, run=run) for t, run in runs.items() for item in "ij" for judge in "xy"]
    one = calibrated([*rows, row("x", 9, model="b/other")])
    assert [(model.name, model.units, model.raw) for model in one.models] == [
        ("b/other", 1, 9),
        ("a/m (temp=1)", 2, 4),
        ("a/m (temp=0.5)", 2, 3),
    ]


def test_pairs_of_answers_are_units_of_their_own():
    """In a cell of their own, by instrument and dimension and benchmark."""
    answers = [row(judge, 5, "i", trial=trial) for trial in "01" for judge in "xy"]
    pairs = [row(judge, 2, "i", trial="0+1", dimension="fluency", rubric="fluency") for judge in "xy"]
    other = [row("x", 4, benchmark="creativity_x"), row("x", 4, rubric="critic5")]
    cells = rating_cells([answers[0], *pairs, *answers[1:], *other])
    assert [(cell.benchmark, cell.rubric, cell.dimension, cell.table().shape) for cell in cells] == [
        (GROUP, "critic", "originality", (2, 2)),
        (GROUP, "fluency", "fluency", (1, 2)),
        ("creativity_x", "critic", "originality", (1, 1)),
        (GROUP, "critic5", "originality", (1, 1)),
    ]


@settings(max_examples=50)
@given(st.lists(st.sampled_from(["", "judge_temp:0|card:1", "judge_temp:1|card:1"]), min_size=24, max_size=24))
def test_ratings_that_were_asked_for_in_other_ways_are_calibrated_as_if_they_were_not_there(judgings):
    """Whichever rows they are: each way has a cell, with what the rows of that way have alone."""
    rows = [rating_row._replace(judging=judging) for rating_row, judging in zip(ORDERED[:24], judgings, strict=True)]
    cells = rating_cells(rows)
    assert sorted(cell.judging for cell in cells) == sorted({rating_row.judging for rating_row in rows})
    for cell in cells:
        one, alone = calibrate(cell), calibrated([row for row in rows if row.judging == cell.judging])
        assert (one.judges, one.models, one.problem) == (alone.judges, alone.models, alone.problem)


def test_what_sets_the_ways_of_asking_apart():
    """Within a rubric and dimension of a benchmark; nothing where there is one way alone, whatever others have."""
    ways = ["judge_temp:0|rubric:1@a|card:1", "judge_temp:1|rubric:1@a|card:1", "judge_temp:1|rubric:1@a|card:2", ""]
    cells = rating_cells([*(row("x", 1, judging=way) for way in ways), row("x", 1, dimension="y", judging=ways[0])])
    assert judgings_apart(cells) == [
        "judge temp 0, rubric 1@a, card 1",
        "judge temp 1, rubric 1@a, card 1",
        "judge temp 1, rubric 1@a, card 2",
        "",
        "",
    ]
    assert judgings_apart(cells[:2]) == ["judge temp 0", "judge temp 1"]


def test_severities_of_other_ways_of_asking_are_those_of_other_dimensions(tmp_path):
    """Two judges at two temperatures have four severities; a copy of a run changes none of them."""

    def write(arguments, temp, shift):
        ratings = [("x/mild", i % 5 + 1.0) for i in range(10)], [("y/stern", (i + shift) % 5 + 1.0) for i in range(10)]
        states = [
            state(f"i{i}", *(judge_reply(judge, originality=value) for judge, value in pair))
            for i, pair in enumerate(zip(*ratings, strict=True))
        ]
        key = f"idea|judges:x/mild+y/stern|judge_temp:{temp}|rubric:1@sha256:abc|card:1"
        stats = {"num_answers": 10.0, "judge_coverage": 1.0}
        write_run(tmp_path, "a/m", states, arguments=arguments, comparable=key, stats=stats)

    def found():
        return estimate_severities(read_suite(tmp_path)[0], {GROUP: "Ideas"}, [])

    write("judge_temp=0", 0, 0)
    assert {(cell.dimension, cell.judge, cell.ratings) for cell in found()} == {
        ("originality", judge, 10) for judge in ("x/mild", "y/stern")
    }
    write("judge_temp=1", 1, 1)
    both = found()
    assert {(cell.dimension, cell.judge, cell.ratings) for cell in both} == {
        (f"originality (judge temp {temp})", judge, 10) for temp in (0, 1) for judge in ("x/mild", "y/stern")
    }
    write("judge_temp=0,max_tokens=64", 0, 0)
    assert found() == both


def test_judges_who_never_met_are_reported():
    """Their severities rest on an assumption then; a third who met both ties them together."""
    rng = np.random.default_rng(5)
    ratings, _ = panel_ratings(rng, [0.0, 0.0], [1.5] * 3, [0.0] * 3, 50)
    ratings[::2, 1:] = NAN
    ratings[1::2, 0] = NAN
    one = calibrated(rows_of_table(ratings, ["x", "y", "z"], ["a/1", "b/2"]))
    assert one.calibrated
    assert one.problem.startswith("no unit was rated by judges of two of these groups: 'x' | 'y', 'z'; ")
    assert one.problem.count("groups") == 1
    ratings[0, 1] = 4.0
    assert calibrated(rows_of_table(ratings, ["x", "y", "z"], ["a/1", "b/2"])).problem == ""


def test_a_judge_who_always_gives_the_same_rating_is_reported():
    """Its severity is the prior's; what it used is known, and what it would give to all is what it gives."""
    ratings, _ = panel_ratings(np.random.default_rng(5), [0.5, -0.5], [1.5] * 3, [0.0] * 3, 100, n_categories=3)
    ratings[:, 1] = 2.0
    one = calibrated(rows_of_table(ratings, ["x", "y", "z"], ["a/1", "b/2"]))
    assert one.problem.startswith("only one category was ever given by 'y': severity and discrimination there")
    assert [judge.unused for judge in one.judges] == [(), (1.0, 3.0), ()]
    assert one.judges[1].mean_of_all == pytest.approx(2, abs=0.02)


def test_ratings_that_differ_by_rounding_are_one():
    """A cell of which nothing else tells units apart is not calibrated, and does not fail."""
    one = calibrated([row("x", 0.3), row("y", 0.1 + 0.2), row("x", 0.1 + 0.2, "j"), row("y", 0.3, "j")])
    assert one.categories == [0.3]
    assert one.problem.startswith("not calibrated: all ratings are 0.3, so")


def test_warnings_of_others_are_passed_on(monkeypatch):
    """What the model's own warnings are collected from loses nothing else."""

    class Loud(GradedResponseModel):
        def fit(self, ratings, y=None):
            warnings.warn("from elsewhere", UserWarning, stacklevel=2)
            return super().fit(ratings)

    monkeypatch.setattr(calibration, "GradedResponseModel", Loud)
    rows = [row(judge, value, item) for item, value in zip("ijk", (1, 2, 3), strict=True) for judge in "xy"]
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        one = calibrated(rows)
    assert [str(warning.message) for warning in caught] == ["from elsewhere"]
    assert one.problem == ""


def test_a_fit_that_does_not_converge_says_so(monkeypatch):
    """And a standard error that is NaN is none."""

    class Lost(GradedResponseModel):
        def fit(self, ratings, y=None):
            super().fit(ratings)
            self.severity_se_[0] = self.discrimination_se_[1] = NAN
            warnings.warn("no mode after 3 steps", ConvergenceWarning, stacklevel=2)
            return self

    monkeypatch.setattr(calibration, "GradedResponseModel", Lost)
    rows = [row(judge, value, item) for item, value in zip("ijk", (1, 2, 3), strict=True) for judge in "xy"]
    one = calibrated(rows)
    assert one.problem == "unreliable: no mode after 3 steps"
    assert [judge.severity_se is None for judge in one.judges] == [True, False]
    assert [judge.discrimination_se is None for judge in one.judges] == [False, True]
    assert "nan" not in render(calibrations(rows)).lower()


def test_ranks_are_compared_where_there_are_several():
    """Raw and calibrated means of three models by hand, and nothing to compare for one."""
    # One judge pair that agrees perfectly: calibrated means order as raw ones do.
    values = {"a/1": 1, "b/2": 2, "c/3": 3}
    rows = [row(judge, value, model=model) for model, value in values.items() for judge in "xy"]
    assert calibrated(rows).rank_correlation == 1
    assert [model.name for model in calibrated(rows).models] == ["c/3", "b/2", "a/1"]
    assert (
        calibrated(
            [rating_row._replace(model="a/1", run="r", instance=rating_row.model) for rating_row in rows]
        ).rank_correlation
        is None
    )


@settings(max_examples=25)
@given(st.permutations(ORDERED))
def test_the_order_of_rows_does_not_matter(rows):
    """To the last digit of everything that is reported."""
    one, other = calibrated(rows), calibrated(ORDERED)
    assert (one.judges, one.models) == (other.judges, other.models)
    assert (one.categories, one.rank_correlation, one.problem) == (
        other.categories,
        other.rank_correlation,
        other.problem,
    )
    np.testing.assert_array_equal(one.table, other.table)


@settings(max_examples=50)
@given(
    st.lists(
        st.tuples(
            st.sampled_from("xyz"),
            st.sampled_from([1, 2, 2.5, "empty", "failed"]),
            st.sampled_from("ijk"),
            st.sampled_from(["a/1", "b/2"]),
        ),
        min_size=1,
        unique_by=lambda one: (one[0], one[2], one[3]),
    )
)
def test_whatever_came_is_counted_and_printed_without_nan(some):
    """Ratings asked are those that came and those that did not; every model and judge is there."""
    rows = [row(*values) for values in some]
    one = calibrated(rows)
    assert sum(judge.asked for judge in one.judges) == len(rows)
    assert sum(sum(judge.reasons.values()) for judge in one.judges) == sum(isinstance(given[1], str) for given in some)
    assert {judge.name for judge in one.judges} == {given[0] for given in some}
    assert {model.name for model in one.models} == {given[3] for given in some}
    assert sum(model.units for model in one.models) == len({given[2:] for given in some})
    text = render(calibrations(rows)).lower()
    assert "nan" not in text
    assert "inf" not in text
    assert "none" not in text


def test_a_suite_by_helm_itself(judged):
    """One judge: stated plainly, for each of three dimensions."""
    runs, _ = read_suite(judged / "runs" / "s")
    cells = rating_cells(ratings_of_all(runs, []))
    assert [(cell.dimension, len(cell.units()), len(cell.panel())) for cell in cells] == [
        ("originality", 12, 1),
        ("feasibility", 12, 1),
        ("fluency", 6, 1),
    ]
    for cell_result in map(calibrate, cells):
        assert cell_result.problem.startswith("not calibrated: creativity/lexical-judge alone gave ratings")
        assert {model.name for model in cell_result.models} == {"creativity/greedy", "creativity/random-nouns"}


def dimension_rows(severity, dimension, order=(0, 1, 2), flat=None):
    """Ratings of one dimension by judges of known severity; one of them may rate everything alike."""
    ratings, _ = panel_ratings(np.random.default_rng(5), [0.3, 0.0, -0.3], [1.6] * 3, severity, 100)
    if flat is not None:
        ratings[:, flat] = 3
    rows = rows_of_table(ratings[:, list(order)], [JUDGES[judge] for judge in order], MODELS[:3])
    return [row._replace(dimension=dimension) for row in rows]


@pytest.mark.parametrize(
    ("severities", "reference"),
    [
        ([[-0.7, 0.1, 0.8]], 1),
        ([[-0.1, 0.3, 1.0], [0.9, 0.4, 0.0], [-0.8, 0.3, 0.9]], 1),  # each of two dimensions alone has another
        ([[1.5, 0.3, 0.5], [-1.5, 0.9, -0.4]], 2),  # the first is 0 on average and far from it on both
    ],
)
def test_a_panel_has_one_reference_judge(severities, reference):
    """The one closest to zero over all dimensions, in whatever order ratings arrive; another benchmark is apart."""
    for order in ((0, 1, 2), (2, 0, 1)):
        rows = [row for n, own in enumerate(severities) for row in dimension_rows(own, f"d{n}", order)]
        rows += [row._replace(benchmark="other") for row in dimension_rows([0.0, 0.9, -0.9], "d0", order)]
        found = calibrate_panels(rating_cells(rows))
        assert [each.reference for each in found] == [*[JUDGES[reference]] * len(severities), JUDGES[0]]
        for each in found:
            place = [judge.name for judge in each.judges].index(each.reference)
            assert each.on_scale.tolist() == each.fitted.to_scale(each.units.theta, place).tolist()


@pytest.mark.filterwarnings("ignore:only one category")
def test_a_judge_without_a_severity_on_some_dimension_is_no_reference():
    """Its severity there is assumed to be zero; where that is so of all judges, dimensions have the next ones."""
    rows = dimension_rows([0.9, 0.1, 0.4], "d0") + dimension_rows([0.9, 0.1, 0.4], "d1", flat=1)
    assert [each.reference for each in calibrate_panels(rating_cells(rows))] == [JUDGES[2]] * 2
    rows = [row for n in range(3) for row in dimension_rows([0.9, 0.1, 0.4], f"d{n}", flat=n)]
    assert [each.reference for each in calibrate_panels(rating_cells(rows))] == [JUDGES[1], JUDGES[2], JUDGES[1]]
