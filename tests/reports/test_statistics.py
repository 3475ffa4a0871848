"""The other tables of the page."""

from dataclasses import replace

import numpy as np
import pytest
from support.findings import BASELINES, MODELS, NOT_RUN, small

from helm_creativity.reports.report import statistics
from helm_creativity.reports.report.page import factor_sentence, report_view, summary_sentences
from helm_creativity.results.findings import derive_findings
from helm_creativity.results.leaderboard import LeaderboardRow
from helm_creativity.results.numbers import DASH, MINUS, fixed
from helm_creativity.results.options import Absent
from helm_creativity.results.submetrics import TradeOff
from helm_creativity.results.table import Column, Table, Undefined

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


def test_each_pair_of_domains_has_one_correlation():
    """Below the diagonal, which has none."""
    factors = SMALL.factors
    grid = statistics.correlations_grid(factors)
    assert [head.title for head in grid.heads[1:]] == [name[:1].upper() + name[1:] for name in factors.variables[:-1]]
    rows = texts(grid)
    assert [row[0] for row in rows] == list(factors.variables[1:])
    assert rows[-1][1:] == [f"{r:+.2f}".replace("-", MINUS) for r in factors.correlations[-1][:-1]]
    assert rows[0][1] == f"{factors.correlations[1, 0]:+.2f}".replace("-", MINUS)
    assert set(rows[0][2:]) == {DASH}


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
    assert rows[0][5:] == ["0.83", "0.82"]
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
    assert list(grid.reasons) == ["every item was asked once", "it has only one item, which cannot be split"]
    assert rows[4][1:] == ["–"] * 7


def test_validity_has_n_interval_p_and_r_of_capability():
    """What needs a capability says that none was named."""
    grid = statistics.validity_grid(SMALL.validity)
    first, second = texts(grid)[:2]
    assert first == ["Divergent Association Task", "Arena, creative writing", "10", "+0.60", "0.20 to 0.90", ".030",
                     "+0.30", "−0.20 to 0.80", "<.001", "0.62"]  # fmt: skip
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
    (trade_off,) = report_view(SMALL)["trade_offs"]
    assert trade_off["title"] == "LiveIdeaBench: Originality and feasibility"
    assert trade_off["facts"] == "10 language models and 2 baselines; 6 are on the front."
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


def test_a_benchmarks_own_table_is_shown_as_the_leaderboard_shows_it():
    """Numbers sort by their values, and what is undefined has its reason; data for programs alone is left out."""
    model = SMALL.study.models[0]
    columns = (
        Column("model", "model", left=True),
        Column("x", "X", fixed(2)),
        Column("ok", "OK"),
        Column("raw", "", data_only=True),
    )
    rows = [(model, 1.234, True, 7), ("creativity/greedy", Undefined("too few"), False, 8)]
    table = Table("mine", columns, rows, "Mine", {"comparable_settings": "a|b"}, ["A note."])
    notes = Table("notes", notes=["Nothing else."])
    (found, grid), note = statistics.benchmark_tables([table, notes])
    assert found is table
    assert [head.title for head in grid.heads] == ["Model", "X", "OK"]
    assert texts(grid) == [[model, "1.23", "True"], ["creativity/greedy", "–", "False"]]
    assert [row.cells[1].value for row in grid.rows] == [1.234, None]
    assert list(grid.reasons) == ["too few"]
    assert note == (notes, None)


def test_effects_and_groups_show_what_was_computed():
    """With the size, its interval and the tests."""
    (effect,) = texts(statistics.effects_grid(SMALL.effects))
    assert effect == ["Divergent Association Task", "creative\xa0−\xa0effective", "Score", "8", "+2.10", "+0.90",
                      "0.10 to 1.70", "2.50", ".040", ".050"]  # fmt: skip
    one = SMALL.groups[0]
    (row,) = texts(statistics.groups_grid(SMALL.groups))
    assert row[:2] == [f"{one.first} and {one.second}", f"{one.n_first} and {one.n_second}"]
    assert row[4] == f"{one.p:.3f}".removeprefix("0")
    assert row[7] == f"{one.rank_biserial:+.2f}".replace("-", "−")


def test_the_summary_says_who_is_first_and_how_sure_that_is():
    """With n, interval and the ranks that others may take."""
    first, factor, reliability = summary_sentences(SMALL)
    one = SMALL.composite.rows[0]
    assert first.startswith(
        f"{one.model} ranks first of the 8 models (of 10) that have all 5 benchmarks, with z = {one.score:+.2f} (95 % "
    )
    assert first.endswith("the rank interval of 1 other model includes 1 too.")
    assert factor == factor_sentence(SMALL.factors)
    assert "over 8 models" in factor
    assert f"first eigenvalue {SMALL.factors.solution.eigenvalues[0]:.2f}" in factor
    assert reliability == (
        "Split-half reliability over items ranges from 0.60 (CREATE: associative creativity by paths) to 0.90 "
        "(Divergent Association Task) in 4 benchmarks."
    )


