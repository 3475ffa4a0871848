"""LiveIdeaBench through HELM's own commands, by models and judges each of which misbehaves in its own way."""

import json
import threading
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

import pytest
import yaml
from support import helm
from support.judges import JUDGES, REFUSAL
from support.server import ChatServer, failure, reply

from helm_creativity.cli import main
from helm_creativity.clients.retries import CHANCES, SEVERAL
from helm_creativity.core.transcripts import transcript_in

pytestmark = pytest.mark.commands

KEYWORDS, TRIALS = 3, 2
IDEAS, PAIRS = KEYWORDS * TRIALS, KEYWORDS * (TRIALS - 1)
PANEL = ["good", "garbage", "half", "wild", "busy", "silent", "down"]
CALM = ["calm1", "calm2", "calm3"]
MODELS = ["behaves", "twin", "yields", "refuses", "empty", "null", "cut", "overlong"]
GROUP = "creativity_live_idea_bench"
SIZE = f"max_eval_instances={KEYWORDS},model=text"


def entry(judges, design):
    return f"{GROUP}:prompts=own,judges={'+'.join(f'fake/{name}' for name in judges)},design={design},{SIZE}"


ENTRY, CALM_ENTRY, TOO_SMALL = entry(PANEL, "all"), entry(CALM, "draw=2"), entry(CALM[:2], "draw=2")
# Questions of the calm panel that are answered before the run is killed. Each answer takes two at least, so that of six
# answers three are left for the threads to wait in.
BEFORE, THREADS = 7, 2


def keyword_of(prompt):
    """The keyword of a prompt for an idea, of the fallback too; None for a question to judges."""
    return prompt.split('"')[-2] if "The idea MUST be within 100 words" in prompt else None


@dataclass
class World:
    """What the runs left behind, the behaviours of the server, and what it was asked up to each moment."""

    folder: Path
    server: ChatServer = field(init=False)
    seen: Counter = field(default_factory=Counter)
    answered: Counter = field(default_factory=Counter)
    held: list = field(default_factory=list)
    holding: bool = False
    moments: dict = field(default_factory=dict)
    stats: dict = field(default_factory=dict)
    output: dict = field(default_factory=dict)

    def __post_init__(self):
        self.changed = threading.Condition()
        self.released = threading.Event()

    def idea(self, call):
        """Another idea each time that a keyword comes."""
        key = call.body["model"], keyword_of(call.prompt)
        with self.changed:
            self.seen[key] += 1
            return reply(f"Idea {self.seen[key]} of {key[0]} on {key[1]}.")

    def calm(self, call):
        """A judge that does well; while the run is to be killed, only the first few questions are answered."""
        with self.changed:
            if self.holding and sum(self.answered.values()) >= BEFORE:
                self.held.append(call.body)
                self.changed.notify_all()
                hold = True
            else:
                self.answered[question(call.body)] += 1
                hold = False
        if hold:
            self.released.wait(60)
            return failure(503)
        return JUDGES["good"](call)

    def behaviours(self):
        def either(judge):
            return lambda call: self.idea(call) if keyword_of(call.prompt) else judge(call)

        def yields(call):
            return reply(REFUSAL) if "expert review panel" in call.prompt else self.idea(call)

        return {
            **{name: either(JUDGES[name]) for name in PANEL},
            **dict.fromkeys(CALM, either(self.calm)),
            "behaves": self.idea,
            "twin": lambda call: reply(f"The same idea on {keyword_of(call.prompt)}."),
            "yields": yields,
            "refuses": lambda call: reply(REFUSAL),
            "empty": lambda call: reply(""),
            "null": lambda call: reply(None),
            "cut": lambda call: reply("An idea that", "length"),
            "overlong": lambda call: reply(" ".join(f"word{number}" for number in range(201))),
        }

    def deploy(self):
        """All behaviours as ``fake/...``, and two of them under another name."""
        whole = {}
        for host, names in (("alias", ["good", "calm1"]), ("fake", list(self.behaviours()))):
            helm.deployments(self.folder, self.server.url, names, host=host)
            for path in (self.folder / "prod_env").glob("*.yaml"):
                for key, values in yaml.safe_load(path.read_text()).items():
                    whole.setdefault(path, {}).setdefault(key, []).extend(values)
        for path, content in whole.items():
            path.write_text(yaml.safe_dump(content))

    def mark(self, name):
        """Keeps what was asked so far."""
        self.moments[name] = len(self.server.bodies)

    def asked(self, start, end):
        """Requests between two moments, by behaviour."""
        bodies = self.server.bodies[self.moments[start] : self.moments[end]]
        return Counter(body["model"] for body in bodies)

    def notes(self, model, suite="s"):
        (folder,) = (self.folder / "runs" / suite).glob(f"*model={model.replace('/', '_')}*")
        states = json.loads((folder / "scenario_state.json").read_text())["request_states"]
        return [transcript_in(state["annotations"]) for state in states]


