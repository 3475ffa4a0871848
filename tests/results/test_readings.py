"""What ``perf/published_validity.md`` says of Table 1 beyond the command, recomputed with numpy from the scores."""

import re
from itertools import product
from pathlib import Path

import numpy as np
import pytest
from published_validity import pool_of_stars, read_printed, rounding_error
from scipy.stats import rankdata

PAPER = read_printed()
PAGE = (Path(__file__).parents[2] / "perf" / "published_validity.md").read_text("utf-8")
TESTS = [test for test in PAPER.of_kind("test") if test.title != "DRAT"]
BENCHMARKS = PAPER.of_kind("benchmark")
PRINTED = {(row.test, row.embedding, row.benchmark): row for row in PAPER.printed if row.source.startswith("Table")}
SCORES = {instrument.name: PAPER.values(instrument.name) for instrument in (*TESTS, *BENCHMARKS)}
ARENA, MMLU = PAPER.capability.T
ALL_TESTS = np.isfinite(np.column_stack([SCORES[test.name] for test in TESTS])).all(axis=1)


def place(model):
    """Row of a model."""
    return PAPER.models.index(model)


def finite(*columns):
    """Rows in which nothing is missing."""
    return np.isfinite(np.column_stack(columns)).all(axis=1)


def residual(y, controls):
    """What least squares leave of y."""
    design = np.column_stack([np.ones(len(y)), controls])
    return y - design @ np.linalg.lstsq(design, y, rcond=None)[0]


def correlate(x, y):
    return float(np.corrcoef(x, y)[0, 1])


def plain(x, y, controls=PAPER.capability):
    """Validity and specificity as the paper defines them."""
    rows = finite(x, y, controls)
    x, y, controls = x[rows], y[rows], controls[rows]
    return correlate(x, y), correlate(x, residual(y, controls))


def partial(x, y):
    rows = finite(x, y, ARENA, MMLU)
    g = PAPER.capability[rows]
    return plain(x, y)[0], correlate(residual(x[rows], g), residual(y[rows], g))


def out_of_the_test(x, y):
    rows = finite(x, y, ARENA, MMLU)
    return plain(x, y)[0], correlate(residual(x[rows], PAPER.capability[rows]), y[rows])


def transformed(how):
    def reading(x, y):
        rows = finite(x, y, ARENA, MMLU)
        return plain(how(x[rows]), how(y[rows]), np.column_stack([how(ARENA[rows]), how(MMLU[rows])]))

    return reading


def validity_over_all(x, y):
    rows = finite(x, y)
    return correlate(x[rows], y[rows]), plain(x, y)[1]


def capability(chosen):
    """Another one, over the models that have both proxies."""

    def reading(x, y):
        rows = finite(x, y, ARENA, MMLU)
        return plain(x[rows], y[rows], chosen(PAPER.capability[rows]))

    return reading


def mean_z(g):
    return ((g - g.mean(axis=0)) / g.std(axis=0)).mean(axis=1)[:, None]


def predicted_from_all(x, y):
    """The prediction from capability fitted over all models with the benchmark, tested or not."""
    rows = finite(y, ARENA, MMLU)
    left = np.full(len(y), np.nan)
    left[rows] = residual(y[rows], PAPER.capability[rows])
    both = finite(x, left)
    return correlate(x[both], y[both]), correlate(x[both], left[both])


def off(reading, scores=SCORES):
    """Differences from print, shape (72,)."""
    found = []
    for test, benchmark in product(TESTS, BENCHMARKS):
        printed = PRINTED[test.title, test.embedding, benchmark.name]
        v, s = reading(scores[test.name], scores[benchmark.name])
        found += [v - printed.validity, s - printed.specificity]
    return np.array(found)


def changed(**columns):
    """Plain, over other scores."""
    return lambda: off(plain, {**SCORES, **columns})


def without(*models):
    rows = [place(model) for model in models]
    columns = {test.name: SCORES[test.name].copy() for test in TESTS}
    for column in columns.values():
        column[rows] = np.nan
    return changed(**columns)


def lone_values_to_live_idea_bench(*models):
    mazur, live = SCORES["mazur_creative_writing"].copy(), SCORES["live_idea_bench"].copy()
    for model in models:
        live[place(model)], mazur[place(model)] = mazur[place(model)], np.nan
    return changed(mazur_creative_writing=mazur, live_idea_bench=live)


def thirtieths():
    return np.rint(SCORES["rat_accuracy_percent"] * 0.3) / 0.3


