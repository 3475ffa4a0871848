"""Where suites are, and all their runs."""

import json
import os
import re
from pathlib import Path

import pytest
from support.folders import stat, write_run

from helm_creativity.errors import BadArguments, FileProblem
from helm_creativity.results.runs import find_suites, read_run, read_suites


def release(output, name, *suites, **summary):
    folder = output / "releases" / name
    folder.mkdir(parents=True)
    (folder / "summary.json").write_text(json.dumps({"release": name, "suites": list(suites), **summary}))
    return folder


@pytest.fixture
def output(tmp_path):
    write_run(tmp_path / "runs" / "one", stats={"score": 1.0})
    write_run(tmp_path / "runs" / "two", stats={"score": 2.0})
    return tmp_path


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        ("two one", "two=runs/two one=runs/one"),
        ("{o}/runs/two one", "two=runs/two one=runs/one"),
        ("one/ v1/", "two=runs/two one=runs/one"),
        ("v1", "two=runs/two one=runs/one"),
        ("{o}/releases/v1", "two=runs/two one=runs/one"),
        ("three", "three=runs/three"),
        ("three/", "three=three"),  # where there is such a folder
        ("one two latest", "two=runs/two one=runs/one"),  # which is a link to the first
        ("one {o}/b/runs/one two", "{o.name}/runs/one=runs/one b/runs/one=b/runs/one two=runs/two"),
    ],
)
def test_suites_by_name_by_folder_and_as_a_shell_completes_them(output, monkeypatch, names, expected):
    """A release stands for its suites; a suite named twice is one, the last; of one name, folders tell them apart."""
    for more in ("runs/three", "three", "b/runs/one"):
        write_run(output / more)
    os.symlink(output / "runs" / "one", output / "runs" / "latest")
    release(output, "v1", "two", "one")
    monkeypatch.chdir(output)
    suites = find_suites(names.format(o=output).split(), output)
    found = [f"{suite.name}={suite.folder.resolve().relative_to(output.resolve())}" for suite in suites]
    assert found == expected.format(o=output).split()


def test_a_folder_below_here_needs_no_separator(output, monkeypatch):
    monkeypatch.chdir(output / "runs")
    assert [suite.folder for suite in find_suites(["two"], output / "elsewhere")] == [output / "runs" / "two"]
    write_run(there := output / "runs" / "elsewhere" / "runs" / "two")
    assert [suite.folder for suite in find_suites(["two"], output / "runs" / "elsewhere")] == [there]
    with pytest.raises(BadArguments, match="expected the name or the folder of a suite, got ''"):
        find_suites(["one", ""], output)
    folder = release(output, "v1", "two", "one")
    assert find_suites(["v1"], output)[0].pages == (folder, output / "runs" / "two")
    assert find_suites(["one"], output)[0].pages == (output / "runs" / "one",)


@pytest.mark.parametrize("text", ["[]", '{"suites": 7}', "\xff"])
def test_a_damaged_release_is_named(output, text):
    (release(output, "v1", "one") / "summary.json").write_bytes(text.encode("latin-1"))
    with pytest.raises(FileProblem, match=r"cannot read which suites are in the release 'v1' from .*summary\.json"):
        find_suites(["v1"], output)


@pytest.mark.parametrize(
    ("name", "error", "message"),
    [
        ("three", FileProblem, "no suite or release 'three' in .*: there are empty, one, two, both, one, v1;"),
        ("one", BadArguments, "'one' is a suite and a release; name one by its folder"),
        ("v1", FileProblem, "the release 'v1' names suites that are not there: .*gone"),
        ("x" * 300, FileProblem, r"cannot look for the suite 'xxx[x.]+' in .*: File name too long"),
        (".", BadArguments, "is a folder of suites; name some of them: one, two"),
        ("runs/one/creativity_dat:model=a_x", BadArguments, "is a single run; name the folder above it"),
        ("empty", FileProblem, "empty holds no run"),
    ],
)
def test_what_is_no_suite_is_refused_by_what_it_is(output, monkeypatch, name, error, message):
    """A name with what there is; a folder of HELM's with what to name."""
    release(output, "one", "two")
    release(output, "both", "one", "two")
    release(output, "v1", "one", "gone")
    (output / "runs" / "empty" / "groups").mkdir(parents=True)
    os.symlink(output / "nowhere", output / "runs" / "latest")
    if name == ".":
        (output / "runs" / "latest").unlink()
    monkeypatch.chdir(output)
    with pytest.raises(error, match=message):
        read(output, str(output / name) if "/" in name or name == "." else name)


