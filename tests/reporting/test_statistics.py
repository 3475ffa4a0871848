"""The other tables of the page."""

import re
from dataclasses import replace

import numpy as np
from support.findings import BASELINES, MODELS, NOT_RUN, small

from helm_creativity.analysis.options import Absent
from helm_creativity.analysis.submetrics import TradeOff
from helm_creativity.reporting.report import statistics
from helm_creativity.reporting.report.page import factor_sentence, summary_of, view_of

SMALL = small()


def texts(grid):
    """Rows as texts."""
    return [[cell.text for cell in row.cells] for row in grid.rows]


def test_loadings_stand_beside_their_variables():
    """Those of the factor, of the component, and what is shared."""
    rows = texts(statistics.loadings_grid(SMALL.factors))
    solution = SMALL.factors.solution
    assert [row[0] for row in rows] == list(SMALL.factors.variables)
    assert rows[1][1:] == [
        f"{solution.loadings[1]:+.2f}",
        f"{solution.component_loadings[1]:+.2f}",
        f"{100 * solution.communalities[1]:.0f}%",
    ]


def test_eigenvalues_stand_beside_noise():
    """In their order."""
    rows = texts(statistics.eigenvalues_grid(SMALL.factors))
    noise = SMALL.factors.noise
    assert rows[0] == ["1", f"{noise.eigenvalues[0]:.2f}", f"{noise.noise_mean[0]:.2f}", f"{noise.noise_95[0]:.2f}"]
    assert len(rows) == len(noise.eigenvalues)


def test_robustness_begins_with_the_data_as_they_are():
    """An undefined alpha says so."""
    grid = statistics.robustness_grid(SMALL.factors)
    rows = texts(grid)
    assert rows[0][0] == "as above"
    assert rows[0][2] == f"{SMALL.factors.solution.eigenvalues[0]:.2f}"
    assert rows[-1][0] == "6 of 8 models, 1,000 draws"
    assert "to" in rows[-1][3]
    assert grid.reasons == {"undefined": "a"}


def test_reliability_says_what_it_rests_on_or_why_there_is_none():
    """A row a benchmark, linked to its leaderboard."""
    grid = statistics.reliability_grid(SMALL.reliability, {SMALL.study.columns[0].key: "benchmark-1"})
    rows = texts(grid)
    items = SMALL.study.columns[0].items
    assert rows[0] == ["Divergent Association Task", "10", str(items), "0.90", "0.75 to 0.95", "0.90", "0.70 to 0.96",
                       f"{SMALL.reliability[0].stability.enough}"]  # fmt: skip
    assert rows[1][-1] == f"more than {SMALL.study.columns[1].items}"
    assert grid.rows[0].cells[0].href == "benchmark-1"
    assert grid.rows[1].cells[7].value > grid.rows[0].cells[7].value
    assert list(grid.reasons) == ["every item was asked once", "it asks one item, which has no halves"]
    assert rows[4][1:] == ["–"] * 7


def test_validity_has_n_interval_p_and_r_of_capability():
    """What needs a capability says that none was named."""
    grid = statistics.validity_grid(SMALL.validity)
    first, second = texts(grid)[:2]
    assert first == ["Divergent Association Task", "Arena, creative writing", "10", "+0.60", "0.20 to 0.90", "0.030",
                     "+0.30", "−0.20 to 0.80", "<0.001", "0.62"]  # fmt: skip
    assert second[6:] == ["–"] * 4
    assert list(grid.reasons) == ["no capability was named (--capability)"]


def test_severities_have_their_error_and_number_of_ratings():
    """Where the error is unknown that is stated."""
    grid = statistics.severity_grid(SMALL.severities)
    assert texts(grid)[0] == ["google/gemini-2.0-flash-001", "LiveIdeaBench", "originality", "−0.41", "0.06", "1,240"]
    assert grid.reasons == {"unknown": "a"}


def test_models_on_the_front_come_first():
    """By the first submetric, and marked in words."""
    trade_off = TradeOff(SMALL.study.columns[0], "originality", "feasibility",
                  (("a", 1.0, 1.0, False), ("creativity/b", 2.0, 9.0, True), ("c", 3.0, 8.0, True)))  # fmt: skip
    grid = statistics.trade_off_grid(trade_off, "trade-1")
    assert texts(grid) == [
        ["c", "3.00", "8.00", "yes"],
        ["creativity/b", "2.00", "9.00", "yes"],
        ["a", "1.00", "1.00", "no"],
    ]
    assert [row.mark for row in grid.rows] == ["front", "front baseline", ""]


def test_a_trade_off_says_how_many_are_on_the_front():
    """Of models and baselines."""
    (trade_off,) = view_of(SMALL)["trade_offs"]
    assert trade_off["title"] == "LiveIdeaBench: Originality and feasibility"
    assert trade_off["facts"] == "10 language models and 2 baselines, of which 6 are on the front."
    assert trade_off["comparable"] == SMALL.study.columns[2].comparable


