"""Anchors that the judges of a run rate, by ``anchors=true`` in its run entry."""

from __future__ import annotations

import json
import re
from collections import Counter

import pytest
from support import command, helm
from support.server import ChatServer, failure, reply

import helm_creativity as hc
from helm_creativity.benchmark.loading import get_benchmark
from helm_creativity.errors import BadArguments, CacheProblem
from helm_creativity.helm.annotator import AnchorsOfRun
from helm_creativity.helm.run_spec import run_spec
from helm_creativity.judges.evaluation.anchors import (
    RUN_FILE,
    load_anchors,
    read_anchor_ratings,
)
from helm_creativity.results.runs import read_suite

LEXICAL = "creativity/lexical-judge"
ANCHORS = load_anchors("metaphor", LEXICAL).anchors
LEVEL = {anchor.question.user: anchor.levels["creativity"] for anchor in ANCHORS}
MODELS = ["creativity/greedy", "creativity/random-nouns"]


@pytest.fixture(scope="module")
def judged(tmp_path_factory):
    """Two models whose runs have anchors rated by a judge that works and one that is down; one model without."""
    folder, asked = tmp_path_factory.mktemp("anchors"), Counter()

    def levelled(call):
        asked[call.prompt in LEVEL] += 1
        return reply(str(10 * LEVEL.get(call.prompt, 3)))

    with ChatServer({"levelled": levelled, "down": lambda call: failure(400)}) as server:
        judges = "+".join(helm.deployments(folder, server.url, ["levelled", "down"]))
        entry = f"creativity_metaphor:prompts=own,judges={judges},max_eval_instances=3"
        helm.run(folder, [f"{entry},anchors=true"], models=MODELS)
        first = asked[True]
        helm.run(folder, [f"{entry},anchors=true", entry], models=MODELS[:1])
        yield folder, first, asked[True]


def run_folders(folder):
    return sorted((folder / "runs" / "s").glob("creativity_metaphor*"))


def test_each_run_keeps_the_ratings_and_asks_each_question_once(judged):
    """The second model's run, and a repeated one, take them from HELM's cache."""
    folder, first, in_all = judged
    assert first == in_all == 24
    with_anchors = [path for path in run_folders(folder) if "anchors=true" in path.name]
    assert len(with_anchors) == 2
    for path in with_anchors:
        problems = []
        rows = read_anchor_ratings(path / RUN_FILE, problems)
        assert problems == []
        assert Counter((row.judge, row.missing) for row in rows) == {
            ("fake/levelled", ""): 24,
            ("fake/down", "failed"): 24,
        }
        assert all(row.rating == 10 * row.level for row in rows if row.judge == "fake/levelled")


def test_a_run_with_anchors_stands_beside_one_without_and_has_its_score(judged):
    folder, _, _ = judged
    runs, problems = read_suite(folder / "runs" / "s")
    assert problems == []
    assert len(runs) == 3
    assert len({run.comparable for run in runs}) == 1
    own = [run for run in runs if run.model == MODELS[0]]
    assert len(own) == 2
    assert own[0].stats == own[1].stats
    differing = set(own[0].provenance.items()) ^ set(own[1].provenance.items())
    assert differing == {("anchors", "false"), ("anchors", "true")}
    assert len(hc.load_suite("s", output_path=folder).columns) == 1
    states = [json.loads((run.folder / "scenario_state.json").read_text())["request_states"] for run in own]
    assert [set(state["annotations"]) for state in states[0]] == [set(state["annotations"]) for state in states[1]]


