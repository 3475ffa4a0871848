"""What rooms know of the cost of their answers."""

import inspect
import sys
from dataclasses import dataclass
from types import ModuleType, SimpleNamespace

import pytest
from helm.benchmark.annotation.annotator import Annotator, AnnotatorSpec
from helm.benchmark.run_spec import get_run_spec_function
from helm.benchmark.scenarios.scenario import ScenarioSpec
from helm.common.object_spec import get_class_by_name

from helm_creativity.hosting import CreativityScenario, qualified_name
from helm_creativity.planning.rooms import known_of
from helm_creativity.rooms import find_rooms

JUDGED = "creativity/lexical-judge"
NEEDS = {
    "sdat": {"languages": "en"},
    "live_idea_bench": {"judges": JUDGED, "design": "all"},
    **{
        name: {"judges": JUDGED}
        for name in (
            "aut",
            "create",
            "design_problems",
            "macgyver",
            "metaphor",
            "novelty",
            "scientific_thinking",
            "story",
        )
    },
}


class Quiet(Annotator):
    """Asks nobody."""

    name = "quiet"

    def annotate(self, request_state):
        return {}


class Curious(Quiet):
    """May ask anybody."""

    name = "curious"

    def __init__(self, auto_client):
        self.client = auto_client


@dataclass
class Foreign:
    """A scenario that is not ours."""


class Ours(CreativityScenario):
    """A scenario with no ``plan`` beside it."""

    def asks(self):
        return ()


class Deeper(Ours):
    """One whose base has a ``plan`` beside it, once a test has put it there."""


def spec_of(room):
    """A run spec of the room, all but its items and embeddings as usual."""
    function = get_run_spec_function(room.card.group)
    vectors = {"embedding": "builtin"} if "embedding" in inspect.signature(function).parameters else {}
    return function(**vectors, **NEEDS.get(room.name, {}))


def spec(scenario, *annotators):
    """A run spec as far as it is looked at."""
    return SimpleNamespace(
        scenario_spec=ScenarioSpec(qualified_name(scenario)),
        annotators=[AnnotatorSpec(qualified_name(one)) for one in annotators],
    )


@pytest.mark.parametrize("room", find_rooms(), ids=lambda room: room.name)
def test_every_room_says_how_long_an_answer_is_and_what_follows(room):
    """So that nothing in a plan of ours is unknown."""
    known = known_of(spec_of(room))
    assert 1 <= known.answer_tokens <= 2000
    assert known.unknown == ()
    asks = any(
        "auto_client" in inspect.signature(get_class_by_name(one.class_name)).parameters
        for one in spec_of(room).annotators
    )
    assert (known.asking is not None) == asks
    assert all(one.endswith(".") for one in (known.asking.assumed if known.asking else ()))


def test_a_run_without_judges_has_nobody_who_asks():
    """Though its room could say what would follow."""
    function = get_run_spec_function("creativity_aut")
    known = known_of(function(protocol="wenger2025", embedding="builtin"))
    assert (known.asking, known.unknown) == (None, ())


def test_of_other_packages_nothing_is_known():
    """But that an annotator without a client asks nobody."""
    assert known_of(spec(Foreign, Quiet)) == (None, None, ())
    assert known_of(spec(Foreign, Quiet, Curious)) == (None, None, ("Curious",))
    assert known_of(replace_annotators(spec(Ours, Curious), None)) == (None, None, ())


def replace_annotators(one, annotators):
    """HELM's run specs may have none."""
    one.annotators = annotators
    return one


def test_a_room_shares_what_stands_beside_its_base(monkeypatch):
    """The nearest base counts; two annotators that ask are more than one function speaks of."""
    package, near = ModuleType("near"), ModuleType("near.plan")
    package.__path__ = []
    near.__spec__ = SimpleNamespace()
    near.follows, near.ANSWER_TOKENS = (lambda answer: None), 7
    monkeypatch.setitem(sys.modules, "near", package)
    monkeypatch.setitem(sys.modules, "near.plan", near)
    monkeypatch.setattr(Ours, "__module__", "near.scenario")
    monkeypatch.setattr("helm.common.object_spec.get_class_by_name", {"deeper": Deeper, "curious": Curious}.get)
    curious = AnnotatorSpec("curious")
    one = SimpleNamespace(scenario_spec=ScenarioSpec("deeper"), annotators=[curious])
    known = known_of(one)
    assert (known.answer_tokens, known.asking.follows, known.unknown) == (7, near.follows, ())
    twice = known_of(replace_annotators(one, [curious, curious]))
    assert (twice.answer_tokens, twice.asking, twice.unknown) == (7, None, ("Curious", "Curious"))
