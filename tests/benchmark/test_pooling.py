"""Whose scores set a scale, and which way to run a benchmark stands for it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helm_creativity.benchmark.comparability import SettingsVariant, is_baseline, pooled_models, representative_first


def test_baselines_are_known_by_the_beginning_of_their_names():
    """Not by what is in it."""
    assert is_baseline("creativity/greedy")
    assert not is_baseline("x/creativity/greedy")
    assert not is_baseline("creativity-lab/model")


@pytest.mark.parametrize(
    ("models", "pool"),
    [
        (["creativity/greedy", "x/one"], [False, True]),
        (["creativity/greedy", "creativity/random-nouns"], [True, True]),
        (["x/one", "x/two"], [True, True]),
        ([], []),
    ],
)
def test_language_models_set_the_scale(models, pool):
    """All models where there is none."""
    assert pooled_models(models).tolist() == pool
    assert pooled_models(models).dtype == bool


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (SettingsVariant(False, 1, 1, 1, "z"), SettingsVariant(True, 2, 9, 9, "a")),
        (SettingsVariant(False, 3, 3, 1, "z"), SettingsVariant(False, 2, 9, 9, "a")),
        (SettingsVariant(False, 2, 3, 1, "z"), SettingsVariant(False, 2, 2, 9, "a")),
        (SettingsVariant(False, 2, 2, 9, "z"), SettingsVariant(False, 2, 2, 8, "a")),
        (SettingsVariant(False, 2, 2, 1, "z"), SettingsVariant(False, 2, 2, None, "a")),
        (SettingsVariant(False, 2, 2, 9, "a"), SettingsVariant(False, 2, 2, 9, "b")),
        (SettingsVariant(True, 5, 5, 9, "z"), SettingsVariant(False, 2, 2, 9, "a")),
        (SettingsVariant(False, 2, 2, 9, "z"), SettingsVariant(True, 4, 4, 9, "a")),
    ],
    ids=["no instruction", "language models", "models", "items", "known items", "name", "fewer than half", "half"],
)
def test_what_decides(first, second):
    """Each before all that follows, in any order of the ways."""
    assert representative_first([first, second]) == [0, 1]
    assert representative_first([second, first]) == [1, 0]


WAYS = st.builds(
    SettingsVariant,
    st.booleans(),
    st.integers(0, 5),
    st.integers(0, 5),
    st.none() | st.integers(0, 3),
    st.sampled_from("abcdef"),
)


@given(st.lists(WAYS, max_size=5, unique_by=lambda way: way.name), st.randoms())
def test_order_does_not_matter(ways, random):
    """Neither is a way lost."""
    shuffled = random.sample(ways, len(ways))
    assert [shuffled[place] for place in representative_first(shuffled)] == [
        ways[place] for place in representative_first(ways)
    ]


@given(st.lists(WAYS, min_size=1, max_size=5))
def test_an_instruction_stands_only_for_what_most_models_lack_without(ways):
    """The slow definition of the first place."""
    first, most = ways[representative_first(ways)[0]], max(way.language_models for way in ways)
    able = [way for way in ways if not way.instructed and 2 * way.language_models >= most] or ways
    assert first in able
    assert first.language_models == max(way.language_models for way in able)
