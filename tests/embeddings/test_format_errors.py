"""What is wrong with a file of word vectors is reported with its place."""

import gzip
import re
import struct
import zipfile

import numpy as np
import pytest
from support.vector_files import binary, glove, read, write

from helm_creativity.embeddings import vector_files
from helm_creativity.errors import BadArguments, BrokenVectors

TEXT_ERRORS = {
    "broken number": (b"a 1 2 3\nb 1 x 3\n", "line 2: expected a finite number in column 2 of 3, got b'x'"),
    "not a number": (b"a 1 2 3\nb 1 2 nan\n", "line 2: expected a finite number in column 3 of 3, got b'nan'"),
    "too large for float32": (b"a 1 2 3\nb 1 1e39 3\n", "line 2: expected a finite number in column 2"),
    "underscore": (b"a 1 2 3\nb 1_0 2 3\n", "line 2: expected a finite number in column 1"),
    "tab": (b"a 1 2 3\nb 1\t2 3\n", "line 2: expected a word and 3 numbers, got 1 numbers"),
    "two blanks": (b"a 1 2 3\nb 1  3\n", "line 2: expected a finite number in column 2 of 3, got b''"),
    "one number too many": (b"a 1 2 3\nb 1 2 3 4\n", "line 2: expected a word and 3 numbers, got 4 numbers"),
    "blank line": (b"a 1 2 3\n\nb 1 2 3\n", "line 2: expected a word and 3 numbers, got 0 numbers"),
    "no word": (b"a 1 2 3\n 1 2 3\n", "line 2: "),
    "no numbers": (b"hello\n", "line 1: expected a word and numbers"),
    "empty file": (b"", "line 1: the file is empty"),
    "last line cut": (b"a 1 2 3\nb 1 2", "line 2: expected a word and 3 numbers, got 2 numbers"),
    "fewer lines than promised": (
        b"3 2\na 1 2\nb 1 2\n",
        "line 3: the file ends after 2 vectors, but its header promises 3",
    ),
    "more lines than promised": (b"1 2\na 1 2\nb 1 2\n", "line 3: the header promises 1 vectors"),
    "other dimension than promised": (b"2 3\na 1 2\nb 1 2\n", "line 2: expected a word and 3 numbers, got 2"),
    "a header of 5,000 digits": (b"9" * 5000 + b" 2\na 1 2\n", "line 2: expected a word and 1 numbers, got 2"),
    "absurd dimension": (b"2 0\na 1 2\n", "line 1: expected the number of vectors and the dimension"),
}


@pytest.mark.parametrize("case", TEXT_ERRORS)
def test_text_errors_name_the_file_and_the_line(tmp_path, case):
    content, message = TEXT_ERRORS[case]
    path = write(tmp_path, content)
    with pytest.raises(BrokenVectors, match=f"^{re.escape(str(path))}, {message}"):
        read(path)


def test_a_last_line_without_a_line_break_counts_if_it_is_complete(tmp_path, caplog):
    """Editors leave the line break out; whether digits are missing cannot be seen, so it is reported."""
    path = write(tmp_path, b"a 1 2 3\nb 4 5 6")
    words, vectors = read(path, "glove")[:2]
    assert list(words) == ["a", "b"]
    assert vectors[1].tolist() == [4, 5, 6]
    assert "line 2: the last line has no line break" in caplog.text


@pytest.mark.parametrize(
    ("kind", "content", "message"),
    [
        ("glove", b"a 1 2\n" + b"x" * 200, "line 2: no line break within 100 bytes"),
        ("word2vec-bin", b"9 2\n" + b"\1" * 1000, "record 1 of 9: no word within 100 bytes"),
    ],
)
def test_what_does_not_end_is_refused_before_it_fills_the_memory(tmp_path, monkeypatch, kind, content, message):
    """No line, or no word where a wrong dimension sends the reader into the numbers."""
    for limit, size in (("LONGEST_LINE", 100), ("LONGEST_WORD", 100), ("HEAD", 50), ("CHUNK", 50)):
        monkeypatch.setattr(vector_files, limit, size)
    with pytest.raises(BrokenVectors, match=message):
        read(write(tmp_path, content), kind)


BROKEN_RECORD = b"3 2\na " + struct.pack("<2f", 1, 2) + b"\nb " + struct.pack("<2f", 1, 2) + b"\n"
BINARY_ERRORS = {
    "cut in a vector": (BROKEN_RECORD + b"c " + b"\0" * 7, "record 3 of 3: the file ends here"),
    "cut before a record": (BROKEN_RECORD, "record 3 of 3: the file ends here"),
    "not finite": (
        b"2 1\na " + struct.pack("<f", 1) + b"\nb " + struct.pack("<f", np.inf),
        "record 2: a number that is not",
    ),
    "no word": (b"1 1\n " + struct.pack("<f", 1), "record 1: the word b''"),
    "line feed in a word": (b"1 1\na\nb " + struct.pack("<f", 1), "record 1: the word b'a.nb'"),
    "more than promised": (
        b"1 1\na " + struct.pack("<f", 1) + b"\nb ",
        "the header promises 1 vectors, but more data follow",
    ),
}


@pytest.mark.parametrize("case", BINARY_ERRORS)
def test_binary_errors_name_the_file_and_the_record(tmp_path, case):
    content, message = BINARY_ERRORS[case]
    path = write(tmp_path, content)
    with pytest.raises(BrokenVectors, match=rf"^{re.escape(str(path))}(:|,) {message}"):
        read(path, "word2vec-bin")


@pytest.mark.parametrize("kind", ["glove", "word2vec-bin"])
@pytest.mark.parametrize("packing", ["gzip", "zip"])
def test_compressed_data_that_are_damaged_are_an_error_with_the_place(tmp_path, monkeypatch, kind, packing):
    """Data that end early, or whose checksum is wrong, are never taken for a shorter file."""
    monkeypatch.setattr("helm_creativity.embeddings.vector_files.CHUNK", 1 << 12)
    monkeypatch.setattr("helm_creativity.embeddings.vector_files.HEAD", 1 << 12)
    words = [f"w{i}" for i in range(20_000)]
    rows = np.random.default_rng(0).normal(size=(len(words), 1)).astype(np.float32)
    content = (glove if kind == "glove" else binary)(words, rows)
    path = tmp_path / "vectors"
    if packing == "gzip":
        packed = gzip.compress(content, 1)
        path.write_bytes(packed[: len(packed) // 2])
    else:
        with zipfile.ZipFile(path, "w") as archive:
            archive.writestr("v", content)
        packed = bytearray(path.read_bytes())
        packed[-200] ^= 1  # in the data: stored as they are, so only the checksum at their end can tell
        path.write_bytes(packed)
    with pytest.raises(
        BrokenVectors, match=r"(line|record) \d{4,}.*compressed data end early or are damaged"
    ) as caught:
        read(path, kind)
    assert str(path) in str(caught.value)


def test_of_several_files_in_an_archive_one_must_be_named(tmp_path):
    path = tmp_path / "v.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("x.50d.txt", "a 1 2\n")
        archive.writestr("x.100d.txt", "a 1 2 3\n")
    with pytest.raises(BadArguments, match=r"holds 2 files; choose one with --member: x\.100d\.txt, x\.50d\.txt"):
        read(path)
    with pytest.raises(BadArguments, match=r"holds no file 'y'; it holds: x\.100d\.txt, x\.50d\.txt"):
        read(path, member="y")
    assert read(path, member="x.100d.txt")[1].shape == (1, 3)
