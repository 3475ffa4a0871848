"""Judges and models on one scale, of one suite and of several that anchors link."""

import math
import shutil

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support import helm
from support.judged import judge_reply, panel_ratings, row, rows_of_table, state, write_run

from helm_creativity.errors import BadArguments, NothingToSay
from helm_creativity.judges.drivers import WEIGHTED
from helm_creativity.judges.evaluation.anchors import AnchorRating
from helm_creativity.psychometrics.graded_response import GradedResponseModel
from helm_creativity.reports.tables import render
from helm_creativity.results.calibration import calibrate_panels, calibration_tables, rating_cells
from helm_creativity.results.linking import RatedPanel, link_rated_panels
from helm_creativity.results.loading import read_suite
from helm_creativity.results.ratings import RatingRow

JUDGES = ["x/mild", "y/even", "z/stern"]
ALPHA, SEVERITY = [1.2, 2.0, 1.6], [-0.7, 0.1, 0.8]
MODELS = ["a/1", "b/2", "c/3", "d/4", "e/5"]
WORTH = [0.5, -0.25, 0.25, -0.5, 0.0]
ORDERED = rows_of_table(
    panel_ratings(np.random.default_rng(2), [0.2, -0.2], [1.5] * 3, [-0.5, 0, 0.5], 10, seats=2, n_categories=4)[0],
    ["y", "x", "z"],
    ["a/1", "b/2"],
    trials=2,
)
ORDERED[3] = ORDERED[3]._replace(rating=None, reason="empty")
ORDERED[8] = ORDERED[8]._replace(rating=None, reason="failed")
SIX = [row(judge, value, item) for item, value in zip("ijk", (1, 2, 3), strict=True) for judge in "xy"]


def given_by(**ratings):
    return [row(judge, value, f"i{i}") for judge, values in ratings.items() for i, value in enumerate(values)]


def table(rows, name="judges"):
    """Rows of the one table of a name, by what stands in their first column."""
    (found,) = calibration_tables(rows).named(name)
    return {next(iter(record.values())): record for record in found.records()}


def notes(rows):
    return "\n".join(calibration_tables(rows).notes)


def test_planted_judges_are_found_and_models_are_means_of_their_answers():
    """Parameters within a few standard errors; one response to an item, so that the clustered error is s/√n."""
    ratings, _ = panel_ratings(np.random.default_rng(7), WORTH, ALPHA, SEVERITY, 300, seats=2)
    judges, models = (table(rows_of_table(ratings, JUDGES, MODELS), name) for name in ("judges", "models"))
    own = GradedResponseModel().fit(ratings).transform(ratings)
    for place, name in enumerate(JUDGES):
        judge = judges[name]
        assert abs(judge["severity"] - SEVERITY[place]) < 3.5 * judge["severity_se"] < 0.35
        assert abs(judge["discrimination"] - ALPHA[place]) < 3.5 * judge["discrimination_se"] < 1
    for place, name in enumerate(MODELS):
        found = models[name]["calibrated"], models[name]["calibrated_se"]
        assert found == pytest.approx((own[place::5].mean(), own[place::5].std(ddof=1) / math.sqrt(300)), abs=1e-6)


def test_what_was_asked_and_what_is_missing_is_counted_by_judge_and_reason():
    rows = [
        *given_by(x=[3, 4, "refused", 5, "empty", "refused", 2, 1], y=[2, "failed", 4, 5, 5, "failed", 1, 1]),
        row("z", "not_asked", "i0"),
        row("z", "failed", "i1"),
    ]
    judges = table(rows)
    counts = {name: (judge["asked"], judge["missing"], judge["ratings"]) for name, judge in judges.items()}
    assert counts == {"x": (8, 3 / 8, 5), "y": (8, 2 / 8, 6), "z": (2, 1, 0)}
    assert (judges["x"]["mean"], judges["y"]["mean"], judges["z"]["mean"]) == (3, 3, None)
    assert judges["z"]["undefined"] == {"mean": "it has no rating"}
    assert judges["z"]["severity"] is None is not judges["x"]["severity"]
    assert "missing from x: empty 1, refused 2\nmissing from y: failed 2" in notes(rows)
    (model,) = table(rows, "models").values()
    assert (model["units"], model["rated"]) == (8, 7)


