"""Names, keys and arguments of the runs of any benchmark: every setting alone, and some two together."""

import dataclasses
import itertools
import json
import math
import random
from collections import defaultdict

import pytest
from helm.common.general import asdict_without_nones
from helm.common.object_spec import create_object

from helm_creativity.benchmark.base import comparable_key, parse_settings
from helm_creativity.benchmark.settings import hints, label
from helm_creativity.errors import BadArguments, CreativityError
from helm_creativity.helm.run_spec import make_run_spec, run_name
from helm_creativity.judges.asking import judge_requirements
from helm_creativity.safe_text import quoted
from helm_creativity.testing.loading import pilot_values
from helm_creativity.testing.settings import values_to_try, wrong_values

PAIRS = 20
"""Pairs of changes of which runs are made, where letter_string needs half a second for its items; of all, the names."""
# What they may be depends on the embedding or the threshold: while that is wrong, nothing is said of them.
DEPEND = ("same", "layers")
# Other values need files that are fetched, or ratings that are whole numbers. Tests of the benchmarks try them.
UNTRIED = {"prompts", "items", "form", "uses", "layers", "weighted"}
TRIED = {
    "prompts": {"aut", "cdat", "dat", "story"},
    "items": {"aut", "drat", "hard_dat", "letter_string", "sdat", "story"},
    "form": {"create", "live_idea_bench"},
    "weighted": {"aut", "metaphor", "story"},
}


def untried(benchmark):
    """Settings of which only one value can be tried here."""
    some = {name for name in UNTRIED if benchmark.name not in TRIED.get(name, ())}
    return some | ({"protocol"} if len(benchmark.card.protocols) == 1 else set())


def values(benchmark, vectors, word_file):
    """What each setting may be here, some of it brought by the tests."""
    known = {
        "judges": ["", "creativity/lexical-judge", "chat/one", "chat/one+chat/two"],
        "embedding": ["builtin", vectors, f"builtin+{vectors}"],
        "dictionary": ["none", "wordnet", word_file],
        "pool": ["cue_words", "nouns", word_file],
        "same": ["judges", "builtin"],
        "seed": [0, 7],
    }
    kinds = hints(benchmark.settings_type)
    return {
        name: known.get(name) or values_to_try(name, option, kinds[name], benchmark.card)
        for name, option in benchmark.options.items()
    }


@pytest.fixture(scope="module")
def parsed(benchmark, deployed, vectors, word_file):
    """Settings that differ from the pilot's in one, each value of it, or in two; with whether it is two.

    What belongs to some value of another setting, and is refused beside the pilot's, stands beside that value.
    """
    found = {}

    def take(changed, two=False):
        usual = pilot_values(benchmark, changed.get("protocol", ""))
        try:
            settings = parse_settings(benchmark, {**usual, **changed}, also=judge_requirements)
        except CreativityError:
            return False
        is_new = settings not in found
        found.setdefault(settings, two)
        return is_new

    candidates = values(benchmark, vectors, word_file)
    singles = [{name: value} for name, some in candidates.items() for value in some]
    singles = [changed for changed in singles if take(changed)]
    refused = [name for name in candidates if not any(name in changed for changed in singles)]
    for name in sorted(set(refused) - untried(benchmark)):
        beside = [[{**changed, name: value} for value in candidates[name]] for changed in singles]
        singles += next((taken for some in beside if (taken := [changed for changed in some if take(changed)])), [])
    of_each = {list(changed)[-1]: changed for changed in singles}
    for one, other in itertools.combinations(of_each.values(), 2):
        take({**one, **other}, two=True)
    return found


@pytest.fixture(scope="module")
def tried(benchmark, parsed):
    """Run specs by their settings: all that differ in one, and some that differ in two."""
    pairs = [settings for settings, two in parsed.items() if two]
    left_out = set(pairs) - set(random.Random(len(pairs)).sample(pairs, min(PAIRS, len(pairs))))
    return {settings: make_run_spec(benchmark, settings) for settings in parsed if settings not in left_out}


def grouped(benchmark, tried, matters, what):
    """Groups of runs that agree in the settings that matter, and groups that agree in ``what`` of their run spec."""
    expected, found = defaultdict(set), defaultdict(set)
    for settings, run_spec in tried.items():
        names = [name for name, option in benchmark.options.items() if matters(name, option)]
        expected[tuple(getattr(settings, name) for name in names)].add(run_spec.name)
        found[what(run_spec)].add(run_spec.name)
    return [sorted(map(sorted, groups.values())) for groups in (expected, found)]


