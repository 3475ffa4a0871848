"""Files of others: whatever lies there, a reader ends soon, in little memory, with one message that names it."""

import json
import os
import re
import tracemalloc
from pathlib import Path

import pytest
from support.macgyver import write_workbook
from support.no_files import KINDS, put, within

from helm_creativity.benchmark.files import untrusted_files
from helm_creativity.benchmark.files.source_files import SourceFile, fetch
from helm_creativity.benchmark.files.untrusted_files import LONGEST_LINE, open_file, parse_json, read_bytes, read_json
from helm_creativity.benchmark.rows.tables import read_lines, read_sheet
from helm_creativity.embeddings.convert import convert
from helm_creativity.embeddings.specs import WordVectorsSpec
from helm_creativity.embeddings.store import VectorStore, read_meta
from helm_creativity.errors import BrokenVectors, FileProblem
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
    """By every reader, with its name."""
    path = tmp_path / name
    put(kind, path)
    with within(20), pytest.raises(FileProblem, match=KINDS[kind] + "|a file that exists|there is no file") as caught:
        READERS[name](path)
    assert str(tmp_path) in str(caught.value)
    assert str(caught.value).count("\n") == 0


@pytest.mark.parametrize("name", [name for name in READERS if not name.endswith((".xlsx", ".parquet", "fetched"))])
def test_a_line_without_end_is_refused_in_little_memory(tmp_path, monkeypatch, name):
    """However much of it there is."""
    monkeypatch.setattr(untrusted_files, "LONGEST_LINE", 1 << 16)
    path = tmp_path / name
    path.write_bytes(b"")
    os.truncate(path, 1 << 30)
    tracemalloc.start()
    try:
        with within(60), pytest.raises((FileProblem, BrokenVectors), match=re.escape(str(tmp_path))):
            READERS[name](path)
        assert tracemalloc.get_traced_memory()[1] < 1 << 26
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("read", [read_bytes, lambda path: list(read_lines(path))])
def test_a_gigabyte_on_one_line(tmp_path, read):
    """With the real limit: no more than a few times that is in memory."""
    path = tmp_path / "one-line"
    path.write_bytes(b"")
    os.truncate(path, 1 << 30)
    tracemalloc.start()
    try:
        with within(60), pytest.raises((FileProblem, ValueError), match="67,108,864"):
            read(path)
        assert tracemalloc.get_traced_memory()[1] < 4 * LONGEST_LINE
    finally:
        tracemalloc.stop()


def test_long_files_of_short_lines_are_read(tmp_path, monkeypatch):
    """The limit is that of a line."""
    monkeypatch.setattr(untrusted_files, "LONGEST_LINE", 64)
    path = tmp_path / "long.json"
    path.write_text(json.dumps(["fog"] * 1000, indent=2))
    assert read_json(path) == ["fog"] * 1000
    assert len(list(read_lines(path))) == 1002


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
    """One kind of error for all."""
    path = tmp_path / "a.json"
    path.write_bytes(content)
    with pytest.raises(ValueError, match=why):
        read_json(path)


def test_what_python_writes_is_read(tmp_path):
    """NaN and infinities too, with a byte order mark or not; and integers that are floats, however large."""
    path = tmp_path / "a.json"
    path.write_bytes(b"\xef\xbb\xbf" + json.dumps([float("inf"), 10**299, "é"], ensure_ascii=False).encode())
    assert read_json(path) == [float("inf"), 10**299, "é"]
    assert parse_json("NaN") != parse_json("NaN")


def test_what_the_shell_has_opened_is_read():
    """As ``score <(command)`` does."""
    end, other = os.pipe()
    os.write(other, b"fog\n")
    os.close(other)
    with open_file(Path(f"/dev/fd/{end}")) as file:
        assert file.read() == b"fog\n"
    os.close(end)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_file_that_others_may_not_read(tmp_path):
    """It is named."""
    path = tmp_path / "a.csv"
    path.touch(0o000)
    with pytest.raises(FileProblem, match=r"a\.csv: Permission denied"):
        list(read_lines(path))


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("part", ["vectors.npy", "rows.npy", "words.marisa"])
def test_a_store_of_vectors_of_which_a_part_is_no_file(tmp_path, monkeypatch, part, kind):
    """It is damaged."""
    monkeypatch.setenv("HELM_CREATIVITY_HOME", str(tmp_path))
    (tmp_path / "vectors.txt").write_text("fog 1 2\nlamp 3 4\n")
    folder = convert(tmp_path / "vectors.txt", WordVectorsSpec(name="of-a-test"))
    put(kind, folder / part)
    with within(20), pytest.raises(FileProblem, match="of-a-test is damaged"):
        VectorStore(folder)


def test_numbers_of_400_digits_in_a_table_of_models(tmp_path):
    """A number that no float holds is no finite one."""
    path = tmp_path / "a.csv"
    path.write_text(f"model,score\nx,{'9' * 400}\n")
    assert "expected a finite number" in read_model_table(path, ["x"]).problems[0]
