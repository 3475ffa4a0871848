"""The DRAT through ``helm-run``: two baselines, and a model that answers well, refuses, and stops half way."""

import json

import pytest
from support import helm
from support.drat import BENCHMARK, NARROW, scorer_under
from support.server import ChatServer, reply

from helm_creativity.core.types import Response, Sample
from helm_creativity.scenarios.drat.items import anchor_sets

pytestmark = pytest.mark.commands

REPLIES = [json.dumps(NARROW), "I'm sorry, but I can't help with that.", '["rhythm", "pulse", "fl']
MODELS = ["fake/mixed", "creativity/random-nouns", "creativity/greedy"]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """One run for each model."""
    folder = tmp_path_factory.mktemp("drat")
    with ChatServer({"mixed": lambda call: reply(REPLIES[call.number % 3])}) as server:
        helm.deployments(folder, server.url, ["mixed"])
        helm.run(folder, ["creativity_drat:prompts=own,embedding=builtin,model=text"], models=MODELS)
        assert server.calls == {"mixed": 30}
    return folder


def sample_scores(folder, model):
    """What the answers that HELM kept are worth without it, in the order of the items."""
    (run,) = (folder / "runs" / "s").glob(f"creativity_drat*model={model.replace('/', '_')}*")
    states = json.loads((run / "scenario_state.json").read_text())["request_states"]
    rows = [
        Sample(
            Response(state["result"]["completions"][0]["text"]), {"anchors": state["instance"]["extra_data"]["anchors"]}
        )
        for state in states
    ]
    assert [state["instance"]["id"] for state in states] == list(anchor_sets("scientific", 4))
    return scorer_under().score(rows)


@pytest.mark.parametrize("model", MODELS)
def test_the_run_reports_what_the_scorer_says(folder, model):
    """Means over the scored answers, for the score and for every submetric."""
    stats = helm.stats(folder, model)
    found = sample_scores(folder, model)
    scores = [sample_score.score for sample_score in found if sample_score.score is not None]
    assert (stats["num_instances"], stats["num_answers"]) == (30, 30)
    assert stats["score"] == pytest.approx(sum(scores) / len(scores), abs=1e-6)
    assert stats["score_failures_as_zero"] == pytest.approx(sum(scores) / 30, abs=1e-6)
    for submetric in BENCHMARK.card.submetrics:
        values = [
            sample_score.submetrics[submetric.name]
            for sample_score in found
            if sample_score.submetrics[submetric.name] is not None
        ]
        if not values:
            assert (submetric.name, submetric.name in stats) == ("estimated_rate", False)
            continue
        assert stats[submetric.name] == pytest.approx(sum(values) / len(values), abs=1e-6), submetric.name
        assert f"{submetric.name}_se" in stats


def test_failures_are_counted_and_are_not_zeros(folder):
    """Ten lists of thirty answers; a collapse is a score, a refusal is none."""
    stats = helm.stats(folder, "fake/mixed")
    for name in ("valid_rate", "refusal_rate", "unparsable_rate"):
        assert stats[name] == pytest.approx(1 / 3)
    for name in ("empty_rate", "truncation_rate", "too_few_valid_rate", "too_long_rate", "failed_rate"):
        assert stats[name] == 0
    found = sample_scores(folder, "fake/mixed")
    collapsed = sum(sample_score.score == 0 for sample_score in found)
    assert stats["relevance_collapse_rate"] == pytest.approx(collapsed / 10)
    assert stats["score_failures_as_zero"] == pytest.approx(stats["score"] / 3)


def test_greedy_is_relevant_everywhere_and_random_nouns_are_not(folder):
    """What no intelligence scores, with and without the vectors."""
    greedy, random = (helm.stats(folder, f"creativity/{name}") for name in ("greedy", "random-nouns"))
    assert (greedy["survivors"], greedy["relevance_collapse_rate"]) == (10, 0)
    assert random["survivors"] < 3
    assert random["relevance_collapse_rate"] > 0.5
    assert greedy["score"] > 70 > random["score"]
    assert greedy["tau"] == pytest.approx(random["tau"])
    assert greedy["score_se"] > 0


def test_every_anchor_set_has_stats_of_its_own(folder):
    """Under its name."""
    (run,) = (folder / "runs" / "s").glob("creativity_drat*model=creativity_greedy*")
    stats = {
        entry["instance_id"]: entry["stats"] for entry in json.loads((run / "per_instance_stats.json").read_text())
    }
    assert list(stats) == list(anchor_sets("scientific", 4))
    taus = {name: next(stat["mean"] for stat in of if stat["name"]["name"] == "tau") for name, of in stats.items()}
    assert taus["scientific-17"] == pytest.approx(0.3546, abs=1e-4)
    assert len(set(taus.values())) == 30
