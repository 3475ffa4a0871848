"""Instructions within models, and groups of models."""

import numpy as np
import pytest
from support.studies import all_draws, column, study

from helm_creativity.results.contrasts import compare_model_groups, instruction_effects
from helm_creativity.results.leaderboard import compute_composite
from helm_creativity.results.options import Absent, Options


def asked(name, instruction, **changes):
    suffix = f"|instruction:{instruction}@sha256:123" if instruction else ""
    return column(
        name,
        key=f"creativity_{name}#{instruction}",
        comparable=f"{name}|temperature:1{suffix}",
        instruction=instruction,
        **changes,
    )


def test_an_instructions_effect_is_the_mean_difference_in_standard_deviations_of_it():
    """Differences 1, 2, 3 have mean 2 and standard deviation 1: d_z = 2."""
    one = study([[11, 10], [12, 10], [13, 10]], [asked("a", "creative"), asked("a", "effective")])
    (effect,) = instruction_effects(one)
    assert (effect.column, effect.stat, effect.first, effect.second) == (
        "creativity_a",
        "score",
        "effective",
        "creative",
    )
    assert (effect.effect.d_z, effect.effect.mean_difference, effect.effect.n) == pytest.approx((2.0, 2.0, 3))


def test_effects_pair_only_columns_that_are_otherwise_alike():
    """Another number of items is another test."""
    one = study([[11, 10], [12, 10], [13, 11]], [asked("a", "creative"), asked("a", "", items=9)])
    assert isinstance(instruction_effects(one), Absent)


def test_the_neutral_instruction_is_named_so():
    """It has no name in runs."""
    one = study([[11, 10], [12, 10], [14, 10]], [asked("a", "creative"), asked("a", "")])
    assert [(x.first, x.second) for x in instruction_effects(one)] == [("neutral", "creative")]


def test_over_several_benchmarks_the_effect_is_of_their_standardised_mean():
    """Each benchmark counts alike, whatever its units."""
    a = np.array([[3.0, 1.0], [5.0, 2.0], [4.0, 3.0], [6.0, 2.5]])
    columns = [asked("a", "creative"), asked("a", "effective"), asked("b", "creative"), asked("b", "effective")]
    together = instruction_effects(study(np.hstack([a, a * 100]), columns))
    assert [effect.column for effect in together] == ["creativity_a", "creativity_b", "All benchmarks"]
    assert len({round(contrast.effect.d_z, 9) for contrast in together}) == 1


def test_a_benchmark_that_tells_nothing_apart_does_not_undo_the_others():
    """All scores of C are one number; the effect over all benchmarks is that of A and B."""
    a = np.array([[3.0, 1.0], [5.0, 2.0], [4.0, 3.0], [6.0, 2.5]])
    columns = [asked(name, instruction) for name in "abc" for instruction in ("creative", "effective")]
    (expected,) = [
        effect for effect in instruction_effects(study(np.hstack([a, a]), columns[:4])) if effect.stat == "z"
    ]
    (found,) = [
        effect
        for effect in instruction_effects(study(np.hstack([a, a, np.full((4, 2), 0.1)]), columns))
        if effect.stat == "z"
    ]
    assert found == expected


def test_a_benchmark_in_two_settings_counts_once_over_all_benchmarks():
    """By its first, as in composites; each setting has an effect of its own."""
    a = np.array([[3.0, 1.0], [5.0, 2.0], [4.0, 3.0], [6.0, 2.5]])
    b = np.array([[1.0, 3.0], [7.0, 2.0], [4.0, 8.0], [6.0, 2.5]])
    columns = [asked(name, instruction) for name in "ab" for instruction in ("creative", "effective")]
    again = [asked("a", instruction, items=9) for instruction in ("creative", "effective")]
    (expected,) = [effect for effect in instruction_effects(study(np.hstack([a, b]), columns)) if effect.stat == "z"]
    found = instruction_effects(study(np.hstack([a, b, -a]), columns + again))
    assert [effect for effect in found if effect.stat == "z"] == [expected]
    assert len(found) == 4


def test_baselines_do_not_count():
    """They read no instruction."""
    columns = [asked("a", "creative"), asked("a", "effective")]
    models = ["creativity/greedy", "lab/a", "lab/b", "lab/c"]
    (effect,) = instruction_effects(study([[99, 1], [11, 10], [12, 10], [13, 10]], columns, models))
    assert effect.effect.n == 3


def compared(one, options, notes=None):
    return compare_model_groups(
        one, compute_composite(one, all_draws(one, options)), options, [] if notes is None else notes
    )


def test_makers_of_models_are_compared_by_composite():
    """All of one maker's models above all of the other's: U is 0 or 9, the rank-biserial correlation ±1."""
    scores = [[k, k] for k in (1, 2, 3, 7, 8, 9)]
    models = ["old/a", "old/b", "old/c", "new/a", "new/b", "new/c"]
    (found,) = compared(study(scores, models=models), Options(draws=100))
    assert {found.first, found.second} == {"old", "new"}
    assert found.u in (0, 9)
    assert abs(found.rank_biserial) == 1
    # Of the 20 ways to choose three ranks of six, two are as extreme.
    assert found.p == pytest.approx(2 / 20)


def test_groups_can_be_named_and_small_ones_are_left_out():
    """A group of two models says nothing."""
    scores = [[k, k] for k in range(8)]
    groups = {f"lab/m{k}": "few" if k < 2 else "x" if k % 2 else "y" for k in range(8)}
    notes = []
    (found,) = compared(study(scores), Options(draws=100, groups=groups), notes)
    assert {found.first, found.second} == {"x", "y"}
    assert notes == ["groups of fewer than 3 models with a composite are not compared: few (2)"]
    absent = compared(study(scores), Options(draws=100))
    assert "fewer than two groups" in absent.reason
