"""Metrics: what HELM does with trials and splits, and what was asked is what the run's name and key promise."""

import hashlib
import json
import re
from dataclasses import replace

import pytest
from helm.benchmark.adaptation.adapter_spec import AdapterSpec, Substitution
from support import states
from support.states import instance, state
from support.words import GOOD, NARROW

from helm_creativity.benchmark.base import comparable_key
from helm_creativity.errors import BadArguments
from helm_creativity.helm.checks import CHANGED_BY
from helm_creativity.helm.metric import CreativityMetric
from helm_creativity.helm.run_spec import adapter

SETTINGS = {"benchmark": "dat", "protocol": "olson2021", "embedding": "builtin", "dictionary": "none"}
METRIC = CreativityMetric(**SETTINGS)


@pytest.fixture
def promising():
    """The DAT's metric, which promises what it measures."""
    metric = CreativityMetric(**SETTINGS, temp=0)
    metric.comparable = comparable_key(metric.benchmark, metric.settings)
    return metric


@pytest.fixture
def good(promising):
    """An answer to the prompt that it asks."""
    (item,) = promising.benchmark.items(promising.settings)
    return state(instance(item.prompt.text), GOOD)


def with_prompt(answered, prompt, **changed):
    """An answer to another prompt."""
    return replace(answered, request=replace(answered.request, prompt=prompt), **changed)


def test_all_trials_of_an_item_are_its_answers():
    """HELM's own ``Metric`` fails on a second trial. A stat without the tables' split is never matched."""
    result = states.evaluate(METRIC, [state(instance("a"), text) for text in (GOOD, NARROW)])
    means = {stat.name.name: stat.mean for stat in result.aggregated_stats}
    assert (means["num_instances"], means["num_answers"]) == (1, 2)
    assert means["score_se"] > 1
    assert {own.instance_id for own in result.per_instance_stats} == {"a"}
    stats = [*result.aggregated_stats, *(stat for own in result.per_instance_stats for stat in own.stats)]
    assert {(stat.name.split, stat.name.sub_split) for stat in stats} == {("test", None)}


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"temperature": 1.0}, r"the temperature is 1\.0, but the run's name has temp=0: write temp="),
        ({"max_tokens": 5000}, "token limit is 5000, but the run's name has max_tokens=4096: write max_tokens="),
        ({"instructions": "Be brief."}, "is 'Be brief.', but .* has instruction=neutral: write instruction="),
        *(({name: "x"}, f"{name} is 'x', which changes the request") for name in CHANGED_BY if "fix" in name),
        ({"stop_sequences": ["\n"]}, r"stop_sequences is \['\\n'\], .* leave stop= or add_to_stop= out"),
        ({"substitutions": [Substitution("a", "b")]}, "leave newline= out"),
        ({"temperature": 0.0001, "max_tokens": 100}, ""),  # HELM's addition to 0, and a smaller limit
    ],
)
def test_a_run_that_its_name_does_not_describe_is_refused(promising, good, change, words):
    """It would write two settings into one folder."""
    spec = replace(adapter(promising.settings), **change)
    if words:
        with pytest.raises(BadArguments, match=words):
            states.evaluate(promising, [good], spec)
    else:
        assert states.evaluate(promising, [good], spec).aggregated_stats


def test_what_was_sent_is_what_the_key_promises(promising, good):
    """The prompts whose checksum is in it. A prompt that was cut is a failure, and no other measurement."""
    cut = with_prompt(good, "Please enter", prompt_truncated=True)
    assert all(states.evaluate(promising, [answered]).aggregated_stats for answered in (good, cut))
    other, longer = (with_prompt(good, text) for text in ("Name ten pirates.", f"Arr! {good.request.prompt}"))
    for wrong, sent in ((other, "Name ten pirates."), (longer, "Arr! Please enter 10 words")):
        with pytest.raises(BadArguments, match=rf"asked '{sent}.*no prompt of dat .*: leave comparable out"):
            states.evaluate(promising, [good, wrong])


def test_without_a_promise_any_prompt_and_any_adapter_will_do():
    """As HELM's metrics score any scenario."""
    foreign = AdapterSpec(method="generation", instructions="Be brief.", temperature=0.3, max_tokens=9000)
    stats = states.evaluate(METRIC, [state(instance("Name ten pirates."), GOOD)], foreign).aggregated_stats
    assert {stat.name.name: stat.mean for stat in stats}["score"] > 50


def test_prompts_arrive_as_they_are(suite):
    """Nothing before, nothing after, one output, our token limit, a request for each trial; the text is kept."""
    body = suite.bodies[0]
    (message,) = body["messages"]
    assert re.fullmatch("Please enter 10 words that.*Do not write anything else but the 10 words.", message["content"])
    assert (body["n"], body["max_tokens"], body["temperature"], suite.calls["good"]) == (1, 4096, 1.0, 4)
    (folder,) = (suite.folder / "runs" / "s").glob("*model=fake_good*")
    (kept,) = json.loads((folder / "instances.json").read_text())
    checksum = hashlib.sha256(message["content"].encode()).hexdigest()
    assert (kept["extra_data"]["prompt_id"], kept["extra_data"]["prompt_sha256"]) == ("olson2021", checksum)