@pytest.mark.parametrize(
    ("rows", "problem"),
    [
        ([row("x", 3), row("x", 4, "j"), row("y", "empty")], "x alone gave ratings; with one judge, severity cannot"),
        ([row("x", 3), row("y", 3), row("y", 3, "j")], "ratings must use at least 2 categories, got only 3; nothing"),
        ([row("x", "empty"), row("y", "failed")], "no judge gave a rating"),
        (
            given_by(x=[i / 5 for i in range(52)], y=[i / 5 for i in range(52)]),
            "ratings must use at most 51 categories, got 52",
        ),
    ],
)
def test_what_cannot_be_calibrated_says_why_and_has_raw_numbers(rows, problem):
    tables = calibration_tables(rows)
    assert tables[0].rows == []
    (found,) = tables.named("judges")
    for judge in found.records():
        assert judge["undefined"]["severity"].startswith(problem)
        assert problem not in "\n".join(found.notes)
        assert judge["asked"] > 0
    (model,) = table(rows, "models").values()
    assert (model["calibrated"], "calibrated" in model["undefined"]) == (None, True)
    most = [i / 5 for i in range(51)]
    assert table(given_by(x=most, y=most))["x"]["severity"] is not None  # 51 categories are not too many


def test_raw_means_and_their_errors_by_hand():
    """Of units, so that one which more judges rated does not count more; without a rating a model stands last."""
    # Units (1, 3) and (8): means 2 and 8, mean 5; the mean of the ratings would be 4.
    assert table([row("x", 1, "i"), row("y", 3, "i"), row("x", 8, "j")], "models")["a/m"]["raw"] == 5
    rows = [row("x", "empty", model="a/none"), *SIX, row("x", "empty", "l"), row("x", -5, model="z/low")]
    models = table(rows, "models")
    assert list(models) == ["a/m", "z/low", "a/none"]
    found = [(model["units"], model["rated"], model["raw"]) for model in models.values()]
    assert found == [(4, 3, 2), (1, 1, -5), (1, 0, None)]
    # Means of units 1, 3 | 5, 7, items i and j: mean 4, deviations -3, -1 | 1, 3, summed -4 | 4;
    # se = sqrt(2/1 · (16 + 16)) / 4 = 2. Unclustered: s² = 20/3, se = sqrt(20/3/4) = 1.29.
    ratings = [("i", "0", 1), ("i", "1", 3), ("j", "0", 5), ("j", "1", 7)]
    rows = [row(judge, value, item, trial=trial) for item, trial, value in ratings for judge in "xy"]
    assert table(rows, "models")["a/m"]["raw_se"] == pytest.approx(2)


def test_agreement_worked_by_hand():
    """Of two judges on four units, one of which only the first has rated."""
    # x 1 2 3 4, y 2 3 5 -: differences -1 -1 -2, mean -4/3, s² = 1/3, limits -4/3 ± 1.96·0.577 = -2.46, -0.20;
    # both rank the three units alike, so that Spearman's and Kendall's are 1.
    # Krippendorff, interval: n = 6 ratings 1 2 2 3 3 5, mean 16/6; pairs within units 1 + 1 + 4 = 6;
    # D_o = 2·6/6 = 2; Σ (v - mean)² = 52 - 256/6 = 9.333, D_e = 2·6·9.333/30 = 3.733; alpha = 1 - 2/3.733 = 0.464.
    # Mean squares of the three units: of units 19/6, of judges 8/3, of error 1/6; ICC(2,1) = 3/(20/6 + 2·2.5/3) = 3/5,
    # ICC(2,k) = 3/(19/6 + 2.5/3) = 3/4. Cronbach: variances 5/3 (of four) and 7/3, covariance 3/2: 2·(1 - 4/7) = 0.857.
    rows = given_by(x=[1, 2, 3, 4], y=[2, 3, 5, "refused"])
    _, *others = table(rows, "agreement").values()
    assert [round(row["value"], 3) for row in others] == [0.464, 0.6, 0.75, 1, 0.857]
    assert {row["units"] for row in others} == {3}
    assert all(row["low"] <= row["value"] <= row["high"] for row in others[:4])
    pair = table(rows, "pairs")["x"]
    assert (pair["other"], pair["units"], pair["spearman"]) == ("y", 3, 1)
    limits = [pair[key] for key in ("bias", "limits_low", "limits_high")]
    assert limits == pytest.approx([-4 / 3, -2.465, -0.202], abs=0.001)
    # A judge that rates only where the other differs most: the covariance exceeds what the variances allow.
    rows = given_by(x=[1, 5, 3, 3, 3, 3, 3, 3], y=[1, 5, *["unparsable"] * 6])
    assert "so many ratings are missing" in table(rows, "agreement")["Cronbach's alpha"]["undefined"]["value"]
    # One difference has no spread, and ratings that are all alike agree in nothing.
    assert table([row("x", 3), row("y", 4), row("x", 5, "j")], "pairs")["x"].get("bias") is None
    assert {row["value"] for row in table(given_by(x=[3, 3], y=[3, 3]), "agreement").values()} == {None}


