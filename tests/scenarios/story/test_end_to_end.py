"""Short stories through HELM's own commands, by models each of which behaves in its own way."""

import json

import pytest
from support import helm
from support.server import ChatServer, reply
from support.stories import story_for

from helm_creativity.cli import main

pytestmark = pytest.mark.commands

GROUP = "creativity_story"
TRIALS, SETS = 1, 7
BEHAVIOURS = {
    "tells": lambda call: reply(f"**A Title**\n\n{story_for(call.prompt)}"),
    "empty": lambda call: reply(""),
    "refuses": lambda call: reply("I'm sorry, but I can't write that story."),
    "cut": lambda call: reply("Once there was a stamp. It", "length"),
    "short": lambda call: reply("It was so then."),
    "judge": lambda call: reply("37"),
}
BASELINE = "creativity/random-nouns"
MODELS = [name for name in BEHAVIOURS if name != "judge"]


@pytest.fixture(scope="module")
def world(bert, tmp_path_factory):
    """Folder and server of a suite with both protocols: unjudged under a BERT, judged under the built-in table.

    Answers without a story end before vectors and judges, so that each kind is reported under one of the two.
    """
    folder = tmp_path_factory.mktemp("story")
    ways = {
        f"{GROUP}:embedding={bert}": ["fake/tells", "fake/refuses", BASELINE],
        f"{GROUP}:protocol=agc2026,prompts=own,embedding=builtin,judges=fake/judge": [
            f"fake/{name}" for name in MODELS
        ],
    }
    entries = [f"{way},num_trials={TRIALS},model={model}" for way, models in ways.items() for model in models]
    with ChatServer(dict(BEHAVIOURS)) as server:
        helm.deployments(folder, server.url, list(BEHAVIOURS))
        helm.run(folder, entries, impatient=True)
    schema = folder / "schema.yaml"
    assert main(["schema", "s", "--output-path", str(folder), "--out", str(schema)]) == 0
    helm.summarize(folder, schema)
    return folder, server


def stats_of(world, model, protocol="mctb2025"):
    """Means of the run of a model under a protocol."""
    (run,) = (world[0] / "runs" / "s").glob(f"*protocol={protocol},*model={model.replace('/', '_')}*")
    return {stat["name"]["name"]: stat["mean"] for stat in json.loads((run / "stats.json").read_text())}


def test_a_model_that_tells_stories_is_scored(world):
    """By DSI, with all that can be checked at its best; a title is no part of a story."""
    stats = stats_of(world, "fake/tells")
    assert stats["score"] == stats["dsi"]
    assert 0 < stats["score"] < 1
    assert (stats["valid_rate"], stats["cue_coverage"], stats["five_sentences"]) == (1, 1, 1)
    assert stats["sentence_count"] == 5
    assert stats["score"] == pytest.approx((4 * stats["dsi_low"] + 3 * stats["dsi_high"]) / 7)
    assert (stats["num_instances"], stats["num_answers"]) == (SETS, SETS * TRIALS)
    assert not {"creativity", "judge_calls", "judge_coverage"} & set(stats)


@pytest.mark.parametrize(
    ("protocol", "name", "rate"),
    [
        ("mctb2025", "refuses", "refusal_rate"),
        ("agc2026", "refuses", "refusal_rate"),
        ("agc2026", "empty", "empty_rate"),
        ("agc2026", "cut", "truncation_rate"),
    ],
)
def test_a_model_without_stories_has_no_score(world, protocol, name, rate):
    """But a rate."""
    stats = stats_of(world, f"fake/{name}", protocol)
    assert "score" not in stats
    assert (stats[rate], stats["valid_rate"], stats["score_failures_as_zero"]) == (1, 0, 0)


def test_judges_score_under_their_protocol(world):
    """DSI stands beside; a story too short for it is rated all the same."""
    server, stats = world[1], stats_of(world, "fake/tells", "agc2026")
    assert stats["score"] == stats["creativity"] == 37
    assert 0 < stats["dsi"] < 1
    assert (stats["judge_calls"], stats["judge_coverage"]) == (SETS * TRIALS, 1)
    assert stats_of(world, "fake/short", "agc2026")["score"] == 37
    # Equal questions are answered from HELM's cache.
    assert 2 * SETS <= server.calls["judge"] <= 3 * SETS * TRIALS
    question = next(body for body in server.bodies if body["model"] == "judge")["messages"][-1]["content"]
    assert "Write a short story of about five sentences" in question


def test_baselines_tell_stories_too(world):
    """As the prompt asks."""
    stats = stats_of(world, BASELINE)
    assert (stats["valid_rate"], stats["cue_coverage"], stats["five_sentences"]) == (1, 1, 1)


def test_the_pages_build(world):
    """Every model has a row, under the columns of the card."""
    tables = json.loads((world[0] / "runs" / "s" / "groups" / f"{GROUP}.json").read_text())
    rows = {line[0]["value"] for table in tables for line in table["rows"]}
    assert rows >= {f"fake/{name}" for name in MODELS}
    titles = {cell["value"] for table in tables for cell in table["header"]}
    assert {"Judge coverage", "DSI", "Creativity", "Lempel-Ziv", "Cues used", "Words"} <= titles
