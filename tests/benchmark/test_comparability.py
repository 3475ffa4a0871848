"""What must agree between two scores, whose scores set a scale, and which way to run a benchmark stands for it."""

import re
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helm_creativity.benchmark import base as benchmark
from helm_creativity.benchmark.base import comparable_key, provenance
from helm_creativity.benchmark.comparability import (
    SettingsVariant,
    checksum_of_items,
    checksum_prompts,
    is_baseline,
    key_of_run,
    pooled_models,
    representative_first,
    short_key,
)
from helm_creativity.benchmark.loading import get_benchmark
from helm_creativity.benchmark.types import Prompt

DAT = get_benchmark("dat")
SETTINGS = DAT.settings(embedding="builtin")
KEY = comparable_key(DAT, SETTINGS)


def test_a_release_and_a_new_x_of_the_card_are_provenance_and_a_new_n_is_not(monkeypatch):
    """A patch release does not split a leaderboard."""
    monkeypatch.setattr(benchmark, "__version__", "9.9.9")
    assert comparable_key(DAT, SETTINGS) == KEY
    assert provenance(DAT, SETTINGS)["helm-creativity"] == "9.9.9"
    for version, same in (("3-Z", True), ("4-A", False)):
        monkeypatch.setitem(DAT.__dict__, "card", replace(DAT.card, version=version))
        assert (comparable_key(DAT, SETTINGS) == KEY) is same
        assert provenance(DAT, SETTINGS)["card"] == version


def test_names_in_keys():
    """Each stands there once and has a value; a short key shows the protocol and tells keys apart."""
    pairs = [part.partition(":")[::2] for part in KEY.removeprefix("dat|").split("|")]
    assert all(dict(pairs).values())
    assert len(dict(pairs)) == len(pairs)
    from_a_file = comparable_key(DAT, SETTINGS, asked=False)
    assert ("prompts:from a file" in from_a_file, "temp:" in from_a_file) == (True, False)
    other = short_key(comparable_key(DAT, DAT.settings(embedding="builtin", temp=0.5)))
    assert re.fullmatch("olson2021#[0-9a-f]{8}", other)
    assert short_key(KEY) not in (other, KEY)


def test_checksums():
    """Order counts, for it decides which items a run of the first few asks; so does a field that no prompt shows."""
    prompts = [Prompt("p", text) for text in ("b", "a", "c")]
    found = {checksum_prompts(prompts), checksum_prompts(prompts[::-1])}
    assert len(found) == 2
    assert all(checksum.startswith("3@sha256:") for checksum in found)
    items = [{"id": "a", "key": "tree"}, {"id": "b", "key": "sea"}]
    known = checksum_of_items(items)
    assert re.fullmatch(r"2@sha256:[0-9a-f]{12}", known)
    assert checksum_of_items([dict(reversed(item.items())) for item in items]) == known
    changed = [items[::-1], [items[0], {**items[1], "key": "lake"}], [items[0], {**items[1], "more": 1}]]
    assert len({known, *map(checksum_of_items, changed)}) == 4


@pytest.mark.parametrize(
    ("args", "key"),
    [
        ({"comparable": "dat|a"}, "dat|a"),
        ({"comparable": "dat|a", "trials_count": True}, "dat|a|num_trials:5"),
        ({"temperature": 1.0, "trials_count": True}, ""),
    ],
)
def test_the_number_of_trials_is_compared_only_where_it_moves_the_score(args, key):
    assert key_of_run(args, 5) == key


@pytest.mark.parametrize(
    ("models", "pool"),
    [
        (["creativity/greedy", "x/creativity/greedy", "creativity-lab/model"], [False, True, True]),
        (["creativity/greedy", "creativity/random-nouns"], [True, True]),
        ([], []),
    ],
)
def test_language_models_set_the_scale(models, pool):
    """All models where there is none; baselines are known by the beginning of their names."""
    assert pooled_models(models).tolist() == pool
    assert pooled_models(models).dtype == bool
    assert [is_baseline(model) for model in models] == [model.startswith("creativity/") for model in models]


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


@given(st.lists(WAYS, min_size=1, max_size=5, unique_by=lambda way: way.name), st.randoms())
def test_an_instruction_stands_only_for_what_most_models_lack_without(ways, random):
    """The slow definition of the first place; no way is lost, and their order does not matter."""
    ordered = [ways[place] for place in representative_first(ways)]
    shuffled = random.sample(ways, len(ways))
    assert [shuffled[place] for place in representative_first(shuffled)] == ordered
    most = max(way.language_models for way in ways)
    able = [way for way in ways if not way.instructed and 2 * way.language_models >= most] or ways
    assert ordered[0] in able
    assert ordered[0].language_models == max(way.language_models for way in able)
