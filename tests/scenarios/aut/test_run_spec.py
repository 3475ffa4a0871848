"""Run entries of alternate uses: names, settings, refusals, items."""

import pytest
from helm.benchmark.run_spec import get_run_spec_function
from helm.benchmark.run_spec_factory import construct_run_specs
from helm.common.object_spec import create_object, parse_object_spec
from support import chat
from support.aut import own_words

import helm_creativity.run_specs  # noqa: F401 - registers
from helm_creativity.core.prompts import render
from helm_creativity.errors import BadArguments, CreativityError
from helm_creativity.scenarios.aut.benchmark import HERE, OWN_PROTOCOLS, PROTOCOLS
from helm_creativity.scenarios.aut.items import object_sets

GROUP = "creativity_aut"
LEXICAL = "creativity/lexical-judge"


@pytest.fixture(autouse=True)
def _deployed(monkeypatch):
    """Deployments whose server is not there: nothing here asks them."""
    chat.deploy(monkeypatch, "http://127.0.0.1:9/v1", ["one", "two"])


def aut(**arguments):
    """The run spec, under the built-in table and in words of this package by default."""
    own = own_words(arguments.get("protocol", "wenger2025"))
    return get_run_spec_function(GROUP)(**{"embedding": "builtin", **own, **arguments})


def test_the_name_shows_the_settings():
    """Judges only where there are any, everything else where it is not as usual."""
    assert aut().name == f"{GROUP}:protocol=wenger2025,items=wenger2025,embedding=builtin,temp=1"
    name = aut(protocol="agc2026", judges="chat/one", judge_temp=0.5, temp=0.3, instruction="creative").name
    assert name == (
        f"{GROUP}:protocol=agc2026,items=all,prompts=own,embedding=builtin,judges=one-d6a555fd,design=all,"
        "judge_temp=0.5,instruction=creative,temp=0.3"
    )


def test_protocols_bring_their_own_settings(toy_uses):
    """Objects, number of answers, and the embedding where it is here."""
    specs = {name: aut(protocol=name, judges=LEXICAL) for name in PROTOCOLS}
    assert {name: spec.adapter_spec.num_trials for name, spec in specs.items()} == {
        "wenger2025": 10,
        "mctb2025": 3,
        "agc2026": 3,
    }
    assert {name: spec.scenario_spec.args["items"] for name, spec in specs.items()} == {
        "wenger2025": "wenger2025",
        "mctb2025": "mctb2025",
        "agc2026": "all",
    }
    assert aut(protocol="mctb2025", judges=LEXICAL, embedding="").metric_specs[0].args["embedding"] == "builtin"
    assert PROTOCOLS["wenger2025"].embedding == "glove-840b"
    with pytest.raises(CreativityError, match="glove-840b"):
        aut(embedding="")
    assert aut(embedding=toy_uses).scenario_spec.args["embedding"] == toy_uses


def test_ratings_on_two_scales_are_two_instruments():
    """By name, so that ratings under two protocols are not pooled where they are calibrated."""
    forms = (*PROTOCOLS.values(), *OWN_PROTOCOLS.values())
    asked = [form.about_uses(weighted)[0] for form in forms for weighted in (False, True)]
    assert len({question.name for question in asked}) == 4
    assert len({question.scale for question in asked}) == 3
    assert all(question.scale == other.scale for question in asked for other in asked if question.name == other.name)


def test_without_judges_none_is_asked():
    """HELM's own guard is the only annotator; with them there is one more."""
    assert len(aut().annotators) == 1
    (_, annotator) = aut(judges="chat/one+chat/two", design="draw=1").annotators
    assert annotator.args["judges"] == "chat/one+chat/two"
    assert (annotator.args["design"], annotator.args["protocol"]) == ("draw=1", "wenger2025")
    assert "judges" not in aut().scenario_spec.args
    assert create_object(aut().scenario_spec).settings.judged is False


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"protocol": "mctb2025"}, "judges must name one or more deployments joined by \\+"),
        ({"protocol": "agc2026"}, "judges must name one or more deployments joined by \\+"),
        ({"design": "draw=1"}, "design set without judges"),
        ({"weighted": True}, "weighted set without judges"),
        ({"judges": LEXICAL, "weighted": True}, "lexical-judge"),
        ({"embedding": "glove-840b"}, "embeddings fetch glove-840b"),
        ({"uses": 20}, "uses and form are settings of protocol=mctb2025 with prompts=authors, not of wenger2025"),
        ({"protocol": "mctb2025", "form": "varied"}, "not of mctb2025 with prompts=own: leave them out"),
        ({"protocol": "mctb2025", "uses": 51}, "uses must be a whole number from 1 to 50, got 51"),
        ({"prompts": "own"}, "protocol wenger2025 is asked in the words that its paper prints"),
        (
            {"protocol": "mctb2025", "prompts": "authors", "judges": LEXICAL},
            "`helm-creativity items fetch mctb2025-prompts`, or use prompts=own",
        ),
        (
            {"protocol": "agc2026", "prompts": "authors", "judges": LEXICAL},
            "`helm-creativity items fetch agc-human`, or use prompts=own",
        ),
        ({"judges": LEXICAL, "judge_temp": -1}, "judge_temp must be a number from 0 to 2, got -1"),
        (
            {"item": "brick"},
            "there is no argument 'item'; did you mean 'items'\\?; there are protocol, items, uses, form, ",
        ),
    ],
)
def test_wrong_arguments_are_refused(arguments, message):
    """By name, with what is allowed."""
    with pytest.raises(BadArguments, match=message):
        aut(**arguments)


def test_objects_that_the_embedding_does_not_know_are_refused(toy_uses):
    """Before anything is asked."""
    with pytest.raises(BadArguments, match="uses has no vector for the object 'box', 'paperclip'"):
        aut(items="all", embedding=toy_uses)


def test_every_object_is_an_instance(tmp_path):
    """With its place, which the design needs, and the checksum of its prompt."""
    for protocol, objects in (("wenger2025", "wenger2025"), ("agc2026", "all")):
        spec = aut(protocol=protocol, items=objects, judges=LEXICAL).scenario_spec
        instances = create_object(spec).get_instances(str(tmp_path))
        assert [instance.id for instance in instances] == [thing.name for thing in object_sets()[objects]]
        for number, (instance, thing) in enumerate(zip(instances, object_sets()[objects], strict=True)):
            prompt = render(HERE, f"{protocol}_own" if own_words(protocol) else protocol, phrase=thing.phrase)
            assert instance.input.text == prompt.text
            assert (instance.extra_data["object"], instance.extra_data["number"]) == (thing.name, number)
            assert instance.extra_data["prompt_sha256"] == prompt.sha256


def test_run_entries_reach_the_function():
    """As HELM parses them."""
    entry = f"{GROUP}:protocol=mctb2025,prompts=own,judges={LEXICAL},instruction=creative,model=creativity/greedy"
    (run_spec,) = construct_run_specs(parse_object_spec(entry))
    assert (run_spec.adapter_spec.model, run_spec.adapter_spec.num_trials) == ("creativity/greedy", 3)
