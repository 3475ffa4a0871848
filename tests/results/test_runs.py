"""Where suites are, and all their runs."""

import json
import os
import re
import subprocess
import sys
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
    """Two suites of one run each."""
    write_run(tmp_path / "runs" / "one", stats={"score": 1.0})
    write_run(tmp_path / "runs" / "two", stats={"score": 2.0})
    return tmp_path


def found(output, *names):
    return [(suite.name, suite.folder) for suite in find_suites(list(names), output)]


def test_suites_by_name_and_by_folder(output):
    """In the order in which they are named."""
    one, two = output / "runs" / "one", output / "runs" / "two"
    assert found(output, "two", "one") == [("two", two), ("one", one)]
    assert found(output / "elsewhere", str(two)) == [("two", two)]
    assert found(output, str(two), "one") == [("two", two), ("one", one)]


def test_a_folder_below_here_needs_no_separator(output, monkeypatch):
    """Unless a suite has that name."""
    monkeypatch.chdir(output / "runs")
    assert found(output / "elsewhere", "two") == [("two", output / "runs" / "two")]
    write_run(output / "runs" / "elsewhere" / "runs" / "two")
    assert found(output / "runs" / "elsewhere", "two")[0][1] == output / "runs" / "elsewhere" / "runs" / "two"


def test_a_name_as_a_shell_completes_it(output, monkeypatch):
    """With a slash at the end, which counts where there is such a folder."""
    release(output, "r", "two")
    monkeypatch.chdir(output)
    assert found(output, "one/", "r/") == found(output, "one", "r")
    write_run(output / "one", stats={"score": 3.0})
    assert [path for _, path in found(output, "one/")] == [output / "one"]
    assert found(output, "one") == [("one", output / "runs" / "one")]
    with pytest.raises(BadArguments, match="expected the name or the folder of a suite, got ''"):
        found(output, "one", "")


def test_a_place_that_cannot_be_looked_into_is_named(output):
    """As one whose name is too long is, or one that its owner closed."""
    with pytest.raises(FileProblem, match=r"cannot look for the suite 'xxx[x.]+' in .*: File name too long"):
        found(output, "x" * 300)


def test_a_link_that_leads_nowhere_is_named(tmp_path):
    """The run was moved, and is missing."""
    write_run(tmp_path / "s", stats={"score": 1.0})
    (tmp_path / "s" / "gone").symlink_to(tmp_path / "elsewhere")
    (tmp_path / "s" / "notes.txt").write_text("no run")
    read = read_suites(find_suites([str(tmp_path / "s")], tmp_path))
    assert len(read.runs) == 1
    assert read.problems == (f"s: gone: a link that leads nowhere, to {tmp_path / 'elsewhere'}",)


def test_a_suite_named_twice_is_one_and_stands_last(output):
    """HELM links ``latest`` to one of them."""
    os.symlink(output / "runs" / "one", output / "runs" / "latest")
    assert [name for name, _ in found(output, "one", "two", "latest")] == ["two", "one"]


def test_suites_of_one_name_are_distinguished(output):
    """By as many folders above them as that needs."""
    write_run(output / "b" / "runs" / "one")
    names = [name for name, _ in found(output, "one", str(output / "b" / "runs" / "one"), "two")]
    assert names == [f"{output.name}/runs/one", "b/runs/one", "two"]


def test_a_release_stands_for_its_suites(output):
    """By name and by folder; its own schema comes before theirs."""
    folder = release(output, "v1", "two", "one")
    for name in ("v1", str(folder)):
        suites = find_suites([name], output)
        assert [suite.name for suite in suites] == ["two", "one"]
        assert suites[0].pages == (folder, output / "runs" / "two")
    assert find_suites(["one"], output)[0].pages == (output / "runs" / "one",)


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"suites": 7}', "\xff"])
def test_a_damaged_release_is_named(output, text):
    """Which suites it has is not known."""
    folder = release(output, "v1", "one")
    (folder / "summary.json").write_bytes(text.encode("latin-1"))
    with pytest.raises(FileProblem, match=r"cannot read which suites are in the release 'v1' from .*summary\.json"):
        find_suites(["v1"], output)


