"""Comparability is not provenance: what must agree between two scores, and what is only printed."""

from __future__ import annotations

import re
from dataclasses import replace

import helm_creativity
from helm_creativity.benchmark import base as benchmark
from helm_creativity.benchmark.base import comparable_key, provenance
from helm_creativity.benchmark.comparability import checksum_of_items, checksum_prompts, key_of_run, short_key
from helm_creativity.benchmark.loading import get_benchmark
from helm_creativity.benchmark.types import Prompt

DAT = get_benchmark("dat")


def settings(**values):
    return DAT.settings(embedding="builtin", **values)


def test_a_patch_release_does_not_split_a_leaderboard(monkeypatch):
    before = comparable_key(DAT, settings())
    monkeypatch.setattr(benchmark, "__version__", "9.9.9")
    assert comparable_key(DAT, settings()) == before
    assert provenance(DAT, settings())["helm-creativity"] == "9.9.9"
    assert helm_creativity.__version__ not in before


def test_a_new_x_of_the_card_is_provenance_and_a_new_n_is_not(monkeypatch):
    before = comparable_key(DAT, settings())
    for version, same in (("3-Z", True), ("4-A", False)):
        monkeypatch.setitem(DAT.__dict__, "card", replace(DAT.card, version=version))
        assert (comparable_key(DAT, settings()) == before) is same
        assert provenance(DAT, settings())["card"] == version


def test_every_name_in_a_key_stands_there_once_and_has_a_value():
    name, *parts = comparable_key(DAT, settings()).split("|")
    pairs = [part.partition(":")[::2] for part in parts]
    assert name == "dat"
    assert len({key for key, _ in pairs}) == len(pairs)
    assert all(key and value for key, value in pairs)


def test_responses_from_a_file_were_asked_nothing():
    key = comparable_key(DAT, settings(), asked=False)
    assert "prompts:from a file" in key
    assert "temp:" not in key


def test_short_keys_show_the_protocol_and_tell_keys_apart():
    one, other = short_key(comparable_key(DAT, settings())), short_key(comparable_key(DAT, settings(temp=0.5)))
    assert one.startswith("olson2021#")
    assert len(one) == len("olson2021#") + 8
    assert one != other


def test_prompts_in_another_order_are_another_checksum():
    """The order of items decides which of them a run of the first few asks."""
    prompts = [Prompt("p", text) for text in ("b", "a", "c")]
    forwards, backwards = checksum_prompts(prompts), checksum_prompts(prompts[::-1])
    assert forwards != backwards
    assert forwards.startswith("3@sha256:")
    assert backwards.startswith("3@sha256:")


def test_the_number_of_trials_is_compared_only_where_it_moves_the_score():
    """As the metric's arguments say."""
    assert key_of_run({"comparable": "dat|a"}, 5) == "dat|a"
    assert key_of_run({"comparable": "dat|a", "trials_count": True}, 5) == "dat|a|num_trials:5"
    assert key_of_run({"temperature": 1.0}, 5) == ""


def test_items_with_another_field_are_another_checksum():
    """Also where no prompt shows it; the order of a record's fields does not matter."""
    items = [{"id": "a", "key": "tree"}, {"id": "b", "key": "sea"}]
    known = checksum_of_items(items)
    assert re.fullmatch(r"2@sha256:[0-9a-f]{12}", known)
    assert checksum_of_items([dict(reversed(item.items())) for item in items]) == known
    changed = [items[::-1], [items[0], {**items[1], "key": "lake"}], [items[0], {**items[1], "more": 1}]]
    assert len({known, *map(checksum_of_items, changed)}) == 4