def test_failures_are_means_over_what_is_known():
    """By model over benchmarks, by benchmark over the language models alone."""
    by_model = {row[0]: row[1:] for row in texts(statistics.failures_by_model(SMALL))}
    refusal = SMALL.failures["refusal"]
    assert by_model[MODELS[NOT_RUN[0]]][0] == "4"
    mean = np.nanmean(refusal[NOT_RUN[0]])
    assert by_model[MODELS[NOT_RUN[0]]][1] == f"{100 * mean:.0f}%"
    by_benchmark = texts(statistics.failures_by_benchmark(SMALL, {}))
    assert by_benchmark[NOT_RUN[1]][1] == "9"
    assert by_benchmark[0][2] == f"{100 * refusal[: -len(BASELINES), 0].mean():.0f}%"


def test_a_reason_that_is_not_reported_is_no_zero():
    """It is missing."""
    unknown = np.full_like(SMALL.study.scores, np.nan)
    grid = statistics.failures_by_model(replace(SMALL, failures={**SMALL.failures, "empty": unknown}))
    assert {row[-1] for row in texts(grid)} == {"–"}
    assert list(grid.reasons) == ["not reported"]


def test_the_gate_shows_every_temperature():
    """A model that passes nowhere has no score, and one that did not run there no p."""
    ((title, settings, grid),) = statistics.gate_grids(SMALL.gates, SMALL.study.columns)
    assert (title, settings) == ("creativity_cdat", "cdat|p")
    assert [head.title for head in grid.heads[2:]] == ["Adjusted p at 1", "Adjusted p at 1.5"]
    assert texts(grid)[0][1:] == ["81.20", "<0.001", "0.020"]
    assert [cell.note for cell in grid.rows[0].cells[2:]] == ["passes", "fails"]
    assert list(grid.reasons) == ["passes nowhere", "not run at this temperature"]


def test_effects_and_groups_show_what_was_computed():
    """With the size, its interval and the tests."""
    (effect,) = texts(statistics.effects_grid(SMALL.effects))
    assert effect == ["Divergent Association Task", "creative\xa0−\xa0effective", "Score", "8", "+2.10", "+0.90",
                      "0.10 to 1.70", "2.50", "0.040", "0.050"]  # fmt: skip
    one = SMALL.groups[0]
    (row,) = texts(statistics.groups_grid(SMALL.groups))
    assert row[:2] == [f"{one.first} and {one.second}", f"{one.n_first} and {one.n_second}"]
    assert row[4] == f"{one.p:.3f}"
    assert row[7] == f"{one.rank_biserial:+.2f}".replace("-", "−")


def test_the_summary_says_who_is_first_and_how_sure_that_is():
    """With n, interval and the ranks that others may take."""
    first, factor, reliability = summary_of(SMALL)
    one = SMALL.composite.rows[0]
    assert first.startswith(f"{one.model} stands first of 8 models over 5 benchmarks, at z = {one.score:+.2f} (95% ")
    assert first.endswith("the rank of 1 other model reaches 1 too.")
    assert factor == factor_sentence(SMALL.factors)
    assert "over 8 models" in factor
    assert f"first eigenvalue {SMALL.factors.solution.eigenvalues[0]:.2f}" in factor
    assert reliability == (
        "Split-half reliability over items goes from 0.60 (CREATE: associative creativity by paths) to 0.90 (Divergent "
        "Association Task) in 4 benchmarks."
    )


def test_the_summary_names_all_who_share_the_first_place():
    """And says nothing of what is absent."""
    placed = SMALL.composite.rows
    tied = (placed[0], placed[0]._replace(model="b"), *placed[1:])
    (line,) = summary_of(
        replace(SMALL, composite=replace(SMALL.composite, rows=tied), factors=Absent("x"), reliability=())
    )
    assert line.startswith(f"{placed[0].model} and b stand first")


def test_the_summary_says_where_the_first_place_is_sure():
    """By the ranks that others take."""
    placed = tuple(one._replace(rank_low=None if one.rank is None else one.rank) for one in SMALL.composite.rows)
    first, *_ = summary_of(replace(SMALL, composite=replace(SMALL.composite, rows=placed)))
    assert first.endswith("; no other model’s rank reaches 1 in its interval.")
    unknown = tuple(one._replace(rank_low=None, low=None) for one in placed)
    first, *_ = summary_of(replace(SMALL, composite=replace(SMALL.composite, rows=unknown)))
    assert re.search(r"at z = \+\d\.\d\d\.$", first)


def test_the_overview_names_the_first_language_model_of_each_benchmark():
    """Not a baseline, whatever its score."""
    for row, leaderboard in zip(texts(view_of(SMALL)["overview"]), SMALL.leaderboards, strict=True):
        assert row[4] == next(one.model for one in leaderboard.rows if not one.baseline)
        assert row[2] == str(sum(one.score is not None for one in leaderboard.rows))


