"""Tables as files, in the format that their endings say."""

import openpyxl
import polars as pl
import pytest
from support import command

from helm_creativity.benchmark.rows.records import check_ending
from helm_creativity.errors import BadArguments, FileProblem
from helm_creativity.reports.table_files import ENDINGS, write_tables
from helm_creativity.reports.tables import render
from helm_creativity.results.numbers import between, fixed
from helm_creativity.results.table import Column, Table, Undefined

TABLES = [
    Table(
        "scores",
        [
            Column("model", "model", left=True),
            Column("score", "score", fixed(2)),
            Column("interval", "95 %", between(fixed(2)), parts=("low", "high")),
        ],
        [("=a/x", 1.25, (1.0, 1.5)), ("b/y", Undefined("nobody came"), None)],
        facts={"benchmark": "dat"},
    )
]


@pytest.mark.parametrize(
    ("ending", "named", "form"),
    [
        (".txt", None, "text"),
        (".csv", None, "csv"),
        (".json", None, "json"),
        (".html", None, "html"),
        (".MD", None, "markdown"),
        (".odd", "json", "json"),
    ],
)
def test_a_file_has_the_format_that_is_named_or_of_its_ending(tmp_path, ending, named, form):
    check_ending(tmp_path, ENDINGS)  # pipes and devices have none
    write_tables(TABLES, tmp_path / f"board{ending}", *filter(None, [named]))
    assert (tmp_path / f"board{ending}").read_text("utf-8") == render(TABLES, form) + "\n"


def test_parquet_has_types_and_workbooks_no_formulas(tmp_path):
    """One table with the columns of all; what is undefined is empty, with its reason beside."""
    write_tables(TABLES, tmp_path / "t.parquet")
    frame = pl.read_parquet(tmp_path / "t.parquet")
    assert frame.columns == ["benchmark", "model", "score", "interval_low", "interval_high", "undefined"]
    assert frame["score"].to_list() == [1.25, None]
    assert frame["undefined"].to_list() == [None, "score: nobody came"]
    write_tables(TABLES, tmp_path / "t.xlsx")
    rows = list(openpyxl.load_workbook(tmp_path / "t.xlsx").active.iter_rows(values_only=True))
    assert rows[0] == tuple(frame.columns)
    assert rows[1] == ("dat", "'=a/x", 1.25, 1.0, 1.5, None)
    assert list(tmp_path.glob(".*")) == []
    # XML has no control characters, and a heading may be a user's own.
    table = Table("t", [Column("=1+1", "a"), Column("\x1b[31mred", "b")], [("bell\x07", "a\nb\tc")])
    write_tables([table], tmp_path / "t.xlsx")
    rows = list(openpyxl.load_workbook(tmp_path / "t.xlsx").active.iter_rows(values_only=True))
    assert rows == [("'=1+1", r"\u001b[31mred"), (r"bell\u0007", "a\nb\tc")]


@pytest.mark.parametrize("name", ["board.xlsx", "board.PARQUET"])
def test_text_gets_no_ending_of_another_kind(tmp_path, name):
    with pytest.raises(BadArguments, match=rf"--format json writes text, which {name} is not: leave --format out"):
        write_tables(TABLES, tmp_path / name, "json")
    with pytest.raises(BadArguments, match="--format csv writes text"):
        command.run("leaderboard", "no such suite", "--out", name, "--format", "csv")


def test_other_endings_are_refused_before_anything_is_read():
    with pytest.raises(BadArguments, match=r"--out must end in .txt, .csv, .*, .parquet, or --format say how"):
        command.run("leaderboard", "no such suite", "--out", "board.doc")
    with pytest.raises(FileProblem, match="there is no suite"):
        command.run("leaderboard", "no such suite", "--out", "board.doc", "--format", "csv")


@pytest.mark.parametrize("ending", [".csv", ".xlsx", ".parquet"])
def test_a_file_that_cannot_be_written_is_a_problem(tmp_path, ending):
    with pytest.raises(FileProblem, match=rf"cannot write .*none/t\{ending}: there is no folder .*none; make it first"):
        write_tables(TABLES, tmp_path / "none" / f"t{ending}")
