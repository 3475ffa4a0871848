"""Run entries: names, refusals, instances, and the metric that keeps its promise."""

import json

import pytest
from helm.benchmark.adaptation.scenario_state import ScenarioState
from helm.benchmark.run_spec import get_run_spec_function
from helm.benchmark.run_spec_factory import construct_run_specs
from helm.common.object_spec import create_object, parse_object_spec
from support import states

import helm_creativity.run_specs  # noqa: F401 - registers
from helm_creativity.core.loading import get_benchmark
from helm_creativity.errors import BadArguments
from helm_creativity.scenarios.letter_string.items import draw_analogies

BENCHMARK = get_benchmark("letter_string")


def letter_string(**arguments):
    """The run spec."""
    return get_run_spec_function("creativity_letter_string")(**arguments)


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
    assert "|items:all/500@sha256:" in run_spec.metric_specs[0].args["comparable"]
    assert "|seed:0|" in run_spec.metric_specs[0].args["comparable"]


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
        ({"seed": 1000, "temp": 3}, "seed must be a whole number from 0 to 999, got 1000; temp must be a number"),
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
    assert [instance.id for instance in asked] == [item.id for item in draw_analogies(0)]
    for instance, item in zip(asked, draw_analogies(0), strict=True):
        assert {name: instance.extra_data[name] for name in item._fields} == item._asdict()
        assert instance.input.text == BENCHMARK.prompt(item._asdict()).text
    assert len({instance.extra_data["prompt_sha256"] for instance in asked}) == 500
    assert json.loads(json.dumps([instance.extra_data for instance in asked])) == [
        instance.extra_data for instance in asked
    ]
    some = instances(letter_string(items="symbols+standard"))
    kept = [instance.id for instance in asked if instance.extra_data["alphabets"] in ("standard", "symbols")]
    assert [instance.id for instance in some] == kept
    assert len(kept) == 84 + 80


def test_a_seed_has_items_of_its_own():
    """And ids of their own, so that none is looked up in the other by mistake."""
    one, other = instances(letter_string(seed=1)), instances(letter_string(seed=2))
    assert not {x.id for x in one} & {x.id for x in other}
    # The usual alphabet has few examples and targets, so that some of them come again.
    assert len({x.input.text for x in one} & {x.input.text for x in other}) < 10


def test_stats_of_a_run():
    """From HELM's requests to its stats: every second answer is right, the first is empty, and wrong."""
    run_spec = letter_string(items="standard+permuted10")
    asked = instances(run_spec)
    texts = [f"[{instance.extra_data['answer' if i % 2 else 'target']}]" for i, instance in enumerate(asked)]
    answered = [states.state(instance, text) for instance, text in zip(asked, ["", *texts[1:]], strict=True)]
    metric = create_object(run_spec.metric_specs[0])
    result = metric.evaluate(ScenarioState(run_spec.adapter_spec, answered), None, "", 1)
    stats = {stat.name.name: stat.mean for stat in result.aggregated_stats}
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
