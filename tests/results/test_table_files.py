"""Tables as files."""

import json
import os
import threading

import pytest
from pyarrow import parquet

from helm_creativity.benchmark.rows.records import check_ending
from helm_creativity.errors import BadArguments, FileProblem
from helm_creativity.results.tidy import ENDINGS, write_table

COLUMNS = {"name": "string", "count": "int64", "share": "double"}
ROWS = [("a", 1, 0.5), ("Zoë,\n", -2, None), ("", 3, 1.0)]


@pytest.mark.parametrize("size", [1, 2, 3, 50_000])
def test_batches_are_invisible(tmp_path, size):
    """Whether the last one is full or not; types hold where a value is missing."""
    path = tmp_path / "table.parquet"
    assert write_table(iter(ROWS), COLUMNS, path, batch=size) == 3
    table = parquet.read_table(path)
    assert {field.name: str(field.type) for field in table.schema} == COLUMNS
    assert [tuple(row.values()) for row in table.to_pylist()] == ROWS


def test_text_formats(tmp_path):
    """Columns in order; the ending may be in capitals."""
    assert write_table(ROWS, COLUMNS, tmp_path / "t.JSONL") == 3
    lines = (tmp_path / "t.JSONL").read_text("utf-8").splitlines()
    assert [json.loads(line) for line in lines] == [dict(zip(COLUMNS, row, strict=True)) for row in ROWS]
    assert write_table(ROWS, COLUMNS, tmp_path / "t.csv") == 3
    assert (tmp_path / "t.csv").read_bytes() == 'name,count,share\r\na,1,0.5\r\n"Zoë,\n",-2,\r\n,3,1.0\r\n'.encode()


def test_no_rows(tmp_path):
    """Parquet has columns all the same."""
    assert write_table([], COLUMNS, tmp_path / "t.parquet") == 0
    assert parquet.read_table(tmp_path / "t.parquet").column_names == list(COLUMNS)


@pytest.mark.parametrize("name", ["t", "t.xlsx", "t.parquet.gz"])
def test_other_endings_are_refused_before_a_row_is_read(tmp_path, name):
    """A file whose format is not that of its name is refused."""
    with pytest.raises(BadArguments, match=r"must end in \.parquet, \.csv, \.jsonl, got"):
        write_table(iter(lambda: pytest.fail("a row was read"), None), COLUMNS, tmp_path / name)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("ending", ["parquet", "csv", "jsonl"])
def test_a_failure_on_the_way_leaves_the_old_file(tmp_path, ending):
    """Some rows are written when it happens."""
    path = tmp_path / f"t.{ending}"
    path.write_text("old")

    def rows():
        yield from ROWS
        raise FileProblem("gone")

    with pytest.raises(FileProblem, match="gone"):
        write_table(rows(), COLUMNS, path)
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("ending", ["parquet", "csv", "jsonl"])
def test_where_nothing_can_be_written(tmp_path, ending):
    """No such folder."""
    with pytest.raises(FileProblem, match=rf"cannot write .*absent/t\.{ending}: there is no folder .*absent; make it"):
        write_table(ROWS, COLUMNS, tmp_path / "absent" / f"t.{ending}")


def test_a_pipe_gets_jsonl_whatever_its_name(tmp_path):
    """Parquet needs a file that it can go back in."""
    pipe, got = tmp_path / "t.parquet", []
    os.mkfifo(pipe)
    check_ending(pipe, ENDINGS)
    reader = threading.Thread(target=lambda: got.append(pipe.read_text()))
    reader.start()
    assert write_table(ROWS[:1], COLUMNS, pipe) == 1
    reader.join()
    assert json.loads(got[0]) == {"name": "a", "count": 1, "share": 0.5}
