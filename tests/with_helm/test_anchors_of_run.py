"""Anchors that the judges of a run rate, by ``anchors=true`` in its run entry."""

from __future__ import annotations

import json
import re
from collections import Counter
from types import SimpleNamespace

import pytest
from support import command, helm
from support.server import ChatServer, failure, reply

import helm_creativity as hc
from helm_creativity.benchmark.loading import get_benchmark
from helm_creativity.errors import BadArguments, CacheProblem
from helm_creativity.helm import annotator
from helm_creativity.helm.run_spec import run_spec
from helm_creativity.judges.evaluation.anchors import RUN_FILE, load_anchors, read_anchor_ratings
from helm_creativity.results.runs import read_suite

LEXICAL = "creativity/lexical-judge"
ANCHORS = load_anchors("metaphor", LEXICAL).anchors
LEVEL = {anchor.question.user: anchor.levels["creativity"] for anchor in ANCHORS}
MODELS = ["creativity/greedy", "creativity/random-nouns"]


def entry(judges, **more):
    shown = "".join(f",{name}={value}" for name, value in more.items())
    return f"creativity_metaphor:prompts=own,judges={judges},max_eval_instances=3{shown}"


def ratings(folder):
    """Of the anchors of each run that has some, with what could not be read."""
    paths = sorted((folder / "runs" / "s").glob(f"creativity_metaphor*anchors=true*/{RUN_FILE}"))
    return [(read_anchor_ratings(path, problems := []), problems) for path in paths]


@pytest.fixture(scope="module")
def judged(tmp_path_factory):
    """Two models whose runs have anchors rated by a judge that works and one that is down; one model without."""
    folder, asked = tmp_path_factory.mktemp("anchors"), Counter()

    def levelled(call):
        asked[call.prompt in LEVEL] += 1
        return reply(str(10 * LEVEL.get(call.prompt, 3)))

    with ChatServer({"levelled": levelled, "down": lambda call: failure(400)}) as server:
        judges = "+".join(helm.deployments(folder, server.url, ["levelled", "down"]))
        helm.run(folder, [entry(judges, anchors="true")], models=MODELS)
        first = asked[True]
        helm.run(folder, [entry(judges, anchors="true"), entry(judges)], models=MODELS[:1])
        yield folder, first, asked[True]


def test_each_run_keeps_the_ratings_and_asks_each_question_once(judged):
    """The second model's run, and a repeated one, take them from HELM's cache."""
    folder, first, in_all = judged
    assert first == in_all == 24
    found = ratings(folder)
    assert [problems for _, problems in found] == [[], []]
    expected = {("fake/levelled", ""): 24, ("fake/down", "failed"): 24}
    assert [Counter((row.judge, row.missing) for row in rows) for rows, _ in found] == [expected] * 2
    assert all(row.rating == 10 * row.level for rows, _ in found for row in rows if not row.missing)


def test_a_run_with_anchors_stands_beside_one_without_and_has_its_score(judged):
    folder, _, _ = judged
    runs, problems = read_suite(folder / "runs" / "s")
    assert (len(runs), problems) == (3, [])
    assert len({run.comparable for run in runs}) == 1
    one, other = (run for run in runs if run.model == MODELS[0])
    assert one.stats == other.stats
    assert set(one.provenance.items()) ^ set(other.provenance.items()) == {("anchors", "false"), ("anchors", "true")}
    assert len(hc.load_suite("s", output_path=folder).columns) == 1
    states = [json.loads((run.folder / "scenario_state.json").read_text())["request_states"] for run in (one, other)]
    kept = [[set(state["annotations"]) for state in several] for several in states]
    assert kept[0] == kept[1]


def test_lost_ratings_are_counted_and_asked_for_anew_once_they_are_forgotten(tmp_path):
    """Of a judge that first replies with nonsense; its replies to questions about responses are fine all the time."""
    nonsense = ["cheese"]

    def moody(call):
        return reply(nonsense[0] if any(anchor.text in call.conversation for anchor in ANCHORS) else "30")

    with ChatServer({"moody": moody}) as server:
        (judge,) = helm.deployments(tmp_path, server.url, ["moody"])
        places = ("--output-path", tmp_path, "--local-path", tmp_path / "prod_env")

        def rate():
            """Asks, and returns the ratings of anchors with the status of the suite's run."""
            helm.run(tmp_path, [entry(judge, anchors="true")], models=MODELS[:1])
            state = command.run("status", "s", *places[:2], "--format", "json")
            ((rows, _),), (row,) = ratings(tmp_path), json.loads(state.text)[0]["rows"]
            return {row.rating for row in rows}, (state.status, row["state"], row["missing_ratings"]), row

        lost, status, row = rate()
        assert (lost, status) == ({None}, (1, "incomplete", 24))
        assert row["anchors_missing_because"] == "unparsable 24"
        assert row["coverage"] == pytest.approx(9 / 33)
        assert row["problem"].startswith("none of 24 ratings of anchors came: the same command asks for what failed")
        nonsense[0] = "30"
        assert rate()[0] == lost, "HELM's cache keeps the replies"
        before = server.calls["moody"]
        other = command.run("forget", "s", "--kind", "judge", "--reason", "ambiguous", *places)
        assert "There are none in the cache." in other.text
        dropped = command.run("forget", "s", "--kind", "judge", "--reason", "unparsable", "--yes", *places)
        assert re.search(r"(24|48) replies dropped", "\n".join(dropped.stderr)), dropped.stderr
        found, status, row = rate()
        assert server.calls["moody"] == before + 24
        assert (found, status, row["problem"]) == ({30.0}, (0, "complete", 0), "")


@pytest.mark.parametrize(
    ("name", "values", "words"),
    [
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


@pytest.mark.parametrize("error", [ValueError("odd"), CacheProblem("disk full")])
def test_what_breaks_costs_the_anchors_alone(error, tmp_path, monkeypatch, caplog):
    """But a cache that cannot be written ends the run, as with responses."""

    def say(*question):
        raise error

    benchmark = get_benchmark("metaphor")
    settings = benchmark.settings_type(protocol="", prompts="own", judges=LEXICAL, anchors=True)
    run = SimpleNamespace(runner=SimpleNamespace(_get_run_path=lambda spec: str(tmp_path)), spec=None)
    monkeypatch.setattr(annotator, "current_run", lambda: run)
    panel = SimpleNamespace(judges=(LEXICAL,))
    judges = SimpleNamespace(settings=SimpleNamespace(panel=panel), panel=panel, judges=panel.judges, say=say)
    anchors = annotator.AnchorsOfRun(benchmark, settings, judges)
    if isinstance(error, CacheProblem):
        with pytest.raises(CacheProblem, match="disk full"):
            anchors.rate_once()
    else:
        anchors.rate_once()
        assert "creativity_metaphor: there are no ratings of anchors: ValueError: odd" in caplog.text
    assert not (tmp_path / RUN_FILE).exists()
