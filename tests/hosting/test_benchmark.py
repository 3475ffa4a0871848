"""A run entry made from two classes and a function."""

import inspect
import json
from dataclasses import asdict

import pytest
from helm.benchmark.annotation.annotator import Annotator
from helm.benchmark.run_spec import get_run_spec_function
from helm.common.object_spec import create_object
from support.rhymes_room.hosted import RhymeMetric, RhymeScenario, forget
from support.rhymes_room.scorer import ROOM

from helm_creativity.errors import BadArguments, CreativityError
from helm_creativity.hosting import Arguments, Chosen, Settings, benchmark
from helm_creativity.hosting.scenario import card_of
from helm_creativity.rooms import BadCard


def easy_or_hard(arguments: Arguments, level: str = "easy", n: int = 2) -> Settings:
    """Rhymes."""
    return {"level": arguments.one_of("level", level, ["easy", "hard"]), "n": arguments.whole("n", n, 1, 9)}


@pytest.fixture(autouse=True)
def another():
    """Each test registers its own."""
    forget()


@pytest.fixture
def rhymes(another):
    """The run spec function."""
    return benchmark(RhymeScenario, RhymeMetric, trials=3, temp=0.5)(easy_or_hard)


def test_the_function_is_registered_under_the_group_of_the_card(rhymes):
    """With its own name and text."""
    assert get_run_spec_function("creativity_rhymes") is rhymes
    assert (rhymes.__name__, rhymes.__doc__) == ("easy_or_hard", "Rhymes.")


def test_arguments_are_its_own_and_everybodys(rhymes):
    """With their defaults, as messages name them."""
    parameters = inspect.signature(rhymes).parameters
    assert {name: one.default for name, one in parameters.items()} == {
        "protocol": "plain",
        "level": "easy",
        "n": 2,
        "temp": 0.5,
        "max_tokens": 4096,
        "instruction": "neutral",
    }


def test_name_scenario_and_metric_get_the_settings(rhymes):
    """The metric the signature of the scorer, too."""
    spec = rhymes(level="hard", temp=0)
    settings = {"protocol": "plain", "level": "hard", "n": 2}
    assert spec.name == "creativity_rhymes:protocol=plain,level=hard,n=2,temp=0"
    assert spec.groups == ["creativity_rhymes"]
    assert spec.scenario_spec.args == settings
    assert spec.metric_specs[0].args == {
        **settings,
        "signature": ROOM.signed(**settings),
        "temperature": 0.0,
        "max_tokens": 4096,
    }
    assert (spec.adapter_spec.num_trials, spec.adapter_spec.temperature) == (3, 0)
    assert [one.class_name.rpartition(".")[2] for one in spec.annotators] == ["GuardAnnotator"]
    assert json.dumps(asdict(spec.scenario_spec))


def test_helm_makes_both_classes_from_it(rhymes):
    """Scenario and metric keep the settings; what was signed is what is scored with."""
    spec = rhymes(instruction="creative")
    scenario, metric = create_object(spec.scenario_spec), create_object(spec.metric_specs[0])
    assert scenario.settings == {"protocol": "plain", "level": "easy", "n": 2, "instruction": "creative"}
    assert metric.settings == {"protocol": "plain", "level": "easy", "n": 2}
    assert metric.scorer().signature == metric.signature
    moon, seven = scenario.get_instances("")
    assert (moon.id, seven.id) == ("moon", "7")
    assert moon.extra_data["ending"] == "oon"
    assert moon.extra_data["prompt_sha256"] == ROOM.prompt(ROOM.items[0]).sha256


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"protocol": "thrice"}, "protocol must be one of plain, twice, got 'thrice'"),
        ({"level": 7, "n": 0}, "level must be one of easy, hard, got 7; n must be a whole number from 1 to 9, got 0"),
        ({"temp": 3, "max_tokens": 1}, "temp must be .*; max_tokens must be"),
        ({"instruction": "odd"}, "instruction must be one of neutral, creative, effective"),
        (
            {"levels": "easy", "model_": "x"},
            "no argument 'levels'; there are protocol, level, n, temp, max_tokens, instruction; "
            "there is no argument 'model_'",
        ),
    ],
)
def test_what_is_wrong_is_told_at_once(rhymes, arguments, message):
    """Under the benchmark's name."""
    with pytest.raises(BadArguments, match=f"^creativity_rhymes: .*{message}"):
        rhymes(**arguments)


