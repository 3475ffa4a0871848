"""Rows of files: read with messages about those that cannot be, and written with scores so that nothing is lost."""

import csv
import datetime
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

from helm_creativity.benchmark.rows import scored as rows
from helm_creativity.benchmark.rows.records import COMPARABLE, BadRow, write_records
from helm_creativity.benchmark.rows.tables import read_lines, records_in_file, rows_in_file
from helm_creativity.benchmark.types import FailureReason, Sample, SampleScore
from helm_creativity.errors import BadArguments, FileProblem

REASON = r"\('utf-8' codec can't decode bytes? (?:0x\w\w )?in position [\d-]+: [a-z ]+\)$"


def test_another_encoding_is_answered_with_the_way_out(tmp_path):
    """The technical reason stands in brackets behind."""
    path = tmp_path / "a"
    path.write_bytes("a\r\n\r\nmüde\r\nb".encode("cp1252"))
    with pytest.raises(FileProblem, match=rf"^cannot read .*a: it is not UTF-8; save it as UTF-8 {REASON}"):
        list(read_lines(path))


def test_another_encoding_of_what_is_read_once(monkeypatch):
    """Standard input, and a pipe of ``<(command)``."""
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO("a\né".encode("latin-1"))))
    end, other = os.pipe()
    os.write(other, "é,".encode("latin-1") * 8192)  # as much as is read at a time
    os.close(other)
    with pytest.raises(FileProblem, match=rf"^cannot read standard input: it is not UTF-8; save it as UTF-8 {REASON}"):
        list(read_lines(None))
    with pytest.raises(FileProblem, match=rf"/dev/fd/{end}: it is not UTF-8; save it as UTF-8 {REASON}"):
        list(read_lines(Path(f"/dev/fd/{end}")))
    os.close(end)


def written(*records):
    out = io.StringIO(newline="")
    write_records(records, out, as_csv=True)
    return out.getvalue()


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
        *((text, f"'{text}") for text in ("=HYPERLINK(1)", "+1 234", "@SUM(1)", "\t=1", "-")),
        *((text, text) for text in ("-3.5", "+1e-05", "'tis", "a=1")),
        ("- lamp\n- pen", '"\'- lamp\n- pen"'),
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
    (tmp_path / name).write_text(content)
    rows = dict(rows_in_file(tmp_path / name))
    assert {number for number, row in rows.items() if isinstance(row, BadRow)} == expected
    assert [str(row["a"]) for row in rows.values() if not isinstance(row, BadRow)] == ["1", "2"]
    reason = rf"^line {min(expected)}: (not |expected an object, got |.* has no column heading)"
    with pytest.raises(BadArguments, match=reason):
        list(records_in_file(tmp_path / name))


def test_rows_of_parquet(tmp_path):
    """Lists stay lists; what JSON does not have is its text, and NaN is nothing."""
    import pyarrow as pa
    from pyarrow import parquet

    day = datetime.date(2025, 3, 1)
    rows = [{"words": ["cat", "law"], "day": day, "age": 3.5}, {"words": None, "day": None, "age": math.nan}]
    parquet.write_table(pa.Table.from_pylist(rows), tmp_path / "a.PARQUET")
    assert list(rows_in_file(tmp_path / "a.PARQUET")) == [
        (1, {"words": ["cat", "law"], "day": "2025-03-01", "age": 3.5}),
        (2, {"words": None, "day": None, "age": None}),
    ]
    (tmp_path / "b.parquet").write_bytes(b"cat")
    with pytest.raises(FileProblem, match=r"cannot read .*b\.parquet as Parquet"):
        list(rows_in_file(tmp_path / "b.parquet"))


def test_what_may_bring_columns_into_csv():
    """A row with a problem, first or last, and what is kept; a name that only looks alike is another column."""
    bad = {"x": 1, "failure_reason": "invalid_row", "problem": "no"}
    assert written({"a": 1}, bad, {"a": 2}) == "a,x,failure_reason,problem\r\n1,,,\r\n,1,invalid_row,no\r\n2,,,\r\n"
    kept = written({"a": 1}, {"a": 2, "given_a": [1]}, {"given_b": "é\n"})
    assert kept == 'a,given_a,given_b\r\n1,,\r\n2,[1],\r\n,,"é\n"\r\n'
    with pytest.raises(BadArguments, match=r"response 2 has fields that the first lacks: b, givena; write JSONL"):
        written({"a": 1}, {"a": 2, "b": 1, "givena": 3})


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