def test_warnings_about_the_factor_are_shown():
    """A communality of 1, and a search without end."""
    solution = SMALL.factors.solution._replace(heywood=True, converged=False)
    warnings = view_of(replace(SMALL, factors=replace(SMALL.factors, solution=solution)))["factors"]["warnings"]
    assert len(warnings) == 2
    assert "Heywood" in warnings[1]
    assert view_of(SMALL)["factors"]["warnings"] == []


def test_a_study_of_baselines_alone_says_so():
    """They stand in for models."""
    keep = [row for row, model in enumerate(SMALL.study.models) if model in BASELINES]
    study = replace(SMALL.study, models=BASELINES, scores=SMALL.study.scores[keep])
    placed = tuple(one for one in SMALL.composite.rows if one.baseline)
    view = view_of(
        replace(SMALL, study=study, composite=replace(SMALL.composite, rows=placed, z=SMALL.composite.z[keep],
                by_domain=SMALL.composite.by_domain[keep]), leaderboards=(), failures={}, trade_offs=(), gates=())
    )  # fmt: skip
    assert view["lede"].startswith("2 baselines in 5 benchmarks:")
    assert view["tiles"][0] == ("Baselines", "2", "and no language model")
    assert view["only_baselines"]
    assert view["composite"]["facts"].startswith("2 of 2 baselines have all benchmarks.")


def test_a_probe_is_named_beside_the_composite():
    """Who reads it must know what is not in it."""
    assert "Not measures of creativity" not in view_of(SMALL)["composite"]["facts"]
    first, *others = SMALL.study.columns
    study = replace(SMALL.study, columns=(replace(first, probe=True), *others))
    facts = view_of(replace(SMALL, study=study))["composite"]["facts"]
    assert f"Not measures of creativity, and so not counted: {first.title}." in facts


def test_a_benchmark_that_tells_no_models_apart_is_named_and_enters_nothing():
    """All share the first place there; it has no z-scores."""
    first, *others = SMALL.composite.columns
    title = next(column.title for column in SMALL.study.columns if column.key == first)
    leaderboard = next(one for one in SMALL.leaderboards if one.column.key == first)
    alike = tuple(one._replace(rank=None if one.rank is None else 1) for one in leaderboard.rows)
    findings = replace(
        SMALL,
        composite=replace(SMALL.composite, columns=tuple(others), left_out=(title,), z=SMALL.composite.z[:, 1:]),
        leaderboards=tuple(replace(one, rows=alike) if one is leaderboard else one for one in SMALL.leaderboards),
    )
    view = view_of(findings)
    assert f"Left out, since they distinguish no two models: {title}." in view["composite"]["facts"]
    row = next(row for row in texts(view["overview"]) if row[0] == title)
    assert row[-2:] == [f"{sum(one.rank == 1 for one in alike)} alike", "no"]
    assert [row[-1] for row in texts(view["overview"])].count("yes") == len(others)


def test_where_a_benchmark_has_several_columns_these_are_counted():
    """Not benchmarks, of which there are fewer."""
    first, second, *others = SMALL.study.columns
    alike = (first, replace(second, group=first.group), *others)
    by_key = {column.key: column for column in alike}
    reliability = tuple(replace(one, column=by_key[one.column.key]) for one in SMALL.reliability)
    findings = replace(SMALL, study=replace(SMALL.study, columns=alike), reliability=reliability)
    assert summary_of(findings)[-1].endswith("in 4 columns.")
    assert [grid.heads[1].title for grid in map(statistics.failures_by_model, (SMALL, findings))] == [
        "Benchmarks",
        "Columns",
    ]
    assert [view_of(one)["columns_called"] for one in (SMALL, findings)] == ["benchmarks", "columns"]


def test_baselines_alone_are_called_so():
    """In the first sentence."""
    placed = tuple(one._replace(baseline=True) for one in SMALL.composite.rows)
    first, *_ = summary_of(replace(SMALL, composite=replace(SMALL.composite, rows=placed)))
    assert "stands first of 8 baselines over" in first
    assert first.endswith("the rank of 1 other baseline reaches 1 too.")


def test_one_reason_stands_in_place_of_a_table_of_dashes():
    """A table where there is a number, or where the reasons differ."""
    assert statistics.one_reason(SMALL.reliability) is None
    none, other = Absent("2 have a score, and it takes 3"), Absent("1 has")
    rows = tuple(replace(one, split_half=none, retest=none, stability=none) for one in SMALL.reliability)
    assert statistics.one_reason(rows) == none
    assert statistics.one_reason((*rows[:-1], replace(rows[-1], retest=other))) is None
    assert statistics.one_reason((*rows, SMALL.reliability[0])) is None
    assert statistics.one_reason(()) is None
