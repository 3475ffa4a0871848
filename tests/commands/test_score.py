"""``helm-creativity score``: files of responses; what it writes and says of them, alone and in several processes."""

import csv
import functools
import io
import json
import os
import subprocess
import sys
from dataclasses import replace

import pytest
from support.words import GOOD, NARROW, WORDS

from helm_creativity.benchmark.base import parse_settings
from helm_creativity.benchmark.files import processes
from helm_creativity.benchmark.files.processes import LostProcess, in_order
from helm_creativity.benchmark.loading import get_benchmark
from helm_creativity.benchmark.rows import scored as rows
from helm_creativity.benchmark.rows.scored import score_usable
from helm_creativity.commands import main, scoring
from helm_creativity.judges.scoring import found_in

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


def test_batches_are_invisible(tmp_path, monkeypatch):
    """Memory is bounded by the batch; scores are not changed by it."""
    content = jsonl(*({"response": text} for text in [GOOD, NARROW] * 5))
    whole = score(tmp_path, content)
    monkeypatch.setattr(rows, "BATCH", 3)
    monkeypatch.setattr(scoring, "CHUNK", 2)
    assert score(tmp_path, content) == whole


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
    assert f": 6 of 8 rows were not used: line {start}: expected an object, got nothing; line" in last
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


WAYS = {
    "dat": [
        *({"response": ", ".join(WORDS[place % 3 :]), "who": place} for place in range(11)),
        *({"response": response} for response in (5, "I cannot help with that.", "")),
    ],
    "metaphor": [
        *({"response": f"a river that forgot {place} seas", "creativity": [10 + place, 36]} for place in range(12)),
        {"response": "a river", "creativity": [999]},
    ],
    "novelty": [
        {"prompt": prompt, "response": f"a wren {place}", "class": place % 3, "quality": 1 + place}
        for prompt in ("Name a bird.", "Name a fish.")
        for place in range(6)
    ],
}
"""Words, ratings in columns, and responses that are compared; in each but the last, one row cannot be used."""


@pytest.mark.parametrize(
    ("name", "options"), [("dat", ["--embedding", "builtin"]), ("metaphor", []), ("novelty", ["--responses", "6"])]
)
def test_a_file_has_the_same_scores_in_any_number_of_processes(name, options, tmp_path, capfd, monkeypatch):
    """Scores, reasons, order and what is said. Processes take over after the first four rows."""
    monkeypatch.setattr(processes, "PATIENCE", 0)
    monkeypatch.setattr(scoring, "CHUNK", 4)
    source, found = tmp_path / "in.jsonl", {}
    source.write_text(f"not JSON\n{jsonl(*WAYS[name])}", "utf-8")
    for jobs in ("1", "2"):
        target = tmp_path / f"out{jobs}.csv"
        assert main(["score", name, *options, str(source), "--out", str(target), "--jobs", jobs]) == 0
        found[jobs] = target.read_bytes(), capfd.readouterr().err
    assert found["1"] == found["2"]
    assert found["1"][0].count(b"invalid_row") == 1 + (name != "novelty")
    assert found["1"][1].count("not used") == 1


@pytest.mark.parametrize(
    "name", ["dat", "cdat", "drat", "pace", "aut", "create", "rat", "metaphor", "novelty", "story"]
)
def test_a_score_that_is_called_independent_is(name):
    """To the last digit it is the same alone and among others; what is scored together is not parted."""
    benchmark = get_benchmark(name)
    values = {"embedding": "builtin"} if "embedding" in benchmark.options else {}
    settings = parse_settings(benchmark, values, asked=False)
    settings = replace(settings, prompts="own") if "prompts" in benchmark.options else settings
    assert scoring.is_independent(benchmark.scorer(settings)) == (name not in ("novelty", "story"))
    if scoring.is_independent(benchmark.scorer(settings)):
        items = list(benchmark.items(settings))[:5]
        samples = [benchmark.reference.reference_response(item.fields) for item in items] * 2
        found = [found_in(benchmark, settings, sample) for sample in samples]
        alone = [score_usable(benchmark.scorer(settings), [sample])[0] for sample in found]
        assert score_usable(benchmark.scorer(settings), found) == alone


@pytest.mark.parametrize(
    ("made", "rows", "error", "message"),
    [
        (os._exit, (1, 2, 3, 4), LostProcess, "one of 2 processes ended before its work was done"),
        (functools.partial(int), ("1", "2", "x"), ValueError, "invalid literal for int"),
    ],
)
def test_what_goes_wrong_in_a_process_is_raised_here(monkeypatch, made, rows, error, message):
    """A process that is killed is neither a lost response nor a program that waits."""
    monkeypatch.setattr(processes, "PATIENCE", 0)
    results = in_order(str, functools.partial(functools.partial, made), iter(rows), 2)
    assert next(results) == "1"
    with pytest.raises(error, match=message):
        list(results)