def test_a_release_without_its_suites(output):
    """Somebody moved one."""
    release(output, "v1", "one", "gone")
    with pytest.raises(FileProblem, match=r"the release 'v1' names suites that are not there: .*gone"):
        find_suites(["v1"], output)


def test_a_name_of_two_things_is_refused(output):
    """It is ambiguous which is meant."""
    release(output, "one", "two")
    with pytest.raises(BadArguments, match="'one' is a suite and a release; name one by its folder"):
        find_suites(["one"], output)


def test_a_name_of_nothing_lists_what_there_is(output):
    """Suites and releases."""
    release(output, "v1", "one")
    with pytest.raises(FileProblem, match=r"no suite or release 'three' in .*: there are one, two, v1; helm-run makes"):
        find_suites(["three"], output)
    with pytest.raises(FileProblem, match=r"there is none, as there is no folder .*absent: .*; helm-run makes"):
        find_suites(["three"], output / "absent")
    os.symlink(output / "nowhere", output / "runs" / "latest")
    with pytest.raises(FileProblem, match="no suite or release 'latest'"):
        find_suites(["latest"], output)


def test_other_folders_of_helm_are_no_suites(output):
    """The message says what to name."""
    for folder in (output, output / "runs"):
        with pytest.raises(BadArguments, match="is a folder of suites; name some of them: one, two"):
            find_suites([str(folder)], output)
    run = next((output / "runs" / "one").iterdir())
    with pytest.raises(BadArguments, match="is a single run; name the folder above it"):
        find_suites([str(run)], output)


def read(output, *names):
    return read_suites(find_suites(names, output))


def test_a_run_in_two_suites_counts_as_it_is_in_the_later(output):
    """And a note says so, once for all runs."""
    for model in ("b/y", "b/z"):
        for suite in ("one", "two"):
            write_run(output / "runs" / suite, model=model, stats={"score": float(suite == "two")})
    collected = read(output, "one", "two")
    assert [run.stats["score"] for run in collected.runs] == [2.0, 1.0, 1.0]
    assert collected.suites == ("two", "two", "two")
    assert collected.notes == ("3 runs are in the suites 'one' and 'two'; the suite named later counts, 'two'",)
    assert [run.stats["score"] for run in read(output, "two", "one").runs] == [1.0, 0.0, 0.0]
    assert collected.problems == ()


def test_a_damaged_later_run_leaves_the_earlier_one(output):
    """So does one in which no model was asked."""
    (run,) = (output / "runs" / "two").iterdir()
    (run / "stats.json").write_text("[")
    collected = read(output, "one", "two")
    assert [run.stats["score"] for run in collected.runs] == [1.0]
    assert collected.notes == ()
    assert [problem.partition(": ")[0] for problem in collected.problems] == ["two"]
    (run / "stats.json").write_text(json.dumps([stat("num_prompt_tokens", 7.0, split=None)]))
    collected = read(output, "one", "two")
    assert [run.stats["score"] for run in collected.runs] == [1.0]
    (problem,) = collected.problems
    assert problem.endswith("no request was answered, as in a dry run; run it again")
    (run / "stats.json").write_text("[]")
    (problem,) = read(output, "one", "two").problems
    assert problem.endswith(": stats.json is damaged, as there is nothing in it; run it again")


def test_runs_without_an_answer_are_named(tmp_path):
    """Whatever they leave; a model of whose answers none has a score was asked all the same."""
    suite = tmp_path / "runs" / "s"
    write_run(suite, model="a/dry", stats=[])
    write_run(suite, model="a/none", stats={"num_answers": 0.0, "num_instances": 0.0})
    write_run(suite, model="a/bad", stats={"num_answers": 4.0, "valid_rate": 0.0})
    write_run(suite, model="a/valid", stats=[stat("exact_match", 0.5, split="valid")])
    collected = read(tmp_path, "s")
    assert [run.model for run in collected.runs] == ["a/bad", "a/valid"]
    assert [problem.split(":")[2].strip() for problem in collected.problems] == ["model=a_dry", "model=a_none"]


