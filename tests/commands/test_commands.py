"""The command ``helm-creativity``."""

import csv
import io
import json
import subprocess
import sys

import pytest
from support.judged import judge_reply, state, write_run
from support.process import python
from support.words import GOOD, NARROW, WORDS

from helm_creativity.benchmark.rows import scored as rows
from helm_creativity.commands import main, scoring


def lines(text):
    return [json.loads(line) for line in text.splitlines()]


def score(tmp_path, content, *options, name="in.jsonl", out="out.jsonl", status=0):
    """Scores a file and returns the other file's text."""
    (tmp_path / name).write_text(content, "utf-8")
    arguments = ["score", "dat", "--embedding", "builtin", str(tmp_path / name), "--out", str(tmp_path / out)]
    assert main([*arguments, *options]) == status
    return (tmp_path / out).read_text("utf-8")


def test_rows_come_back_with_score_submetrics_and_reason(tmp_path):
    """The same object, in the same order; what could not be scored says why."""
    rows_in = [
        {"id": 7, "response": GOOD},
        {"id": 8, "words": WORDS},
        {"id": 9, "response": "no"},
        {"id": 10, "response": ""},
    ]
    out = lines(score(tmp_path, "\n".join(map(json.dumps, rows_in)) + "\n\n"))
    assert [row["id"] for row in out] == [7, 8, 9, 10]
    assert out[0]["score"] == out[1]["score"] > 70
    assert [row["failure_reason"] for row in out] == [None, None, "unparsable", "empty"]
    assert out[2]["score"] is None
    assert out[0]["n_valid"] == 10
    assert out[0]["scored_words"] == WORDS[:7]
    assert out[0]["comparable"].startswith("dat|protocol:olson2021|")


def test_what_was_written_as_csv_is_scored_the_same(tmp_path):
    """A list in Markdown begins like a formula, of which spreadsheet programs make an error or worse."""
    text = "\n".join(f"- {word}" for word in WORDS)
    first = score(tmp_path, json.dumps({"response": text, "who": "=1+1"}), name="in.jsonl", out="once.csv")
    (row,) = csv.DictReader(io.StringIO(first))
    assert (row["response"], row["who"]) == (f"'{text}", "'=1+1")
    assert score(tmp_path, first, name="once.csv", out="twice.csv") == first
    as_lines = lines(score(tmp_path, first, name="once.csv", out="thrice.jsonl"))
    assert (as_lines[0]["response"], as_lines[0]["who"]) == (text, "=1+1")


def test_stdin_and_stdout(monkeypatch, capsys):
    """JSONL both ways."""
    monkeypatch.setattr(sys, "stdin", io.StringIO(json.dumps({"response": GOOD}) + "\n"))
    assert main(["score", "dat", "--embedding", "builtin"]) == 0
    assert lines(capsys.readouterr().out)[0]["failure_reason"] is None


def test_batches_are_invisible(tmp_path, monkeypatch):
    """Memory is bounded by the batch; scores are not changed by it."""
    content = "\n".join(json.dumps({"response": text}) for text in [GOOD, NARROW] * 5)
    whole = score(tmp_path, content)
    monkeypatch.setattr(rows, "BATCH", 3)
    monkeypatch.setattr(scoring, "CHUNK", 2)
    assert score(tmp_path, content) == whole


@pytest.mark.parametrize(
    ("content", "name", "message"),
    [
        ("words,words\ncat,dog\n", "in.csv", "line 1: duplicate columns: words"),
        ('words\n"cat\n', "in.csv", "line 2: not CSV: unexpected end of data"),
    ],
)
def test_a_file_that_cannot_be_read_is_refused_and_nothing_is_written(tmp_path, capsys, content, name, message):
    """A file under the final name is always whole."""
    (tmp_path / name).write_text(content)
    out = tmp_path / "out.jsonl"
    assert main(["score", "dat", "--embedding", "builtin", str(tmp_path / name), "--out", str(out)]) == 2
    assert message in capsys.readouterr().err
    assert sorted(path.name for path in tmp_path.iterdir()) == [name]


ODD = ["null", "[1]", '"cat"', '{"text": "a"}', '{"respo', '{"words": 3, "response": "a"}']


