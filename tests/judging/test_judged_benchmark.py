"""A run entry of a judged benchmark made from three classes and a function."""

import inspect

import pytest
from helm.common.object_spec import create_object
from support.rhymes_room.hosted import RhymeMetric, RhymeScenario, forget
from support.rhymes_room.scorer import ROOM, RhymeScorer
from support.uses_room import RATE, UsesAnnotator

from helm_creativity.errors import BadArguments
from helm_creativity.hosting import Arguments, Settings
from helm_creativity.judging.benchmark import JudgedMetric, JudgedScenario, judged_benchmark

JUDGE = "creativity/lexical-judge"


class RatedRhymeMetric(JudgedMetric, RhymeMetric):
    """Signs who judges."""

    def scorer(self):
        return RhymeScorer(ROOM.card, ROOM.signed(**self.settings, **self.panel.signed("x")))


def made(**how):
    forget()

    @judged_benchmark(RhymeScenario, RatedRhymeMetric, UsesAnnotator, **how)
    def rated(arguments: Arguments, level: str = "easy") -> Settings:
        """Rated rhymes."""
        return {"level": arguments.one_of("level", level, ["easy", "hard"])}

    return rated


def test_judges_stand_in_name_titles_metric_and_annotator():
    """In front of how answers are drawn."""
    spec = made()(judges=JUDGE, level="hard", temp=0.5)
    named = "protocol=plain,level=hard,judges=lexical-judge-6c2f57be,design=all,temp=0.5"
    assert spec.name == f"creativity_rhymes:{named}"
    assert spec.scenario_spec.args == {
        "protocol": "plain",
        "level": "hard",
        "judges": "lexical-judge-6c2f57be",
        "design": "all",
    }
    args = spec.metric_specs[0].args
    assert (args["judges"], args["design"], args["seed"], args["judge_temp"]) == (JUDGE, "all", 42, 0)
    assert f"judges:{JUDGE}|design:all" in args["signature"]
    assert [one.class_name.rpartition(".")[2] for one in spec.annotators] == ["GuardAnnotator", "UsesAnnotator"]
    assert "level" not in spec.annotators[1].args


def test_the_metric_keeps_who_judges():
    """Apart from the benchmark's own settings."""
    spec = made()(judges=JUDGE, design="draw=1", seed=7, judge_temp=0.5)
    metric = create_object(spec.metric_specs[0])
    assert metric.settings == {"protocol": "plain", "level": "easy"}
    assert (metric.panel.panel.judges, metric.panel.panel.design.seed, metric.panel.temperature) == ((JUDGE,), 7, 0.5)
    assert metric.scorer().signature == metric.signature


def test_weighting_is_an_argument_only_where_ratings_can_be_weighted():
    """And refused where one of them cannot be."""
    plain, weighing = made(), made(weighs=[RATE])
    assert "weighted" not in inspect.signature(plain).parameters
    assert inspect.signature(weighing).parameters["weighted"].default is False
    with pytest.raises(BadArguments, match="there is no argument 'weighted'"):
        plain(judges=JUDGE, weighted=True)
    with pytest.raises(BadArguments, match=r"creativity_rhymes: .*the judge creativity/lexical-judge cannot be asked"):
        weighing(judges=JUDGE, weighted=True)


def test_a_protocol_may_do_without_judges():
    """The others may not."""
    spec = made(without=["twice"])
    free = spec(protocol="twice")
    assert free.name == "creativity_rhymes:protocol=twice,level=easy,temp=1"
    assert free.scenario_spec.args["judges"] == "none"
    assert [one.class_name.rpartition(".")[2] for one in free.annotators] == ["GuardAnnotator"]
    assert not create_object(free.metric_specs[0]).panel.asked
    with pytest.raises(BadArguments, match="judges must name one or more deployments"):
        spec()


def test_an_annotator_gets_the_arguments_that_it_asks_for():
    """And the usual design is the benchmark's."""
    spec = made(asks=["level"], design="draw=1", trials=4)(judges=JUDGE, level="hard")
    assert spec.annotators[1].args["level"] == "hard"
    assert (spec.annotators[1].args["design"], spec.adapter_spec.num_trials) == ("draw=1", 4)


def test_an_empty_design_is_the_usual_one():
    """The benchmark's, not everybody's; without judges it need not be taken back."""
    spec = made(design="draw=1", without=["plain"])
    assert spec(judges=JUDGE, design="").name == spec(judges=JUDGE).name
    assert spec(judges=JUDGE, design="").annotators[1].args["design"] == "draw=1"
    assert spec(judges=JUDGE, design="all").annotators[1].args["design"] == "all"
    assert spec().name == spec(design="draw=1").name == "creativity_rhymes:protocol=plain,level=easy,temp=1"
    with pytest.raises(BadArguments, match="design given without judges"):
        spec(design="all")


def test_the_items_of_a_judged_scenario_are_numbered():
    """In the order of the file: designs seat judges by it."""

    class Numbered(JudgedScenario):
        """In the room of rhymes."""

        room = ROOM
        __module__ = RhymeScenario.__module__

    fields = [ask.fields for ask in Numbered().asks()]
    assert fields == [{**item, "number": number} for number, item in enumerate(ROOM.items)]