def test_the_summary_names_all_who_share_the_first_place():
    """And says nothing of what is absent."""
    placed = SMALL.composite.rows
    tied = (placed[0], placed[0]._replace(model="b"), *placed[1:])
    (line,) = summary_sentences(
        replace(SMALL, composite=replace(SMALL.composite, rows=tied), factors=Absent("x"), reliability=())
    )
    assert line.startswith(f"{placed[0].model} and b rank first")


@pytest.mark.parametrize(
    ("lows", "end"),
    [
        ([1, 2, 3, 3], "; no other rank interval includes 1."),
        ([1, 1, 1, 3], "; the rank intervals of 2 other models include 1 too."),
        ([1, 1, 3, None], "; the rank interval of 1 other model includes 1 too; 1 model has no interval."),
        ([1, 2, None, None], "; no other rank interval includes 1; 2 models have no interval."),
        ([1, None, None, None], "; the uncertainty of ranks is unknown."),
        ([None, 2, 3, 4], "; the uncertainty of ranks is unknown."),
    ],
)
def test_the_summary_claims_of_the_first_place_only_what_intervals_show(lows, end):
    """A missing interval does not say that a rank is sure."""
    first, *_ = summary_sentences(with_rows(*(row(f"m{place}", place, low) for place, low in enumerate(lows, start=1))))
    assert first.startswith("m1 ranks first of 4 models over 5 benchmarks, with z = −1.00")
    assert first.endswith(end)


def row(model, rank, low=None):
    """A model whose score is the less the higher its rank."""
    return LeaderboardRow(model, False, -float(rank or 1), None, None, rank, low, low)


def with_rows(*rows):
    """The small study with other rows in its composite, and no other sentence."""
    return replace(SMALL, composite=replace(SMALL.composite, rows=rows), factors=Absent("x"), reliability=())


def test_without_two_models_to_order_the_summary_orders_none():
    """Whether one has all benchmarks or none has."""
    nobody, alone = row("m2", None)._replace(score=None), row("m1", None)
    assert tuple(summary_sentences(with_rows(alone, nobody))) == (
        "Models are not ranked: only m1 has a score that counts on all 5 benchmarks.",
    )
    assert tuple(summary_sentences(with_rows(nobody))) == (
        "Models are not ranked: no language model has a score that counts on all 5 benchmarks.",
    )


def test_the_overview_names_the_first_language_model_of_each_benchmark():
    """Not a baseline, whatever its score; with how many others may be first as well, and no baseline in the number."""
    for row, leaderboard in zip(texts(report_view(SMALL)["overview"]), SMALL.leaderboards, strict=True):
        assert row[4] == f"{next(ranked.model for ranked in leaderboard.rows if not ranked.baseline)}, or 1 other"
        assert row[2] == str(sum(ranked.score is not None and not ranked.baseline for ranked in leaderboard.rows))


def test_warnings_about_the_factor_are_shown():
    """A communality of 1, and a search without end."""
    solution = SMALL.factors.solution._replace(heywood=True, converged=False)
    warnings = report_view(replace(SMALL, factors=replace(SMALL.factors, solution=solution)))["factors"]["warnings"]
    assert len(warnings) == 2
    assert "Heywood" in warnings[1]
    assert report_view(SMALL)["factors"]["warnings"] == []


def test_a_study_of_baselines_alone_says_so():
    """They have ranks among themselves, and no composite."""
    keep = [row for row, model in enumerate(SMALL.study.models) if model in BASELINES]
    scores, errors = SMALL.study.scores[keep], SMALL.study.errors[keep]
    study = replace(SMALL.study, models=BASELINES, scores=scores, errors=errors, stats={}, runs={})
    made = derive_findings(study)
    view = report_view(made)
    assert view["lede"].startswith("Scores of 2 baselines on 5 benchmarks")
    assert view["tiles"][0] == ("Baselines", "2", "and no language model")
    assert view["only_baselines"]
    assert (view["composite"], view["names"]["overall"], view["summary"]) == (None, "Scores", ())
    assert {ranked.rank for leaderboard in made.leaderboards for ranked in leaderboard.rows} == {1, 2}


