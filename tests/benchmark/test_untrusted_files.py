"""Files of others: whatever lies there, a reader ends soon, in little memory, with one message that names it."""

import json
import os
import re
import tracemalloc
from contextlib import contextmanager

import pytest
import yaml
from support.macgyver import write_workbook
from support.no_files import KINDS, put, within

from helm_creativity.benchmark.card import load_card
from helm_creativity.benchmark.files import untrusted_files
from helm_creativity.benchmark.files.source_files import SourceFile, fetch
from helm_creativity.benchmark.files.untrusted_files import LONGEST_LINE, parse_json, read_bytes, read_json
from helm_creativity.benchmark.files.yaml_files import read_items, read_yaml
from helm_creativity.benchmark.rows.tables import read_lines, read_sheet
from helm_creativity.embeddings.convert import convert
from helm_creativity.embeddings.specs import WordVectorsSpec
from helm_creativity.embeddings.store import VectorStore, read_meta
from helm_creativity.errors import BadCard, BrokenVectors, FileProblem
from helm_creativity.judges.evaluation.anchors import read_anchor_ratings
from helm_creativity.lexicon.lexicon import find_dictionary
from helm_creativity.results.criteria import read_groups, read_model_table
from helm_creativity.results.rating_tables import ratings_of_table
from helm_creativity.scenarios.create.items import ENDINGS, rows_of_file
from helm_creativity.scenarios.macgyver.labels import labelled

SOURCE = SourceFile("words", "", None, "0" * 64, "none", "nobody")
READERS = {
    "anchors.csv": lambda path: read_anchor_ratings(path, []),
    "ratings.csv": lambda path: list(ratings_of_table(path)),
    "criteria.csv": lambda path: read_model_table(path, []),
    "answers.jsonl": lambda path: list(read_lines(path)),
    "answers.csv": lambda path: list(read_lines(path)),
    "groups.csv": read_groups,
    "table.csv": read_sheet,
    "table.xlsx": read_sheet,
    "fetched": lambda path: fetch(SOURCE, path),
    "vectors.txt": lambda path: convert(path, WordVectorsSpec(name="of-a-test")),
    "meta.json": lambda path: read_meta(path.parent),
    "dictionary.txt": lambda path: find_dictionary(str(path)),
    "labels.json": lambda path: labelled(path, problems=write_workbook(path.parent / "problems.xlsx")),
    **{f"queries{ending}": rows_of_file for ending in ENDINGS},
}


@pytest.mark.parametrize("kind", sorted({*KINDS} - {"dangling"}))
@pytest.mark.parametrize("name", READERS)
def test_what_is_no_file_is_refused_at_once(tmp_path, name, kind):
    path = tmp_path / name
    put(kind, path)
    with within(20), pytest.raises(FileProblem, match=KINDS[kind] + "|a file that exists|there is no file") as caught:
        READERS[name](path)
    assert str(tmp_path) in str(caught.value)
    assert str(caught.value).count("\n") == 0


@contextmanager
def in_memory_of(size):
    """Fails what needs more memory than that."""
    tracemalloc.start()
    try:
        with within(60):
            yield
        assert tracemalloc.get_traced_memory()[1] < size
    finally:
        tracemalloc.stop()


LINES = [(name, READERS[name], 1 << 16) for name in READERS if not name.endswith((".xlsx", ".parquet", "fetched"))]
LINES += [("one-line", read_bytes, LONGEST_LINE), ("one-line", lambda path: list(read_lines(path)), LONGEST_LINE)]


@pytest.mark.parametrize(("name", "read", "limit"), LINES)
def test_a_line_without_end_is_refused_in_little_memory(tmp_path, monkeypatch, name, read, limit):
    """A gigabyte of it; under the real limit no more than a few times that is in memory."""
    monkeypatch.setattr(untrusted_files, "LONGEST_LINE", limit)
    path = tmp_path / name
    path.write_bytes(b"")
    os.truncate(path, 1 << 30)
    reason = f"{re.escape(str(tmp_path))}|{limit:,}"
    with in_memory_of(max(4 * limit, 1 << 26)), pytest.raises((FileProblem, BrokenVectors, ValueError), match=reason):
        read(path)


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"9" * 400, "an integer of 400 digits"),
        (b"-" + b"9" * 5000, "an integer of 5,001 digits"),
        (b"[" * 100_000, "nested too deep"),
        (b'{"a":' * 100_000, "nested too deep"),
        (b"\0\0\0\0\0", "Expecting value"),
        ('{"a": "é"}'.encode("latin-1"), "can't decode byte"),
        (b'{"a": ', "Expecting value"),
        (b"", "Expecting value"),
    ],
)
def test_what_is_no_json_that_can_be_used(tmp_path, content, why):
    path = tmp_path / "a.json"
    path.write_bytes(content)
    with pytest.raises(ValueError, match=why):
        read_json(path)


def test_what_python_writes_is_read(tmp_path, monkeypatch):
    """NaN and infinities, with a byte order mark or not, large integers, and long files of short lines."""
    path = tmp_path / "a.json"
    path.write_bytes(b"\xef\xbb\xbf" + json.dumps([float("inf"), 10**299, "é"], ensure_ascii=False).encode())
    assert read_json(path) == [float("inf"), 10**299, "é"]
    assert parse_json("NaN") != parse_json("NaN")
    monkeypatch.setattr(untrusted_files, "LONGEST_LINE", 64)
    path.write_text(json.dumps(["fog"] * 1000, indent=2))
    assert read_json(path) == ["fog"] * 1000
    assert len(list(read_lines(path))) == 1002


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("part", ["vectors.npy", "rows.npy", "words.marisa"])
def test_a_store_of_vectors_of_which_a_part_is_no_file(tmp_path, monkeypatch, part, kind):
    monkeypatch.setenv("HELM_CREATIVITY_HOME", str(tmp_path))
    (tmp_path / "vectors.txt").write_text("fog 1 2\nlamp 3 4\n")
    folder = convert(tmp_path / "vectors.txt", WordVectorsSpec(name="of-a-test"))
    put(kind, folder / part)
    with within(20), pytest.raises(FileProblem, match="of-a-test is damaged"):
        VectorStore(folder)


BROKEN = {
    "a date that is none": ("- {id: x, on: 2024-99-99}", "month must be in 1..12"),
    "a number of 5,000 digits": (f"- {{id: x, n: {'9' * 5000}}}", "5000 digits"),
    "no text": (b"- id: \xff", "can't decode byte"),
    "nested too deep": ("[" * 20_000, "nesting depth"),
    "an object": ("- !!python/object/apply:os.system [ls]", "could not determine a constructor"),
    "nothing": ("", "must be a list of mappings that each have an id, got nothing"),
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
    with in_memory_of(1 << 27), pytest.raises(FileProblem, match=why) as caught:
        read_items(path)
    assert f"{tmp_path.name}/items/own.yaml" in str(caught.value)
    assert len(str(caught.value)) < 8_000
    assert "\n" not in str(caught.value)


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
