"""Lines of files, and the messages about those that cannot be read."""

import csv
import io
import json
import math
import os
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from helm_creativity.benchmark.rows.records import COMPARABLE, BadRow, write_records
from helm_creativity.benchmark.rows.tables import read_lines, records_in_file, rows_in_file
from helm_creativity.errors import BadArguments, FileProblem

REASON = r"\('utf-8' codec can't decode bytes? (?:0x\w\w )?in position [\d-]+: [a-z ]+\)$"


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
def test_another_encoding_is_answered_with_the_way_out(tmp_path, content, line):
    """With the file and the line; the technical reason stands in brackets behind."""
    path = tmp_path / "a"
    path.write_bytes(content)
    message = rf"^cannot read .*a, line {line}: it is not UTF-8; save it as UTF-8 {REASON}"
    with pytest.raises(FileProblem, match=message):
        list(read_lines(path))


def test_another_encoding_from_standard_input(monkeypatch):
    """What has gone by is not read again."""
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO("a\né".encode("latin-1"))))
    with pytest.raises(FileProblem, match=rf"^cannot read standard input: it is not UTF-8; save it as UTF-8 {REASON}"):
        list(read_lines(None))


def test_another_encoding_from_a_pipe():
    """Of ``<(command)``. It is not written a second time, so that its lines are not counted."""
    end, other = os.pipe()
    os.write(other, "é,".encode("latin-1") * 8192)  # as much as is read at a time
    os.close(other)
    with pytest.raises(FileProblem, match=rf"/dev/fd/{end}: it is not UTF-8; save it as UTF-8 {REASON}"):
        list(read_lines(Path(f"/dev/fd/{end}")))
    os.close(end)


def test_a_file_that_is_not_there(tmp_path):
    """That is no matter of its encoding."""
    with pytest.raises(FileProblem, match=r"cannot read .*none\.csv: .*No such file"):
        list(read_lines(tmp_path / "none.csv"))


def written(*records):
    """The text of a CSV file."""
    out = io.StringIO(newline="")
    write_records(records, out, as_csv=True)
    return out.getvalue()


def rows_in(path, content):
    """The rows of a file with this content."""
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return list(rows_in_file(path))


def read_back(text):
    with TemporaryDirectory() as folder:
        path = Path(folder) / "a.csv"
        path.write_text(text, "utf-8", newline="")
        return [record for _, record in records_in_file(path)]


@given(st.text(st.characters(codec="utf-8")), st.text("'=+-@ \t\r\n\uff1d1.e"))
@example("=1+1", "-3.5")
@example("'=1+1", "'-3.5")
def test_no_text_in_csv_is_a_formula_and_all_come_back(one, other):
    """Of files of our own; numbers are numbers, as a text too."""
    record = {"=name": one, "response": other, "score": -3.5, COMPARABLE: "dat"}
    text = written(record)
    assert read_back(text) == [{**record, "score": "-3.5"}]
    for cell in next(csv.reader(io.StringIO(text.partition("\n")[2], newline=""))):
        assert not cell.lstrip().startswith(tuple("=+-@\uff1d\uff0b\uff0d\uff20")) or math.isfinite(float(cell))


@pytest.mark.parametrize(
    ("text", "cell"),
    [
        ("=HYPERLINK(1)", "'=HYPERLINK(1)"),
        ("+1 234", "'+1 234"),
        ("@SUM(1)", "'@SUM(1)"),
        ("- lamp\n- pen", '"\'- lamp\n- pen"'),
        ("\t=1", "'\t=1"),
        ("-3.5", "-3.5"),
        ("+1e-05", "+1e-05"),
        ("'tis", "'tis"),
        ("-", "'-"),
        ("a=1", "a=1"),
        (-0.25, "-0.25"),
        (None, ""),
        (["=1"], '"[""=1""]"'),
    ],
)
def test_cells_that_begin_like_formulas(text, cell):
    """They get an apostrophe, numbers and all others do not."""
    assert written({"id": "a", "text": text}) == f"id,text\r\na,{cell}\r\n"


def test_apostrophes_of_others_stay():
    """Only a file with the field ``comparable`` is one of ours."""
    assert read_back("response\n'=1\n") == [{"response": "'=1"}]
    assert read_back("response,comparable\n'=1,dat\n") == [{"response": "=1", "comparable": "dat"}]