def test_a_protocol_may_decide():
    """What the run's name shows, and how many answers are asked for."""

    @benchmark(RhymeScenario, RhymeMetric)
    def sized(arguments: Arguments, protocol: str = "plain") -> Chosen:
        return Chosen({"vectors": "long name"}, {"vectors": "short"}, 2 if protocol == "twice" else None)

    one, two = sized(), sized(protocol="twice")
    assert one.name == "creativity_rhymes:protocol=plain,vectors=short,temp=1"
    assert one.scenario_spec.args == {"protocol": "plain", "vectors": "short"}
    assert one.metric_specs[0].args["vectors"] == "long name"
    assert (one.adapter_spec.num_trials, two.adapter_spec.num_trials) == (1, 2)
    assert list(inspect.signature(sized).parameters) == ["protocol", "temp", "max_tokens", "instruction"]


def test_a_name_may_leave_out_what_is_usual():
    """The scenario still has it, if the function says so."""

    @benchmark(RhymeScenario, RhymeMetric)
    def short(arguments: Arguments, level: str = "easy") -> Chosen:
        named = {} if level == "easy" else {"level": level}
        return Chosen({"level": level}, named, titled={"level": level, "rhymes": "pure"})

    usual, hard = short(), short(level="hard")
    assert usual.name == "creativity_rhymes:protocol=plain,temp=1"
    assert hard.name == "creativity_rhymes:protocol=plain,level=hard,temp=1"
    assert usual.scenario_spec.args == {"protocol": "plain", "level": "easy", "rhymes": "pure"}
    assert usual.metric_specs[0].args["level"] == "easy"
    assert "rhymes" not in usual.metric_specs[0].args


class Twice(Annotator):
    """Asks once more."""

    def annotate(self, request_state):
        return {}


def test_an_annotator_follows_the_guard():
    """With the arguments that it asks for, and no others."""
    (_, asking) = benchmark(RhymeScenario, RhymeMetric, annotator=Twice, asks=["protocol", "n"])(easy_or_hard)(
        n=3
    ).annotators
    assert (asking.class_name, asking.args) == (f"{__name__}.Twice", {"protocol": "plain", "n": 3})


def test_what_cannot_be_used_is_told_and_replaced():
    """What was looked up is not what is returned; faults of another kind are nobody's to hide."""
    looked_up = []

    def require(value):
        looked_up.append(value)
        if value == "gone":
            raise CreativityError("gone is not on this machine")
        return value.upper()

    arguments = Arguments("x")
    assert [arguments.usable(one, require, "other") for one in ("here", "gone")] == ["here", "other"]
    assert looked_up == ["here", "gone"]
    with pytest.raises(BadArguments, match=r"^x: gone is not on this machine$"), arguments:
        pass
    with pytest.raises(AttributeError, match="upper"):
        Arguments("x").usable(7, require, 8)


class NoScorer(RhymeMetric):
    """Its scorer needs what is not there."""

    def scorer(self):
        raise {"easy": CreativityError("no vectors on this machine"), "hard": KeyError("hard")}[self.settings["level"]]


def test_what_a_scorer_lacks_is_told_with_the_rest():
    """Before any request; a fault of its own is not hidden behind a message."""

    @benchmark(RhymeScenario, NoScorer)
    def broken(arguments: Arguments, level: str = "easy") -> Settings:
        return {"level": arguments.one_of("level", level, ["hard", "easy"])}

    with pytest.raises(BadArguments, match="no vectors on this machine; temp must be"):
        broken(temp=3)
    with pytest.raises(KeyError, match="hard"):
        broken(level="hard")
    with pytest.raises(BadArguments, match=r"level must be one of hard, easy, got 'odd'$"):
        broken(level="odd")


def test_a_class_without_a_card_says_what_it_needs():
    """A card stands beside the class, or beside one that it derives from."""
    assert NoScorer(level="easy").card.name == "rhymes"
    with pytest.raises(BadCard, match=r"test_benchmark.Bare needs a card.yaml beside its module: hosting/"):
        card_of(Bare)


class Bare:
    """Has no room."""
