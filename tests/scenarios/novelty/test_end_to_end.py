"""Through HELM's own commands, by models of which each answers in its own way, and against the plan."""

import json

import pytest
from support import helm
from support.server import ChatServer, reply

from helm_creativity.core.transcripts import transcript_in
from helm_creativity.operations.planning.counting import make_plan
from helm_creativity.operations.planning.entries import HelmRunOptions

pytestmark = pytest.mark.commands

REFUSAL = "I'm sorry, but I can't help with that."
PROMPTS, RESPONSES, TRIALS = 2, 3, 4
ENTRY = (
    f"creativity_novelty:judges=fake/judge,responses={RESPONSES},num_trials={TRIALS},max_eval_instances={PROMPTS},"
    "model=text"
)


def is_pair(prompt):
    return "where <letter> is A or B" in prompt


def judges(call):
    """Calls answers the same only if they are, and gives an 8."""
    return reply("8") if "where <rating> is a whole number" in call.prompt else reply("B")


SEEN = set()


def once(call):
    """Refuses every prompt the first time that it comes."""
    first = call.prompt not in SEEN
    SEEN.add(call.prompt)
    return reply(REFUSAL if first else f"Answer {call.number}.")


BEHAVIOURS = {
    "judge": judges,
    "varied": lambda call: reply(f"Answer {call.number}, and nothing else."),
    "same": lambda call: reply("Always this."),
    "refuses": lambda call: reply(REFUSAL),
    "once": once,
}
MODELS = [name for name in BEHAVIOURS if name != "judge"]


@pytest.fixture(scope="module")
def world(tmp_path_factory):
    """The folder of one suite of all models, and what the server was asked."""
    folder = tmp_path_factory.mktemp("novelty")
    with ChatServer(dict(BEHAVIOURS)) as server:
        helm.deployments(folder, server.url, list(BEHAVIOURS))
        arguments = ["--models-to-run", *(f"fake/{name}" for name in MODELS)]
        helm.run(folder, [ENTRY], impatient=True, extra=[*arguments, "-n", "1"])
        yield folder, server


def test_different_answers_are_worth_their_ratings(world):
    """Eight, since all are new; the fourth answer is a spare one, which is not rated."""
    stats = helm.stats(world[0], "fake/varied")
    assert (stats["score"], stats["distinct"], stats["quality"]) == (8, RESPONSES, 8)
    assert (stats["valid_rate"], stats["num_answers"], stats["judge_coverage"]) == (1, PROMPTS * TRIALS, 1)


def test_equal_answers_are_worth_what_the_first_is(world):
    """8 / (1 + 0.8 + 0.64); no judge is asked whether they are the same."""
    stats = helm.stats(world[0], "fake/same")
    assert stats["score"] == pytest.approx(8 / 2.44)
    assert (stats["distinct"], stats["first_repeated"], stats["judge_calls"]) == (1, 1, PROMPTS * RESPONSES)


def test_refusals_have_no_score(world):
    """And count 0 where failures do."""
    stats = helm.stats(world[0], "fake/refuses")
    assert "score" not in stats
    assert (stats["refusal_rate"], stats["score_failures_as_zero"], stats["judge_calls"]) == (1, 0, 0)


def test_a_spare_answer_makes_up_for_a_refusal(world):
    """Which is worth nothing in its place where failures count 0: 8 · (0.8 + 0.64) / 2.44."""
    stats = helm.stats(world[0], "fake/once")
    assert stats["score"] == pytest.approx(8)
    assert stats["score_failures_as_zero"] == pytest.approx(8 * 1.44 / 2.44)
    assert (stats["refusal_rate"], stats["valid_rate"]) == (1 / TRIALS, 1 - 1 / TRIALS)


def test_each_comparison_stands_once_in_the_annotations(world):
    """Of the three answers that count: 1 with 0, 2 with 0 and 1."""
    (folder,) = (world[0] / "runs" / "s").glob("*model=fake_varied*")
    states = json.loads((folder / "scenario_state.json").read_text())["request_states"]
    replies = [reply for state in states for reply in transcript_in(state["annotations"]).judge_replies]
    abouts = sorted(reply.about for reply in replies if reply.about)
    assert abouts == sorted(["0+1", "0+2", "1+2"] * PROMPTS)


def test_the_plan_says_how_often_judges_are_asked(world):
    """At least what equal answers take, at most what different ones do."""
    folder, server = world
    models = [f"fake/{name}" for name in MODELS]
    plan = make_plan(HelmRunOptions([ENTRY], models_to_run=models, local_path=str(folder / "prod_env")))
    calls = {run.model: run.judging.calls for run in plan.runs}
    found = {name: helm.stats(folder, f"fake/{name}")["judge_calls"] for name in MODELS}
    for name in MODELS:
        assert calls[f"fake/{name}"].least <= found[name] <= calls[f"fake/{name}"].most
    assert found["varied"] == calls["fake/varied"].typical == PROMPTS * (RESPONSES + 3)
    assert len([body for body in server.bodies if body["model"] == "judge"]) <= sum(found.values())
