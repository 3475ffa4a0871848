"""Tables of who stands where."""

import math
from dataclasses import replace

import numpy as np
import pytest
from support.findings import BASELINES, MODELS, NOT_RUN, UNSCORED, big, small

from helm_creativity.core.card import Norm
from helm_creativity.reports.report.figures import list_plots
from helm_creativity.reports.report.grid import UPRIGHT
from helm_creativity.reports.report.leaderboards import (
    composite_grid,
    heatmap_grid,
    leaderboard_view,
    plot_axis,
    shade,
)
from helm_creativity.reports.report.wording import score_reason, stat_text, stat_title
from helm_creativity.results.leaderboard import Leaderboard, LeaderboardRow

SMALL = small()


def rows_of(grid):
    """Cells by the name of their row."""
    return {row.cells[0].text: row.cells[1:] for row in grid.rows}


def board_at(place, findings=SMALL):
    return leaderboard_view(findings.leaderboards[place], findings, place, "benchmark-1")


@pytest.mark.parametrize(
    ("z", "mark"),
    [
        (0.0, ""),
        (0.24, ""),
        (0.25, "up1"),
        (0.76, "up2"),
        (-0.3, "down1"),
        (-1.9, "down4"),
        (9.0, "up4"),
        (-9.0, "down4"),
    ],
)
def test_a_shade_is_half_a_standard_deviation(z, mark):
    """Four on each side, the last for all beyond."""
    assert shade(z) == mark


def test_every_model_stands_in_the_composite_with_what_it_lacks():
    """Its score, its rank and the ranks it may have; baselines have no rank."""
    composite = SMALL.composite
    grid = composite_grid(composite, SMALL.study)
    rows = rows_of(grid)
    assert set(rows) == {*MODELS, *BASELINES}
    lacking = rows[MODELS[NOT_RUN[0]]]
    assert [cell.text for cell in lacking[:4]] == ["–", "–", "–", "lacks CREATE: associative creativity by paths"]
    first = composite.rows[0]
    rank, score, ends, plot = rows[first.model][:4]
    assert (rank.text, rank.value, rank.note) == ("1", 1, "1–3")
    assert score.value == first.score
    assert ends.value == first.low
    assert plot.span.low < plot.span.middle < plot.span.high <= 100
    assert rows[BASELINES[0]][0].text == "–"
    assert rows[BASELINES[0]][1].value is not None
    assert [row.mark for row in grid.rows].count("baseline") == 2


def test_a_far_baseline_is_an_arrow_and_its_number_stays():
    """It does not push the models together; in the units of a benchmark neither. The models' own scores are not cut."""
    far = tuple(row._replace(score=40.0, low=39.0, high=41.0) if row.baseline else row for row in SMALL.composite.rows)
    grid = composite_grid(replace(SMALL.composite, rows=far), SMALL.study)
    _, score, _, plot = rows_of(grid)[BASELINES[0]][:4]
    assert (score.text, grid.heads[4].ends[1]) == ("+40.00", "5.00")
    assert plot.span == (100.0, 100.0, 100.0, "right")
    assert all(
        cells[3].span is None or not cells[3].span.beyond for name, cells in rows_of(grid).items() if name in MODELS
    )
    scores = [-1.0, 0.0, 1.0, 7.0, -40.0]  # mean 1.75, standard deviation 3.59
    rows = tuple(LeaderboardRow(f"m{x}", x == -40, x, None, None, None, None, None) for x in scores)
    assert plot_axis(rows) == pytest.approx((1.75 - 5 * np.std(scores[:4], ddof=1), 7.0))
    assert plot_axis(rows).beyond(-40.0) == "left"


