"""Runs in shards: split by hash, merged into what the run in one piece leaves."""

import json
import re
import shutil
from dataclasses import replace
from itertools import chain

import pytest
from helm.benchmark.run_spec import RunSpec
from helm.benchmark.runner import downsample_eval_instances
from helm.benchmark.scenarios.scenario import EVAL_SPLITS, create_scenario
from helm.common.codec import from_json, to_json
from support import command, helm
from support.server import ChatServer, reply
from support.shards import run, specs, timeless

from helm_creativity.baselines.client import baseline_reply
from helm_creativity.baselines.word_choosers import CHOOSERS
from helm_creativity.core.comparability import key_of_run
from helm_creativity.errors import BadArguments, FileProblem
from helm_creativity.helm_plugin.sharding import whole_spec
from helm_creativity.operations.merging import by_run, merge_shards, shard_run_in
from helm_creativity.operations.planning.amounts import Load
from helm_creativity.operations.planning.counting import make_plan
from helm_creativity.operations.planning.entries import HelmRunOptions
from helm_creativity.results.suite import read_run

WORDS = "creativity_dat:embedding=builtin,num_trials=2,model=creativity/greedy"
ANALOGIES = "creativity_letter_string:max_eval_instances=5,model=creativity/greedy"
JUDGED = "creativity_metaphor:prompts=own,judges=creativity/lexical-judge,model=creativity/random-nouns"
ASSOCIATES = "creativity_rat:model=creativity/random-nouns"
FILES = ("run_spec.json", "scenario.json", "scenario_state.json", "stats.json", "per_instance_stats.json")


def shards(entry, of, **options):
    """The run specs of all shards of an entry."""
    return specs(*(f"{entry},shard={index}of{of}" for index in range(of)), **options)


def items(spec):
    """What HELM's runner asks of a run spec."""
    instances = create_scenario(spec.scenario_spec).get_instances("")
    most = spec.adapter_spec.max_eval_instances
    return [instance.id for instance in downsample_eval_instances(instances, most or 10**6, EVAL_SPLITS)]


@pytest.mark.parametrize("entry", [WORDS, ANALOGIES, JUDGED])
def test_a_shards_run_spec_holds_that_of_the_whole_run(entry):
    """Also as a worker of a cluster reads it, which knows none of our classes."""
    (whole,) = specs(entry, most=9)
    for number, spec in enumerate(shards(entry, 3, most=9)):
        assert spec.name.count(f",shard={number}of3") == 1
        for read in (spec, from_json(to_json(spec), RunSpec)):
            shard, found = whole_spec(read)
            assert (str(shard), to_json(found)) == (f"{number}of3", to_json(whole))
    assert whole_spec(whole) is None


@pytest.mark.parametrize("most", [None, 1, 7, 1000])
def test_all_shards_are_of_one_draw(most):
    """HELM's own, in its order. Drawing from a shard would ask other items, and more of them."""
    (whole,) = specs(ASSOCIATES, most=most)
    asked = [items(spec) for spec in shards(ASSOCIATES, 4, most=most)]
    assert sorted(chain.from_iterable(asked)) == sorted(items(whole))
    for some in asked:
        assert some == [item for item in items(whole) if item in some]


def test_a_shard_is_refused_as_a_run_is():
    """Shards that are none, and a panel without a judge, which HELM's model leaves after our function has returned."""
    with pytest.raises(BadArguments, match="the shards of 4 have the numbers 0 to 3, got 4"):
        specs(f"{WORDS},shard=4of4")
    with pytest.raises(BadArguments, match="there is no argument 'embeding'"):
        specs("creativity_dat:embeding=builtin,shard=0of4,model=creativity/greedy")
    (spec,) = specs(f"{JUDGED},shard=0of4")
    with pytest.raises(BadArguments, match="use num_trials= instead of num_outputs="):
        replace(spec, adapter_spec=replace(spec.adapter_spec, num_outputs=2))


@pytest.fixture(scope="module")
def done(tmp_path_factory):
    """Runs in one piece, and in three shards in two suites, all by both baselines."""
    folder = tmp_path_factory.mktemp("done")
    entries = (WORDS, ANALOGIES, JUDGED)
    run(folder, "whole", *specs(*entries, most=9))
    for suite, taken in (("here", slice(0, 2)), ("there", slice(2, 3))):
        run(folder, suite, *(spec for entry in entries for spec in shards(entry, 3, most=9)[taken]))
    return folder


def merged(folder, *suites, status=0):
    """What ``helm-creativity merge`` prints."""
    paths = [folder / "runs" / suite for suite in suites]
    options = ["--into", "merged", "--output-path", folder, "--local-path", folder / "prod_env"]
    printed = command.run("merge", *paths, *options)
    assert printed.status == status, printed
    return printed


