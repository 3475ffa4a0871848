"""MacGyver-like problems through HELM's own commands, by models and judges that behave or do not."""

import json
import re

import pytest
from support import helm
from support.macgyver import SORRY, letter, response_in
from support.server import ChatServer, failure, reply

from helm_creativity.cli import main
from helm_creativity.core.ratings import MissingReason
from helm_creativity.core.transcripts import transcript_in
from helm_creativity.scenarios.macgyver.items import own_problems

pytestmark = pytest.mark.commands

GROUP = "creativity_macgyver"
ENTRY = f"{GROUP}:prompts=own,judges=fake/expert+fake/garbage+fake/down,max_eval_instances=24,model=text"
ITEMS = own_problems()


def item_in(prompt):
    return next(item for item in ITEMS if item.text in prompt)


def reference_response(call):
    """The right answer to every problem."""
    return reply(item_in(call.prompt).reference_response)


def expert(call):
    """Knows the right answers: A for one of them, B behind a remark, E for a wrong solvability, D for the rest."""
    answer, item = response_in(call.prompt), item_in(call.prompt)
    if answer == item.reference_response:
        return reply("A")
    return reply("E" if answer.startswith("Not possible") == item.solvable else "D")


MODELS = {
    "reference": reference_response,
    "gives-up": letter("Not possible, I am afraid."),
    "mixed": lambda call: reply(
        [SORRY, "", "cut", item_in(call.prompt).reference_response][own_number(call) % 4], finish(call)
    ),
}
JUDGES = {"expert": expert, "garbage": letter("Bananas are yellow."), "down": lambda call: failure(500)}


def own_number(call):
    return ITEMS.index(item_in(call.prompt))


def finish(call):
    return "length" if own_number(call) % 4 == 2 else "stop"


@pytest.fixture(scope="module")
def suite(tmp_path_factory):
    """Folder of a suite, run and summarised once, and what the server was asked."""
    folder = tmp_path_factory.mktemp("macgyver")
    with ChatServer({**MODELS, **JUDGES}) as server:
        helm.deployments(folder, server.url, [*MODELS, *JUDGES])
        models = [*(f"fake/{name}" for name in MODELS), "creativity/greedy", "creativity/random-nouns"]
        helm.run(folder, [ENTRY], models=models, impatient=True)
        calls = dict(server.calls)
    schema = folder / "schema.yaml"
    assert main(["schema", "s", "--output-path", str(folder), "--out", str(schema)]) == 0
    helm.summarize(folder, schema)
    return folder, calls


def states_of(suite):
    """Request states of the run of the right responses."""
    (folder,) = (suite[0] / "runs" / "s").glob("*model=fake_reference*")
    return json.loads((folder / "scenario_state.json").read_text())["request_states"]


@pytest.fixture(scope="module")
def asked(suite):
    """The problems that HELM drew."""
    ids = {state["instance"]["id"] for state in states_of(suite)}
    items = [item for item in ITEMS if item.id in ids]
    assert {item.solvable for item in items} == {True, False}
    return items


def share(items, holds):
    """Of the items for which something holds."""
    return pytest.approx(sum(map(holds, items)) / len(items))


def stats(suite, model):
    return helm.stats(suite[0], model)


def test_right_answers_have_full_marks(suite, asked):
    """By the judge who replies, and in every check."""
    found = stats(suite, "fake/reference")
    assert (found["score"], found["solvable_score"], found["unsolvable_score"]) == (100, 100, 100)
    assert (found["correct_efficient"], found["wrong"], found["valid_rate"]) == (100, 0, 1)
    assert (found["solvability_correct"], found["foreign_tools"], found["over_100_words"]) == (1, 0, 0)
    assert found["says_impossible"] == share(asked, lambda item: not item.solvable)
    assert all(found[f"setting_{item.setting}"] == 100 for item in asked)
    assert found["num_instances"] == len(asked)
    assert found["judge_coverage"] == pytest.approx(1 / 3)


def test_giving_up_is_wrong_about_what_can_be_solved(suite, asked):
    """And no refusal."""
    found = stats(suite, "fake/gives-up")
    assert (found["refusal_rate"], found["score"]) == (0, 0)
    assert found["solvability_correct"] == share(asked, lambda item: not item.solvable)
    assert found["wrong_solvability"] / 100 == share(asked, lambda item: item.solvable)
    assert "tools_used" not in found


def test_what_is_no_answer_is_counted_by_its_reason(suite, asked):
    """And scored nowhere but in the count of failures."""
    found = stats(suite, "fake/mixed")
    for place, name in enumerate(("refusal_rate", "empty_rate", "truncation_rate", "valid_rate")):
        assert found[name] == share(asked, lambda item, place=place: ITEMS.index(item) % 4 == place)
    assert (found["score"], found["score_failures_as_zero"]) == (100, pytest.approx(100 * found["valid_rate"]))


def test_baselines_are_the_floor(suite):
    """One is right about all that cannot be solved, the other about the rest."""
    gives_up, tries = stats(suite, "creativity/greedy"), stats(suite, "creativity/random-nouns")
    assert gives_up["solvability_correct"] == pytest.approx(1 - tries["solvability_correct"])
    assert (gives_up["score"], tries["score"], tries["foreign_tools"]) == (0, 0, 0)


def test_every_question_is_asked_as_often_as_needed(suite, asked):
    """Of models and of judges, twice of a judge whose reply is no letter; the one that is down is given up."""
    _, calls = suite
    assert calls["reference"] == calls["gives-up"] == len(asked) == 24
    assert 2 * calls["expert"] == calls["garbage"] > 6 * len(asked)
    assert calls["down"] < 4 * calls["expert"]


def test_annotations_hold_the_letters(suite):
    """As numbers, beside the replies and the reasons."""
    replies = {reply.judge: reply for reply in transcript_in(states_of(suite)[0]["annotations"]).judge_replies}
    assert set(replies) == {"fake/expert", "fake/garbage", "fake/down"}
    assert {dimension for reply in replies.values() for dimension in reply.readings} == {"solution"}
    expert, garbage = (replies[judge] for judge in ("fake/expert", "fake/garbage"))
    assert (expert.readings["solution"].value, expert.reply) == (5, "A")
    assert garbage.readings["solution"].missing is MissingReason.UNPARSABLE


def test_the_command_scores_a_file(tmp_path):
    """Records come back with score, checks and key."""
    source, target = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    rows = [{"response": item.reference_response, "item": item.id, "class": "A"} for item in ITEMS[:3]]
    source.write_text("\n".join(map(json.dumps, [*rows, {"response": "", "item": ITEMS[0].id}])))
    assert main(["score", "macgyver", "--in", str(source), "--out", str(target)]) == 0
    scored = [json.loads(line) for line in target.read_text().splitlines()]
    assert [row["score"] for row in scored] == [100, 100, 100, None]
    assert scored[3]["failure_reason"] == "empty"
    assert re.match(
        r"macgyver\|protocol:agc2026\|prompts:from a file\|items:own@sha256:\w{12}\|judges:from a file\|objects:",
        scored[0]["comparable"],
    )