def test_a_score_that_does_not_count_is_marked_with_all_reasons():
    """Why it does not, and why the other responses have none; the order of the table is no order of scores then."""
    row = SMALL.study.models.index(SMALL.leaderboards[0].rows[0].model)
    failures = {"truncation": np.full((12, 5), 0.5), "implausible": np.full((12, 5), 0.19)}
    why = "31% of responses scored, floor 50%"
    marked = replace(SMALL, study=replace(SMALL.study, uncounted={(row, 0): why}), failures=failures)
    first, *others = SMALL.leaderboards[0].rows
    board = replace(SMALL.leaderboards[0], rows=(*others, first._replace(rank=None, uncounted=why)), submetrics={})
    grid = leaderboard_view(board, marked, 0, "b").grid
    whole = f"does not count: {why} (truncated 50%, implausible 19%)"
    assert set(grid.reasons) == {whole, "below the baseline Random nouns"}
    assert [cells[1].why == whole for cells in rows_of(grid).values()] == [False] * 11 + [True]
    assert [head.sorted for head in grid.heads if head.title == "Score"] == [""]


def test_domains_of_the_composite_are_the_means_of_the_study():
    """In the order of the heads; a model without a benchmark of a domain has none there."""
    composite = SMALL.composite
    grid = composite_grid(composite, SMALL.study)
    assert [head.title for head in grid.heads[5:]] == [domain[:1].upper() + domain[1:] for domain in composite.domains]
    for place, model in enumerate(SMALL.study.models):
        cells = rows_of(grid)[model][4:]
        for cell, value in zip(cells, composite.by_domain[place], strict=True):
            assert cell.value == value if math.isfinite(value) else cell.text == "–"


def test_a_single_domain_has_no_column():
    """It would say what the overall mean says."""
    composite = SMALL.composite
    one = replace(composite, domains=("all",), by_domain=composite.by_domain[:, :1])
    assert len(composite_grid(one, SMALL.study).heads) == 5


def test_the_heat_has_every_z_beside_its_model():
    """Whatever the order of the models in the composite."""
    composite = SMALL.composite
    rows = rows_of(heatmap_grid(composite, SMALL.study))
    for place, model in enumerate(SMALL.study.models):
        for cell, z in zip(rows[model][2:], composite.z[place], strict=True):
            if math.isfinite(z):
                assert (cell.value, cell.mark) == (z, shade(z))
            else:
                assert (cell.text, cell.hidden) == ("–", "no score")


def test_baselines_stand_below_the_models_that_they_surpass():
    """In both tables of all benchmarks, whose order is then not that of a column."""
    for table in (heatmap_grid, composite_grid):
        grid = table(SMALL.composite, SMALL.study)
        assert [row.mark for row in grid.rows] == [""] * 10 + ["baseline"] * 2
        assert {head.sorted for head in grid.heads} == {""}
    composite = SMALL.composite
    alone = replace(composite, rows=tuple(row for row in composite.rows if not row.baseline))
    assert heatmap_grid(alone, SMALL.study).heads[1].sorted == "descending"


def test_shaded_numbers_lead_to_responses_and_leave_room_for_intervals():
    """Of their model on their benchmark, where the page has them; many columns have no room beside them."""
    composite, model = SMALL.composite, SMALL.composite.rows[0].model
    key = composite.columns[1]
    cells = rows_of(heatmap_grid(composite, SMALL.study, {key: {model: "there"}}))[model]
    assert [cell.href for cell in cells[2:]] == ["", "there", *[""] * (len(composite.columns) - 2)]
    assert cells[1].span == rows_of(composite_grid(composite, SMALL.study))[model][3].span
    columns = tuple(f"c{place}" for place in range(UPRIGHT))
    many = replace(composite, columns=columns, z=np.ones((len(SMALL.study.models), UPRIGHT)))
    study = replace(SMALL.study, columns=[replace(SMALL.study.columns[0], key=key) for key in columns])
    grid = heatmap_grid(many, study)
    assert [head.kind for head in grid.heads].count("plot") == 0
    assert (grid.wide, heatmap_grid(composite, SMALL.study).wide) == (True, False)


