"""Metrics: what HELM does with numbers that are none, with trials, and with constructors."""

import dataclasses
import hashlib
import json
import re

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


def evaluate(answered, **promised):
    """What the DAT's metric makes of request states."""
    return states.evaluate(CreativityMetric(**SETTINGS, **promised), answered)


def promising(**settings):
    """The DAT's metric, which promises what it measures."""
    metric = CreativityMetric(**SETTINGS, **settings)
    metric.comparable = comparable_key(metric.benchmark, metric.settings)
    return metric


def asked(metric):
    """The first item that the metric's benchmark asks."""
    return instance(next(iter(metric.benchmark.items(metric.settings))).prompt.text)


def cut(answered):
    """The state of a request whose prompt HELM cut."""
    request = dataclasses.replace(answered.request, prompt="Please enter")
    return dataclasses.replace(answered, request=request, prompt_truncated=True)


def items(*names):
    return [instance(name) for name in names]


def test_all_trials_of_an_item_are_its_answers():
    """HELM's own ``Metric`` fails on a second trial."""
    (item,) = items("a")
    result = evaluate([state(item, GOOD), state(item, NARROW)])
    stats = {stat.name.name: stat.mean for stat in result.aggregated_stats}
    assert stats["num_instances"] == 1
    assert stats["num_answers"] == 2
    assert {stat.instance_id for stat in result.per_instance_stats} == {"a"}
    assert stats["score_se"] > 1


def test_every_stat_has_the_split_of_the_tables():
    """A stat without a split is never matched; sub-splits would be averaged with equal weight."""
    result = evaluate([state(item, GOOD) for item in items("a", "b")])
    stats = [
        *result.aggregated_stats,
        *(stat for instance_stats in result.per_instance_stats for stat in instance_stats.stats),
    ]
    assert {(stat.name.split, stat.name.sub_split) for stat in stats} == {("test", None)}


def test_what_is_installed_must_be_what_the_run_promises():
    """A table that changed between two machines does not change scores in silence."""
    (item,) = items("a")
    with pytest.raises(ValueError, match=r"this run promises 'dat\|another', but what is installed is 'dat\|protocol"):
        evaluate([state(item, GOOD)], comparable="dat|another")


def test_a_run_that_its_name_does_not_describe_is_refused():
    """It would write two settings into one folder. HELM's addition to a temperature of 0 and a smaller limit may be."""
    metric = promising(temp=0)
    item = asked(metric)
    spec = adapter(metric.settings)
    for change, message in (
        ({"temperature": 1.0}, r"the temperature is 1\.0, but the run's name has temp=0: write temp="),
        ({"max_tokens": 5000}, "the token limit is 5000, but the run's name has max_tokens=4096: write max_tokens="),
        (
            {"instructions": "Be brief."},
            "is 'Be brief.', but the run's name has instruction=neutral: write instruction=",
        ),
        *(({name: "x"}, f"{name} is 'x', which changes the request") for name in CHANGED_BY if "fix" in name),
        ({"stop_sequences": ["\n"]}, r"stop_sequences is \['\\n'\], .* leave stop= or add_to_stop= out"),
        ({"substitutions": [Substitution("a", "b")]}, "leave newline= out"),
    ):
        with pytest.raises(BadArguments, match=message):
            states.evaluate(metric, [state(item, GOOD)], dataclasses.replace(spec, **change))
    fitted = dataclasses.replace(spec, temperature=0.0001, max_tokens=100)
    assert states.evaluate(metric, [state(item, GOOD)], fitted).aggregated_stats


def test_what_was_sent_is_what_the_key_promises():
    """The prompts whose checksum is in it. A prompt that was cut is a failure, and no other measurement."""
    metric = promising()
    good = state(asked(metric), GOOD)
    assert states.evaluate(metric, [good]).aggregated_stats
    assert states.evaluate(metric, [cut(good)]).aggregated_stats
    other = state(instance("Name ten pirates."), GOOD)
    longer = dataclasses.replace(good, request=dataclasses.replace(good.request, prompt="Arr! " + good.request.prompt))
    for wrong, sent in ((other, "Name ten pirates."), (longer, "Arr! Please enter 10 words")):
        with pytest.raises(BadArguments, match=rf"asked '{sent}.*no prompt of dat .*: leave comparable out"):
            states.evaluate(metric, [good, wrong])


def test_without_a_promise_any_prompt_and_any_adapter_will_do():
    """As HELM's metrics score any scenario."""
    foreign = AdapterSpec(method="generation", instructions="Be brief.", temperature=0.3, max_tokens=9000)
    metric = CreativityMetric(**SETTINGS)
    stats = states.evaluate(metric, [state(instance("Name ten pirates."), GOOD)], foreign).aggregated_stats
    assert {stat.name.name: stat.mean for stat in stats}["score"] > 50


def test_prompts_arrive_as_they_are(suite):
    """Nothing before, nothing after, one output, our token limit, a request for each trial; the text is kept."""
    body = suite.bodies[0]
    (message,) = body["messages"]
    assert re.fullmatch("Please enter 10 words that.*Do not write anything else but the 10 words.", message["content"])
    assert (body["n"], body["max_tokens"], body["temperature"], suite.calls["good"]) == (1, 4096, 1.0, 4)
    (folder,) = (suite.folder / "runs" / "s").glob("*model=fake_good*")
    (instance,) = json.loads((folder / "instances.json").read_text())
    checksum = hashlib.sha256(message["content"].encode()).hexdigest()
    assert (instance["extra_data"]["prompt_id"], instance["extra_data"]["prompt_sha256"]) == ("olson2021", checksum)