def test_where_nothing_was_run_the_folder_is_named(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(FileProblem, match=f"there is none, as there is no folder {re.escape(str(tmp_path))}/out: name"):
        find_suites(["s"], Path("out"))
    (tmp_path / "out").mkdir()
    with pytest.raises(FileProblem, match="in out: there is none; helm-run makes a suite"):
        find_suites(["s"], Path("out"))


def read(output, *names):
    return read_suites(find_suites(names, output))


def test_a_run_in_two_suites_counts_as_it_is_in_the_later(output):
    for model in ("b/y", "b/z"):
        for suite in ("one", "two"):
            write_run(output / "runs" / suite, model=model, stats={"score": float(suite == "two")})
    collected = read(output, "one", "two")
    assert [run.stats["score"] for run in collected.runs] == [2.0, 1.0, 1.0]
    assert {run.suite for run in collected.runs} == {"two"}
    assert collected.notes == ("3 runs are in the suites 'one' and 'two'; the suite named later counts, 'two'",)
    assert [run.stats["score"] for run in read(output, "two", "one").runs] == [1.0, 0.0, 0.0]
    assert collected.problems == ()


@pytest.mark.parametrize(
    ("stats", "why"),
    [
        ("[", "run it again"),
        ("[]", "stats.json is damaged, as there is nothing in it; run it again"),
        (json.dumps([stat("num_prompt_tokens", 7.0, split=None)]), "no request was answered, as in a dry run"),
    ],
)
def test_a_damaged_later_run_leaves_the_earlier_one(output, stats, why):
    (run,) = (output / "runs" / "two").iterdir()
    (run / "stats.json").write_text(stats)
    collected = read(output, "one", "two")
    assert ([run.stats["score"] for run in collected.runs], collected.notes) == ([1.0], ())
    (problem,) = collected.problems
    assert problem.startswith("two: ")
    assert why in problem


def test_what_is_no_run_and_what_is_no_number_is_named(tmp_path):
    """A model of whose answers none has a score was asked all the same; an infinity enters no mean."""
    suite = tmp_path / "runs" / "s"
    write_run(suite, model="a/dry", stats=[])
    write_run(suite, model="a/none", stats={"num_answers": 0.0, "num_instances": 0.0})
    write_run(suite, model="a/hot", stats={"score": 1.0}, adapter={"temperature": "hot"})
    (write_run(suite, model="a/shut", stats={"score": 1.0}) / "stats.json").unlink()
    (suite / "creativity_dat:model=a_shut" / "stats.json").mkdir()
    (suite / "stopped").mkdir()
    (suite / "notes.txt").write_text("no run")
    write_run(suite, model="a/bad", stats={"num_answers": 4.0, "valid_rate": 0.0})
    write_run(suite, model="a/inf", stats={"score": float("inf"), "bad": float("nan"), "good": 1.0})
    write_run(suite, model="a/valid", stats=[stat("exact_match", 0.5, split="valid")])
    collected = read(tmp_path, "s")
    assert [run.model for run in collected.runs] == ["a/bad", "a/inf", "a/valid"]
    assert collected.runs[1].stats == {"good": 1.0}
    text = "\n".join(collected.problems)
    for expected in (
        "model=a_dry",
        "model=a_none",
        "expected numbers, got temperature='hot'",
        "model=a_shut: cannot read stats.json: Is a directory; run it again",
        "s: stopped: the run is not finished, there is no stats.json; run it again unless it still runs",
        "model=a_inf: stats that are no finite number, or beyond 1e+300: bad, score",
    ):
        assert expected in text
    assert len(collected.problems) == 6


def test_a_copy_beside_a_run_does_not_take_its_place(tmp_path):
    suite = tmp_path / "runs" / "s"
    for folder, score in (("a copy", 1.0), ("creativity_dat:model=a_x", 2.0), ("z copy", 3.0)):
        write_run(suite, folder=folder, name="creativity_dat:model=a_x", stats={"score": score})
    collected = read(tmp_path, "s")
    assert [run.stats["score"] for run in collected.runs] == [2.0]
    assert collected.notes == ("2 runs are twice in the suite 's', in folders of other names",)


def test_parts_of_a_split_count_by_their_number_of_values(tmp_path):
    """As on HELM's pages. Worked by hand: (3·1 + 1·5) / 4 = 2; perturbed items and other splits stay apart."""
    stats = [
        stat("score", 1.0, sub_split="a", count=3),
        stat("score", 5.0, sub_split="b", count=1),
        stat("score", 9.0, perturbation={"name": "typos"}),
        stat("score", 7.0, split="valid"),
        stat("score", 8.0, split=None),
        stat("none", None),
    ]
    run = read_run(write_run(tmp_path, stats=stats))
    assert run.stats == {"score": 2.0}
    assert run.of_split("valid") == {"score": 7.0}
    assert run.of_split("train") == {}


def test_a_suite_that_may_not_be_read(output, monkeypatch):
    def refuse(path):
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr("pathlib.Path.iterdir", refuse)
    with pytest.raises(FileProblem, match=r"cannot read the suite in .*one: Permission denied"):
        read(output, str(output / "runs" / "one"))