def scored(record, value=None, **details):
    """The record with a score and a submetric of one value, unscored where it is None."""
    sample_score = SampleScore(value, FailureReason.UNJUDGED if value is None else None, {"creativity": value}, details)
    return rows.scored(record, sample_score, "s")


KEPT = [([31, 36], 33.5), ("[31, 36]", 33.5), (" [31", 33.5), ({"a": 31}, 31.0), (12, None), ("12", None), ([12], None)]
KEPT += [("31; 36", 33.5), ("31\n36", 33.5), ("about 33", 33.5)]
FREE = [(12, 12.0), ("12,5", 12.5), ("1e1", 10.0), ("NA", 12.0), ("", 12.0), ("", None), (None, None)]


@pytest.mark.parametrize(("cell", "value", "kept"), [*((*row, True) for row in KEPT), *((*row, False) for row in FREE)])
def test_what_would_be_lost_is_kept(cell, value, kept):
    """A list under a mean, a text under a number, and what nothing takes the place of; not a number, nor a blank."""
    row = scored({"creativity": cell, "id": 7}, value)
    assert row == {
        "creativity": value,
        "id": 7,
        "score": value,
        "comparable": "s",
        "failure_reason": "unjudged" if value is None else None,
        **({"given_creativity": cell} if kept else {}),
    }


def test_every_name_that_is_written_anew_is_watched():
    """A score of one's own and details too; a list that comes out as it went in is not lost."""
    row = scored({"score": 5, "words": "a, b", "uses": '["x"]', "kinds": ["y"]}, words=None, uses=["x"], kinds=["z"])
    found = {name: value for name, value in row.items() if name.startswith("given_")}
    assert found == {"given_score": 5, "given_words": "a, b", "given_kinds": ["y"]}


@given(st.one_of(st.none(), st.just(" "), st.integers(), st.text("[]1, "), st.lists(st.integers())))
def test_what_was_kept_before_stays(kept):
    row = scored({"creativity": [31, 36], "given_creativity": kept}, 33.5)
    blank = kept is None or (isinstance(kept, str) and not kept.strip())
    assert row["given_creativity"] == ([31, 36] if blank else kept)


class Choosy:
    """A scorer that refuses some words, and counts how often it is asked."""

    def __init__(self):
        self.calls = 0

    def score(self, samples):
        self.calls += 1
        wrong = [sample.fields["word"] for sample in samples if sample.fields["word"].startswith("q")]
        if wrong:
            raise BadArguments(f"no vector for {wrong[0]}")
        return [SampleScore(float(len(sample.fields["word"])), None) for sample in samples]


@given(st.lists(st.text("aq", min_size=1), max_size=40))
def test_what_the_scorer_refuses_is_told_apart(words):
    """Each with its own reason; few refusals cost few calls."""
    scorer = Choosy()
    found = rows.score_usable(scorer, [Sample(None, {"word": word}) for word in words])
    refused = [word for word in words if word.startswith("q")]
    assert [sample_score.score for sample_score in found] == [None if word in refused else len(word) for word in words]
    assert [row.problem for row in found if isinstance(row, rows.UnusedRow)] == [
        f"no vector for {word}" for word in refused
    ]
    assert scorer.calls <= 2 + 14 * len(refused)


def refuse(value):
    raise BadArguments(f"no word, got {value}")


def test_a_corrected_row_loses_its_problem():
    """A field of that name that the row had is what it was, in the second pass too."""
    sample_of = {"good": lambda _: Sample(None, {"word": "a"}), "bad": lambda record: refuse(record["id"])}

    def scored(kind, row):
        scores = rows.score_usable(Choosy(), rows.samples_in_rows(sample_of[kind], [(1, row)]))
        return rows.scored_rows([(1, row)], scores, "s")

    for given_row in ({"id": 1}, {"id": 1, "problem": "A rope is too short."}):
        (unused,) = scored("bad", given_row)
        assert unused["problem"] == f"no word, got {given_row['id']}"
        (again,) = scored("bad", unused)
        assert again == unused
        (good,) = scored("good", unused)
        assert {name: good[name] for name in given_row} == given_row
        assert ("problem" in good, "given_problem" in good) == ("problem" in given_row, False)
