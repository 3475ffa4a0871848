"""Run entries: names, refusals, instances, and the metric that keeps its promise."""

import itertools
import json

import pytest
from helm.benchmark.adaptation.scenario_state import ScenarioState
from helm.benchmark.run_spec import get_run_spec_function
from helm.benchmark.run_spec_factory import construct_run_specs
from helm.common.general import asdict_without_nones
from helm.common.object_spec import create_object, parse_object_spec
from support import states

import helm_creativity.run_specs  # noqa: F401 - registers
from helm_creativity.core.benchmark import comparable_key
from helm_creativity.core.loading import get_benchmark
from helm_creativity.core.settings import options
from helm_creativity.errors import BadArguments
from helm_creativity.helm_plugin.metric import CreativityMetric
from helm_creativity.scenarios.letter_string.items import draw_analogies

BENCHMARK = get_benchmark("letter_string")


def letter_string(**arguments):
    """The run spec."""
    return get_run_spec_function("creativity_letter_string")(**arguments)


def stored(run_spec):
    """The run spec as it stands in ``run_spec.json``."""
    return json.loads(json.dumps(asdict_without_nones(run_spec)))


def instances(run_spec):
    """What HELM asks."""
    return create_object(run_spec.scenario_spec).get_instances("")


def test_usual_settings():
    """One answer to each analogy, at temperature 0."""
    run_spec = letter_string()
    assert run_spec.name == "creativity_letter_string:protocol=lewis2025,items=all,seed=0,temp=0"
    adapter = run_spec.adapter_spec
    assert (adapter.temperature, adapter.num_trials, adapter.max_tokens) == (0, 1, 4096)
    assert run_spec.scenario_spec.args == {
        "benchmark": "letter_string",
        "protocol": "lewis2025",
        "items": "all",
        "seed": 0,
    }
    assert run_spec.groups == ["creativity_letter_string"] == [BENCHMARK.card.group]


def test_every_setting_is_in_the_name():
    """Two settings never write one folder; what moves the question has its own key."""
    settings = {"items": ["all", "standard", "symbols+permuted2"], "seed": [0, 7], "temp": [0, 1]}
    specs = [letter_string(**dict(zip(settings, one, strict=True))) for one in itertools.product(*settings.values())]
    parameters = set(options(get_benchmark("letter_string").settings_type))
    assert parameters == {*settings, "protocol", "max_tokens", "instruction"}
    assert len({one.name for one in specs}) == len(specs) == 12
    assert len({one.metric_specs[0].args["comparable"] for one in specs}) == 12
    assert len({json.dumps(one.scenario_spec.args) for one in specs}) == 6


def test_the_same_alphabets_have_one_name():
    """In whatever order they are named."""
    one, other = (letter_string(items=order) for order in ("symbols+standard", "standard+symbols"))
    assert one.name == other.name
    assert "items=standard+symbols," in one.name
    every = "symbols+permuted20+permuted10+permuted5+permuted2+standard"
    assert letter_string(items=every).name == letter_string().name


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"protocol": "webb2023"}, "protocol must be one of lewis2025, got 'webb2023'"),
        ({"items": "permuted3"}, "items must be all, or some of standard, .* joined by [+], got 'permuted3'"),
        ({"items": "symbols+symbols"}, "items must be all, .* got a duplicate"),
        ({"items": ""}, "items must be all, .* got ''"),
        ({"seed": 1000, "temp": 3}, "seed must be a whole number from 0 to 999, got 1000; temp must be a number"),
        ({"seed": "x"}, "seed must be a whole number from 0 to 999, got 'x'"),
        ({"draw": 1}, "no argument 'draw'; there are protocol, items, seed, instruction, temp, max_tokens"),
    ],
)
def test_wrong_arguments_are_reported_before_a_request_is_paid_for(arguments, message):
    """All at once, with what is allowed."""
    with pytest.raises(BadArguments, match=f"creativity_letter_string: .*{message}"):
        letter_string(**arguments)


def test_as_helm_makes_it():
    """From a run entry, with the number of trials that HELM was given."""
    entry = "creativity_letter_string:items=standard+permuted20,seed=3,temp=0.7,num_trials=2,model=creativity/greedy"
    (run_spec,) = construct_run_specs(parse_object_spec(entry))
    assert "items=standard+permuted20,seed=3,temp=0.7" in run_spec.name
    assert (run_spec.adapter_spec.temperature, run_spec.adapter_spec.num_trials) == (0.7, 2)


def test_the_scenario_asks_the_items_of_the_alphabets():
    """All 500 with their fields and ids, or the same items of fewer alphabets."""
    asked = instances(letter_string())
    assert [one.id for one in asked] == [item.id for item in draw_analogies(0)]
    for one, item in zip(asked, draw_analogies(0), strict=True):
        assert {name: one.extra_data[name] for name in item._fields} == item._asdict()
        assert one.input.text == BENCHMARK.prompt(item._asdict()).text
    assert len({one.extra_data["prompt_sha256"] for one in asked}) == 500
    assert json.loads(json.dumps([one.extra_data for one in asked])) == [one.extra_data for one in asked]
    some = instances(letter_string(items="symbols+standard"))
    kept = [one.id for one in asked if one.extra_data["alphabets"] in ("standard", "symbols")]
    assert [one.id for one in some] == kept
    assert len(kept) == 84 + 80


def test_a_seed_has_items_of_its_own():
    """And ids of their own, so that none is looked up in the other by mistake."""
    one, other = instances(letter_string(seed=1)), instances(letter_string(seed=2))
    assert not {x.id for x in one} & {x.id for x in other}
    # The usual alphabet has few examples and targets, so that some of them come again.
    assert len({x.input.text for x in one} & {x.input.text for x in other}) < 10


@pytest.mark.parametrize("arguments", [{}, {"items": "permuted5", "seed": 12}])
def test_metric_scores_with_what_the_run_promises(arguments):
    """Made from ``run_spec.json``, it has the key that is written there."""
    args = stored(letter_string(**arguments))["metric_specs"][0]["args"]
    metric = CreativityMetric(**args)
    assert comparable_key(BENCHMARK, metric.settings) == args["comparable"]
    expected = {"items": "all", "seed": 0, **arguments}
    assert f"|items:{expected['items']}/" in args["comparable"]
    assert f"|seed:{expected['seed']}|" in args["comparable"]


def test_stats_of_a_run():
    """From HELM's requests to its stats: every second answer is right, the first is empty, and wrong."""
    run_spec = letter_string(items="standard+permuted10")
    asked = instances(run_spec)
    texts = [f"[{one.extra_data['answer' if i % 2 else 'target']}]" for i, one in enumerate(asked)]
    answered = [states.state(one, text) for one, text in zip(asked, ["", *texts[1:]], strict=True)]
    metric = create_object(run_spec.metric_specs[0])
    result = metric.evaluate(ScenarioState(run_spec.adapter_spec, answered), None, "", 1)
    stats = {one.name.name: one.mean for one in result.aggregated_stats}
    assert stats["num_answers"] == 168
    assert stats["valid_rate"] == 1
    # 84 of 168 right, 42 of the usual alphabet's 84 and 42 of the permuted ones'.
    assert stats["score"] == stats["accuracy_standard"] == 50
    assert stats["accuracy_permuted"] == stats["accuracy_permuted10"] == 50
    assert stats["counterfactual_gap"] == 0
    assert stats["empty_rate"] == pytest.approx(1 / 168)
    assert stats["literal_rate"] == stats["usual_alphabet_rate"] == 0
    assert stats["unchanged_rate"] == pytest.approx(83 / 167)
    assert "accuracy_symbols" not in stats