def test_few_models_open_with_their_scores_and_one_list_of_what_is_not_there():
    """What has the same reason stands in one line, and has no section of its own."""
    keep = [0, *(row for row, model in enumerate(SMALL.study.models) if model in BASELINES)]
    stats = {name: values[keep] for name, values in SMALL.study.stats.items()}
    stats["valid_rate"] = np.where([[True] * 5, [True] * 5, [True, False, True, True, True]], 1.0, 0.25)
    study = replace(
        SMALL.study, models=tuple(SMALL.study.models[row] for row in keep), scores=SMALL.study.scores[keep],
        errors=SMALL.study.errors[keep], stats=stats, runs={},
    )  # fmt: skip
    view = report_view(derive_findings(study))
    assert view["names"].keys() == {"overall", "benchmarks", "failures", "notes", "reading", "origin"}
    assert view["unavailable"][0] == (
        "Overall ranking, models by benchmarks, profiles, one factor or several, groups of models",
        "at least three language models with scores that count are needed, and there is one",
    )
    scores = view["scores"]
    baselines = [f"{model} (baseline)" for model in BASELINES]
    assert [head.title for head in scores.heads] == ["Benchmark", study.models[0], *baselines]
    assert len(scores.rows) == len(study.columns)
    marked = [cell.why for line in scores.rows for cell in line.cells if cell.why]
    uncounted = [why.partition(" (")[0] for why in marked if why.startswith("does not count")]
    assert uncounted == ["does not count: 25% of responses scored, floor 50%"]
    assert set(marked) - {"below the baseline Random nouns"} == {why for why in marked if why.startswith("does not")}
    assert all(
        ranked.rank is None for leaderboard in derive_findings(study).leaderboards for ranked in leaderboard.rows
    )


def test_where_everything_failed_nothing_is_claimed():
    """No score, no rank, no interval; the page says so at its head."""
    nothing = np.full_like(SMALL.study.scores, np.nan)
    found = derive_findings(replace(SMALL.study, scores=nothing, errors=nothing))
    view = report_view(found)
    assert view["lede"].endswith("no response could be scored, and the tables say why.")
    assert (view["summary"], view["composite"], view["intervals"]) == ((), None, False)
    assert view["unavailable"][0].reason.endswith("and there are none")
    assert all(board.facts.startswith("No model has a score") for board in view["leaderboards"])


def test_a_probe_is_named_beside_the_composite():
    """Who reads it must know what is not in it."""
    assert "Not measures of creativity" not in report_view(SMALL)["composite"]["facts"]
    first, *others = SMALL.study.columns
    study = replace(SMALL.study, columns=(replace(first, probe=True), *others))
    facts = report_view(replace(SMALL, study=study))["composite"]["facts"]
    assert f"Not counted, because they do not measure creativity: {first.title}." in facts


def test_a_benchmark_that_tells_no_models_apart_is_named_and_enters_nothing():
    """All share the first place there; it has no z-scores."""
    first, *others = SMALL.composite.columns
    title = next(column.title for column in SMALL.study.columns if column.key == first)
    leaderboard = next(leaderboard for leaderboard in SMALL.leaderboards if leaderboard.column.key == first)
    alike = tuple(ranked._replace(rank=None if ranked.rank is None else 1) for ranked in leaderboard.rows)
    findings = replace(
        SMALL,
        composite=replace(SMALL.composite, columns=tuple(others), left_out=(title,), z=SMALL.composite.z[:, 1:]),
        leaderboards=tuple(
            replace(board, rows=alike) if board is leaderboard else board for board in SMALL.leaderboards
        ),
    )
    view = report_view(findings)
    said = f"Left out, because fewer than three models have scores that count, or all scores are equal: {title}."
    assert said in view["composite"]["facts"]
    row = next(row for row in texts(view["overview"]) if row[0] == title)
    assert row[-2:] == [f"{sum(ranked.rank == 1 for ranked in alike)} tied", DASH]
    assert [row[-1] for row in texts(view["overview"])].count(DASH) == len(texts(view["overview"])) - len(others)


def test_where_a_benchmark_has_several_columns_these_are_counted():
    """Not benchmarks, of which there are fewer."""
    first, second, *others = SMALL.study.columns
    alike = (first, replace(second, group=first.group), *others)
    by_key = {column.key: column for column in alike}
    reliability = tuple(replace(estimate, column=by_key[estimate.column.key]) for estimate in SMALL.reliability)
    findings = replace(SMALL, study=replace(SMALL.study, columns=alike), reliability=reliability)
    assert [*summary_sentences(findings)][-1].endswith("in 4 columns.")
    assert [grid.heads[1].title for grid in map(statistics.failures_by_model, (SMALL, findings))] == [
        "Benchmarks",
        "Columns",
    ]
    assert [report_view(suite)["columns_called"] for suite in (SMALL, findings)] == ["benchmarks", "columns"]


def test_one_reason_stands_in_place_of_a_table_of_dashes():
    """A table where there is a number, or where the reasons differ."""
    assert statistics.one_reason(SMALL.reliability) is None
    none, other = Absent("2 have a score, and it takes 3"), Absent("1 has")
    rows = tuple(replace(estimate, split_half=none, retest=none, stability=none) for estimate in SMALL.reliability)
    assert statistics.one_reason(rows) == none
    assert statistics.one_reason((*rows[:-1], replace(rows[-1], retest=other))) is None
    assert statistics.one_reason((*rows, SMALL.reliability[0])) is None
    assert statistics.one_reason(()) is None