def test_what_is_the_same_for_all_is_said_once():
    """And has no column; the items, which the facts name anyway, are not named again."""
    board = SMALL.leaderboards[0]
    alike = {"num_instances": float(board.column.items), "num_answers": 50.0, "judge_coverage": 1.0}
    rows = len(board.rows)
    stats = {name: (value,) * rows for name, value in alike.items()}
    view = leaderboard_view(replace(board, submetrics=stats), SMALL, 0, "b")
    assert view.facts.endswith(". For each: responses 50, judge coverage 100%.")
    assert len(view.grid.heads) == 5
    stats |= {"num_answers": (50.0,) * (rows - 1) + (49.0,), "judge_coverage": (1.0,) * (rows - 1) + (None,)}
    view = leaderboard_view(replace(board, submetrics=stats), SMALL, 0, "b")
    assert [head.title for head in view.grid.heads[5:]] == ["Responses", "Judge coverage"]
    assert "For each" not in view.facts


def test_a_board_shows_each_standing_with_its_stats():
    """In the order of the rows, and with the units of the column."""
    leaderboard = SMALL.leaderboards[0]
    view = board_at(0)
    assert [row.cells[0].text for row in view.grid.rows] == [row.model for row in leaderboard.rows]
    assert [head.title for head in view.grid.heads] == [
        "Model", "Rank", "Score", "95 % interval", "Score and interval", "Scored",
    ]  # fmt: skip
    for i, row in enumerate(view.grid.rows):
        assert row.cells[5].value == leaderboard.submetrics["valid_rate"][i]
    (responses,) = {*leaderboard.submetrics["num_answers"]}
    assert view.facts == (
        f"10 language models and 2 baselines, {leaderboard.column.items} items. Intervals: bootstrap over items. "
        f"For each: responses {responses:.0f}."
    )


@pytest.mark.parametrize(
    ("model", "place", "why"),
    [(*NOT_RUN, "not run"), (*UNSCORED, "no response could be scored (refused 100%)")],
)
def test_a_board_says_why_a_model_has_no_score(model, place, why):
    """Beside the dash."""
    rows = rows_of(board_at(place).grid)
    cells = rows[MODELS[model]]
    assert [cell.text for cell in cells[:4]] == ["–", "–", "–", why]
    assert not any(cell.why for cell in cells)


def test_without_runs_and_failures_no_reason_is_made_up():
    """The page says only what is known."""
    bare = replace(SMALL, study=replace(SMALL.study, runs={}), failures={})
    assert score_reason(bare, *NOT_RUN) == "no score in its run"


def test_less_may_be_better():
    """Then the least stands on top, and the first click puts it there."""
    leaderboard = SMALL.leaderboards[0]
    turned = Leaderboard(
        replace(leaderboard.column, lower_is_better=True, instruction="creative"), leaderboard.rows, "none"
    )
    view = leaderboard_view(turned, SMALL, 0, "b")
    assert (view.grid.heads[2].sorted, view.grid.heads[2].rising) == ("ascending", True)
    assert "Less is better." in view.facts
    assert view.facts.endswith("Instruction before every prompt: creative.")


def test_the_axis_holds_scores_and_intervals():
    """Those without an interval too."""
    some = [
        LeaderboardRow("a", False, 3.0, None, None, 1, None, None),
        LeaderboardRow("b", False, 1.0, 0.5, 1.5, 2, 2, 2),
    ]
    assert plot_axis(some) == (0.5, 3.0)
    assert plot_axis([LeaderboardRow("c", False, None, None, None, None, None, None)]) == (0.0, 0.0)


def test_a_score_without_an_interval_is_a_dot():
    """And its interval a dash."""
    some = (
        LeaderboardRow("a", False, 3.0, None, None, 1, None, None),
        LeaderboardRow("b", False, 1.0, 0.5, 1.5, 2, 2, 2),
    )
    view = leaderboard_view(Leaderboard(SMALL.study.columns[0], some, "i"), replace(SMALL, study=replace(
        SMALL.study, models=("a", "b"), scores=SMALL.study.scores[:2])), 0, "b")  # fmt: skip
    rows = rows_of(view.grid)
    assert rows["a"][2].text == "–"
    assert rows["a"][3].span == (None, 100.0, None, "")
    assert rows["b"][0].note == ""