@pytest.mark.parametrize(("options", "status"), [([], 0), (["--strict"], 1)])
@pytest.mark.parametrize("out", ["out.jsonl", "out.csv"])
@pytest.mark.parametrize("first", [False, True])
def test_odd_rows_end_no_file(tmp_path, capsys, options, status, out, first):
    """Wherever they stand: each has its reason, all others their scores, and the file is whole."""
    good = [json.dumps({"response": GOOD}), json.dumps({"response": NARROW})]
    expected = lines(score(tmp_path, "\n".join(good)))
    capsys.readouterr()
    content = [*ODD, *good] if first else [good[0], *ODD, good[1]]
    text = score(tmp_path, "\n".join(content), *options, out=out, status=status)
    found = lines(text) if out.endswith("jsonl") else list(csv.DictReader(io.StringIO(text)))
    used = [row for row in found if row["failure_reason"] != "invalid_row"]
    assert [float(row["score"]) for row in used] == [row["score"] for row in expected]
    unused = [row for row in found if row["failure_reason"] == "invalid_row"]
    assert [row["problem"].partition(":")[0] for row in unused] == [
        *("expected an object, got nothing", "expected an object, got [1]", "expected an object, got 'cat'"),
        *("expected a field response or words, got ['text']", "not JSON", "words must be a list of texts, got 3"),
    ]
    assert all(set(row) >= set(expected[0]) and not row["score"] and not row["n_valid"] for row in unused)
    last = capsys.readouterr().err.splitlines()[-1]
    start = 1 if first else 2
    assert last.startswith(
        f"helm-creativity: 6 of 8 rows were not used: line {start}: expected an object, got nothing; line"
    )
    assert last.endswith("; and 1 more")


def test_a_file_of_which_nothing_has_a_score_is_told(tmp_path, capsys):
    """With the reasons, and a status that a script sees; the rows are written all the same."""
    rows = [{"response": "I'm sorry, but I can't help with that."}, {"response": ""}, {"response": ""}]
    text = score(tmp_path, "".join(json.dumps(row) + "\n" for row in rows), status=1)
    assert len(text.splitlines()) == 3
    assert "none of 3 responses has a score (empty 2, refused 1)" in capsys.readouterr().err


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


def test_a_disk_that_fills_is_reported(tmp_path, capsys, monkeypatch):
    """And leaves no half file."""

    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(scoring, "write_records", full)
    (tmp_path / "in.jsonl").write_text(json.dumps({"response": GOOD}))
    arguments = ["score", "dat", "--embedding", "builtin", str(tmp_path / "in.jsonl")]
    assert main([*arguments, "--out", str(tmp_path / "out.jsonl")]) == 2
    assert "No space left on device" in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == ["in.jsonl"]


