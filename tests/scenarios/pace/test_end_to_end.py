"""Both stages through ``helm-run``, by models each of which misbehaves in its own way, and the same command again."""

import json
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from support import helm
from support.pace import REFUSAL, results
from support.server import ChatServer, failure, reply

from helm_creativity.cli import main
from helm_creativity.core.transcripts import transcript_in
from helm_creativity.embeddings.builtin import builtin
from helm_creativity.scenarios.pace.measure import pace

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

        def uneven(call, number):
            return reply(REFUSAL) if '-> "violin"' in call.prompt else reply(CHAIN)

        def dying(call, number):
            return reply(CHAIN) if number < ANSWERED or self.mended else failure(500)

        return {
            "good": self.staged(STAGE1, good),
            "bare": self.staged(json.dumps(ASSOCIATES), CHAIN),
            "uneven": self.staged(STAGE1, uneven),
            "empty": self.staged("", CHAIN),
            "null": self.staged(lambda call: reply(None), CHAIN),
            "half": self.staged(STAGE1[:-20], CHAIN),
            "selfish": self.staged(lambda call: reply(results([call.prompt.split('"')[1]] * 3)), CHAIN),
            "refuses2": self.staged(STAGE1, REFUSAL),
            "silent2": self.staged(STAGE1, lambda call, number: reply(None)),
            "cut2": self.staged(STAGE1, lambda call, number: reply(CHAIN, "length")),
            "odd": self.staged(results(ASSOCIATES, ["\ud800"]), results(["\ud83d", *STEPS])),
            "flaky": self.staged(STAGE1, lambda call, number: failure(429) if number < 3 else reply(CHAIN)),
            "dying": self.staged(STAGE1, dying),
        }

    def prompts(self, name):
        """Prompts of both stages, as the server read them."""
        asked = [body["messages"][-1]["content"] for body in self.server.bodies if body["model"] == name]
        return [text for text in asked if not is_second(text)], [text for text in asked if is_second(text)]

    def annotations(self, name):
        (folder,) = (self.folder / "runs" / "s").glob(f"*model=fake_{name}*")
        states = json.loads((folder / "scenario_state.json").read_text())["request_states"]
        return [transcript_in(state["annotations"]) for state in states]

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


def test_stage_2_is_asked_as_it_is_printed(world):
    """With seed, associate and the reason in JSON; one question for each associate of each trial."""
    first, second = world.prompts("good")
    assert len(set(first)) == SEEDS
    expected = {
        (seed, word, reason)
        for seed in seeds_of(world)
        for word, reason in zip(ASSOCIATES, ['a "seed" of light', "back\\slash", ""], strict=True)
    }
    assert len(set(second)) == len(expected)
    for text in second:
        seed, word = text.split('"')[1:4:2]
        head, line = text.split("\n")
        entry, end = json.JSONDecoder().raw_decode(line, line.index('{"word"'))
        expected.discard((seed, word, entry["reason"]))
        assert entry["word"] == word
        assert line[end:] == ', {"word": "", "reason": ""}, … ]}'
        assert head.endswith("Return in JSON format with exactly 20 entries:")
        assert f'Generate the third word based on "{word}"' in head
    assert expected == set()


def test_both_stages_are_asked_with_the_same_settings(world):
    """Those of the run entry."""
    bodies = [body for body in world.server.bodies if body["model"] == "good"]
    settings = [{name: value for name, value in body.items() if name not in ("messages", "user")} for body in bodies]
    assert (settings[0]["temperature"], settings[0]["max_tokens"]) == (0.4, 777)
    assert all(setting == settings[0] for setting in settings)
    assert all(len(body["messages"]) == 1 for body in bodies)


def test_each_trial_has_chains_of_its_own(world):
    """Every question of stage 2 is asked once for each trial."""
    counts = Counter(world.prompts("bare")[1])
    assert set(counts.values()) == {TRIALS}
    assert len(counts) == 3 * SEEDS


def test_stage_1_without_reasons_is_asked_on(world):
    """With an empty reason."""
    assert world.stats[0]["bare"]["n_chains"] == 3
    for text in world.prompts("bare")[1]:
        assert '"reason": ""}, {"word": "", "reason": ""}, …' in text