def test_stats_are_shown_by_what_they_are():
    """Shares in percent, counts whole, the rest with two decimals."""
    assert stat_text("valid_rate", 0.5) == "50%"
    assert stat_text("num_answers", 1200.0) == "1,200"
    assert stat_text("fluency", 7.126) == "7.13"
    assert stat_text("odd_rate", 7.0) == "7.00"
    assert stat_text("score_failures_as_zero", 0.8123, decimals=3) == "0.812"
    assert stat_text("score_se", 7.126, decimals=1) == "7.1"
    assert stat_text("fluency", 7.126, decimals=1) == "7.13"
    assert stat_title("valid_rate", "") == "Scored"
    assert stat_title("appropriateness", "creativity_cdat") == "Appropriate"
    assert stat_title("appropriateness", "creativity_cdat", full=True) == "Appropriateness"
    assert stat_title("no_such_stat", "creativity_cdat") == "No such stat"


def test_a_big_board_is_all_there():
    """Two hundred rows."""
    one = big(200, 3)
    view = leaderboard_view(one.leaderboards[1], one, 1, "b")
    assert len(view.grid.rows) == 200
    assert view.grid.tall
    assert np.all(np.diff([row.cells[2].value for row in view.grid.rows]) <= 0)


def test_scores_of_a_board_have_the_same_decimals():
    """That with failures as 0, too."""
    leaderboard = SMALL.leaderboards[0]
    submetrics = {"score_failures_as_zero": tuple(row.score for row in leaderboard.rows)}
    view = leaderboard_view(replace(leaderboard, submetrics=submetrics), SMALL, 0, "benchmark-1")
    assert all(row.cells[5].text == row.cells[2].text for row in view.grid.rows)


def test_how_intervals_were_made_is_set_as_the_page_is():
    """With its apostrophe."""
    leaderboard = replace(SMALL.leaderboards[0], interval="standard errors and Student's t")
    assert leaderboard_view(leaderboard, SMALL, 0, "x").facts.count("Intervals: standard errors and Student’s t. ")


def test_provenance_that_not_all_runs_have_says_how_many_do():
    """As where they have different ones."""
    made = {"card": {"2-A": 3}, "max_tokens": {"64": 1, "4096": 2}, "temperature": {"not sent": 1}}
    leaderboard = SMALL.leaderboards[0]
    column = replace(leaderboard.column, provenance=made)
    view = leaderboard_view(replace(leaderboard, column=column), SMALL, 0, "b")
    assert view.provenance == ("card: 2-A", "max_tokens: 64 (1 run), 4096 (2 runs)", "temperature: not sent (1 run)")


def test_people_stand_below_a_table_and_those_measured_alike_in_its_plot():
    """A norm that is comparable only roughly, or of another stat, is no line of the plot."""
    norm = Norm("students", 40, 78.2, 6.8, "a table", {})
    norms = (norm, replace(norm, mean=70.5, differs="another prompt"), replace(norm, mean=0.5, stat="human_percentile"))
    leaderboards = (replace(SMALL.leaderboards[0], norms=norms), *SMALL.leaderboards[1:])
    findings = replace(SMALL, leaderboards=leaderboards)
    assert board_at(0, findings).norms == (
        "People: mean 78.2, SD 6.8, n = 40. Sample: students.",
        "People: mean 70.5, SD 6.8, n = 40. Sample: students. Comparable only roughly: another prompt.",
        "People, Percentile: mean 0.5, SD 6.8, n = 40. Sample: students.",
    )
    captions = {plot.key: plot.caption.text for plot in list_plots(findings)}
    assert "People: 78.2." in captions["benchmark-1"]
    assert "People" not in captions["benchmark-2"]
