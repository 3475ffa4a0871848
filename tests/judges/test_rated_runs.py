"""The responses of a run as rows of a file: rated by the same panel they get the run's own ratings and scores."""

import json
import os
import random
import subprocess
import sys
from zlib import crc32

import pytest
from helm.benchmark.adaptation.scenario_state import ScenarioState
from helm.common.codec import from_json
from support import helm
from support.server import ChatServer, reply

from helm_creativity.baselines.client import rating_reply
from helm_creativity.benchmark.loading import get_benchmark
from helm_creativity.helm.clients.responses import trials_in
from helm_creativity.judges.deployments import ONLY_JSON
from helm_creativity.judges.ratings import ratings_in
from helm_creativity.judges.scoring import score_trials

pytestmark = pytest.mark.commands

OWN, BUILTIN = {"prompts": "own"}, {"embedding": "builtin"}
RATED = ("design_problems", "live_idea_bench", "macgyver", "metaphor", "scientific_thinking")
BENCHMARKS = {
    "aut": {"protocol": "mctb2025", **OWN, **BUILTIN},
    "story": {"protocol": "agc2026", **OWN, **BUILTIN},
    "create": BUILTIN,
    "novelty": {"responses": 3},
    **dict.fromkeys(RATED, OWN),
}
PANEL = {"judges": "fake/a+fake/b+fake/c", "design": "draw2", "judge_temp": 0.25}
MODEL = "creativity/random-nouns"


def judge(number):
    """The lexical judge behind a server; to some questions it says nothing, and nothing again when asked again."""

    def respond(call):
        question = call.conversation.removesuffix(ONLY_JSON).strip()
        return reply("" if crc32(question.encode()) % 4 == number else rating_reply(call.conversation))

    return respond


@pytest.fixture(scope="module")
def world(tmp_path_factory):
    """The folder of nine runs and of HELM's cache, and the server that judged."""
    folder = tmp_path_factory.mktemp("rated")
    with ChatServer({name: judge(number) for number, name in enumerate("abc")}) as server:
        helm.deployments(folder, server.url, ["a", "b", "c"])
        entries = [
            f"creativity_{name}:" + ",".join(f"{key}={value}" for key, value in {**values, **PANEL}.items())
            for name, values in BENCHMARKS.items()
        ]
        helm.run(folder, [f"{entry},model={MODEL}" for entry in entries], extra=["-m", "4"])
        yield folder, server


@pytest.mark.parametrize("name", BENCHMARKS)
def test_a_file_is_rated_as_a_run_is(world, name, tmp_path):
    """Same ratings, same scores, comparable keys, and not one question that HELM's cache does not answer."""
    folder, server = world
    (at,) = (folder / "runs" / "s").glob(f"creativity_{name}:*")
    states = from_json((at / "scenario_state.json").read_text(), ScenarioState).request_states
    trials = [trial for state in states for trial in trials_in(state)]
    texts = [{"item": trial.item, "trial": trial.number, "response": trial.sample.response.text} for trial in trials]
    rows = [{**row, "place": place} for place, row in enumerate(texts)]
    random.Random(0).shuffle(rows)
    source, target = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    source.write_text("".join(json.dumps(row) + "\n" for row in rows))
    options = [f"--{key.replace('_', '-')}={value}" for key, value in {**BENCHMARKS[name], **PANEL}.items()]
    options += ["--local-path", folder / "prod_env", source, "--out", target]
    before = dict(server.calls)
    command = [sys.executable, "-m", "helm_creativity", "score", name, *options]
    subprocess.run(command, check=True, env={**os.environ, "OPENAI_API_KEY": "none"})
    assert server.calls == before

    found = sorted((json.loads(line) for line in target.read_text().splitlines()), key=lambda row: row["place"])
    benchmark = get_benchmark(name)
    settings = benchmark.settings_type(**{"protocol": benchmark.card.default_protocol, **BENCHMARKS[name], **PANEL})
    run = score_trials(benchmark, settings, trials, benchmark.scorer(settings))
    expected = [(score.score, score.failure_reason) for score in run.scores]
    assert [(row["score"], row["failure_reason"]) for row in found] == expected
    for row, sample in zip(found, run.replayed, strict=True):
        assert row["ratings"] == ratings_in(sample.judge_replies)
    assert any(rating["reason"] for row in found for rating in row["ratings"])

    specs = json.loads((at / "run_spec.json").read_text())["metric_specs"]
    (metric,) = [metric["args"] for metric in specs if "comparable" in metric["args"]]
    of_run, of_file = parts(metric["comparable"]), parts(found[0]["comparable"])
    assert {"judges", "design", "judge_temp", "rubric"} <= of_file.keys()
    assert {key: value for key, value in of_file.items() if value != of_run.get(key)}.keys() <= {"prompts", "items"}


def parts(key):
    return dict(part.partition(":")[::2] for part in key.split("|")[1:])