def test_a_copy_beside_a_run_does_not_take_its_place(tmp_path):
    """Wherever it stands in the alphabet."""
    suite = tmp_path / "runs" / "s"
    for folder, score in (("a copy", 1.0), ("creativity_dat:model=a_x", 2.0), ("z copy", 3.0)):
        write_run(suite, folder=folder, name="creativity_dat:model=a_x", stats={"score": score})
    collected = read(tmp_path, "s")
    assert [run.stats["score"] for run in collected.runs] == [2.0]
    assert collected.notes == ("2 runs are twice in the suite 's', in folders of other names",)


def test_numbers_that_are_none_are_named(tmp_path):
    """HELM writes infinities; they enter no mean."""
    suite = tmp_path / "runs" / "s"
    write_run(suite, stats={"score": float("inf"), "bad": float("nan"), "good": 1.0})
    collected = read(tmp_path, "s")
    assert [dict(run.stats) for run in collected.runs] == [{"good": 1.0}]
    named = "stats that are no finite number, or beyond 1e+300: bad, score"
    assert collected.problems == (f"s: creativity_dat:model=a_x: {named}",)


def test_a_suite_without_runs_is_refused(output):
    """It was named, so that something was expected of it."""
    (output / "runs" / "three" / "groups").mkdir(parents=True)
    with pytest.raises(FileProblem, match="three holds no run"):
        read(output, "one", "three")


def test_a_folder_of_other_folders_is_no_suite(tmp_path, monkeypatch):
    """One line says so, not one for each; beside a run each is named."""
    for name in ("docs", "src", "model"):
        (tmp_path / "s" / name).mkdir(parents=True)
    (tmp_path / "s" / "docs" / "package.json").write_text("{}")
    monkeypatch.chdir(tmp_path / "s")
    for named in (".", str(tmp_path / "s")):
        with pytest.raises(FileProblem, match="s holds no run: name a suite, or the folder of one"):
            read(tmp_path, named)
    write_run(tmp_path / "s", stats={"score": 1.0})
    assert len(read(tmp_path, ".").problems) == 3


def test_where_nothing_was_run_the_folder_is_named(tmp_path, monkeypatch):
    """A relative folder is in the working one."""
    monkeypatch.chdir(tmp_path)
    with pytest.raises(FileProblem, match=f"there is none, as there is no folder {re.escape(str(tmp_path))}/out: name"):
        find_suites(["s"], Path("out"))
    (tmp_path / "out").mkdir()
    with pytest.raises(FileProblem, match="in out: there is none; helm-run makes a suite"):
        find_suites(["s"], Path("out"))


def test_what_a_stopped_run_leaves(tmp_path):
    """HELM makes the folder first."""
    suite = tmp_path / "runs" / "s"
    (suite / "creativity_dat:model=a_x").mkdir(parents=True)
    (problem,) = read(tmp_path, "s").problems
    expected = "s: creativity_dat:model=a_x: there is no run_spec.json: the run was not finished; run it again"
    assert problem == expected


@pytest.mark.parametrize(
    ("file", "text"),
    [
        ("run_spec.json", "{"),
        ("run_spec.json", "[]"),
        ("run_spec.json", "\xff"),
        ("run_spec.json", "[" * 100_000),
        ("run_spec.json", '{"name": 5}'),
        ("stats.json", '[{"name": {"name": "score", "split": "test"}, "mean": "x"}]'),
        ("stats.json", "7"),
        ("stats.json", "[7]"),
        ("stats.json", ""),
    ],
)
def test_whatever_a_file_holds_it_is_no_more_than_a_problem(tmp_path, file, text):
    """The other runs are read."""
    suite = tmp_path / "runs" / "s"
    write_run(suite, model="a/good", stats={"score": 1.0})
    (write_run(suite, model="a/bad", stats={"score": 1.0}) / file).write_bytes(text.encode("latin-1"))
    collected = read(tmp_path, "s")
    assert [run.model for run in collected.runs] == ["a/good"]
    assert len(collected.problems) == 1
    assert "model=a_bad" in collected.problems[0]


