"""Files of YAML that others wrote: each is read, or refused in one sentence, at once."""

from __future__ import annotations

import time
import tracemalloc

import pytest
import yaml

from helm_creativity.benchmark.card import load_card
from helm_creativity.benchmark.files.yaml_files import read_items, read_yaml
from helm_creativity.errors import BadCard, FileProblem

BROKEN = {
    "a date that is none": ("- {id: x, on: 2024-99-99}", "month must be in 1..12"),
    "a number of 5,000 digits": (f"- {{id: x, n: {'9' * 5000}}}", "5000 digits"),
    "no text": (b"- id: \xff", "can't decode byte"),
    "nested too deep": ("[" * 20_000, "nesting depth"),
    "an object": ("- !!python/object/apply:os.system [ls]", "could not determine a constructor"),
    "nothing": ("", "must be a list of mappings that each have an id, got nothing"),
    "texts": ("[moon]", "must be a list of mappings"),
    "one without an id": ("[{id: a}, {word: moon}]", "each have an id, got {'word': 'moon'}$"),
    "a key twice": ("[{id: a, word: b, id: c}]", "the key id appears twice in one mapping"),
    "a mapping": ("id: x\nmore: y", "must be a list of mappings"),
    "no ids": (f"- {list(range(20_000))}", r"got \[0, 1, 2, 3, 4, 5, \.\.\.\]"),
    "the same ids": ("- id: x\n" * 5_000, "items with the same id: x"),
    "many same ids": ("".join(f"- id: {i}\n" * 2 for i in range(1, 5_001)), "and 4,940 more"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_items_are_refused_in_a_sentence_at_once(tmp_path, name):
    """Whatever the file would be when written out, and however many values are wrong."""
    content, why = BROKEN[name]
    path = tmp_path / "items" / "own.yaml"
    path.parent.mkdir()
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    began = time.monotonic()
    tracemalloc.start()
    try:
        with pytest.raises(FileProblem, match=why) as caught:
            read_items(path)
        assert tracemalloc.get_traced_memory()[1] < 1 << 27
    finally:
        tracemalloc.stop()
    assert time.monotonic() - began < 30
    assert f"{tmp_path.name}/items/own.yaml" in str(caught.value)
    assert len(str(caught.value)) < 8_000
    assert "\n" not in str(caught.value)


def test_items_that_are_not_there(tmp_path):
    """They are named."""
    with pytest.raises(FileProblem, match=r"cannot read .*own\.yaml: No such file"):
        read_items(tmp_path / "items" / "own.yaml")


def test_a_card_of_many_unknown_keys(tmp_path):
    """A message about them is short, whatever they are."""
    (tmp_path / "card.yaml").write_text("".join(f"{'x' * 200}{i}: 1\n" for i in range(3_000)) + "1: 2\n")
    with pytest.raises(BadCard, match="there is no key") as caught:
        load_card(tmp_path)
    assert len(str(caught.value)) < 8_000


def test_aliases_that_people_use_are_read(tmp_path):
    """A few, in lists and in merged mappings."""
    path = tmp_path / "a.yaml"
    path.write_text("usual: &usual {n: 1}\none: {<<: *usual, m: 2}\nboth: [*usual, *usual]\n")
    assert read_yaml(path) == {"usual": {"n": 1}, "one": {"n": 1, "m": 2}, "both": [{"n": 1}, {"n": 1}]}
    path.write_text("- 2024-99-99")
    with pytest.raises(yaml.YAMLError, match="month"):
        read_yaml(path)
