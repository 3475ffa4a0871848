"""The Artificial Hivemind through HELM's own commands, by models each of which behaves in its own way."""

import itertools
import json
from collections import defaultdict

import pytest
from support import command, helm
from support.server import ChatServer, reply
from support.suite import BASELINES

from helm_creativity.cli import main
from helm_creativity.scenarios.hivemind.measure import dissimilarities
from helm_creativity.scenarios.hivemind.vectors import TextVectors

pytestmark = pytest.mark.commands

PROMPTS, NOUNS = 4, ["river", "lamp", "violin"]
ENTRY = f"creativity_hivemind:embedding=builtin,max_eval_instances={PROMPTS},num_trials={len(NOUNS)},model=text"
_asked = defaultdict(itertools.count)


def changing(call):
    """Another noun each time that a prompt is asked."""
    return reply(NOUNS[next(_asked[call.prompt]) % len(NOUNS)])


def once(call):
    """One answer to each prompt, then silence."""
    return reply("river" if next(_asked["once", call.prompt]) == 0 else "")


BEHAVIOURS = {
    "changing": changing,
    "once": once,
    "same": lambda call: reply("River."),
    "refuses": lambda call: reply("I'm sorry, but I can't help with that."),
    "cut": lambda call: reply("River", "length"),
}


@pytest.fixture(scope="module")
def suite(tmp_path_factory):
    """Folder of one suite, run and summarised."""
    folder = tmp_path_factory.mktemp("hivemind")
    with ChatServer(BEHAVIOURS) as server:
        models = helm.deployments(folder, server.url, list(BEHAVIOURS))
        helm.run(folder, [ENTRY], models=[*models, *BASELINES], impatient=True)
        assert server.calls == dict.fromkeys(BEHAVIOURS, PROMPTS * len(NOUNS))
    schema = folder / "schema.yaml"
    assert main(["schema", "s", "--output-path", str(folder), "--out", str(schema)]) == 0
    helm.summarize(folder, schema)
    return folder


def test_scores(suite):
    """0 for one answer again and again; what the vectors say for several."""
    expected = dissimilarities(TextVectors("builtin").embed(NOUNS).vectors).mean()
    changing, same = (helm.stats(suite, f"fake/{name}") for name in ("changing", "same"))
    assert changing["score"] == pytest.approx(expected)
    assert changing["score"] > 50
    assert (same["score"], same["identical_rate"], changing["identical_rate"]) == (pytest.approx(0), 1, 0)
    assert (same["num_instances"], same["num_answers"], same["words"]) == (PROMPTS, PROMPTS * len(NOUNS), 1)
    assert same["between_prompts"] == pytest.approx(0)
    assert all(helm.stats(suite, model)["score"] > 40 for model in BASELINES)


def test_reasons(suite):
    """Every answer that is none is counted under its own."""
    refuses, cut, once = (helm.stats(suite, f"fake/{name}") for name in ("refuses", "cut", "once"))
    assert (refuses["refusal_rate"], cut["truncation_rate"]) == (1, 1)
    assert (once["too_few_valid_rate"], once["empty_rate"]) == (pytest.approx(1 / 3), pytest.approx(2 / 3))
    for stats in (refuses, cut, once):
        assert "score" not in stats
        assert stats["score_failures_as_zero"] == stats["valid_rate"] == 0


def test_pages(suite):
    """The group has a table with the models."""
    table = json.loads((suite / "runs" / "s" / "groups" / "creativity_hivemind.json").read_text())
    assert "fake/changing" in json.dumps(table)
    assert "Identical responses" in json.dumps(table[0]["header"])


def test_models_are_compared(suite):
    """Without those that gave no answer; baselines beside them."""
    out = suite / "pairs.jsonl"
    options = ("--output-path", suite, "--format", "json", "--pairs", out)
    text, stderr, _ = command.run("across", "hivemind", "s", *options)
    found = {table["name"]: table["rows"] for table in json.loads(text)}
    assert {run["model"] for run in found["runs"]} == {"fake/changing", "fake/once", "fake/same", *BASELINES}
    pairs = map(json.loads, out.read_text("utf-8").splitlines())
    (pair,) = (pair for pair in pairs if {pair["model"], pair["other_model"]} == {"fake/changing", "fake/same"})
    vectors = TextVectors("builtin").embed(NOUNS).vectors
    assert pair["similarity"] == pytest.approx(float((vectors @ vectors[0]).mean()), abs=1e-5)
    assert (pair["identical"], pair["prompts"]) == (pytest.approx(1 / 3), PROMPTS)
    assert sum("can be used" in line for line in stderr) == 2