def token_limit(settings):
    """Of a reply, which holds five responses where these are asked for."""
    return settings.max_tokens * (5 if settings.instruction == "verbalized" else 1)


def test_every_setting_is_tried(benchmark, parsed):
    """Or the laws would say nothing of it."""
    fixed = {name for name in benchmark.options if len({getattr(settings, name) for settings in parsed}) == 1}
    assert fixed <= untried(benchmark)


def test_two_settings_never_share_a_name(benchmark, parsed, tried):
    """Or the second run would overwrite the first."""
    assert len({run_name(benchmark, settings) for settings in parsed}) == len(parsed)
    assert [run_spec.name for run_spec in tried.values()] == [run_name(benchmark, settings) for settings in tried]


def test_scores_are_comparable_where_every_setting_that_moves_them_agrees(benchmark, tried):
    """And only there: what is provenance, such as the token limit, parts no table."""
    expected, found = grouped(
        benchmark,
        tried,
        lambda name, option: option.compared,
        lambda run_spec: run_spec.metric_specs[0].args["comparable"],
    )
    assert found == expected
    provenance = {name: option for name, option in benchmark.options.items() if not option.compared}
    for settings, run_spec in tried.items():
        printed = run_spec.metric_specs[0].args["provenance"]
        values = {**vars(settings), "max_tokens": token_limit(settings)}
        shown = {name: label(option, values[name]) for name, option in provenance.items()}
        assert shown.items() <= printed.items()


def test_runs_that_must_not_be_averaged_have_scenarios_of_their_own(benchmark, tried):
    """HELM's pages average runs whose scenarios have equal arguments."""
    expected, found = grouped(
        benchmark,
        tried,
        lambda name, option: option.titled and name != "temp",
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


def test_the_model_is_asked_as_the_settings_say(tried):
    """So often, so warm and so much."""
    for settings, run_spec in tried.items():
        adapter = run_spec.adapter_spec
        asked = (adapter.num_trials, adapter.temperature, adapter.max_tokens)
        assert asked == (settings.trials, settings.temp, token_limit(settings))


def wrong(option, kind):
    """Values that must be refused, some of them of another type or twice what may be there once."""
    yield from wrong_values(option)
    if kind in (int, float):
        yield from [True, "7", math.nan, *map(str, option.allowed)]
        if kind is int:
            yield from [2.5, *map(float, option.allowed)]
    elif option.allowed:
        yield from [7, *([] if option.blank else [""])]
    if option.several:
        yield from [f"{option.allowed[0]}+{option.allowed[0]}", ",".join(map(str, option.allowed[:2]))]


def expected_words(name, option, value):
    """What the message says of a wrong value."""
    if name == "embedding":
        return "unknown embedding 'no-such-value'"
    if name == "judges":
        return "there is no deployment 'no-such-value' to judge"
    choices = ", ".join(map(str, option.allowed))
    if option.several:
        return f"{name} must be all, or some of {choices} joined by +, got "
    if option.allowed:
        return f"{name} must be one of {choices}, got {quoted(value)}"
    if option.low is not None and option.high is not None:
        return f"from {option.low:.12g} to {option.high:.12g}, got {quoted(value)}"
    return f"{name} must "


def test_every_wrong_value_is_refused(benchmark, deployed):
    """By name, with what is allowed and what came, before anything is asked."""
    pilot, kinds = pilot_values(benchmark), hints(benchmark.settings_type)
    for name, option in benchmark.options.items():
        for value in wrong(option, kinds[name]):
            with pytest.raises(BadArguments, match=rf"^{benchmark.card.group}: ") as caught:
                parse_settings(benchmark, {**pilot, name: value}, also=judge_requirements)
            said = str(caught.value)
            assert str(value) in said
            assert name in DEPEND or expected_words(name, option, value) in said


def test_all_problems_are_reported_at_once(benchmark, deployed):
    """An argument that there is not among them, with those that there are."""
    wrong = {name: f"no-{name}" for name in benchmark.options}
    with pytest.raises(BadArguments, match=rf"^{benchmark.card.group}: ") as caught:
        parse_settings(benchmark, {**wrong, "colour": "red"}, also=judge_requirements)
    said = str(caught.value)
    assert f"there is no argument 'colour'; there are {', '.join(list(benchmark.options)[:3])}" in said
    assert [value for name, value in wrong.items() if value not in said and name not in DEPEND] == []