@pytest.mark.parametrize(("most", "asked"), [(10, True), (7, False)])
def test_a_judge_on_another_scale_than_the_others_is_asked_about(most, asked):
    """A rating or two beyond those of the others may be on the same scale."""
    found = notes(given_by(x=[1, 5, 3, 2], y=[2, 4, 3, 1], z=[0, most, 5, 4]))
    assert (f"the ratings of z are from 0 to {most}, the others' from 1 to 5: are they on one scale?" in found) == asked


def test_what_rests_on_an_assumption_is_said():
    """Judges who never met, and one who always gives the same rating, whose severity has a star."""
    ratings, _ = panel_ratings(np.random.default_rng(5), [0.5, -0.5], [1.5] * 3, [0.0] * 3, 100, n_categories=3)
    apart, flat = ratings.copy(), ratings.copy()
    apart[::2, 1:] = apart[1::2, 0] = math.nan
    assert notes(rows_of_table(apart, "xyz", MODELS[:2])).count("judges of two of these groups: 'x' | 'y', 'z'; ") == 1
    apart[0, 1] = 2.0
    assert "groups" not in notes(rows_of_table(apart, "xyz", MODELS[:2]))
    flat[:, 1] = 2.0
    rows = rows_of_table(flat, "xyz", MODELS[:2])
    assert "only one category was ever given by 'y'" in notes(rows)
    assert [judge["unused"] for judge in table(rows).values()] == [[], [1, 3], []]
    assert table(rows)["y"]["mean_of_all"] == pytest.approx(2, abs=0.02)
    assert [note for note in calibration_tables(rows)[0].notes if note.startswith("*: ")]
    for name in ("severity", "judges"):
        assert "  *  " in render(calibration_tables(rows)[name])
        assert "*" not in render(calibration_tables(SIX)[name])


@settings(max_examples=10)
@given(st.permutations(ORDERED))
def test_the_order_of_rows_does_not_matter(rows):
    found, expected = (
        [each.records() for each in calibration_tables(some) if each.name != "agreement"] for some in (rows, ORDERED)
    )
    assert found == expected


@settings(max_examples=25)
@given(
    st.lists(
        st.tuples(*map(st.sampled_from, ("xyz", [1, 2, 2.5, "empty", "failed"], "ijk", ["a/1", "b/2"]))),
        min_size=1,
        unique_by=lambda values: (values[0], values[2], values[3]),
    )
)
def test_whatever_came_is_counted_and_printed_without_nan(some):
    rows = [row(*values) for values in some]
    judges, models = table(rows), table(rows, "models")
    assert sum(judge["asked"] for judge in judges.values()) == len(rows)
    assert sum(judge["ratings"] for judge in judges.values()) == sum(not isinstance(given[1], str) for given in some)
    assert (set(judges), set(models)) == ({given[0] for given in some}, {given[3] for given in some})
    assert sum(model["units"] for model in models.values()) == len({given[2:] for given in some})
    text = render(calibration_tables(rows)).lower()
    assert not [word for word in ("nan", "inf", "none") if word in text]


def test_ways_of_asking_are_cells_of_their_own_named_by_what_sets_them_apart():
    ways = ["judge_temp:0|rubric:1@a|card:1", "judge_temp:1|rubric:1@a|card:1", "judge_temp:1|rubric:1@a|card:2", ""]
    rows = [*(row("x", 1, judging=way) for way in ways), row("x", 1, dimension="y", judging=ways[0])]
    cells = rating_cells([*rows, row("y", 2, trial="0+1", rubric="fluency", benchmark="b")])
    apart = [f"judge temp {n}, rubric 1@a, card {card}" for n, card in ((0, 1), (1, 1), (1, 2))]
    assert [cell.apart for cell in cells] == [*apart, "", "", ""]
    assert [cell.apart for cell in rating_cells(rows[:2])] == ["judge temp 0", "judge temp 1"]
    both = calibration_tables([ORDERED[0]._replace(judging=way) for way in ways[:2]])
    assert [record["judging"] for record in both.records("judges")] == ways[:2]


def dimension_rows(severity, dimension, order=(0, 1, 2), flat=None):
    """Ratings of one dimension by judges of known severity; one of them may rate everything alike."""
    ratings, _ = panel_ratings(np.random.default_rng(5), [0.3, 0.0, -0.3], [1.6] * 3, severity, 100)
    if flat is not None:
        ratings[:, flat] = 3
    rows = rows_of_table(ratings[:, list(order)], [JUDGES[judge] for judge in order], MODELS[:3])
    return [row._replace(dimension=dimension) for row in rows]


