"""Suites of which a file of one run is no file, or holds what no program can use: that run is left out and named."""

import os
import re

import polars as pl
import pytest
from support import command, folders
from support.judged import judge_reply, state, write_run
from support.no_files import KINDS, put, within

from helm_creativity import load_suite
from helm_creativity.benchmark.files import untrusted_files
from helm_creativity.errors import FileProblem

SPEC, STATS, STATES, ENTRIES = "run_spec.json", "stats.json", "scenario_state.json", "per_instance_stats.json"
FILES = (SPEC, STATS, STATES, ENTRIES)
LEFT_OUT = r"left out: .*a_bad"


@pytest.fixture
def output(tmp_path):
    for model in ("a/good", "a/bad"):
        write_run(
            tmp_path / "runs" / "s",
            model,
            [state("fog", judge_reply("x/one", originality=7.0))],
            stats={"score": 5.0, "num_answers": 3.0, "num_instances": 3.0},
            entries=[folders.entry("fog", score=5.0)],
        )
    return tmp_path


def bad(output, name):
    return next((output / "runs" / "s").glob("*a_bad")) / name


def tables(output):
    """Lines of stderr of ``tables`` with everything, and the models in each table."""
    out = output / "out"
    done = command.run("export", "s", "--output-path", output, "--out", out)
    assert done.status == 0
    return done.stderr, {
        path.stem: sorted({run[-4:].lstrip("_") for run in pl.read_parquet(path)["run"]}) for path in out.iterdir()
    }


def assert_left_out(output, name, gone=()):
    """What is in the file is in no table, with one line that names it; all else is there."""
    with within(30):
        stderr, models = tables(output)
    gone = gone or {STATES: {"responses", "ratings"}, ENTRIES: {"scores"}}.get(name, set(models))
    assert models == {table: ["good"] if table in gone else ["bad", "good"] for table in models}
    assert len(models) == 5
    assert len(stderr) == (1 if len(gone) == 5 else len(gone))
    assert all(re.match(LEFT_OUT, line) for line in stderr), stderr
    return stderr


CONTENTS = {
    "a line without end": (b"", "no line break within 65,536 bytes"),
    "deep": (b"[" * 100_000, ""),
    "deep within": (b'[{"stats": ' * 100_000, ""),
    "null bytes": (bytes(100), ""),
    "another encoding of words": ('["\u00e9"]'.encode("utf-16"), ""),
    "5000 digits": (b"[" + b"9" * 5000 + b"]", ""),
    "blank": (b" \n", "it is no JSON|it does not hold"),
    "cut": (b'[{"name": "sco', "it is no JSON|it does not hold"),
    "a number": (b"[1]", "it does not hold what it should"),
    "no UTF-8": (b"\xff", "it is no JSON|it does not hold"),
}


@pytest.mark.parametrize("how", [*KINDS, *CONTENTS])
@pytest.mark.parametrize("name", FILES)
def test_what_cannot_be_read(output, name, how, monkeypatch):
    """HELM does not write files at once, so that a stopped run leaves half of one."""
    monkeypatch.setattr(untrusted_files, "LONGEST_LINE", 1 << 16)
    path = bad(output, name)
    content, words = CONTENTS.get(how, (b"", KINDS.get(how, "")))
    if how in KINDS:
        put(how, path)
    else:
        path.write_bytes(content)
        os.truncate(path, len(content) or 1 << 30)
    words = "there is no|No such file" if how == "dangling" else words
    assert all(re.search(words, line) for line in assert_left_out(output, name))


def changed(output, name, old, new):
    path = bad(output, name)
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new, 1))


