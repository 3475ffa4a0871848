"""Run entries of short stories: names, settings, refusals, items."""

import pytest
from helm.benchmark.run_spec import get_run_spec_function
from helm.benchmark.run_spec_factory import construct_run_specs
from helm.common.object_spec import create_object, parse_object_spec
from support import chat

import helm_creativity.run_specs  # noqa: F401 - registers
from helm_creativity.core.benchmark import comparable_key
from helm_creativity.core.prompts import id_of_words, render
from helm_creativity.errors import BadArguments
from helm_creativity.scenarios.story.benchmark import HERE, cue_sets

GROUP = "creativity_story"
LEXICAL = "creativity/lexical-judge"


@pytest.fixture(autouse=True)
def _deployed(monkeypatch):
    """Deployments whose server is not there: nothing here asks them."""
    chat.deploy(monkeypatch, "http://127.0.0.1:9/v1", ["one", "two"])


def entry(**arguments):
    """The run spec, with vectors that are here unless told otherwise."""
    words = {"prompts": "own"} if arguments.get("protocol") == "agc2026" else {}
    return get_run_spec_function(GROUP)(**{"embedding": "builtin", **words, **arguments})


def test_the_name_shows_the_settings(bert):
    """Only those that there are."""
    assert entry().name == f"{GROUP}:protocol=mctb2025,items=both,embedding=builtin,temp=1"
    assert entry(embedding=bert, items="low", judges=LEXICAL, temp=0.5, max_tokens=99).name == (
        f"{GROUP}:protocol=mctb2025,items=low,embedding=bert-tiny-bert,layers=6+7,judges=lexical-judge-6c2f57be,"
        "design=all,temp=0.5,max_tokens=99"
    )
    assert entry(instruction="creative").name.endswith(",instruction=creative,temp=1")


def test_layers_never_share_a_name(bert):
    """Nor a key or a tab of HELM's pages; and the metric scores with them."""
    run_specs = [entry(), entry(embedding=bert), entry(embedding=bert, layers="5+6"), entry(embedding=bert, layers="5")]
    assert len({made.name for made in run_specs}) == len(run_specs)
    assert len({made.metric_specs[0].args["comparable"] for made in run_specs}) == len(run_specs)
    assert len({tuple(made.scenario_spec.args.items()) for made in run_specs}) == len(run_specs)
    for made, layers in zip(run_specs, ["", "6+7", "5+6", "5"], strict=True):
        metric = create_object(made.metric_specs[0])
        assert metric.settings.layers == layers
        assert comparable_key(metric.benchmark, metric.settings) == metric.comparable


def test_judges_are_asked_where_they_are_named(bert):
    """And only there; three answers to each set in either case."""
    alone, beside = entry(embedding=bert, layers="7+6"), entry(embedding=bert, judges=LEXICAL)
    assert len(alone.annotators) == 1
    assert beside.annotators[1].args["judges"] == LEXICAL
    assert beside.annotators[1].args["benchmark"] == "story"
    assert alone.adapter_spec.num_trials == beside.adapter_spec.num_trials == 3
    assert "judges" not in alone.scenario_spec.args
    assert "|judges:none|" in alone.metric_specs[0].args["comparable"]
    assert alone.metric_specs[0].args["layers"] == "6+7"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"protocol": "agc2026"}, "judges must name one or more deployments"),
        ({"design": "all"}, "design set without judges"),
        ({"embedding": "glove-840b"}, "embeddings fetch glove-840b"),
        ({"layers": "6+7"}, "layers belong to a BERT that reads sentences"),
        ({"prompts": "own"}, "prompts=own: protocol mctb2025 is asked in the words that its paper prints"),
        (
            {"protocol": "agc2026", "judges": LEXICAL, "prompts": "authors"},
            "get it with `helm-creativity items fetch agc-human`, or use prompts=own",
        ),
    ],
)
def test_wrong_arguments_are_refused(arguments, message):
    """By name, with what is allowed."""
    with pytest.raises(BadArguments, match=message):
        entry(**arguments)


def test_layers_are_checked_before_anything_is_paid_for(bert):
    """Against the model; and all problems are told at once."""
    with pytest.raises(BadArguments, match="expected layers from 0 to 8, got 9") as caught:
        entry(embedding=bert, layers=9, items="x", temp=9)
    for part in ("items must", "temp must"):
        assert part in str(caught.value)


def test_run_entries_take_layers_and_paths(bert):
    """HELM makes a number of one layer and leaves two as they are."""
    text = f"{GROUP}:embedding={bert},layers={{}},num_trials=2,model=creativity/greedy"
    for layers, named in (("5", "5"), ("6+5", "5+6")):
        (run_spec,) = construct_run_specs(parse_object_spec(text.format(layers)))
        assert f",layers={named}," in run_spec.name
        assert run_spec.metric_specs[0].args["layers"] == named
        assert run_spec.adapter_spec.num_trials == 2


@pytest.mark.parametrize("protocol", ["mctb2025", "agc2026"])
def test_every_set_is_an_instance(tmp_path, protocol):
    """With its words and whether they are near or distant."""
    scenario = create_object(entry(protocol=protocol, judges=LEXICAL).scenario_spec)
    instances = scenario.get_instances(str(tmp_path))
    assert [instance.id for instance in instances[:2]] == ["stamp-letter-send", "belief-faith-sing"]
    for number, (instance, cues) in enumerate(zip(instances, cue_sets("both"), strict=True)):
        prompt = render(HERE, id_of_words(HERE, protocol, "own"), words=cues.text)
        assert instance.input.text == prompt.text
        assert instance.extra_data == {
            "cues": list(cues.words),
            "cue_set": cues.name,
            "number": number,
            "prompt_id": prompt.id,
            "prompt_sha256": prompt.sha256,
        }
