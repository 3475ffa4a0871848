"""The gate over the models of a suite."""

import dataclasses
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helm_creativity.psychometrics.group_comparison import GATE_ALPHA, benjamini_hochberg
from helm_creativity.reports import leaderboard as tables
from helm_creativity.reports.tables import render
from helm_creativity.results.runs import Run
from helm_creativity.scenarios.cdat.across import gates, untested


def leaderboard(runs):
    return render(tables.leaderboard(runs))


def run(model, p=1e-9, difference=5.0, novelty=70.0, temperature=1.0, key="cdat|a", max_tokens=10, **stats):
    """A run of the conditional DAT; None leaves a stat out."""
    given = {"gate_p_value": p, "gate_difference": difference, "novelty": novelty, **stats}
    settings = {"comparable": f"{key}|temp:{temperature:g}", "temperature": temperature, "max_tokens": max_tokens}
    found = {name: value for name, value in given.items() if value is not None}
    return Run(f"{model}@{temperature}", "creativity_cdat", model, settings, found)


def by_model(runs, **options):
    """Gates by model, of one set of settings."""
    return {gate.model: gate for gate in gates(runs, **options)}


def test_one_model_passes_by_its_own_p_value():
    """There is nothing to adjust."""
    (gate,) = gates([run("a", p=0.0009, novelty=61.5)])
    assert (gate.group, gate.model, gate.settings) == ("creativity_cdat", "a", "cdat|a")
    assert (gate.adjusted, gate.passed, gate.score) == ({1.0: 0.0009}, {1.0: True}, 61.5)


@pytest.mark.parametrize(
    ("p", "difference", "passes"),
    [(0.0009, 1.0, True), (0.0011, 1.0, False), (GATE_ALPHA, 1.0, False), (1e-30, -1.0, False), (1e-30, 0.0, False)],
)
def test_passing_needs_a_small_p_and_words_that_fit_better(p, difference, passes):
    """Words that fit worse than random ones differ from them as well."""
    (gate,) = gates([run("a", p=p, difference=difference)])
    assert gate.passed == {1.0: passes}
    assert gate.score == (70.0 if passes else None)


def test_runs_that_asked_other_numbers_of_items_are_adjusted_apart():
    """Each number is a family of its own, baselines included, and its settings say which."""
    # Of 5 items .0004·2/1 = .0008 and .0009; of 20 items .0009 alone. All three together: .0012, .0009, .0009.
    five = [run("a", p=0.0004, num_instances=5.0), run("b", p=0.0009, num_instances=5.0)]
    twenty = run("c", p=0.0009, num_instances=20.0)
    found = {(gate.settings, gate.model): gate.adjusted[1.0] for gate in gates([twenty, *five])}
    assert found == pytest.approx(
        {("cdat|a|items:5", "a"): 0.0008, ("cdat|a|items:5", "b"): 0.0009, ("cdat|a|items:20", "c"): 0.0009}
    )
    assert {gate.settings for gate in gates(five)} == {"cdat|a|items:5"}
    settings = re.findall("comparable settings: (.*)", leaderboard([twenty, *five]).split("gate,", 1)[1])
    assert settings == ["cdat|a|items:20", "cdat|a|items:5"]


def test_three_models_worked_by_hand():
    """More models move all adjusted values."""
    # In order .0002 .0006 .0009, times 3/k: .0006 .0009 .0009; all pass.
    runs = [run("a", p=0.0009), run("b", p=0.0002), run("c", p=0.0006)]
    found = by_model(runs)
    assert {model: gate.adjusted[1.0] for model, gate in found.items()} == pytest.approx(
        {"a": 0.0009, "b": 0.0006, "c": 0.0009}
    )
    assert all(gate.passed[1.0] for gate in found.values())
    # Without c: .0002·2 = .0004 and .0009; with a third at .5 instead: .0006, .00135, .5, so that a fails.
    assert by_model(runs[:2])["b"].adjusted[1.0] == pytest.approx(0.0004)
    found = by_model([*runs[:2], run("d", p=0.5)])
    assert {model: gate.adjusted[1.0] for model, gate in found.items()} == pytest.approx(
        {"a": 0.00135, "b": 0.0006, "d": 0.5}
    )
    assert {model: gate.passed[1.0] for model, gate in found.items()} == {"a": False, "b": True, "d": False}