def contents(suite):
    """All files of a suite's runs, as they are but for what is a matter of time."""
    return {
        (path.parent.name, path.name): json.dumps(timeless(json.loads(path.read_text())))
        if path.name == "scenario_state.json"
        else path.read_bytes()
        for path in suite.glob("creativity_*/*.json")
    }


def test_merged_shards_are_the_run_in_one_piece(done):
    """Byte for byte, but for when and how long a baseline was asked, which HELM's cache does not hold."""
    printed = merged(done, "here", "there")
    assert [line.split(" in ")[0] for line in printed.text.splitlines()] == ["3 shards"] * 3
    expected = contents(done / "runs/whole")
    assert {file for _, file in expected} == set(FILES)
    assert contents(done / "runs/merged") == expected


def test_a_shard_is_never_taken_for_a_run(done):
    """It has no stats, its key is another one, and what reads suites leaves it out and says what to do."""
    (folder,) = (done / "runs/here").glob("creativity_dat*shard=0of3*")
    shard, whole = read_run(folder), read_run(next((done / "runs/whole").glob("creativity_dat*")))
    assert not shard.stats
    assert shard.comparable == f"{whole.comparable}|shard:0of3"
    assert key_of_run({"comparable": "", "shard": "0of3"}, 1) == ""
    with pytest.raises(FileProblem):
        command.run("export", "tables", done / "runs/here", "--out", done / "tables", stderr=(lines := []))
    assert len(lines) == 6
    assert all(
        "a shard has no scores; helm-creativity merge makes the whole run of all shards" in line for line in lines
    )


@pytest.fixture
def runs(done, tmp_path):
    """The shards of the run over words, to be spoilt. One of them has all responses, since the DAT is one item."""
    for suite in ("here", "there"):
        for path in (done / "runs" / suite).glob("creativity_dat*"):
            shutil.copytree(path, tmp_path / "runs" / suite / path.name)
    return tmp_path / "runs"


def edit(runs, pattern, change):
    """Changes files in the folders of runs."""
    for path in runs.glob(pattern):
        path.write_text(change(path.read_text()))


def a_shard_is_lost(runs):
    shutil.rmtree(next((runs / "there").iterdir()))


def a_shard_is_twice(runs):
    folder = next((runs / "here").glob("*0of3*"))
    shutil.copytree(folder, runs / "there" / folder.name)


def a_shard_is_of_another_split(runs):
    edit(runs, "there/*/run_spec.json", lambda text: text.replace("2of3", "2of5"))


def a_shard_was_run_otherwise(runs):
    edit(runs, "there/*/run_spec.json", lambda text: text.replace('"temperature": 1.0', '"temperature": 0.5'))


def a_run_spec_is_cut_off(runs):
    edit(runs, "there/*/run_spec.json", lambda text: text[:100])


def a_prompt_was_another_one(runs):
    edit(runs, "*/*/scenario_state.json", lambda text: text.replace('"text": "Please enter', '"text": "Write'))


def an_answer_is_lost(runs):
    edit(runs, "*/*/scenario_state.json", lambda text: answers(text, lambda states: states[1:]))


def answers_are_twice(runs):
    edit(runs, "*/*/scenario_state.json", lambda text: answers(text, lambda states: states * 2))


def a_file_is_cut_off(runs):
    edit(runs, "*/*/scenario_state.json", lambda text: text[:100])


def answers(text, change):
    state = json.loads(text)
    return json.dumps({**state, "request_states": change(state["request_states"])})


@pytest.mark.parametrize(
    ("spoil", "message"),
    [
        (a_shard_is_lost, "no finished run of shard=2of3: run it, or name the suite that has it"),
        (a_shard_is_twice, "there are two runs of the shard 0of3, .*here.* and .*there"),
        (a_shard_is_of_another_split, "is of 3 shards and .* of 5: name the suites of one split"),
        (
            a_shard_was_run_otherwise,
            "the shards 0of3 and 2of3 were run with different settings: they differ in "
            "adapter_spec.temperature: 1.0 and 0.5",
        ),
        (
            a_prompt_was_another_one,
            "the item olson2021 differs from that of its shard .*instance.input.text: 'Please.*'Write",
        ),
        (an_answer_is_lost, "the item olson2021 .trial 0. is in no shard"),
        (answers_are_twice, "the item olson2021 is in it twice"),
        (a_file_is_cut_off, "scenario_state.json: it is no JSON: .*; the shard was not finished: run it again"),
    ],
)
def test_what_is_no_whole_run_is_not_merged(runs, spoil, message):
    """One line says why, and nothing is written."""
    spoil(runs)
    ((_, shards),) = by_run(map(shard_run_in, sorted(runs.glob("*/*")))).items()
    with pytest.raises(FileProblem, match=message):
        merge_shards(shards, "merged", runs.parent, runs.parent / "prod_env")
    assert not list((runs / "merged").glob("creativity_*/*"))


