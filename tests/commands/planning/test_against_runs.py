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
    """What a run did: its requests, stats, further questions to the model, and questions to each judge."""

    def __init__(self, folder):
        self.states = json.loads((folder / "scenario_state.json").read_text())["request_states"]
        stats = json.loads((folder / "stats.json").read_text())
        self.stats = {stat["name"]["name"]: stat["mean"] for stat in stats if "mean" in stat}
        transcripts = list(filter(None, (transcript_in(state["annotations"]) for state in self.states)))
        self.further = sum(len(transcript.turns) for transcript in transcripts)
        replies = [reply for transcript in transcripts for reply in transcript.judge_replies]
        self.judged = Counter(reply.judge for reply in replies if reply.heads and reply.asked)


@pytest.fixture(scope="module")
def world(tmp_path_factory, helm_models):
    """The plan of all entries, and what their runs did by name."""
    folder = tmp_path_factory.mktemp("world")
    with ChatServer(SERVED) as server:
        helm.deployments(folder, server.url, list(SERVED))
        helm.run(folder, RUNS, impatient=True)
    ran = {path.name: Ran(path) for path in (folder / "runs" / "s").iterdir() if path.name.startswith("creativity_")}
    return make_plan(RUNS, local_path=folder / "prod_env"), ran


def test_every_run_is_planned_under_its_name(world):
    """No more and no fewer than helm-run made; what is asked further is certain in CREATE."""
    plan, ran = world
    assert {run.name.replace("/", "_") for run in plan.runs} == set(ran)
    assert (len(plan.runs), plan.complete) == (len(RUNS), True)
    further = [run.further.times for run in plan.runs if "create" in run.name]
    assert further == [(2, 2, 2), (2, 2, 2), (6, 6, 6)]


@pytest.mark.parametrize("place", range(len(RUNS)), ids=RUNS)
def test_a_run_is_as_it_was_planned(world, place):
    """Requests in every character; further questions and judges in range, and no judge that it does not name.

    Judges of usable answers are asked as often as expected; but in CREATE, where each path is one more.
    """
    run = world[0].runs[place]
    ran, loads = world[1][run.name.replace("/", "_")], dict(run.judges)
    assert run.requests.times == (len(ran.states),) * 3
    assert run.items == len({state["instance"]["id"] for state in ran.states})
    assert run.requests.prompt * 4 == sum(len(state["request"]["prompt"]) for state in ran.states)
    assert run.further.least <= ran.further <= run.further.most
    assert set(ran.judged) <= set(loads)
    assert all(loads[judge].least <= n <= loads[judge].most for judge, n in ran.judged.items())
    if "create" not in run.name and run.model != "fake/refuses":
        assert {judge: load.typical for judge, load in run.judges} == dict(ran.judged)
        assert ran.stats.get("judge_calls", 0) == run.judging.typical


def test_a_model_does_not_judge_itself(world):
    """It is left out of its own run, and in that of another."""
    judges = {run.model: [*dict(run.judges)] for run in world[0].runs if "mctb2025" in run.name}
    assert judges == {"fake/tells": ["fake/one"], "fake/picky": ["fake/one", "fake/tells"]}