MANY = "9" * 400
VALUES = [
    *((SPEC, field, value) for field in ('"max_tokens": 10', '"temperature": 1.0', '"num_trials": 1')
      for value in (MANY, "9" * 30, "Infinity", "NaN", '"9"')),
    *((STATS, field, MANY) for field in ('"mean": 5.0', '"count": 1')),
    *((ENTRIES, field, MANY) for field in ('"mean": 5.0', '"train_trial_index": 0')),
    *((STATES, field, MANY) for field in ('"characters": 9', "7.0")),
    (SPEC, '"class_name": "some.Metric", "args": {"signature": "idea|x"}', '"args": 7'),
    *((SPEC, '"groups": ["creativity_live_idea_bench"]', f'"groups": {value}') for value in ("7", "[7]")),
    (SPEC, '"metric_specs"', '"other"'),
    *((STATES, f'"{name}"', '"other"') for name in ("request_states", "id")),
    *((ENTRIES, f'"{name}"', '"other"') for name in ("instance_id", "train_trial_index")),
    *((ENTRIES, '"mean": 5.0', value) for value in ('"mean": "x"', '"mean": []')),
    (ENTRIES, '{"name": "score", "split": "test"}', '"score"'),
]  # fmt: skip


@pytest.mark.parametrize(("name", "field", "value"), VALUES)
def test_values_that_no_table_holds(output, name, field, value):
    whole = not field[-1].isdigit() or ":" in value
    changed(output, name, field, value if whole else re.sub(r"[\d.]+$", value, field))
    assert_left_out(output, name)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        *(('"prompt": "?"', f'"random": {value}') for value in ('"first"', '"-1"')),
        *((f'"{name}"', '"other"') for name in ("success", "completions")),
        *(('"text": "!"', value) for value in ('"text": 7', '"text": "x", "finish_reason": "stop"')),
    ],
)
def test_damaged_responses_cost_no_ratings(output, field, value):
    changed(output, STATES, field, value)
    assert_left_out(output, STATES, {"responses"})


@pytest.mark.parametrize("number", ["Infinity", "NaN", "1e308"])
def test_numbers_that_are_none(output, number):
    """A stat that is not finite costs itself alone, as before, and an infinite index the entries."""
    changed(output, STATS, '"mean": 5.0', f'"mean": {number}')
    stderr, _ = tables(output)
    assert ["stats that are no finite number, or beyond 1e+300: score" in line for line in stderr] == [True]
    changed(output, ENTRIES, '"train_trial_index": 0', f'"train_trial_index": {number}')
    changed(output, STATES, '"prompt": "?"', f'"prompt": "?", "random": "{"9" * 30}"')
    stderr, models = tables(output)
    assert models["responses"] == ["good"]
    for words in ("cannot read the scores of its items", "the number of a trial"):
        assert [line for line in stderr if words in line]


@pytest.mark.parametrize("number", ["9" * 30, "9" * 300, "1e299"])
def test_large_numbers_end_nothing(output, number):
    changed(output, STATS, '"mean": 3.0', f'"mean": {number}')
    changed(output, STATS, '"mean": 5.0', f'"mean": {number}')
    for name in FILES:
        path = bad(output, name)
        path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes())  # editors write it
    with within(30):
        stderr, models = tables(output)
    assert (stderr, len(models)) == ([], 5)
    assert all(model == ["bad", "good"] for model in models.values())


@pytest.mark.parametrize("kind", ["fifo", "socket", "device"])
def test_other_commands_and_files_of_a_suite(output, kind):
    """The leaderboard and the ratings; the schema of a suite, and the list of a release."""
    put(kind, bad(output, STATES))
    with within(60):
        done = command.run("export", "s", "--table", "ratings", "--output-path", output, "--out", output / "r")
        assert sum("a_bad: cannot read its ratings" in line for line in done.stderr) == 1
        put(kind, bad(output, STATS))
        put(kind, output / "runs" / "s" / "schema.json")
        assert "a/good" in command.run("leaderboard", "s", "--output-path", output).text
        assert [line.partition(":")[0] for line in load_suite("s", output_path=output).problems] == ["s", "s"]
        (output / "releases" / "v1").mkdir(parents=True)
        put(kind, output / "releases" / "v1" / "summary.json")
        with pytest.raises(FileProblem, match=f"in the release 'v1' from .*{KINDS[kind]}"):
            command.run("leaderboard", "v1", "--output-path", output)
