"""The gate over the models of a suite."""

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from helm_creativity.errors import NothingToSay
from helm_creativity.psychometrics.group_comparison import GATE_ALPHA, benjamini_hochberg
from helm_creativity.reports.tables import render
from helm_creativity.results.counting import uncounted_scores
from helm_creativity.results.loading import LoadedSuite
from helm_creativity.results.runs import Run

GROUP, NAN = "creativity_cdat", float("nan")


def run(model, p=1e-9, difference=5.0, novelty=70.0, temperature=1.0, key="cdat|a", group=GROUP, **stats):
    """A run of the conditional DAT; None leaves a stat out."""
    given = {"gate_p_value": p, "gate_difference": difference, "novelty": novelty, **stats}
    settings = {"comparable": f"{key}|temp:{temperature:g}", "temperature": temperature, "max_tokens": 10}
    found = {name: value for name, value in given.items() if value is not None}
    return Run(f"{model}@{temperature}", group, model, settings, found)


def gate(*runs, **options):
    """What the analysis says of runs alone."""
    none = np.empty((0, 0))
    suite = LoadedSuite(("s",), Path(), runs, ("s",) * len(runs), (), (), none, none)
    return suite.analyse("gate", **options)


def by_model(*runs, key="adjusted_p", **options):
    """A value by model and temperature."""
    return {(row["model"], row["temperature"]): row[key] for row in gate(*runs, **options).records()}


@pytest.mark.parametrize(
    ("p", "difference", "passes"),
    [(0.0009, 1.0, True), (0.0011, 1.0, False), (GATE_ALPHA, 1.0, False), (1e-30, -1.0, False), (1e-30, 0.0, False)],
)
def test_passing_needs_a_small_p_and_words_that_fit_better(p, difference, passes):
    """Words that fit worse than random ones differ from them as well. Alone, there is nothing to adjust."""
    (table,) = gate(run("a", p=p, difference=difference))
    (row,) = table.records()
    assert (row["model"], row["adjusted_p"], row["passes"]) == ("a", p, passes)
    assert row["novelty"] == (70.0 if passes else None)
    stats = {"gate_p_value": [p], "gate_difference": [difference], "random_appropriateness": [1.0]}
    assert (uncounted_scores(GROUP, stats, [False]) == ("",)) is passes
    said = "undefined for a, because no temperature passes" in " ".join(render(table).split())
    assert said == ("novelty" in row.get("undefined", {})) == (not passes)


def test_three_models_worked_by_hand():
    """More models move all adjusted values."""
    # In order .0002 .0006 .0009, times 3/k: .0006 .0009 .0009; all pass. Without c: .0002·2 = .0004 and .0009.
    a, b, c, d = (run(model, p=p) for model, p in zip("abcd", (0.0009, 0.0002, 0.0006, 0.5), strict=True))
    assert by_model(a, b, c) == pytest.approx({("a", 1): 0.0009, ("b", 1): 0.0006, ("c", 1): 0.0009})
    assert by_model(a, b)["b", 1] == pytest.approx(0.0004)
    # With a third at .5 instead: .0006, .00135, .5, so that a fails.
    assert by_model(a, b, d) == pytest.approx({("a", 1): 0.00135, ("b", 1): 0.0006, ("d", 1): 0.5})
    passing = [list(by_model(a, b, d, key="passes", alpha=alpha).values()) for alpha in (0.001, 0.002)]
    assert [sorted(found) for found in passing] == [[False, False, True], [False, True, True]]


