"""``helm-creativity score``: files of responses; what it writes and says of them, alone and in several processes."""

import csv
import io
import json
import subprocess
import sys

import pytest
from support.words import GOOD, NARROW, WORDS

from helm_creativity.commands import main, scoring

DAT = ["score", "dat", "--embedding", "builtin"]


def jsonl(*records):
    return "".join(json.dumps(record) + "\n" for record in records)


def lines(text):
    return [json.loads(line) for line in text.splitlines()]


def score(folder, content, *options, name="in.jsonl", out="out.jsonl", status=0):
    """Scores a file and returns the other file's text."""
    (folder / name).write_text(content, "utf-8")
    assert main([*DAT, str(folder / name), "--out", str(folder / out), *options]) == status
    return (folder / out).read_text("utf-8")


def test_what_was_written_as_csv_is_scored_the_same(tmp_path):
    """A list in Markdown begins like a formula, of which spreadsheet programs make an error or worse."""
    text = "\n".join(f"- {word}" for word in WORDS)
    first = score(tmp_path, jsonl({"response": text, "who": "=1+1"}), out="once.csv")
    (row,) = csv.DictReader(io.StringIO(first))
    assert (row["response"], row["who"]) == (f"'{text}", "'=1+1")
    assert score(tmp_path, first, name="once.csv", out="twice.csv") == first
    (row,) = lines(score(tmp_path, first, name="once.csv", out="thrice.jsonl"))
    assert (row["response"], row["who"], row["failure_reason"]) == (text, "=1+1", None)


def test_bytes_on_standard_input(monkeypatch, capsys):
    """JSONL both ways. With a byte order mark they are read; what is not UTF-8 is reported."""
    for content, status in ((b"\xef\xbb\xbf" + jsonl({"response": GOOD}).encode(), 0), (b'{"response": "\xff"}', 2)):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(content)))
        assert main(DAT) == status
        told = capsys.readouterr()
        assert [row["failure_reason"] for row in lines(told.out)] == [None] * (status == 0)
        assert ("cannot read standard input" in told.err) == (status == 2)


def test_a_reader_that_has_seen_enough_is_no_error(tmp_path):
    (tmp_path / "in.jsonl").write_text(jsonl({"response": GOOD}) * 3000)
    piped = f"{sys.executable} -m helm_creativity {' '.join(DAT)} in.jsonl | head -1"
    done = subprocess.run(piped, shell=True, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert ([row["failure_reason"] for row in lines(done.stdout)], done.stderr) == ([None], "")


ODD = {
    "null": "expected an object, got nothing",
    "[1]": "expected an object, got [1]",
    '"cat"': "expected an object, got 'cat'",
    '{"text": "a"}': "expected a field response or words, got ['text']",
    '{"respo': "not JSON",
    '{"words": 3, "response": "a"}': "words must be a list of texts, got 3",
}


@pytest.mark.parametrize(("options", "status"), [([], 0), (["--strict"], 1)])
@pytest.mark.parametrize(("out", "start"), [("out.jsonl", 1), ("out.csv", 2), ("out.csv", 1)])
def test_odd_rows_end_no_file(tmp_path, capsys, options, status, out, start):
    """Wherever they start: each has its reason, all others their scores, and the file is whole."""
    good = [json.dumps({"response": GOOD}), json.dumps({"response": NARROW})]
    expected = lines(score(tmp_path, "\n".join(good)))
    content = [*good[: start - 1], *ODD, *good[start - 1 :]]
    text = score(tmp_path, "\n".join(content), *options, out=out, status=status)
    found = lines(text) if out.endswith("jsonl") else list(csv.DictReader(io.StringIO(text)))
    used = [row for row in found if row["failure_reason"] != "invalid_row"]
    assert [float(row["score"]) for row in used] == [row["score"] for row in expected]
    unused = [row for row in found if row["failure_reason"] == "invalid_row"]
    assert [row["problem"].partition(":")[0] for row in unused] == [*ODD.values()]
    assert all(set(row) >= set(expected[0]) and not row["score"] and not row["n_valid"] for row in unused)
    last = capsys.readouterr().err.splitlines()[-1]
    assert f": 6 of 8 rows not used: line {start}: expected an object, got nothing; line" in last
    assert last.endswith("; and 1 more")


RATED_USES = {"object": "brick", "uses": ["a wall", "paint", "doorstop"], "originality": [2, 3, 1]}


@pytest.mark.parametrize(
    ("name", "settings", "row", "beside"),
    [
        ("dat", {}, {"response": GOOD}, ["random nouns 82.04", "people: 73.77 (SD 3.88, n = 8,572)"]),
        ("aut", {}, {"object": "brick", "uses": ["doorstop"]}, ["random nouns 0.748", "comparable only roughly"]),
        ("aut", {"protocol": "mctb2025", "prompts": "own"}, RATED_USES, []),
        ("cdat", {}, {"cue": "water", "words": GOOD.split()}, ["greedy 72.7;", "people: 70.97"]),
        ("dat", {"dictionary": "wordnet"}, {"response": GOOD}, []),
    ],
)
def test_the_mean_of_a_file_stands_beside_baselines_and_norms(name, settings, row, beside, tmp_path, capsys):
    """Where they have the same settings; a baseline's score is that on all items."""
    (tmp_path / "in.jsonl").write_text(json.dumps(row))
    options = [f"--{key}={value}" for key, value in {"embedding": "builtin", **settings}.items()]
    assert main(["score", name, *options, str(tmp_path / "in.jsonl"), "--out", str(tmp_path / "out.jsonl")]) == 0
    said = capsys.readouterr().err
    assert "1 of 1 response with a score, mean " in said
    assert ("beside it" in said) == bool(beside)
    assert all(text in said for text in beside), said


def test_a_file_of_which_nothing_has_a_score_is_told(tmp_path, capsys):
    """With the reasons, and a status that a script sees; the rows are written all the same."""
    texts = ("I'm sorry, but I can't help with that.", "", "")
    assert len(lines(score(tmp_path, jsonl(*({"response": text} for text in texts)), status=1))) == 3
    assert "none of 3 responses has a score (empty 2, refused 1)" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("in.csv", "words,words\ncat,dog\n", "line 1: duplicate columns: words"),
        ("in.csv", 'words\n"cat\n', "line 2: not CSV: unexpected end of data"),
        ("in.jsonl", jsonl({"response": GOOD}), "No space left on device"),
    ],
)
def test_where_reading_or_writing_fails_no_file_is_left(tmp_path, capsys, monkeypatch, name, content, message):
    """A file under the final name is always whole."""

    def full(*_):
        raise OSError(28, "No space left on device")

    if "space" in message:
        monkeypatch.setattr(scoring, "write_records", full)
    (tmp_path / name).write_text(content)
    assert main([*DAT, str(tmp_path / name), "--out", str(tmp_path / "out.jsonl")]) == 2
    assert message in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == [name]