def test_lost_ratings_are_counted_and_asked_for_anew_once_they_are_forgotten(tmp_path):
    """Of a judge that first replies with nonsense; its replies to questions about responses are fine all the time."""
    talks_nonsense = True

    def moody(call):
        text = call.conversation
        about_anchor = any(anchor.text in text for anchor in ANCHORS)
        return reply("cheese" if talks_nonsense and about_anchor else "30")

    with ChatServer({"moody": moody}) as server:
        (judge,) = helm.deployments(tmp_path, server.url, ["moody"])
        entry = f"creativity_metaphor:prompts=own,judges={judge},max_eval_instances=3,anchors=true"
        places = ("--output-path", tmp_path, "--local-path", tmp_path / "prod_env")

        def rate():
            """Asks, and returns the ratings of anchors with the status of the suite's runs."""
            helm.run(tmp_path, [entry], models=MODELS[:1])
            path = run_folders(tmp_path)[0] / RUN_FILE
            state = command.run("status", "s", *places[:2], "--format", "json")
            (row,) = json.loads(state.text)[0]["rows"]
            return [row.rating for row in read_anchor_ratings(path, [])], state.status, row

        lost, status, row = rate()
        assert set(lost) == {None}
        assert (status, row["state"], row["missing_ratings"]) == (1, "incomplete", 24)
        assert row["anchors_missing_because"] == "unparsable 24"
        assert row["coverage"] == pytest.approx(9 / 33)
        assert row["problem"].startswith("none of 24 ratings of anchors came: the same command asks for what failed")
        talks_nonsense = False
        assert rate()[0] == lost, "HELM's cache keeps the replies"
        before = server.calls["moody"]
        other = command.run("forget", "s", "--kind", "judge", "--reason", "ambiguous", *places)
        assert "There are none in the cache." in other.text
        dropped = command.run("forget", "s", "--kind", "judge", "--reason", "unparsable", "--yes", *places)
        assert re.search(r"(24|48) replies dropped", "\n".join(dropped.stderr)), dropped.stderr
        found, status, row = rate()
        assert set(found) == {30.0}
        assert server.calls["moody"] == before + 24
        assert (status, row["state"], row["missing_ratings"], row["problem"]) == (0, "complete", 0, "")


@pytest.mark.parametrize(
    ("name", "values", "words"),
    [
        ("rat", {}, r"there are no anchors for 'rat'; there are: .*metaphor"),
        ("hivemind", {}, r"there are no anchors for 'hivemind'; there are: .*metaphor"),
        (
            "aut",
            {"protocol": "agc2026", "prompts": "own", "judges": LEXICAL},
            "the anchors of aut are rated by the question of protocol=mctb2025, prompts=own, and this run asks",
        ),
        ("story", {"protocol": "mctb2025", "prompts": "own"}, "anchors set without judges"),
    ],
)
def test_where_no_anchor_can_be_rated_the_run_entry_is_refused(name, values, words):
    with pytest.raises(BadArguments, match=words):
        run_spec(get_benchmark(name), {**values, "anchors": "true"})


class Broken:
    """In the place of HELM's runner and of judges."""

    runner = spec = property(lambda self: self)
    panel = settings = property(lambda self: self)
    judges = (LEXICAL,)

    def __init__(self, folder, error):
        self.folder, self.error = folder, error

    def _get_run_path(self, spec):
        return str(self.folder)

    def say(self, *question):
        raise self.error


@pytest.mark.parametrize(("error", "passes"), [(ValueError("odd"), True), (CacheProblem("disk full"), False)])
def test_what_breaks_costs_the_anchors_alone(error, passes, tmp_path, monkeypatch, caplog):
    """But a cache that cannot be written ends the run, as with responses."""
    benchmark = get_benchmark("metaphor")
    settings = benchmark.settings_type(protocol="", prompts="own", judges=LEXICAL, anchors=True)
    broken = Broken(tmp_path, error)
    monkeypatch.setattr(f"{AnchorsOfRun.__module__}.current_run", lambda: broken)
    anchors = AnchorsOfRun(benchmark, settings, broken)
    if passes:
        anchors.rate_once()
        assert "creativity_metaphor: there are no ratings of anchors: ValueError: odd" in caplog.text
    else:
        with pytest.raises(CacheProblem, match="disk full"):
            anchors.rate_once()
    assert not (tmp_path / RUN_FILE).exists()