def question(body):
    """A request as one text."""
    return json.dumps(body, sort_keys=True)


def judges_of(notes):
    """Who was asked, of all answers of a run."""
    return {reply.judge for note in notes for reply in note.judge_replies}


def begin(one, entry, suite, models, threads=4):
    """Starts ``helm-run``."""
    arguments = ["--run-entries", entry, "--suite", suite, "-m", "1000", "-n", str(threads), "--models-to-run", *models]
    arguments += ["--output-path", one.folder, "--local-path", one.folder / "prod_env"]
    return helm.start("helm-run", *arguments, impatient=True)


def play(one):
    """All runs; those that touch nothing of each other side by side."""
    models, calm = [*(f"fake/{name}" for name in MODELS), "alias/good"], ["fake/behaves", "alias/calm1"]
    one.mark("start")
    small = begin(one, TOO_SMALL, "small", ["alias/calm1"])
    helm.finish(begin(one, ENTRY, "s", models))
    one.output["small"] = helm.finish(small, expected=1)
    one.stats["first"] = {name: helm.stats(one.folder, name) for name in models}
    one.mark("first")
    kill_half_way(one, calm)
    one.mark("killed")
    helm.finish(begin(one, CALM_ENTRY, "calm", calm))
    one.mark("restarted")
    again = begin(one, CALM_ENTRY, "calm", calm)
    schema = one.folder / "schema.yaml"
    assert main(["schema", "s", "--output-path", str(one.folder), "--out", str(schema)]) == 0
    helm.summarize(one.folder, schema)
    helm.finish(again)
    one.mark("again")


def kill_half_way(one, models):
    """Kills the run when every thread waits for a judge, so that all that was answered before has arrived."""
    one.holding = True
    process = begin(one, CALM_ENTRY, "calm", models, THREADS)
    try:
        with one.changed:
            assert one.changed.wait_for(lambda: len(one.held) == THREADS, timeout=60)
    finally:
        process.kill()
        process.communicate()
        one.holding = False
        one.released.set()


@pytest.fixture(scope="module")
def world(tmp_path_factory):
    one = World(tmp_path_factory.mktemp("live"))
    one.server = ChatServer(one.behaviours())
    with one.server:
        one.deploy()
        play(one)
        yield one


@pytest.mark.parametrize("name", ["behaves", "yields"])
def test_the_score_is_made_of_the_ratings_that_came(world, name):
    """Those of three judges; none of the others' failures is a number."""
    stats = world.stats["first"][f"fake/{name}"]
    originality, feasibility, fluency = (7 + 6 + 7) / 3, (5 + 5) / 2, 20 / 3
    each = (originality + feasibility + fluency) / 3
    assert stats["originality"] == pytest.approx(originality)
    assert stats["feasibility"] == pytest.approx(feasibility)
    assert stats["fluency"] == pytest.approx(fluency)
    assert stats["flexibility"] == pytest.approx(each)
    assert stats["score"] == pytest.approx((originality + feasibility + fluency + each) / 4)
    assert stats["score_failures_as_zero"] == pytest.approx(stats["score"])
    assert (stats["valid_rate"], stats["unjudged_rate"], stats["fallback_rate"]) == (1, 0, name == "yields")
    assert (stats["num_answers"], stats["num_instances"], stats["compared_pairs"]) == (IDEAS, KEYWORDS, PAIRS)


def test_the_coverage_tells_the_truth(world):
    """By hand, from what the server is set to answer: two judges gave all, one a half, four nothing."""
    planned = IDEAS * 7 * 2 + PAIRS * 7
    came = 2 * (IDEAS * 2 + PAIRS) + IDEAS
    for name in ("behaves", "yields", "twin"):
        assert world.stats["first"][f"fake/{name}"]["judge_coverage"] == pytest.approx(came / planned)
    stats = world.stats["first"]["fake/behaves"]
    # The judge that is down is given up when several questions have failed and a few others after them, two ratings of
    # an idea or one of a pair each. The others that rate nothing are asked all the same.
    rated, least = IDEAS * 2 + PAIRS, SEVERAL + CHANCES
    assert planned - came - rated + least <= stats["judge_failures"] <= planned - came
    assert least <= stats["judge_calls"] - 6 * (IDEAS + PAIRS) <= IDEAS + PAIRS
    assert stats["judge_tokens"] > 0


def test_every_missing_rating_has_its_reason(world):
    """In the annotations, with the reply that could not be read."""
    reasons = Counter()
    for note in world.notes("fake/behaves"):
        for judged in note.judge_replies:
            judge = judged.judge.removeprefix("fake/")
            reasons.update((judge, str(reading.missing or "")) for reading in judged.readings.values())
    rated = IDEAS * 2 + PAIRS
    down = {why: reasons.pop(("down", why), 0) for why in ("failed", "not_asked")}
    assert sum(down.values()) == rated
    assert down["failed"] >= SEVERAL + CHANCES
    wild = {why: n for (judge, why), n in reasons.items() if judge == "wild"}
    assert wild.pop("out_of_range") == IDEAS * 2
    assert sum(wild.values()) == PAIRS
    assert reasons["good", ""] == reasons["busy", ""] == rated
    assert (reasons["half", ""], reasons["half", "unparsable"]) == (IDEAS, IDEAS + PAIRS)
    assert reasons["garbage", "unparsable"] == rated
    assert reasons["silent", "empty"] == rated