def test_temperatures_are_adjusted_apart_and_novelty_is_the_mean_over_those_that_pass():
    """HELM's 0.0001 is a temperature of 0; a second run of a model has a row of its own; the best score comes first."""
    # At 1.5 .0008·2/1 = .0016 beside a larger one: it fails there, and .0008 alone at 1.
    both = [run("a", p=0.0008, temperature=t, novelty=n) for t, n in ((1.0, 60.0), (1.5, 71.0))]
    assert by_model(*both, key="novelty") == pytest.approx({("a", 1): 65.5, ("a", 1.5): 65.5})
    runs = [*both, run("b", p=0.9, temperature=1.5), run("c", temperature=0.0001), run("c", temperature=0.0)]
    expected = {("c", 0): 1e-9, ("c (2)", 0): 1e-9, ("a", 1): 0.0008, ("a", 1.5): 0.0016, ("b", 1.5): 0.9}
    assert by_model(*runs) == pytest.approx(expected)
    assert list(by_model(*runs)) == list(expected)
    assert by_model(*runs, key="novelty")["a", 1.5] == pytest.approx(60)


@pytest.mark.parametrize(
    "other", [{"key": "cdat|b"}, {"key": "cdat|a|instruction:creative@sha256:01"}, {"num_instances": 20.0}]
)
def test_models_under_other_settings_are_not_pooled(other):
    """Neither their p-values nor their novelty; a table for each, which says what its settings are."""
    tables = gate(run("a", p=0.0008), run("b", p=0.9, **other), run("a", temperature=2.0, novelty=9.0, **other))
    rows = {table.facts["comparable_settings"]: table.records() for table in tables}
    assert len(rows) == 2
    assert [(row["model"], row["adjusted_p"], row["novelty"]) for row in rows["cdat|a"]] == [("a", 0.0008, 70.0)]


@given(st.lists(st.tuples(st.floats(0, 1), st.booleans()), min_size=1, max_size=12), st.randoms(use_true_random=False))
def test_the_family_is_all_language_models_of_a_temperature_or_all_baselines(drawn, random):
    """In whatever order the runs are read; and what does not pass does not count in leaderboards."""
    models = [f"creativity/m{i}" if aside else f"m{i}" for i, (_, aside) in enumerate(drawn)]
    p_values = [p for p, _ in drawn]
    runs = [run(model, p=p) for model, p in zip(models, p_values, strict=True)]
    random.shuffle(runs)
    adjusted, passes = by_model(*runs), by_model(*runs, key="passes")
    for aside in (False, True):
        family = [place for place, (_, baseline) in enumerate(drawn) if baseline is aside]
        expected = benjamini_hochberg([p_values[place] for place in family]).tolist()
        assert [adjusted[models[place], 1.0] for place in family] == expected
    stats = {"gate_p_value": p_values, "gate_difference": [5.0] * len(drawn)}
    reasons = uncounted_scores(GROUP, stats, [aside for _, aside in drawn])
    assert {(model, 1.0): not why for model, why in zip(models, reasons, strict=True)} == passes
    assert all("gate not passed: adjusted p" in why for why in reasons if why)


@pytest.mark.parametrize("none", [{"p": None, "difference": None}, {"p": NAN}, {"difference": NAN}])
def test_a_run_without_a_test_is_named(none):
    """One cue, or no response: it is not in the table, must not vanish, and its score does not count."""
    runs = [run("b", **none, random_appropriateness=1.0), run("c", p=None, difference=None, novelty=None)]
    tables = gate(run("a"), *runs, run("d", p=None, group="creativity_dat"))
    assert [row["model"] for row in tables.records()] == ["a"]
    assert tables.notes[:2] == ["no test for the gate: b@1.0", "no test for the gate: c@1.0"]
    stats = {"gate_p_value": [NAN, 0.5], "gate_difference": [NAN, -1.0], "random_appropriateness": [1.0, 1.0]}
    untested, failed = uncounted_scores(GROUP, stats, [False, False])
    assert (untested, failed.endswith("and not above chance")) == ("no test for the gate", True)
    with pytest.raises(NothingToSay, match="no test for the gate: b@1"):
        gate(run("b", p=None, random_appropriateness=1.0))
    with pytest.raises(NothingToSay, match="no run of the conditional DAT was scored"):
        gate(runs[1])
