"""What was put into a suite comes out of its tables: every statistic, from HELM's folders alone."""

import numpy as np
import pytest
from support.simulated import simulated_suite

from helm_creativity.results.loading import read_suite

JUDGED = {"benchmarks": ("metaphor", "design_problems"), "n_models": 20, "n_items": 12, "n_trials": 2}


def suite_of(folder, seed, **design):
    truth = simulated_suite(folder / "runs" / "made", seed, **design)
    return truth, read_suite(["made"], folder, draws=300)


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """Eighty models on three benchmarks without judges: one factor, two groups, two instructions."""
    design = {"benchmarks": ("dat", "rat", "story"), "n_models": 80, "n_items": 24, "n_trials": 2, "states": False}
    design |= {"groups": {"new": 0.8, "old": 0.0}, "instructions": {"": 0.0, "creative": 0.5}}
    return suite_of(tmp_path_factory.mktemp("made"), 11, **design, loading=0.9, within=1.0, effect_sd=0.3)


@pytest.fixture(scope="module")
def judged(tmp_path_factory):
    """Twenty models, three judges of known severity, two benchmarks, and some damage."""
    return suite_of(tmp_path_factory.mktemp("judged"), 5, **JUDGED, failures=0.1, damage=("cut stats.json",))


def neutral(suite, name):
    (place,) = (place for place in suite.find_columns(name) if not suite.columns[place].instruction)
    return place


def by(key, records):
    return {row[key]: row for row in records}


def test_reliability_over_items_and_over_trials_is_recovered(made):
    """Both are known from the variances that were put in; more items order models more surely."""
    truth, suite = made
    found = suite.analyse("reliability")
    rows = by("key", found.records())
    for name in truth.design.benchmarks:
        column = suite.columns[neutral(suite, name)]
        assert rows[column.key]["over_items"] == pytest.approx(truth.split_half(name), abs=0.03)
        assert rows[column.key]["over_trials"] == pytest.approx(truth.retest(name), abs=0.03)
        curve = [row for row in found.records("stability") if row["title"] == column.title]
        assert np.all(np.diff([row["correlation"] for row in curve]) > 0)
        assert (curve[-1]["size"], curve[-1]["correlation"]) == (24, pytest.approx(1.0))


def test_intervals_hold_what_scores_would_be_with_other_items(made):
    """An interval of 95 % around means over 24 items with the standard deviation of their means."""
    truth, suite = made
    (board,) = (table for table in suite.leaderboards("dat") if "creative" not in table.title)
    answers = truth.answers["dat", ""].mean(axis=2)
    expected = {model: row.std(ddof=1) / np.sqrt(24) for model, row in zip(truth.models, answers, strict=True)}
    reach = 2.069  # the 97.5 % quantile of Student's t with 23 degrees of freedom
    ratios = [(row["high"] - row["low"]) / (2 * reach * expected[row["model"]]) for row in board.rows]
    assert np.mean(ratios) == pytest.approx(1.0, abs=0.05)


def test_instructions_and_groups_have_the_effects_that_were_put_in(made):
    """Within models, and over all benchmarks more clearly than on one; the makers are in the models' names."""
    truth, suite = made
    effects = by("title", suite.analyse("effects").records())
    together = effects.pop("All benchmarks")
    assert set(effects) == {"DAT", "RAT", "Story"}
    for row in effects.values():
        assert (row["first"], row["second"], row["n"]) == ("neutral", "creative", 80)
        # Three standard errors of d_z = 1.4 in 80 models: 3 √((1 + d²/2) / 80).
        assert row["d_z"] == pytest.approx(truth.effect("dat", "creative"), abs=0.47)
    assert together["d_z"] > max(row["d_z"] for row in effects.values())
    (row,) = suite.analyse("groups").records()
    assert row["p"] < 0.05
    assert {row["first"]: row["rank_biserial"], row["second"]: -row["rank_biserial"]}["new"] > 0.2


def test_severities_of_judges_and_failures_are_recovered(judged):
    """Kind, fair and stern were .6 apart, in standard deviations of the answers; a tenth of these had no score."""
    truth, suite = judged
    found = suite.analyse("calibration").records("severity")
    assert len(found) == 2 * len(truth.design.judges)
    for row in found:
        assert row["severity"] == pytest.approx(truth.design.judges[row["judge"]], abs=0.25)
    assert np.nanmean(1 - suite.stats["valid_rate"]) == pytest.approx(0.1, abs=0.03)