@pytest.mark.parametrize("file", ["run_spec.json", "stats.json"])
@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "it is empty"),
        (" \n", "it is empty"),
        ("{", r"it is no JSON: Expecting .* line 1 column 2 .*"),
        ('[{"name": "sco', "it is no JSON: Unterminated string .*"),
        ("[1]", "it does not hold what it should"),
        ("null", "it does not hold what it should"),
        ('"text"', "it does not hold what it should"),
        ("\xff", "it is not UTF-8: .*"),
        ('{"groups": []}', "('metric_specs' is missing in it|it does not hold what it should)"),
    ],
)
def test_a_damaged_file_is_named_with_the_next_step(tmp_path, file, text, why):
    folder = write_run(tmp_path)
    (folder / file).write_bytes(text.encode("latin-1"))
    with pytest.raises(FileProblem, match=rf"^[^ ]+: cannot read {file}: {why}; run it again$"):
        read_run(folder)


@pytest.mark.parametrize("part", ["name", "groups", "metric_specs", "adapter_spec", "model", "temperature"])
def test_what_a_run_spec_lacks_is_named(tmp_path, part):
    folder = write_run(tmp_path, stats={"score": 1.0})
    spec = json.loads((folder / "run_spec.json").read_text())
    (spec if part in spec else spec["adapter_spec"]).pop(part)
    (folder / "run_spec.json").write_text(json.dumps(spec))
    with pytest.raises(FileProblem, match=f": cannot read run_spec.json: '{part}' is missing in it; run it again$"):
        read_run(folder)


def test_settings_must_be_numbers(tmp_path):
    """The comparable key has them."""
    with pytest.raises(FileProblem, match="expected numbers, got temperature='hot'"):
        read_run(write_run(tmp_path, stats={"score": 1.0}, adapter={"temperature": "hot"}))


def test_a_file_that_cannot_be_opened(tmp_path):
    """A folder stands in its place."""
    folder = write_run(tmp_path, stats={"score": 1.0})
    (folder / "stats.json").unlink()
    (folder / "stats.json").mkdir()
    with pytest.raises(FileProblem, match=r"cannot read stats\.json: Is a directory; run it again"):
        read_run(folder)


def test_a_suite_that_may_not_be_read(output, monkeypatch):
    """The message names it."""

    def refuse(path):
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr("pathlib.Path.iterdir", refuse)
    with pytest.raises(FileProblem, match=r"cannot read the suite in .*one: Permission denied"):
        read(output, str(output / "runs" / "one"))


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


def test_reading_imports_little(tmp_path):
    """The cards suffice, so that a benchmark that cannot be imported spoils no table of the others."""
    imported = {}
    for suite, names in {"plain": ("dat", "rat"), "gated": ("dat", "cdat")}.items():
        for name in names:
            write_run(
                tmp_path / "runs" / suite, f"creativity_{name}", stats={"score": 1.0}, comparable=f"{name}|temp:1"
            )
        program = f"""
import sys
from pathlib import Path
from helm_creativity.results.loading import read_suite
assert len(read_suite([{suite!r}], Path({str(tmp_path)!r})).leaderboards()) == 2
print(*sys.modules)
"""
        done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
        imported[suite] = done.stdout.split()
    assert len([name for name in imported["plain"] if name.startswith("helm_creativity")]) <= 40
    for name in {*imported["plain"], *imported["gated"]}:
        assert name.partition(".")[0] != "helm"
        assert not re.match(r"helm_creativity\.(embeddings|judges|scenarios\.\w+\.(?!counting$))", name), name