def test_temperatures_are_adjusted_apart_and_novelty_is_their_mean():
    """Mean over the temperatures that pass."""
    runs = [run("a", temperature=1.0, novelty=60.0), run("a", temperature=1.5, novelty=71.0)]
    (gate,) = gates(runs)
    assert gate.passed == {1.0: True, 1.5: True}
    assert gate.score == pytest.approx(65.5)
    # Another model at 1.5 only: there .0008·2/2 = .0008 for both if equal, and .0016 beside a smaller one.
    other = [run("a", p=0.0008, temperature=t, novelty=n) for t, n in ((1.0, 60.0), (1.5, 71.0))]
    assert by_model(other)["a"].score == pytest.approx(65.5)
    found = by_model([*other, run("b", p=0.9, temperature=1.5)])
    assert found["a"].adjusted == pytest.approx({1.0: 0.0008, 1.5: 0.0016})
    assert found["a"].passed == {1.0: True, 1.5: False}
    assert found["a"].score == pytest.approx(60)
    assert found["b"].adjusted == pytest.approx({1.5: 0.9})


@pytest.mark.parametrize("other", [{"key": "cdat|b"}, {"key": "cdat|a|instruction:creative@sha256:01"}])
def test_models_under_other_settings_are_not_pooled(other):
    """Neither their p-values nor their novelty."""
    found = gates([run("a", p=0.0008), run("b", p=0.9, **other), run("a", temperature=2.0, novelty=9.0, **other)])
    assert [(gate.model, gate.score) for gate in found if gate.settings == "cdat|a"] == [("a", 70.0)]
    assert len({gate.settings for gate in found}) == 2
    assert found[0].adjusted == {1.0: 0.0008}


@pytest.mark.parametrize("stats", [{"p": float("nan")}, {"difference": float("nan")}])
def test_nan_is_refused_by_the_models_name(stats):
    """One inside the adjustment would undo every model of the temperature."""
    with pytest.raises(ValueError, match="of b must be"):
        gates([run("a"), run("b", **stats)])


@given(st.lists(st.floats(0, 1), min_size=1, max_size=12), st.randoms(use_true_random=False))
def test_the_family_is_all_models_of_a_temperature(p_values, random):
    """Adjusted values are those of the whole list, in whatever order the runs are read."""
    runs = [run(f"m{i}", p=p) for i, p in enumerate(p_values)]
    random.shuffle(runs)
    found = by_model(runs)
    expected = benjamini_hochberg(p_values).tolist()
    assert [found[f"m{i}"].adjusted[1.0] for i in range(len(p_values))] == expected
    assert [found[f"m{i}"].passed[1.0] for i in range(len(p_values))] == [value < GATE_ALPHA for value in expected]


def test_baselines_are_judged_among_themselves():
    """They are no language models, and change no model's adjusted p-value."""
    runs = [run("a", p=0.0009), run("creativity/random-nouns", p=0.9), run("creativity/greedy", p=1e-9)]
    found = by_model(runs)
    assert found["a"].adjusted == {1.0: 0.0009}
    assert found["creativity/greedy"].adjusted[1.0] == pytest.approx(2e-9)
    assert [model for model, gate in found.items() if gate.passed[1.0]] == ["a", "creativity/greedy"]


def test_a_run_without_a_test_is_named():
    """One cue, or no answer: it is not in the gate's table, and must not vanish."""
    runs = [run("a", random_appropriateness=1.0), run("b", p=None, difference=None, random_appropriateness=1.0)]
    silent = run("c", p=None, difference=None, novelty=None)
    assert [untested_run.model for untested_run in untested([*runs, silent])] == ["b", "c"]
    assert "no test for the gate: b@1.0" in leaderboard([*runs, silent])
    assert untested([dataclasses.replace(run("d", p=None), group="creativity_dat", stats={"score": 1.0})]) == []