READINGS = {
    "as the paper defines them": lambda: off(plain),
    "the RAT in exact thirtieths": changed(rat_accuracy_percent=thirtieths()),
    "without `qwen-2-5-72b-instruct`, the best of the 71 models to leave out": without("qwen-2-5-72b-instruct"),
    "logarithms of all scores": lambda: off(transformed(lambda one: np.log(np.maximum(one, 1e-3)))),
    "`mistral-large-2407`'s 6.90 read as LiveIdeaBench": lone_values_to_live_idea_bench("mistral-large-2407"),
    "`llama-4-maverick`'s 6.20 read as LiveIdeaBench": lone_values_to_live_idea_bench("llama-4-maverick"),
    "partial correlation": lambda: off(partial),
    "capability taken out of the test instead": lambda: off(out_of_the_test),
    "prediction fitted over all models with the benchmark": lambda: off(predicted_from_all),
    "a missing CDAT filled with the CDAT-N": changed(
        cdat_sbert=np.where(np.isnan(SCORES["cdat_sbert"]), SCORES["cdat_novelty_sbert"], SCORES["cdat_sbert"])
    ),
    "validity over all models with test and benchmark": lambda: off(validity_over_all),
    "capability: Arena Overall alone": lambda: off(capability(lambda g: g[:, :1])),
    "capability: MMLU-Pro alone": lambda: off(capability(lambda g: g[:, 1:])),
    "capability: mean z-score of both": lambda: off(capability(mean_z)),
    "Spearman: ranks of all scores": lambda: off(transformed(rankdata)),
    "models with all six tests alone": changed(
        **{known.name: np.where(ALL_TESTS, SCORES[known.name], np.nan) for known in TESTS}
    ),
}


def comes_out(differences):
    return int((np.abs(differences) <= 0.005 + 1e-9).sum())


@pytest.mark.parametrize("name", READINGS)
def test_other_readings_of_the_tables(name):
    """The page's table has the number of cells that come out, and the mean distance."""
    differences = READINGS[name]()
    mean = f"{np.abs(differences).mean():.3f}".lstrip("0")
    assert f"| {name} | {comes_out(differences)} | {mean} |\n" in PAGE


def test_no_reading_of_the_page_is_untested():
    """The table has no other rows."""
    table = PAGE.split("| reading | reproduced | mean distance |\n")[1].split("\n\n")[0]
    assert re.findall(r"^\| (.*?) \| \d+ \|", table, re.MULTILINE) == list(READINGS)


def test_no_single_model_is_to_blame():
    """Without any one of them at most twelve numbers come out, and at most one of the DAT's."""
    found = {model: without(model)() for model in PAPER.models}
    counts = {model: comes_out(differences) for model, differences in found.items()}
    assert max(counts.values()) == 12
    assert [model for model, count in counts.items() if count == 12] == ["qwen-2-5-72b-instruct"]
    assert TESTS[0].title == "DAT"
    assert max(comes_out(differences[:12]) for differences in found.values()) == 1


def test_scores_without_a_standard_error_are_not_to_blame():
    """Without those of the CDAT-N, CDAT-A and DRAT still fewer numbers come out, or none."""
    novelty, appropriateness = SCORES["cdat_novelty_sbert"].copy(), SCORES["cdat_appropriateness_sbert"].copy()
    novelty[place("claude-opus-4-6")] = appropriateness[place("claude-opus-4-6")] = np.nan
    assert comes_out(changed(cdat_novelty_sbert=novelty, cdat_appropriateness_sbert=appropriateness)()) < 11
    drat = PAPER.values("drat_k4_sbert").copy()
    drat[[place(model) for model in ("gemini-2-5-pro", "deepseek-chat-v3-0324", "qwen3-235b-a22b")]] = np.nan
    assert not any(comes_out(cell("DRAT", "sbert", benchmark.name, drat)) for benchmark in BENCHMARKS)


def excess(test, benchmark, values):
    """How far the worse of a cell's two numbers is off beyond .005 and two standard deviations of rounding."""
    rows = finite(values, SCORES[benchmark.name], ARENA, MMLU)
    x, y, g = values[rows], SCORES[benchmark.name][rows], PAPER.capability[rows]
    steps = np.array([test.step, benchmark.step, *(capability.step for capability in PAPER.of_kind("capability"))])
    allowed = [2 * rounding_error(x, y, g[:, :k], steps[: 2 + k]) for k in (0, 2)]
    differences = cell(test.title, test.embedding, benchmark.name, values)
    return max(abs(difference) - 0.005 - more for difference, more in zip(differences, allowed, strict=True))


