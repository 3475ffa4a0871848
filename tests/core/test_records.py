"""Lines of files, and the messages about those that cannot be read."""

import io
import os
import sys

import pytest

from helm_creativity.core.records import read_lines
from helm_creativity.errors import FileProblem

REASON = r"\('utf-8' codec can't decode bytes? (?:0x\w\w )?in position [\d-]+: [a-z ]+\)$"


@pytest.mark.parametrize(("name", "form"), [("a.csv", "CSV UTF-8, as spreadsheet programs call it"), ("a", "UTF-8")])
@pytest.mark.parametrize(
    ("content", "line"),
    [
        ("größe\n".encode("latin-1"), 1),
        ("a\r\n\r\nmüde\r\nb".encode("cp1252"), 3),
        ("\ufeff漢\n".encode() * 9_999 + "é".encode("latin-1"), 10_000),
        ("a\n".encode("utf-16"), 1),
        ("a\n漢".encode()[:-1], 2),
    ],
)
def test_another_encoding_is_answered_with_the_way_out(tmp_path, name, form, content, line):
    """With the file and the line; the technical reason stands in brackets behind."""
    path = tmp_path / name
    path.write_bytes(content)
    message = rf"^cannot read .*{name}, line {line}: it is not UTF-8; save it as {form} {REASON}"
    with pytest.raises(FileProblem, match=message):
        list(read_lines(path))


def test_another_encoding_from_standard_input(monkeypatch):
    """What has gone by is not read again."""
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO("a\né".encode("latin-1"))))
    with pytest.raises(FileProblem, match=rf"^cannot read standard input: it is not UTF-8; save it as UTF-8 {REASON}"):
        list(read_lines(None))


def test_another_encoding_from_a_pipe(tmp_path):
    """It is not written a second time, so that its lines are not counted."""
    pipe = tmp_path / "pipe.csv"
    os.mkfifo(pipe)
    end = os.open(pipe, os.O_RDWR)
    os.write(end, "é,".encode("latin-1") * 8192)  # as much as is read at a time
    try:
        with pytest.raises(FileProblem, match=rf"pipe\.csv: it is not UTF-8; save it as CSV UTF-8, .* {REASON}"):
            list(read_lines(pipe))
    finally:
        os.close(end)


def test_a_file_that_is_not_there(tmp_path):
    """That is no matter of its encoding."""
    with pytest.raises(FileProblem, match=r"cannot read .*none\.csv: .*No such file"):
        list(read_lines(tmp_path / "none.csv"))