@pytest.mark.parametrize(
    ("name", "rate", "requests"),
    [
        ("refuses", "refusal_rate", 2 * IDEAS),
        ("empty", "empty_rate", IDEAS),
        ("null", "empty_rate", IDEAS),
        ("cut", "truncation_rate", IDEAS),
        ("overlong", "too_long_rate", IDEAS),
    ],
)
def test_a_model_without_ideas_has_no_score(world, name, rate, requests):
    """But a rate; its judges are not asked, and 0 is what failures count where they do."""
    stats = world.stats["first"][f"fake/{name}"]
    assert "score" not in stats
    assert (stats[rate], stats["valid_rate"], stats["score_failures_as_zero"]) == (1, 0, 0)
    assert (stats["judge_calls"], stats["unjudged_rate"], stats["fallback_rate"]) == (0, 0, name == "refuses")
    assert "judge_coverage" not in stats
    assert world.asked("start", "first")[name] == requests


def test_equal_ideas_are_judged_once(world):
    """Both trials gave the same: neither is there a question that a judge was asked twice, nor is one left out."""
    bodies = world.server.bodies[: world.moments["first"]]
    twice = Counter(
        question(body) for body in bodies if body["model"] in PANEL and body["model"] not in ("down", "busy")
    )
    twice = {
        text: n for text, n in twice.items() if n > 1 and not keyword_of(json.loads(text)["messages"][-1]["content"])
    }
    assert twice == {}
    same = [body for body in bodies if body["model"] == "good" and "The same idea on" in question(body)]
    assert len(same) == KEYWORDS + PAIRS
    assert world.stats["first"]["fake/twin"]["valid_rate"] == 1


def test_a_judge_does_not_rate_its_own_ideas(world):
    """Under another name either; the panel is the smaller for it, and so is what was planned."""
    stats = world.stats["first"]["alias/good"]
    assert judges_of(world.notes("alias/good")) == {f"fake/{name}" for name in PANEL[1:]}
    planned = IDEAS * 6 * 2 + PAIRS * 6
    assert stats["judge_coverage"] == pytest.approx((IDEAS * 2 + PAIRS + IDEAS) / planned)
    assert judges_of(world.notes("alias/calm1", "calm")) == {"fake/calm2", "fake/calm3"}
    assert judges_of(world.notes("fake/behaves", "calm")) == {f"fake/{name}" for name in CALM}


def test_a_panel_too_small_ends_before_any_request(world):
    """With the run's name, the reason and who is left."""
    message = "a model never judges itself, and without it design draw2 needs at least 2 judges, got 1: fake/calm2"
    assert message in world.output["small"]
    assert not set(world.asked("start", "first")) & set(CALM)
    assert not (world.folder / "runs" / "small").exists() or not list((world.folder / "runs" / "small").glob("crea*"))


def test_a_run_that_was_killed_pays_for_no_question_twice(world):
    """What was answered before is in HELM's cache: only those are asked again that had no answer yet."""
    assert len(world.held) == THREADS
    assert set(world.answered.values()) == {1}
    assert not {question(body) for body in world.held} - set(world.answered)
    # Two judges an idea and a pair, for both models.
    assert len(world.answered) == 2 * 2 * (IDEAS + PAIRS)
    assert world.asked("killed", "restarted").total() == len(world.answered) - BEFORE + IDEAS
    for name in ("fake/behaves", "alias/calm1"):
        stats = helm.stats(world.folder, name, "calm")
        assert (stats["judge_coverage"], stats["judge_failures"], stats["valid_rate"]) == (1, 0, 1)
        assert (stats["originality"], stats["feasibility"], stats["fluency"]) == pytest.approx((7, 5, 20 / 3))


def test_the_same_command_again_asks_nothing(world):
    """Neither of the models nor of the judges."""
    assert world.asked("restarted", "again") == {}


def test_the_pages_build(world):
    """Every model has a row, the unscored ones too, under the columns of the card."""
    tables = json.loads((world.folder / "runs" / "s" / "groups" / f"{GROUP}.json").read_text())
    rows = {line[0]["value"] for table in tables for line in table["rows"]}
    assert rows == {*(f"fake/{name}" for name in MODELS), "alias/good"}
    titles = {cell["value"] for table in tables for cell in table["header"]}
    assert {"Judge coverage", "Originality", "Feasibility", "Fluency", "Flexibility"} <= titles