def test_what_can_be_merged_is_merged(runs, done):
    """The other runs are named, and the exit status is 1."""
    for path in (done / "runs/here").glob("creativity_letter*"):
        shutil.copytree(path, runs / "here" / path.name)
    printed = merged(runs.parent, "here", "there", status=1)
    assert re.fullmatch("3 shards in .*creativity_dat:.*", printed.text)
    (line,) = printed.stderr
    assert re.match("not merged: creativity_letter_string:.*: no finished run of shard=2of3", line)


def test_a_run_spec_that_cannot_be_read_is_named(runs):
    """What it was a shard of is not known."""
    a_run_spec_is_cut_off(runs)
    with pytest.raises(FileProblem, match=r"there/creativity_dat.*run_spec.json: it is no JSON"):
        merged(runs.parent, "here", "there")


def test_there_must_be_shards(done):
    """A suite of whole runs has none."""
    with pytest.raises(FileProblem, match=r"no run of a shard in .*whole; helm-creativity shard makes run entries"):
        merged(done, "whole")


def test_the_command_writes_run_entries(tmp_path):
    """From the command line and from files, with their priority and groups, as HELM reads them."""
    conf, out = tmp_path / "all.conf", tmp_path / "one.conf"
    conf.write_text('entries: [{description: "creativity_rat:model=text", priority: 2, groups: ["mine"]}]')
    command.run("shard", WORDS, "-c", conf, "--of", 4, "--index", 1, "--out", out)
    printed = command.run("shard", "-c", conf, WORDS, "--of", 4, "--index", 1)
    assert printed.text + "\n" == out.read_text()
    from helm.benchmark.presentation.run_entry import read_run_entries

    found = [(entry.description, entry.priority, entry.groups) for entry in read_run_entries([str(out)]).entries]
    assert found == [("creativity_rat:model=text,shard=1of4", 2, ["mine"]), (f"{WORDS},shard=1of4", 1, None)]


@pytest.mark.parametrize(
    ("entry", "message"),
    [
        ("mmlu:subject=anatomy", "mmlu:subject=anatomy: only run entries of creativity benchmarks have shards"),
        ("creativity_rat:items=own", "names no model"),
        (f"{WORDS},shard=0of2", "it is already an entry of a shard"),
    ],
)
def test_other_entries_have_no_shards(entry, message):
    """HELM's own benchmarks do not know the argument."""
    with pytest.raises(BadArguments, match=message):
        command.run("shard", entry, "--of", 2, "--index", 0)


def test_a_plan_counts_what_a_shard_asks():
    """All shards together ask what the whole run asks."""
    entry = "creativity_metaphor:prompts=own,judges=creativity/lexical-judge,num_trials=2,model=creativity/greedy"
    whole, *parts = make_plan(HelmRunOptions([entry, *(f"{entry},shard={index}of3" for index in range(3))])).runs
    assert sum(part.items for part in parts) == whole.items
    assert sum((part.requests for part in parts), Load()) == whole.requests
    ((_, load),) = whole.judges
    assert sum((part.judges[0][1] for part in parts), Load()) == load


@pytest.mark.commands
def test_four_shards_leave_the_bytes_of_one_run(tmp_path):
    """All bytes where HELM's cache has the answers, with the follow-ups of PACE and a judge."""
    entries = [
        "creativity_pace:embedding=builtin,max_eval_instances=6,model=fake/greedy",
        "creativity_metaphor:prompts=own,judges=creativity/lexical-judge,num_trials=2,model=fake/greedy",
        "creativity_cdat:embedding=builtin,model=fake/greedy",
    ]
    with ChatServer(
        {"greedy": lambda call: reply(baseline_reply(call.prompt, CHOOSERS["greedy"]("builtin", 0)))}
    ) as server:
        helm.deployments(tmp_path, server.url, ["greedy"])
        parts = [tmp_path / f"{index}.conf" for index in range(4)]
        for index, part in enumerate(parts):
            command.run("shard", *entries, "--of", 4, "--index", index, "--out", part)
        arguments = ["-m", "9", "-n", "1", "--output-path", tmp_path, "--local-path", tmp_path / "prod_env"]
        for suite in ("cold", "parts"):
            helm.finish(helm.start("helm-run", "--conf-paths", *parts, "--suite", suite, *arguments))
        asked = dict(server.calls)
        helm.finish(helm.start("helm-run", "--run-entries", *entries, "--suite", "whole", *arguments))
        assert server.calls == asked
    merged(tmp_path, "parts")
    expected = {(path.parent.name, path.name): path.read_bytes() for path in (tmp_path / "runs/whole").glob("c*/*")}
    assert {file for _, file in expected} == set(FILES)
    assert {
        (path.parent.name, path.name): path.read_bytes() for path in (tmp_path / "runs/merged").glob("c*/*")
    } == expected