def test_a_reader_that_has_seen_enough_is_no_error(tmp_path):
    """``helm-creativity score ... | head -1``."""
    (tmp_path / "in.jsonl").write_text((json.dumps({"response": GOOD}) + "\n") * 3000)
    command = f"{sys.executable} -m helm_creativity score dat --embedding builtin in.jsonl | head -1"
    done = subprocess.run(command, shell=True, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert lines(done.stdout)[0]["failure_reason"] is None
    assert done.stderr == ""


def test_bytes_on_standard_input():
    """With a byte order mark they are read; what is not UTF-8 is reported."""
    command = [sys.executable, "-m", "helm_creativity", "score", "dat", "--embedding", "builtin"]
    content = b"\xef\xbb\xbf" + json.dumps({"response": GOOD}).encode()
    good = subprocess.run(command, input=content, capture_output=True, check=True)
    assert json.loads(good.stdout)["failure_reason"] is None
    bad = subprocess.run(command, input=b'{"response": "\xff"}', capture_output=True, check=False)
    assert (bad.returncode, bad.stdout) == (2, b"")
    assert b"cannot read standard input" in bad.stderr


@pytest.fixture
def judged_suite(tmp_path):
    """Two models' answers to three items, rated by two judges, a run without judges, and two damaged ones."""
    folder, judged = tmp_path / "runs" / "s", {"num_answers": 3.0, "judge_coverage": 1.0}
    for model, low in (("a/low", 1.0), ("a/high", 6.0)):
        states = [
            state(item, *(judge_reply(judge, originality=low + i % 2) for judge in ("x/one", "x/two")))
            for i, item in enumerate("ijk")
        ]
        write_run(folder, model, states, stats=judged)
    write_run(folder, "a/none", [state("i")], group="creativity_dat")
    write_run(folder, "a/broken", '{"request_states": [{', stats=judged)
    (folder / "stopped").mkdir()
    return tmp_path


def ratings_of(suite, out, ending="csv"):
    """Exports the ratings of the suite ``s``, and nothing else; the exit status."""
    where = ["--output-path", str(suite), "--out", str(out)]
    return main(["export", "s", *where, "--table", "ratings", "--format", ending])


@pytest.mark.parametrize("ending", ["parquet", "csv", "jsonl"])
def test_ratings_of_a_suite_go_into_a_file(judged_suite, tmp_path, capsys, ending):
    """What is damaged is named, the rest is kept and counted."""
    assert ratings_of(judged_suite, tmp_path / "out", ending) == 0
    captured = capsys.readouterr()
    assert [line.split(": ")[:3] for line in captured.err.splitlines()] == [
        ["left out", "s", "stopped"],
        [
            "left out",
            "creativity_live_idea_bench:protocol=ruan2024,model=a_broken",
            "cannot read its ratings from scenario_state.json",
        ],
    ]
    out = tmp_path / "out" / f"ratings.{ending}"
    assert captured.out == f"12 rows in {out}\n"
    assert [path.name for path in out.parent.iterdir()] == [out.name]
    assert out.stat().st_size > 100


def test_ratings_of_a_file_are_calibrated_as_those_of_their_suite(judged_suite, tmp_path, capsys):
    """What ``ratings`` writes is what ``calibrate`` reads: the table that the suite's analysis prints."""
    assert ratings_of(judged_suite, tmp_path) == 0
    found = []
    for number, words in enumerate(
        (["analyse", "s", "calibration"], ["judges", "calibrate", f"{tmp_path}/ratings.csv"])
    ):
        place = ["--output-path", str(judged_suite)] if "s" in words else []
        assert main([*words, *place, "--out", f"{tmp_path}/{number}.json"]) == 0
        tables = json.loads((tmp_path / f"{number}.json").read_text("utf-8"))
        found.append([table["rows"] for table in tables])
    assert found[0] == found[1]


def test_a_suite_without_ratings_is_an_error(tmp_path, capsys, monkeypatch):
    """No empty table; what was left out is reported, since the ratings may have been there."""
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / "benchmark_output" / "runs" / "s"
    write_run(folder, "a/none", [state("i")])
    write_run(folder, "a/broken", "[", stats={"num_answers": 1.0, "judge_coverage": 1.0})
    assert main(["analyse", "s", "calibration"]) == 2
    (told,) = capsys.readouterr().err.splitlines()
    assert "no judge gave a rating" in told
    assert "creativity_live_idea_bench:protocol=ruan2024,model=a_broken: cannot read its ratings" in told
    assert [path.name for path in tmp_path.iterdir()] == ["benchmark_output"]


@pytest.mark.parametrize(
    "command",
    [
        ["export", "s", "--table", "ratings", "--format", "jsonl", "--out", "{}/r"],
        ["analyse", "s", "calibration"],
        ["--version"],
    ],
)
def test_ratings_are_read_without_helm(judged_suite, tmp_path, command):
    """Nor is anything heavy loaded that is not needed: Parquet alone needs pyarrow."""
    arguments = [part.format(tmp_path) for part in command]
    if "s" in command:
        arguments += ["--output-path", str(judged_suite)]
    heavy = ["helm", "pyarrow", "torch", "pandas", *([] if "calibration" in command else ["scipy"])]
    loaded = python(
        "import json, sys\nfrom helm_creativity.commands import main\n"
        f"try:\n    main({arguments!r})\nexcept SystemExit:\n    pass\n"
        f"print(json.dumps([name for name in {heavy!r} if name in sys.modules]))"
    )
    assert loaded == []


@pytest.mark.parametrize(
    ("command", "out"),
    [
        *(
            (command, out)
            for command in (
                *("report s --out", "leaderboard s --out", "analyse s linking --out"),
                *("show s --out", "schema s --out", "analyse s effects --by=temp --figure"),
                "judges agreement t.csv --judge a --rater b --out",
                *("score dat --out", "draw create --out"),
            )
            for out in ("absent/f", "taken/f", ".", "f" * 256)
        ),
        *(
            (command, "taken/f")
            for command in (
                *("report s --figures", "export s --out"),
                "people import t.csv --benchmark dat --out",
            )
        ),
    ],
)
def test_a_place_that_takes_no_file_is_refused_before_anything_else(tmp_path, monkeypatch, capsys, command, out):
    """There are no suites, no judges and no tables, which nobody comes to see."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "taken").write_text("a file")
    assert main([*command.split(), out]) == 2
    assert capsys.readouterr().err.startswith("helm-creativity: cannot write ")
    assert [path.name for path in tmp_path.iterdir()] == ["taken"]