def references(cells):
    calibrate_panels(cells)
    return [cell.reference for cell in cells]


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
        cells = rating_cells(rows)
        assert references(cells) == [*[JUDGES[reference]] * len(severities), JUDGES[0]]
        for cell in cells:
            place = cell.judges.index(cell.reference)
            assert cell.on_scale.tolist() == cell.fitted.to_scale(cell.scores.theta, place).tolist()


def test_a_judge_without_a_severity_on_some_dimension_is_no_reference():
    """Its severity there is assumed to be zero; where that is so of all judges, dimensions have the next ones."""
    rows = dimension_rows([0.9, 0.1, 0.4], "d0") + dimension_rows([0.9, 0.1, 0.4], "d1", flat=1)
    assert references(rating_cells(rows)) == [JUDGES[2]] * 2
    assert references(rating_cells(rows)[:1]) == [JUDGES[1]]
    rows = [row for n in range(3) for row in dimension_rows([0.9, 0.1, 0.4], f"d{n}", flat=n)]
    assert references(rating_cells(rows)) == [JUDGES[1], JUDGES[2], JUDGES[1]]


def test_the_analysis_of_a_suite(tmp_path):
    """Two judges at two temperatures have four severities; a copy of a run changes none of them, and is named."""

    def found(arguments, temp, suite="s", judges=("x/mild", "y/stern")):
        states = [
            state(
                f"i{i}", *(judge_reply(judge, originality=(i + n * temp) % 5 + 1.0) for n, judge in enumerate(judges))
            )
            for i in range(10)
        ]
        key = f"idea|judges:x/mild+y/stern|judge_temp:{temp}|rubric:1@sha256:abc|card:1"
        stats = {"num_answers": 10.0, "judge_coverage": 1.0, "score": 3.0}
        write_run(tmp_path / "runs" / suite, "a/m", states, arguments=arguments, comparable=key, stats=stats)
        tables = read_suite([suite], tmp_path).analyse("calibration")
        return tables, [(row["asked_about"], row["judge"], row["severity"]) for row in tables.records("severity")]

    with pytest.raises(NothingToSay, match=r"x/mild alone gave ratings; .*: LiveIdea \(originality\)$"):
        found("judge_temp=0", 0, "one judge", ["x/mild"])
    _, rows = found("judge_temp=0", 0)
    assert [row[:2] for row in rows] == [("originality", "x/mild"), ("originality", "y/stern")]
    _, before = found("judge_temp=1", 1)
    assert [row[0] for row in before] == [f"originality (judge temp {temp})" for temp in (0, 0, 1, 1)]
    tables, after = found("judge_temp=0,max_tokens=64", 0)
    assert after == before
    assert [note for note in tables[0].notes if note.startswith("left out: ") and "max_tokens=64" in note]
    assert {row["ratings"] for row in tables.records("severity")} == {10}
    assert all(row["severity_low"] < row["severity"] < row["severity_high"] for row in tables.records("severity"))


JUDGE = "creativity/lexical-judge"
WAY = "judge_temp:0|rubric:q|card:4"


def rated_panel(name, judges, shift=0, seed=1):
    """A panel whose ratings 1 to 5 are lower by a shift, with models of equal worth."""
    rng = np.random.default_rng(seed)

    def rate(theta, judge):
        return float(np.clip(round(3 + shift + 0.9 * theta + 0.2 * judge + rng.normal(0, 0.5)), 1, 5))

    rows = [
        RatingRow(f"run of {model}", model, "creativity_metaphor", f"i{item}", str(trial), judge, "creativity",
                  rate(theta, number), "", "creativity", WAY)
        for model in (f"{name}/x", f"{name}/y")
        for item in range(20)
        for trial, theta in enumerate(rng.normal(0, 1, 4))
        for number, judge in enumerate(judges)
    ]  # fmt: skip
    anchors = [
        AnchorRating("metaphor", f"anchor-{place}", "i", 1, judge, "creativity", "creativity", rate(theta, number), "",
                     "", WAY)
        for place, theta in enumerate(np.linspace(-2, 2, 24))
        for number, judge in enumerate(judges)
    ]  # fmt: skip
    return RatedPanel(name, rows, anchors)


JUNE, JULY = rated_panel("june", ("a/1", "a/2")), rated_panel("july", ("b/1", "b/2"), -1, 2)