@pytest.mark.parametrize(
    ("name", "rate"),
    [
        ("empty", "empty_rate"),
        ("null", "empty_rate"),
        ("half", "unparsable_rate"),
        ("selfish", "too_few_valid_rate"),
    ],
)
def test_a_broken_stage_1_asks_nothing_more(world, name, rate):
    """No score, no chains, one rate."""
    stats = world.stats[0][name]
    assert world.after[0][name] == ANSWERS
    assert "score" not in stats
    assert (stats[rate], stats["valid_rate"], stats["stage2_questions"]) == (1, 0, 0)
    assert "n_chains" not in stats


@pytest.mark.parametrize(
    ("name", "rate"),
    [
        ("refuses2", "refusal_rate"),
        ("silent2", "empty_rate"),
        ("cut2", "truncation_rate"),
    ],
)
def test_a_broken_stage_2_is_no_score(world, name, rate):
    """Counted under the reason of its chains; the run is complete."""
    stats = world.stats[0][name]
    assert "score" not in stats
    assert (stats[rate], stats["valid_rate"]) == (1, 0)
    assert (stats["n_chains"], stats["chain_failure_rate"]) == (0, 1)
    assert stats["stage2_questions"] == 3 * ANSWERS
    assert stats["stage2_failed"] == 0


def test_one_refused_chain_leaves_the_others(world):
    """The mean of two, and a third of the chains lost."""
    stats = world.stats[0]["uneven"]
    expected = [distance(seed, word, CHAIN) for seed in seeds_of(world) for word in ("lamp", "ticket")]
    assert stats["score"] == pytest.approx(sum(expected) / len(expected), abs=1e-4)
    assert stats["chain_failure_rate"] == pytest.approx(1 / 3)


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


def test_a_rate_limit_that_passes_costs_nothing_but_time(world):
    """All chains are there."""
    assert world.stats[0]["flaky"]["n_chains"] == 3
    assert world.stats[0]["flaky"]["stage2_failed"] == 0
    assert world.after[0]["flaky"] > ANSWERS * 4


def test_half_a_character_is_no_exception(world):
    """Some models send surrogates without their partner."""
    assert world.stats[0]["odd"]["n_chains"] == 3


def test_the_same_command_asks_only_what_failed(world):
    """Nothing of those that answered, whatever their answers are worth; of the dying one only the lost chains."""
    first, second = world.after
    asked = {name: second[name] - first[name] for name in first}
    assert {name: n for name, n in asked.items() if n} == {"dying": 3 * ANSWERS - ANSWERED}
    assert len(world.prompts("dying")[0]) == ANSWERS
    dying, bare = world.stats[1]["dying"], world.stats[1]["bare"]
    # A bare list is too short to be compared with others.
    assert dying.keys() - bare.keys() == {"equal_rate", "shared_rate"}
    assert {name: dying[name] for name in bare} == pytest.approx(bare)
    assert all(world.stats[1][name] == world.stats[0][name] for name in first if name != "dying")


def test_the_run_folder_is_complete(world):
    """Annotations lie beside the answers."""
    for note in world.annotations("good"):
        assert note.error == ""
        assert [(turn["reply"], turn["failed"]) for turn in note.turns] == [
            (CHAIN, False),
            (OTHER, False),
            (OTHER, False),
        ]
    for folder in (world.folder / "runs" / "s").glob("creativity_pace*"):
        names = {path.name for path in folder.iterdir()}
        assert names >= {"run_spec.json", "scenario_state.json", "stats.json", "per_instance_stats.json"}


def test_the_summary_accepts_the_suite(world):
    """With a schema made from it; every model has a row, and the columns are those of the card."""
    schema = world.folder / "schema.yaml"
    assert main(["schema", "s", "--output-path", str(world.folder), "--out", str(schema)]) == 0
    helm.summarize(world.folder, schema)
    tables = json.loads((world.folder / "runs" / "s" / "groups" / "creativity_pace.json").read_text())
    rows = {line[0]["value"] for table in tables for line in table["rows"]}
    assert rows >= {"fake/good", "fake/null", "fake/dying"}
    titles = {cell["value"] for table in tables for cell in table["header"]}
    assert {"Chain length", "Chains scored", "Type-token ratio"} <= titles