@pytest.mark.parametrize(
    ("test", "benchmark", "near"),
    [
        ("DAT", "Arena CW", False),
        ("DAT", "EQ-Bench CW", False),
        ("DAT", "Mazur CW", False),
        ("DAT", "Hivemind", False),
        ("DAT", "NoveltyBench", False),
        ("CDAT", "NoveltyBench", False),
        ("CDAT-N", "EQ-Bench CW", False),
        ("CDAT-N", "Mazur CW", False),
        ("CDAT-N", "NoveltyBench", True),
        ("CDAT-A", "EQ-Bench CW", True),
        ("CDAT-A", "Mazur CW", False),
        ("PACE", "Arena CW", False),
        ("PACE", "Hivemind", False),
        ("PACE", "NoveltyBench", False),
        ("DRAT", "Arena CW", False),
        ("DRAT", "EQ-Bench CW", False),
        ("DRAT", "Mazur CW", False),
        ("DRAT", "Hivemind", False),
    ],
)
def test_no_values_of_missing_models_bring_these_out(test, benchmark, near):
    """Any of them absent or with a value of a grid over the column's range; ``near`` ones miss by less than .01."""
    test = next(known for known in PAPER.of_kind("test") if known.title == test)
    benchmark = next(known for known in BENCHMARKS if known.title == benchmark)
    values = PAPER.values(test.name)
    missing = np.flatnonzero(finite(SCORES[benchmark.name], ARENA, MMLU) & np.isnan(values))
    points = {0: 0, 1: 100, 2: 40 if near else 20, 4: 3}[len(missing)]
    grid = [np.nan, *np.linspace(np.nanmin(values), np.nanmax(values), points)]
    least = np.inf
    for chosen in product(grid, repeat=len(missing)):
        filled = values.copy()
        filled[missing] = chosen
        least = min(least, excess(test, benchmark, filled))
    assert (0 < least < 0.01) if near else least > 0.01


def cell(test, embedding, benchmark, values):
    """Differences of one cell's validity and specificity from print."""
    printed = PRINTED[test, embedding, benchmark]
    v, s = plain(values, SCORES[benchmark])
    return v - printed.validity, s - printed.specificity


def with_value(test, model, value):
    values = SCORES[test].copy()
    values[place(model)] = value
    return values


def test_exact_thirtieths():
    """Of the RAT: what comes out then for EQ-Bench and Mazur CW."""
    values = thirtieths()
    assert max(map(abs, cell("RAT", "none", "eq_bench_creative_writing", values))) < 0.005
    v, s = cell("RAT", "none", "mazur_creative_writing", values)
    assert abs(v) < 0.005
    assert s == pytest.approx(0.007, abs=5e-4)


def test_values_of_models_that_are_not_printed():
    """Those that the page names bring out what it says."""
    for right in (18, 19):
        values = with_value("rat_accuracy_percent", "gemini-2-0-flash-lite-001", round(right / 0.3))
        for benchmark in ("arena_creative_writing", "novelty_bench_utility"):
            assert max(map(abs, cell("RAT", "none", benchmark, values))) < 0.007
    values = with_value("cdat_appropriateness_sbert", "gemini-2-0-flash-lite-001", 142.2)
    assert max(map(abs, cell("CDAT-A", "sbert", "novelty_bench_utility", values))) < 0.005
    for benchmark, score in (("eq_bench_creative_writing", 0.7), ("mazur_creative_writing", 0.717)):
        assert max(map(abs, cell("PACE", "fasttext", benchmark, with_value("pace_fasttext", "qwq-32b", score)))) < 0.005


def test_counts_of_the_text_leave_out_qwq():
    """Fifty-four models and twenty with Mazur CW without it; the pools of 27 and 18 with it."""
    tested = np.isfinite(SCORES["dat_glove"])
    mazur = tested & np.isfinite(SCORES["mazur_creative_writing"])
    qwq = place("qwq-32b")
    assert (tested.sum(), mazur.sum(), tested[qwq], mazur[qwq]) == (55, 21, True, True)
    for benchmark, n in (("eq_bench_creative_writing", 27), ("mazur_creative_writing", 18)):
        rows = finite(SCORES[benchmark], ARENA, MMLU)
        assert (rows.sum(), rows[qwq]) == (n, True)


def test_signed_couplings():
    """The mean z-score of the proxies has -.335 with NoveltyBench, and .954 with Arena CW where .98 is printed."""
    for name, expected in (("novelty_bench_utility", -0.335), ("arena_creative_writing", 0.954)):
        rows = finite(SCORES[name], ARENA, MMLU)
        mean = mean_z(PAPER.capability[rows])[:, 0]
        assert correlate(SCORES[name][rows], mean) == pytest.approx(expected, abs=5e-4)


def test_correlations_of_the_drat_with_other_tests():
    """Those of Table 2 do not come out either."""
    drat = PAPER.values("drat_k4_sbert")
    printed = {"DAT": 0.14, "CDAT": -0.34, "CDAT-N": -0.38, "CDAT-A": 0.64, "PACE": 0.24, "RAT": 0.32}
    found = {}
    for test in TESTS:
        rows = finite(SCORES[test.name], drat)
        found[test.title] = round(correlate(SCORES[test.name][rows], drat[rows]), 2)
    assert found == {"DAT": 0.30, "CDAT": -0.09, "CDAT-N": -0.32, "CDAT-A": 0.58, "PACE": 0.28, "RAT": 0.37}
    assert all(abs(found[title] - printed[title]) > 0.03 for title in printed)


def test_stars_of_submetrics_need_fewer_models_than_those_of_the_whole():
    """For clarity 18 at most, for the mean of all five 20 at least."""
    most = [pool_of_stars(r, stars, k).most for r, stars, k in ((0.71, "**", 0), (0.61, "*", 2))]
    assert most == [18, 19]
    assert pool_of_stars(0.57, "**", 0).least == 20
