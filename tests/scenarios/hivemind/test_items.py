"""The prompts: complete, different from one another, and as they are asked."""

from collections import Counter

import pytest
from helm.benchmark.run_spec import get_run_spec_function
from helm.common.object_spec import create_object

import helm_creativity.run_specs  # noqa: F401 - registers
from helm_creativity.baselines.responses import baseline_response
from helm_creativity.baselines.word_choosers import CHOOSERS
from helm_creativity.core.benchmark import comparable_key
from helm_creativity.core.loading import get_benchmark
from helm_creativity.errors import BadArguments

BENCHMARK = get_benchmark("hivemind")

GROUP = "creativity_hivemind"


def hivemind(**arguments):
    """The run spec."""
    return get_run_spec_function(GROUP)(**{"embedding": "builtin", **arguments})


def test_six_prompts_in_each_of_seventeen_categories():
    """All different."""
    assert len({item["prompt"] for item in BENCHMARK.entries}) == 102
    categories = Counter(item["category"] for item in BENCHMARK.entries)
    assert len(categories) == 17
    assert set(categories.values()) == {6}
    assert all(item["id"].rpartition("-")[0] == item["category"] for item in BENCHMARK.entries)


def test_the_prompt_is_the_item_and_nothing_else():
    """As HELM asks it."""
    instances = create_object(hivemind().scenario_spec).get_instances("")
    assert [instance.input.text for instance in instances] == [item["prompt"] for item in BENCHMARK.entries]
    assert instances[3].extra_data.items() >= BENCHMARK.entries[3].items()


def test_usual_settings():
    """Ten answers to each prompt at temperature 1."""
    run_spec = hivemind()
    assert run_spec.name == "creativity_hivemind:protocol=jiang2025,embedding=builtin,temp=1"
    adapter = run_spec.adapter_spec
    assert (adapter.temperature, adapter.num_trials, adapter.max_tokens) == (1, 10, 4096)
    assert run_spec.scenario_spec.args == {"benchmark": "hivemind", "protocol": "jiang2025", "embedding": "builtin"}
    args = run_spec.metric_specs[0].args
    assert comparable_key(BENCHMARK, create_object(run_spec.metric_specs[0]).settings) == args["comparable"]
    assert not args.get("trials_count")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"embedding": "builtin+compass"}, "embedding must be a single one here, got 'builtin\\+compass'"),
        ({"embedding": "no-such", "temp": 3}, "temp must be .*; unknown embedding 'no-such'"),
        ({"embedding": "sbert-mpnet"}, "embeddings fetch sbert-mpnet"),
        ({"prompts": "own"}, "no argument 'prompts'; there are protocol, embedding, instruction, temp"),
    ],
)
def test_what_is_wrong_is_reported_before_anything_is_asked(arguments, message):
    """All at once."""
    with pytest.raises(BadArguments, match=message):
        hivemind(**arguments)


@pytest.mark.parametrize("strategy", sorted(CHOOSERS))
def test_the_baselines_answer_every_prompt_otherwise_each_time(strategy):
    """Behind whatever instruction; other prompts are not theirs."""
    prompts = [BENCHMARK.prompt(item).text for item in BENCHMARK.entries[::20]]
    for prompt in prompts:
        first, second = (
            baseline_response(BENCHMARK, f"Be creative.\n\n{prompt}", CHOOSERS[strategy]("builtin", seed))
            for seed in (1, 2)
        )
        assert first != second
        assert len(first.split()) == 7
    assert baseline_response(BENCHMARK, "Name ten nouns.", CHOOSERS[strategy]("builtin", 1)) is None