def test_a_severe_panels_models_are_as_good_as_the_others():
    """Anchors that a judge did not rate are counted, and one that rated nothing else is left out."""
    missing = [row._replace(rating=None) for row in JULY.anchors[:2]]
    extra = JULY.anchors[2]._replace(judge="c/new")
    tables = link_rated_panels([JUNE, JULY._replace(anchors=[*missing, *JULY.anchors[2:], extra])], ["a line"])
    assert [table.name for table in tables] == ["linked models", "links", "linked judges"]
    assert tables["links"].rows[0]["anchors"] == 23
    assert [row["missing_anchors"] for row in tables["linked judges"].rows] == [0, 0, 1, 1]
    raw, rating = (np.array([row[key] for row in tables["linked models"].rows]) for key in ("raw", "rating"))
    june = np.array([row["panel"] == "june" for row in tables["linked models"].rows])
    assert raw[june].mean() - raw[~june].mean() > 0.7
    assert abs(rating[june].mean() - rating[~june].mean()) < 0.35
    assert tables["links"].rows[0]["shift"] == pytest.approx(-1, abs=0.3)
    for table in tables:
        assert [*table.facts.values()] == ["creativity_metaphor", "creativity", "creativity", "june"]
        for linked in table.records():
            for name in (key.removesuffix("_low") for key in linked if key.endswith("_low")):
                assert linked[f"{name}_low"] <= linked[name] <= linked[f"{name}_high"]
    assert tables.notes[0] == "a line"
    more = [row._replace(dimension="wit") for row in JUNE.ratings]
    tables = link_rated_panels([JUNE._replace(ratings=[*more, *JUNE.ratings]), JULY])
    assert tables.notes[0].startswith("creativity_metaphor, wit: not linked: expected ratings by the rubric")


def test_a_judge_of_two_panels_may_have_changed():
    july = rated_panel("july", ("a/1", "a/2"), -1, 3)
    tables = link_rated_panels([JUNE, july])
    drifts = tables["drift"].rows
    judges = [(row["judge"], row["before"], row["after"]) for row in drifts]
    assert judges == [("a/1", "june", "july"), ("a/2", "june", "july")]
    assert all(row["mean_rating"] == pytest.approx(-1, abs=0.3) and row["severity"] > 0 for row in drifts)
    assert not any("fewer than 10" in note for note in tables.notes)
    few = link_rated_panels([JUNE, july._replace(anchors=[row for row in july.anchors if row.anchor[-1] in "16"])])
    assert any("share 5 anchors, fewer than 10" in note for note in few.notes)


OTHER, WEIGHED = {"judging": "judge_temp:0|rubric:other|card:4"}, {"rubric": "creativity" + WEIGHTED}


@pytest.mark.parametrize(
    ("ratings", "anchors", "why"),
    [
        ([OTHER], [{}], "no judge of july rated an anchor of this question, asked as in the suite"),
        ([OTHER], [OTHER], r"different questions: rubric:q\|card:4; rubric:other\|card:4"),
        ([], [{}], "creativity_metaphor, creativity: not linked: expected ratings .* of july gave none"),
        ([{}, OTHER], [{}], "of july were asked in 2 ways"),
        ([{}], [], "no judge of july rated an anchor of this question"),
        ([WEIGHED], [{}], r"of july gave none; .* by the rubric creativity \(weighted\); .* of june gave none"),
        ([{}], [WEIGHED], "no judge of july rated an anchor"),
    ],
)
def test_what_cannot_be_linked_has_its_reason(ratings, anchors, why):
    """The ratings and anchors of July once for each change, if any."""
    july = JULY._replace(
        ratings=[row._replace(**change) for change in ratings for row in JULY.ratings],
        anchors=[row._replace(**change) for change in anchors for row in JULY.anchors],
    )
    with pytest.raises(NothingToSay, match=why):
        link_rated_panels([JUNE, july])


def test_suites_of_helm_are_linked(tmp_path):
    """Of one judge each, who is the same."""
    entry = f"creativity_metaphor:prompts=own,judges={JUDGE},max_eval_instances=6,anchors=true"
    helm.run(tmp_path, [entry], models=["creativity/greedy", "creativity/random-nouns"], suite="june")
    shutil.copytree(tmp_path / "runs" / "june", tmp_path / "runs" / "july")
    june = read_suite(["june"], tmp_path)
    tables = june.analyse("linking", beside="july")
    assert {table.name for table in tables} == {"linked models", "links", "linked judges", "drift"}
    assert tables["links"].rows[0]["anchors"] == 24
    assert any("one judge alone rated june, july" in note for note in tables.notes)
    assert len(tables.records()) == 4
    for beside in ("", "june"):
        with pytest.raises(BadArguments, match="expected two different suites or more, got june"):
            june.analyse("linking", beside=beside)
