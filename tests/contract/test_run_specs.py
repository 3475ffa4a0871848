"""Names, keys and arguments of the runs of any benchmark: every setting alone, and some two together."""

import dataclasses
import itertools
import json
import random
from collections import defaultdict

import pytest
from helm.common.general import asdict_without_nones
from helm.common.object_spec import create_object

from helm_creativity.conformance.loading import pilot_values
from helm_creativity.conformance.settings import IN_ADAPTER, values_to_try, wrong_values
from helm_creativity.core.benchmark import comparable_key, parse_settings
from helm_creativity.core.settings import hints
from helm_creativity.errors import BadArguments, CreativityError
from helm_creativity.helm_plugin.run_spec import make_run_spec
from helm_creativity.judges.asking import judge_requirements

PAIRS = 20
"""Pairs of settings that are tried; letter_string draws its items anew for each, within half a second."""
DEPEND = ("same", "layers")
"""What is said of these depends on another setting, and waits until that one is right."""
LOOKED_UP = ("judges", "embedding", *DEPEND)
"""Settings that are not chosen from a list or a range, which the message would name."""


def values(benchmark, tasks):
    """What each setting may be here, some of it brought by the tests."""
    known = {"judges": ["creativity/lexical-judge", "chat/one", "chat/one+chat/two"]}
    known |= {"embedding": ["builtin", tasks], "dictionary": ["none", "wordnet"], "seed": [0, 7]}
    kinds = hints(benchmark.settings_type)
    return {
        name: known.get(name) or values_to_try(name, option, kinds[name], benchmark.card)
        for name, option in benchmark.options.items()
    }


@pytest.fixture(scope="module")
def tried(benchmark, deployed, task_words):
    """Run specs by their settings: each value of one setting beside the pilot's, and one of some two settings."""
    found = {}

    def take(**changed):
        try:
            settings = parse_settings(benchmark, {**pilot_values(benchmark), **changed}, also=judge_requirements)
        except CreativityError:
            return False
        new = settings not in found
        if new:
            found[settings] = make_run_spec(benchmark, settings)
        return new

    other = {}
    for name, some in values(benchmark, task_words).items():
        for value in some:
            if take(**{name: value}):
                other[name] = value
    pairs = list(itertools.combinations(other.items(), 2))
    for pair in random.Random(len(pairs)).sample(pairs, min(PAIRS, len(pairs))):
        take(**dict(pair))
    assert len(found) > 5
    return found


def grouped(benchmark, tried, matters, what):
    """Groups of runs that agree in the settings that matter, and groups that agree in ``what`` of their run spec."""
    expected, found = defaultdict(set), defaultdict(set)
    for settings, run_spec in tried.items():
        names = [name for name, option in benchmark.options.items() if matters(name, option)]
        expected[tuple(getattr(settings, name) for name in names)].add(run_spec.name)
        found[what(run_spec)].add(run_spec.name)
    return [sorted(map(sorted, groups.values())) for groups in (expected, found)]


def test_two_settings_never_share_a_name(tried):
    """Or the second run would overwrite the first."""
    assert len({run_spec.name for run_spec in tried.values()}) == len(tried)


def test_scores_are_comparable_where_every_setting_that_moves_them_agrees(benchmark, tried):
    """And only there: what is provenance, such as the token limit, parts no table."""
    expected, found = grouped(
        benchmark,
        tried,
        lambda name, option: option.compared,
        lambda run_spec: run_spec.metric_specs[0].args["comparable"],
    )
    assert found == expected


def test_runs_that_must_not_be_averaged_have_scenarios_of_their_own(benchmark, tried):
    """HELM's pages average runs whose scenarios have equal arguments."""
    expected, found = grouped(
        benchmark,
        tried,
        lambda name, option: option.titled and name not in IN_ADAPTER,
        lambda run_spec: json.dumps(run_spec.scenario_spec.args, sort_keys=True),
    )
    assert found == expected


def test_the_metric_has_what_the_run_promises(benchmark, tried):
    """Made by HELM from what ``run_spec.json`` holds, it has the settings and the key, and describes its submetrics."""
    submetrics = {submetric.name for submetric in benchmark.card.submetrics}
    for settings, run_spec in tried.items():
        stored = json.loads(json.dumps(asdict_without_nones(run_spec)))["metric_specs"][0]["args"]
        (spec,) = run_spec.metric_specs
        metric = create_object(dataclasses.replace(spec, args=stored))
        assert metric.settings == settings
        assert comparable_key(benchmark, metric.settings) == metric.comparable == spec.args["comparable"]
        described = {stat.name for stat in metric.get_metadata()}
        assert described >= submetrics
        assert not getattr(settings, "judges", "") or "unjudged_rate" in described


def test_the_scenario_asks_what_the_settings_say(benchmark, tried):
    """HELM makes it from its arguments, which name no more than what is asked."""
    for settings, run_spec in tried.items():
        asked = create_object(run_spec.scenario_spec).settings
        for name, option in benchmark.options.items():
            assert not option.items or getattr(asked, name) == getattr(settings, name)


def test_every_wrong_value_is_refused(benchmark, deployed):
    """By name, with what is allowed and what came, before anything is asked."""
    pilot = pilot_values(benchmark)
    for name, option in benchmark.options.items():
        for value in wrong_values(option):
            with pytest.raises(BadArguments, match=rf"^{benchmark.card.group}: ") as caught:
                parse_settings(benchmark, {**pilot, name: value}, also=judge_requirements)
            said = str(caught.value)
            assert str(value) in said or name in DEPEND
            if name not in LOOKED_UP:
                assert f"{name} must " in said
            if option.low is not None and option.high is not None:
                assert f"from {option.low:.12g} to {option.high:.12g}, got {value!r}" in said


def test_all_problems_are_reported_at_once(benchmark, deployed):
    """An argument that there is not among them, with those that there are."""
    wrong = {name: f"no-{name}" for name in benchmark.options}
    with pytest.raises(BadArguments, match=rf"^{benchmark.card.group}: ") as caught:
        parse_settings(benchmark, {**wrong, "colour": "red"}, also=judge_requirements)
    said = str(caught.value)
    assert f"there is no argument 'colour'; there are {', '.join(list(benchmark.options)[:3])}" in said
    assert [value for name, value in wrong.items() if value not in said and name not in DEPEND] == []
