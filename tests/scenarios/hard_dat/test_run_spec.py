"""``creativity_hard_dat`` in HELM: its arguments, its name, and a run of both baselines."""

import pytest
from helm.benchmark.run_spec import get_run_spec_function
from support import helm
from support.hard_dat import BENCHMARK

import helm_creativity.run_specs  # noqa: F401 - registers
from helm_creativity.errors import BadArguments
from helm_creativity.helm_plugin.scenario import CreativityScenario
from helm_creativity.scenarios.hard_dat.items import given_words


def spec(**arguments):
    """The run spec under the built-in table by default."""
    return get_run_spec_function("creativity_hard_dat")(**{"embedding": "builtin", "prompts": "own", **arguments})


def test_usual_items_are_not_in_the_name():
    """What is not usual is in the name, and in the arguments by which HELM distinguishes its tables."""
    usual, other = spec(), spec(letters="y+b", items=3, temp=0.5)
    assert usual.name == "creativity_hard_dat:protocol=mctb2025,prompts=own,embedding=builtin,dictionary=none,temp=1"
    assert other.name == (
        "creativity_hard_dat:protocol=mctb2025,letters=b+y,items=3,prompts=own,embedding=builtin,dictionary=none,temp=0.5"
    )
    assert set(other.scenario_spec.args) - set(usual.scenario_spec.args) == {"letters", "items"}
    assert usual.scenario_spec.args == spec(letters="all", items=0).scenario_spec.args
    assert usual.adapter_spec.num_trials == 1


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"items": "x", "temp": 3}, "items must be a whole number .*; temp must be a number from 0 to 2, got 3"),
    ],
)
def test_wrong_arguments_are_reported_before_a_request_is_paid_for(arguments, message):
    """With what is allowed."""
    with pytest.raises(BadArguments, match=message):
        spec(**arguments)


def test_vectors_that_lack_given_words_are_refused(squares):
    """By name: without them the distances would be those of another task."""
    with pytest.raises(BadArguments, match=r"squares has no vector for the given words .*'department'"):
        spec(embedding=squares, dictionary="none", letters="a")


def test_the_scenario_asks_one_item_a_letter():
    """With letter and given words for the scorer, and an id that tells the draw."""
    instances = CreativityScenario(
        "hard_dat", protocol="mctb2025", prompts="own", letters="b+y", items=3
    ).get_instances("")
    assert [instance.id for instance in instances] == ["b-3", "y-3"]
    data = instances[1].extra_data
    assert (data["letter"], data["given"]) == ("y", list(given_words("y", 3)))
    assert all(word in instances[1].input.text for word in data["given"])
    assert len(CreativityScenario("hard_dat", protocol="mctb2025", prompts="own").get_instances("")) == 21


@pytest.mark.commands
def test_both_baselines_run_through_helm(tmp_path):
    """All letters, all rules kept, and the search above chance."""
    models = ["creativity/random-nouns", "creativity/greedy"]
    helm.run(tmp_path, ["creativity_hard_dat:prompts=own,embedding=builtin,model=text"], models=models)
    random, greedy = (helm.stats(tmp_path, model) for model in models)
    for stats in (random, greedy):
        assert (stats["num_instances"], stats["num_answers"], stats["valid_rate"]) == (21, 21, 1)
        assert (stats["n_valid"], stats["letter_violations"], stats["repeats"]) == (25, 0, 0)
        assert {submetric.name for submetric in BENCHMARK.card.submetrics} <= set(stats)
    assert greedy["score"] > random["score"] + 5
    assert greedy["distance_to_given"] > random["distance_to_given"] + 5
