"""The prompts: complete, different from one another, and as they are asked."""

from collections import Counter

import pytest
from helm.benchmark.run_spec import get_run_spec_function

import helm_creativity.run_specs  # noqa: F401 - registers
from helm_creativity.baselines.responses import baseline_response
from helm_creativity.baselines.word_choosers import CHOOSERS
from helm_creativity.benchmark.loading import get_benchmark

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
