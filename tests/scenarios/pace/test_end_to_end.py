"""Both stages through ``helm-run``, by models each of which misbehaves in its own way, and the same command again."""

import json
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from support import helm
from support.pace import results
from support.server import ChatServer, failure, reply

from helm_creativity.embeddings.builtin import builtin
from helm_creativity.scenarios.pace.scoring import pace

pytestmark = pytest.mark.commands

SEEDS, TRIALS = 3, 2
ANSWERS = SEEDS * TRIALS
ANSWERED = 4
SETTINGS = f"temp=0.4,max_tokens=777,num_trials={TRIALS},max_eval_instances={SEEDS}"
ENTRY = f"creativity_pace:embedding=builtin,{SETTINGS},model=text"
ASSOCIATES = ["lamp", "violin", "ticket"]
REASONS = ['a "seed"\nof light', "back\\slash"]
STEPS = [word for word in builtin().nouns[::1700] if word not in ASSOCIATES][:19]
STAGE1 = results(ASSOCIATES, REASONS)
CHAIN = results(["lamp", *STEPS])
OTHER = results([STEPS[1], *STEPS])


def is_second(prompt):
    return prompt.startswith("Starting with the word pair")


@dataclass
class World:
    """What the runs left behind, and the behaviours of the server."""

    folder: Path
    server: ChatServer = field(init=False)
    mended: bool = False
    seconds: Counter = field(default_factory=Counter)
    after: list[dict[str, int]] = field(default_factory=list)
    stats: list[dict[str, dict[str, float]]] = field(default_factory=list)

    def staged(self, first, second):
        """A behaviour for each stage; ``second`` gets how often stage 2 was asked before."""

        def behave(call):
            if not is_second(call.prompt):
                return first(call) if callable(first) else reply(first)
            name = call.body["model"]
            with self.server._lock:
                number = self.seconds[name]
                self.seconds[name] += 1
            return second(call, number) if callable(second) else reply(second)

        return behave

    def behaviours(self):
        def good(call, number):
            return reply(CHAIN if '-> "lamp"' in call.prompt else OTHER)

        def dying(call, number):
            return reply(CHAIN) if number < ANSWERED or self.mended else failure(500)

        return {
            "good": self.staged(STAGE1, good),
            "odd": self.staged(results(ASSOCIATES, ["\ud800"]), results(["\ud83d", *STEPS])),
            "dying": self.staged(STAGE1, dying),
        }

    def prompts(self, name):
        """Prompts of both stages, as the server read them."""
        asked = [body["messages"][-1]["content"] for body in self.server.bodies if body["model"] == name]
        return [text for text in asked if not is_second(text)], [text for text in asked if is_second(text)]

    def note(self, models):
        """Keeps the counts and stats of this moment."""
        self.after.append(dict(self.server.calls))
        self.stats.append({name: helm.stats(self.folder, f"fake/{name}") for name in models})


@pytest.fixture(scope="module")
def world(tmp_path_factory):
    one = World(tmp_path_factory.mktemp("pace"))
    behaviours = one.behaviours()
    one.server = ChatServer(behaviours)
    with one.server:
        models = helm.deployments(one.folder, one.server.url, list(behaviours))
        helm.run(one.folder, [ENTRY], models=models, impatient=True)
        one.note(behaviours)
        one.mended = True
        helm.run(one.folder, [ENTRY], models=models, impatient=True)
        one.note(behaviours)
        yield one


def distance(seed, associate, reply):
    """The formula on the rows of the words."""
    words = [entry["word"] for entry in json.loads(reply)["results"]]
    words = words[1:] if words[0] == associate else words
    return pace(builtin().embed([seed, associate, *words][:20]).vectors)


def seeds_of(world):
    """The seeds that HELM chose, from what was asked."""
    return {text.split('"')[1] for text in world.prompts("good")[0]}


def test_the_score_is_that_of_the_chains(world):
    """Mean over chains, seeds and trials, by the formula on the words of the replies."""
    stats = world.stats[0]["good"]
    chains = {"lamp": CHAIN, "violin": OTHER, "ticket": OTHER}
    expected = [distance(seed, word, text) for seed in seeds_of(world) for word, text in chains.items()]
    assert stats["score"] == pytest.approx(sum(expected) / len(expected), abs=1e-4)
    assert (stats["valid_rate"], stats["num_answers"], stats["num_instances"]) == (1, ANSWERS, SEEDS)
    assert (stats["n_chains"], stats["chain_failure_rate"], stats["chain_length"]) == (3, 0, 20)
    assert (stats["wrong_count_rate"], stats["unknown_rate"], stats["chain_ttr"]) == (0, 0, pytest.approx(58 / 60))
    assert (stats["stage2_questions"], stats["stage2_failed"]) == (3 * ANSWERS, 0)


def test_a_server_that_dies_in_stage_2_ends_no_run(world):
    """What it had answered is scored; every other chain is lost and counted, after the patience of the test."""
    stats = world.stats[0]["dying"]
    lost = 3 * ANSWERS - ANSWERED
    assert (stats["stage2_questions"], stats["stage2_failed"]) == (3 * ANSWERS, lost)
    assert stats["chain_failure_rate"] == pytest.approx(lost / (3 * ANSWERS))
    assert stats["valid_rate"] + stats["failed_rate"] == pytest.approx(1)
    assert 2 / ANSWERS <= stats["valid_rate"] <= ANSWERED / ANSWERS
    # Probes for two seconds, 10 ms and more apart, and what was under way in four threads before that.
    assert 4 <= world.after[0]["dying"] - ANSWERS - ANSWERED <= float(helm.PATIENCE) / 0.01 + 4 * 4


def test_half_a_character_is_no_exception(world):
    """Some models send surrogates without their partner."""
    assert world.stats[0]["odd"]["n_chains"] == 3


def test_the_same_command_asks_only_what_failed(world):
    """Nothing of those that answered, whatever their answers are worth; of the dying one only the lost chains."""
    first, second = world.after
    asked = {name: second[name] - first[name] for name in first}
    assert {name: n for name, n in asked.items() if n} == {"dying": 3 * ANSWERS - ANSWERED}
    assert len(world.prompts("dying")[0]) == ANSWERS
    assert (world.stats[1]["dying"]["valid_rate"], world.stats[1]["dying"]["n_chains"]) == (1, 3)
    assert all(world.stats[1][name] == world.stats[0][name] for name in first if name != "dying")