@pytest.mark.parametrize(
    ("name", "content", "expected"),
    [
        ("a.jsonl", 'null\n[1]\n"cat"\n7\n\n{"a": 1}\n{"a"\n{"a": 2}', {1, 2, 3, 4, 7}),
        ("a.jsonl", "[" * 100_000 + '\n{"a": 1}\n{"a": 2}\n', {1}),
        ("a.jsonl", '{"a": 1}\n{"a": ' + "9" * 400 + '}\n{"a": 2}', {2}),
        ("a.csv", 'a\n1\nx,y\n"b"c\n2\n', {3, 4}),
        ("a.tsv", "a\n1\nx\ty\n2\n", {3}),
    ],
)
def test_a_bad_row_ends_no_file(tmp_path, name, content, expected):
    """It comes with its number and the reason, all others as they are; where every row is needed, it is an error."""
    rows = dict(rows_in(tmp_path / name, content))
    assert {number for number, row in rows.items() if isinstance(row, BadRow)} == expected
    assert [str(row["a"]) for row in rows.values() if not isinstance(row, BadRow)] == ["1", "2"]
    with pytest.raises(
        BadArguments, match=rf"^line {min(expected)}: (not |expected an object, got |.* has no column heading)"
    ):
        list(records_in_file(tmp_path / name))


def test_rows_of_parquet(tmp_path):
    """Lists stay lists; what JSON does not have is its text, and NaN is nothing."""
    import datetime

    import pyarrow as pa
    from pyarrow import parquet

    day = datetime.date(2025, 3, 1)
    rows = [{"words": ["cat", "law"], "day": day, "age": 3.5}, {"words": None, "day": None, "age": math.nan}]
    parquet.write_table(pa.Table.from_pylist(rows), tmp_path / "a.PARQUET")
    assert list(rows_in_file(tmp_path / "a.PARQUET")) == [
        (1, {"words": ["cat", "law"], "day": "2025-03-01", "age": 3.5}),
        (2, {"words": None, "day": None, "age": None}),
    ]
    with pytest.raises(FileProblem, match=r"cannot read .*b\.parquet as Parquet"):
        rows_in(tmp_path / "b.parquet", b"cat")


def test_a_row_with_a_problem_may_bring_columns_into_csv():
    """Whether it comes first or last; another row may not."""
    bad = {"x": 1, "failure_reason": "invalid_row", "problem": "no"}
    assert written({"a": 1}, bad, {"a": 2}) == "a,x,failure_reason,problem\r\n1,,,\r\n,1,invalid_row,no\r\n2,,,\r\n"
    with pytest.raises(BadArguments, match=r"response 2 has fields that the first lacks: x;"):
        written({"a": 1}, {"x": 1})


@pytest.mark.parametrize("as_csv", [False, True])
def test_what_is_written_is_json_whatever_was_read(as_csv):
    """Python reads and writes NaN and infinities, which JSON has not."""
    out = io.StringIO()
    odd = [float("nan"), {"b": float("-inf")}, "NaN", 1.5]
    write_records([{"response": "\ud800", "words": odd, "score": 2.5}], out, as_csv=as_csv)
    written = next(csv.DictReader(io.StringIO(out.getvalue())))["words"] if as_csv else out.getvalue()

    def refuse(name):
        raise AssertionError(name)

    found = json.loads(written, parse_constant=refuse)
    assert (found if as_csv else found["words"]) == [None, {"b": None}, "NaN", 1.5]
    assert as_csv or (found["response"], found["score"]) == ("\ud800", 2.5)


@pytest.mark.parametrize(
    ("cells", "row"),
    [
        ((["words", "", " "], ["cat", "", "x"]), {"words": "cat", "column 3": "x"}),
        ((["", "words"], ["0", "cat"]), {"": "0", "words": "cat"}),
    ],
)
def test_several_columns_without_a_name_have_their_places(tmp_path, cells, row):
    """If anything is in them; a single one, as of an index, stays without."""
    for ending, separator in (("csv", ","), ("tsv", "\t")):
        (tmp_path / f"a.{ending}").write_text("\n".join(map(separator.join, cells)))
        assert list(rows_in_file(tmp_path / f"a.{ending}")) == [(2, row)]
