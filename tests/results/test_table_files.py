"""Tables as files."""

import json
import os
import resource
import threading

import pytest
from pyarrow import parquet

from helm_creativity.benchmark.rows.records import check_ending
from helm_creativity.errors import BadArguments, FileProblem
from helm_creativity.results.tidy import ENDINGS, write_table

COLUMNS = {"name": "string", "count": "int64", "share": "double"}
ENDED = pytest.mark.parametrize("ending", ["parquet", "csv", "jsonl"])
ROWS = [("a", 1, 0.5), ("Zoë,\n", -2, None), ("", 3, 1.0)]


@pytest.mark.parametrize(("size", "rows"), [(1, ROWS), (2, ROWS), (3, ROWS), (50_000, ROWS[1:]), (5, [])])
def test_batches_are_invisible(tmp_path, size, rows):
    """Whether the last one is full or not, or there is none; types hold where values are missing."""
    path = tmp_path / "table.parquet"
    assert write_table(iter(rows), COLUMNS, path, batch=size) == len(rows)
    table = parquet.read_table(path)
    assert {field.name: str(field.type) for field in table.schema} == COLUMNS
    assert [tuple(row.values()) for row in table.to_pylist()] == rows


def test_text_formats(tmp_path):
    assert write_table(ROWS, COLUMNS, tmp_path / "t.JSONL") == 3
    lines = (tmp_path / "t.JSONL").read_text("utf-8").splitlines()
    assert [json.loads(line) for line in lines] == [dict(zip(COLUMNS, row, strict=True)) for row in ROWS]
    assert write_table(ROWS, COLUMNS, tmp_path / "t.csv") == 3
    assert (tmp_path / "t.csv").read_bytes() == 'name,count,share\r\na,1,0.5\r\n"Zoë,\n",-2,\r\n,3,1.0\r\n'.encode()


@pytest.mark.parametrize("name", ["t", "t.xlsx", "t.parquet.gz"])
def test_other_endings_are_refused_before_a_row_is_read(tmp_path, name):
    with pytest.raises(BadArguments, match=r"must end in \.parquet, \.csv, \.jsonl, got"):
        write_table(iter(lambda: pytest.fail("a row was read"), None), COLUMNS, tmp_path / name)
    assert list(tmp_path.iterdir()) == []


@ENDED
def test_where_nothing_can_be_written(tmp_path, ending):
    (tmp_path / f"folder.{ending}").mkdir()
    for place, why in ((f"absent/t.{ending}", "there is no folder .*absent; make it"), (f"folder.{ending}", "")):
        with pytest.raises(FileProblem, match=rf"cannot write .*{place}: {why}"):
            write_table(ROWS, COLUMNS, tmp_path / place)
    assert [path.name for path in tmp_path.rglob("*")] == [f"folder.{ending}"]


@ENDED
def test_a_disk_that_fills_leaves_the_old_file(tmp_path, ending):
    path = tmp_path / f"t.{ending}"
    path.write_text("old")
    rows = ((f"judge {i * 7919} {'x' * 40}", i, float(i)) for i in range(120_000))
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, hard))
    try:
        with pytest.raises(FileProblem, match=rf"cannot write .*t\.{ending}: .*File too large"):
            write_table(rows, COLUMNS, path)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


@ENDED
def test_links_are_followed(tmp_path, ending):
    link = tmp_path / f"link.{ending}"
    link.symlink_to(tmp_path / f"target.{ending}")
    write_table(ROWS, COLUMNS, link)
    assert link.is_symlink()
    assert (tmp_path / f"target.{ending}").stat().st_size > 0


@pytest.mark.parametrize(("ending", "error"), [("parquet", FileProblem), ("csv", BadArguments)])
def test_half_a_character_is_reported(tmp_path, ending, error):
    half = [("\ud800", 1, 1.0)]
    with pytest.raises(error, match="surrogates not allowed"):
        write_table(half, COLUMNS, tmp_path / f"t.{ending}")
    assert list(tmp_path.iterdir()) == []
    write_table(half, COLUMNS, tmp_path / "t.jsonl")
    assert json.loads((tmp_path / "t.jsonl").read_text())["name"] == "\ud800"


def test_a_pipe_gets_jsonl_whatever_its_name(tmp_path):
    pipe, got = tmp_path / "t.parquet", []
    os.mkfifo(pipe)
    check_ending(pipe, ENDINGS)
    reader = threading.Thread(target=lambda: got.append(pipe.read_text()))
    reader.start()
    assert write_table(ROWS[:1], COLUMNS, pipe) == 1
    reader.join()
    assert pipe.is_fifo()
    assert json.loads(got[0]) == {"name": "a", "count": 1, "share": 0.5}
