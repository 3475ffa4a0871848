"""Plans held against what helm-run then did, by models that answer well, badly, and only when asked in other words."""

import json
import re
from collections import Counter

import pytest
from support import helm
from support.create import stated, via
from support.judges import REFUSAL, is_pair
from support.pace import STAGE1
from support.server import ChatServer, failure, reply

from helm_creativity.benchmark.follow_ups import transcript_in
from helm_creativity.commands.planning.counting import make_plan
from helm_creativity.scenarios.create.paths import Triple

pytestmark = pytest.mark.commands

PANEL = "judges=fake/one+fake/two+fake/three"
ALL = "tells refuses picky"
ENTRIES = {
    f"live_idea_bench:prompts=own,{PANEL},design=draw=2,max_eval_instances=4,num_trials=3,instruction=creative": ALL,
    f"live_idea_bench:prompts=own,{PANEL},design=planned_missing=2,max_eval_instances=5,seed=7": ALL,
    "pace:embedding=builtin,max_eval_instances=3,num_trials=2,instruction=effective": "tells refuses",
    f"create:{PANEL},design=draw=2,form=iterative,embedding=builtin,max_eval_instances=2": "tells refuses",
    f"create:{PANEL},form=resample,responses=4,embedding=builtin,max_eval_instances=2": "tells",
    f"aut:{PANEL},design=planned_missing=2,protocol=agc2026,prompts=own,max_eval_instances=3": "tells refuses",
    "aut:judges=fake/tells+fake/one,protocol=mctb2025,prompts=own,embedding=builtin,max_eval_instances=3": (
        "tells picky"
    ),
    f"macgyver:prompts=own,{PANEL},design=draw=1,max_eval_instances=4": "tells",
    f"metaphor:prompts=own,{PANEL},design=planned_missing=2,max_eval_instances=5,instruction=creative": "tells refuses",
    "rat:max_eval_instances=6": "tells",
}
RUNS = [f"creativity_{entry},model=fake/{name}" for entry, names in ENTRIES.items() for name in names.split()]
IDEA = "We tag the enzyme with a dye that glows when it works, and follow the light through a living leaf for a day."
USES = "a doorstop; a paperweight; a stage for a puppet"


def tells(call):
    """What a good model answers to any of the benchmarks."""
    first = call.body["messages"][0]["content"]
    if "entity: '" in first:
        start = re.search(r"MUST start with the head entity: '(.*)'\n", first)[1]
        relation, end = re.search(r"whose relationship is '(.*)' and whose tail entity is '(.*)'\n", first).groups()
        path = via("alder", start=start, end=end)
        return reply(stated((*path[:-1], Triple(path[-1].head, relation, end))))
    if "generate three different words" in first:
        return reply(STAGE1)
    return reply(USES if "uses" in first else IDEA)


def picky(call):
    """One that takes offence at the first words of LiveIdeaBench."""
    return reply(REFUSAL) if "expert review panel" in call.prompt else tells(call)


SERVED = {
    "tells": tells,
    "refuses": lambda call: reply(REFUSAL),
    "picky": picky,
    "one": lambda call: reply("B" if is_pair(call.prompt) else "7"),
    "two": lambda call: failure(400),
    "three": lambda call: reply("Bananas are yellow."),
}


class Ran:
    """What a run did.

    Attributes:
        states: of its requests.
        stats: by name.
    """

    def __init__(self, folder):
        self.states = json.loads((folder / "scenario_state.json").read_text())["request_states"]
        stats = json.loads((folder / "stats.json").read_text())
        self.stats = {stat["name"]["name"]: stat["mean"] for stat in stats if "mean" in stat}

    @property
    def further(self):
        """Further questions to the model, as the annotators kept them."""
        return sum(len(transcript.turns) for transcript in self.transcripts)

    @property
    def transcripts(self):
        """Of all responses because of which something was asked."""
        found = [transcript_in(state["annotations"]) for state in self.states]
        return [transcript for transcript in found if transcript is not None]

    @property
    def judged(self):
        """Questions to each judge."""
        judge_replies = [judge_reply for transcript in self.transcripts for judge_reply in transcript.judge_replies]
        return Counter(judge_reply.judge for judge_reply in judge_replies if judge_reply.heads and judge_reply.asked)


class World:
    """Plans and runs of the same entries, in the same order."""

    def __init__(self, folder):
        self.plan = make_plan(RUNS, local_path=folder / "prod_env")
        self.folder = folder / "runs" / "s"

    def pairs(self, model=None):
        """Each planned run with the one that ran."""
        for run in self.plan.runs:
            if model is None or run.model == f"fake/{model}":
                yield run, Ran(self.folder / run.name.replace("/", "_"))


@pytest.fixture(scope="module")
def world(tmp_path_factory, helm_models):
    """All entries, run once."""
    folder = tmp_path_factory.mktemp("world")
    with ChatServer(SERVED) as server:
        helm.deployments(folder, server.url, list(SERVED))
        helm.run(folder, RUNS, impatient=True)
    return World(folder)


def test_every_run_is_planned_under_its_name(world):
    """No more and no fewer than helm-run made."""
    ran = {path.name for path in world.folder.iterdir() if path.name.startswith("creativity_")}
    assert {run.name.replace("/", "_") for run in world.plan.runs} == ran
    assert len(world.plan.runs) == len(RUNS)
    assert world.plan.complete


def test_requests_are_those_of_the_run(world):
    """In number and in every character."""
    for run, ran in world.pairs():
        assert run.requests.times == ((len(ran.states)),) * 3, run.name
        assert run.items == len({state["instance"]["id"] for state in ran.states})
        assert run.requests.prompt * 4 == sum(len(state["request"]["prompt"]) for state in ran.states)


def test_what_was_asked_further_is_in_range(world):
    """By every model; what is certain came out so."""
    for run, ran in world.pairs():
        assert run.further.least <= ran.further <= run.further.most, run.name
    certain = [run for run in world.plan.runs if "create" in run.name]
    assert [run.further.times for run in certain] == [(2, 2, 2), (2, 2, 2), (6, 6, 6)]


def test_each_judge_is_asked_in_range(world):
    """As often as the plan says at most, and never one that it does not name."""
    for run, ran in world.pairs():
        loads = dict(run.judges)
        assert set(ran.judged) <= set(loads), run.name
        assert all(loads[judge].least <= n <= loads[judge].most for judge, n in ran.judged.items())


@pytest.mark.parametrize("model", ["tells", "picky"])
def test_each_judge_of_usable_answers_is_asked_as_often_as_expected(world, model):
    """To the question, by the same design; but for CREATE, where each path is one more."""
    for run, ran in world.pairs(model):
        if "create" not in run.name:
            assert {judge: load.typical for judge, load in run.judges} == dict(ran.judged), run.name
            assert ran.stats.get("judge_calls", 0) == run.judging.typical


def test_a_model_does_not_judge_itself(world):
    """It is left out of its own run, and in that of another."""
    judges = {
        run.model: [name for name, _ in run.judges] for run in world.plan.runs if "fake/tells" in dict(run.judges)
    }
    assert judges == {"fake/picky": ["fake/one", "fake/tells"]}
    (own,) = [run for run in world.plan.runs if run.model == "fake/tells" and "mctb2025" in run.name]
    assert [name for name, _ in own.judges] == ["fake/one"]
