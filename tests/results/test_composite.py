"""One number of several benchmarks, or why there is none."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from helm_creativity.results.composite import Member, composite

NAN = float("nan")
TWO = [Member("A"), Member("B")]
MODELS = ["x/one", "x/two", "x/three"]
BENCHMARKS = "at least two benchmarks are needed on which three language models have scores that count and differ"


def values(made):
    return [entry.value for entry in made.entries]


def test_by_hand():
    """A: 1 2 3 has z -1 0 1. B: 2 2 8 has mean 4 and sd √12, so z = -1/√3, -1/√3, 2/√3."""
    made = composite(MODELS, TWO, [[1, 2], [2, 2], [3, 8]])
    assert values(made) == pytest.approx([-0.789, -0.289, 1.077], abs=5e-4)
    assert made.problem == ""
    assert made.entries[0].description == "z: A -1.00, B -0.58"


def test_baselines_stand_on_the_scale_and_do_not_move_it():
    """The models' numbers are those without them."""
    made = composite([*MODELS, "creativity/greedy"], TWO, [[1, 2], [2, 2], [3, 8], [5, 4]])
    assert values(made) == pytest.approx([-0.789, -0.289, 1.077, 1.5], abs=5e-4)
    assert "the scores of the 3 language models. Baselines do not affect this scale" in made.description


def test_a_model_that_lacks_a_benchmark_has_none_and_counts_where_it_has_a_score():
    """Otherwise leaving out what one is bad at would pay."""
    made = composite([*MODELS, "x/four"], TWO, [[1, 2], [2, NAN], [3, 8], [2, 5]])
    # A: mean 2 and sd √(2/3), so ∓ 1.2247 and 0; B: 2, 5 and 8 have -1, 0 and 1.
    assert values(made) == pytest.approx([-1.112, None, 1.112, 0.0], abs=5e-4)
    assert made.entries[1].description == "no score that counts on B"


def test_a_score_that_does_not_count_makes_no_scale_and_no_composite():
    """As if it were not there, but for the reason."""
    scores = [[1, 2], [2, 2], [3, 8], [99, 5]]
    made = composite([*MODELS, "x/four"], TWO, scores, {(3, 0): "31% of responses scored, floor 50%"})
    without = composite([*MODELS, "x/four"], TWO, [*scores[:3], [NAN, 5]])
    assert values(made) == values(without)
    assert made.entries[3].description == "no score that counts on A (31% of responses scored, floor 50%)"


def test_where_less_is_better_the_sign_is_turned():
    """And the title says so."""
    made = composite(MODELS, [Member("A"), Member("B", lower_is_better=True)], [[1, 2], [2, 2], [3, 8]])
    assert values(made) == pytest.approx([-0.211, 0.289, -0.077], abs=5e-4)
    assert "The sign is reversed where less is better: B." in made.description


def test_a_benchmark_that_distinguishes_no_models_is_left_out_and_named():
    """As in a report; two scores are too few for a scale."""
    members = [Member("A"), Member("B"), Member("C"), Member("D")]
    made = composite(MODELS, members, [[1, 2, 5, 7], [2, 8, 5, 9], [3, 2, 5, NAN]])
    assert values(made) == values(composite(MODELS, members[:2], [[1, 2], [2, 8], [3, 2]]))
    assert made.description.startswith("Mean z over 2 benchmarks")
    why = "because fewer than three models have scores that count, or all scores are equal"
    assert made.description.endswith(f"Left out, {why}: C, D.")


@pytest.mark.parametrize(
    ("models", "members", "scores", "problem"),
    [
        (MODELS, TWO[:1], [[1], [2], [3]], f"{BENCHMARKS}, and there is one"),
        (
            MODELS[:2],
            TWO,
            [[1, 2], [2, 3]],
            "at least three language models with scores that count are needed, and there are two",
        ),
        (
            [MODELS[0], "creativity/greedy", "creativity/random-nouns"],
            TWO,
            [[1, 2], [2, 3], [3, 4]],
            "at least three language models with scores that count are needed, and there is one",
        ),
        (
            ["creativity/greedy", "creativity/random-nouns", "creativity/third"],
            TWO,
            [[1, 2], [2, 3], [3, 4]],
            "at least three language models with scores that count are needed, and there are none",
        ),
        (MODELS, TWO, [[1, 2], [2, 2], [3, 2]], f"{BENCHMARKS}, and there is one (not B)"),
        (MODELS, TWO, [[1, 2], [2, 3], [3, NAN]], f"{BENCHMARKS}, and there is one (not B)"),
        (
            [*(f"x/{i}" for i in range(6)), "creativity/greedy"],
            TWO,
            [[1, NAN], [2, NAN], [3, NAN], [NAN, 2], [NAN, 3], [NAN, 4], [1, 1]],
            "no language model has a score that counts on every benchmark",
        ),
    ],
)
def test_where_there_is_none_the_reason_is_reported(models, members, scores, problem):
    """No column of dashes."""
    made = composite(models, members, scores)
    assert (made.problem, made.entries) == (problem, ())


@given(arrays(float, (4, 3), elements=st.integers(-50, 50).map(float)), st.floats(0.1, 10), st.floats(-50, 50))
def test_units_do_not_matter(scores, scale, shift):
    """Minutes or seconds, degrees of one scale or another."""
    models, members = [f"x/{i}" for i in range(4)], [Member(name) for name in "abc"]
    one, other = (composite(models, members, table) for table in (scores, scores * scale + shift))
    assert one.problem == other.problem
    assert values(one) == pytest.approx(values(other), abs=1e-9)
