"""Alternate uses through HELM's own commands, by models and judges each of which misbehaves in its own way."""

import json
import re
from collections import Counter

import pytest
from support import helm
from support.judges import REFUSAL
from support.server import ChatServer, failure, reply

from helm_creativity.cli import main
from helm_creativity.core.transcripts import transcript_in

pytestmark = pytest.mark.commands

GROUP = "creativity_aut"
OBJECTS, TRIALS = 2, 2
ANSWERS = OBJECTS * TRIALS
OWN_NAME = re.compile(r"a pair of pants|a \w+(?=[,.:])")
PANEL = ["good", "garbage", "half", "silent", "down"]
MODELS = ["behaves", "refuses", "empty", "cut", "many", "names"]
USES = ["doorstop", "paperweight", "hammer for nails", "footrest"]
SIZE = f"embedding=builtin,max_eval_instances={OBJECTS},num_trials={TRIALS},model=text"
JUDGES = "+".join(f"fake/{name}" for name in PANEL)
ENTRIES = [
    f"{GROUP}:protocol=mctb2025,prompts=own,judges={JUDGES},{SIZE}",
    f"{GROUP}:protocol=agc2026,prompts=own,judges=fake/good,instruction=creative,{SIZE}",
    f"{GROUP}:protocol=wenger2025,{SIZE}",
]


def uses_in(prompt):
    """The numbered uses of a question to judges."""
    return re.findall(r"^\d+\. (.*)$", prompt, re.MULTILINE)


def is_question(prompt):
    return prompt.startswith(("People were asked", "Rate how creative"))


def good(call):
    """Rates the first use 1, the others 3 (10 and 30); sorts into two categories; gives 31 to an answer."""
    uses = uses_in(call.prompt)
    if "Sort these uses" in call.prompt:
        return reply("\n".join(f"{i}: {'home' if i % 2 else 'work'}" for i in range(1, len(uses) + 1)))
    if "Rate how creative" in call.prompt:
        return reply("31")
    low, high = ("10", "30") if "from 10 to 50" in call.prompt else ("1", "3")
    return reply("\n".join(f"{i}: {low if i == 1 else high}" for i in range(1, len(uses) + 1)))


def half(call):
    """Rates the first use only, and sorts nothing."""
    return reply("1: 2.5" if "Rate how original" in call.prompt else "Hm.")


BEHAVIOURS = {
    "good": good,
    "garbage": lambda call: reply("Bananas are yellow."),
    "half": half,
    "silent": lambda call: reply(None),
    "down": lambda call: failure(500),
    "behaves": lambda call: reply("\n".join(f"- {use}" for use in USES)),
    "refuses": lambda call: reply(REFUSAL),
    "empty": lambda call: reply(""),
    "cut": lambda call: reply("- doorstop\n- pap", "length"),
    "many": lambda call: reply("; ".join(f"tray for plant number {chr(97 + i % 26)}{i}" for i in range(40))),
    "names": lambda call: reply("; ".join([*OWN_NAME.findall(call.prompt)[:1], "doorstop"])),
}


@pytest.fixture(scope="module")
def world(tmp_path_factory):
    """Folder of the three runs of every model, run and summarised once, and the server that answered."""
    folder = tmp_path_factory.mktemp("aut")
    with ChatServer(BEHAVIOURS) as server:
        models = helm.deployments(folder, server.url, list(BEHAVIOURS))
        under_test = [model for model in models if model.removeprefix("fake/") in MODELS]
        helm.run(folder, ENTRIES, models=[*under_test, "creativity/random-nouns"], impatient=True)
        schema = folder / "schema.yaml"
        assert main(["schema", "s", "--output-path", str(folder), "--out", str(schema)]) == 0
        helm.summarize(folder, schema)
        yield folder, server


def folder_of(world, name, protocol):
    (found,) = (world[0] / "runs" / "s").glob(f"*protocol={protocol},*model={name.replace('/', '_')}*")
    return found


def stats(world, name, protocol="mctb2025"):
    name = name if "/" in name else f"fake/{name}"
    values = json.loads((folder_of(world, name, protocol) / "stats.json").read_text())
    return {stat["name"]["name"]: stat["mean"] for stat in values}


def judge_replies(world, name, protocol="mctb2025"):
    states = json.loads((folder_of(world, f"fake/{name}", protocol) / "scenario_state.json").read_text())
    return [reply for state in states["request_states"] for reply in transcript_in(state["annotations"]).judge_replies]


def test_the_score_is_made_of_the_ratings_that_came(world):
    """One judge gave all four, one the first alone: ((1 + 2.5)/2 + 3 + 3 + 3) / 4."""
    found = stats(world, "behaves")
    assert found["score"] == found["judged_originality"] == pytest.approx((1.75 + 9) / 4)
    assert (found["flexibility"], found["fluency"]) == (2, 4)
    assert found["elaboration"] == (1 + 1 + 2 + 1) / 4
    assert (found["valid_rate"], found["num_answers"], found["num_instances"]) == (1, ANSWERS, OBJECTS)
    assert 0 < found["semantic_originality"] < 1.2
    assert "creativity" not in found


def test_the_coverage_tells_the_truth(world):
    """Of five judges' four ratings and one number of categories each: five came of the first, one of another."""
    found = stats(world, "behaves")
    assert found["judge_coverage"] == pytest.approx((5 + 1) / 25)
    assert found["judge_calls"] >= ANSWERS * 2 * 4
    assert found["judge_failures"] >= 1


def test_every_missing_rating_has_its_reason(world):
    """By judge: what could not be read, what was not there, what did not come."""
    reasons = Counter()
    for found in judge_replies(world, "behaves"):
        judge = found.judge.removeprefix("fake/")
        reasons.update((judge, str(reading.missing or "")) for reading in found.readings.values())
    assert reasons["good", ""] == ANSWERS * 5
    assert reasons["half", ""] == ANSWERS
    assert reasons["garbage", "unparsable"] == ANSWERS * 5
    assert reasons["silent", "empty"] == ANSWERS * 5
    assert reasons["down", "failed"] + reasons["down", "not_asked"] == ANSWERS * 5


def test_an_answer_as_a_whole_is_rated_with_its_task(world):
    """The be-creative instruction goes to the model and not to the judge."""
    found = stats(world, "behaves", "agc2026")
    assert found["score"] == found["creativity"] == 31
    assert found["judged_originality"] == pytest.approx((10 + 3 * 30) / 4)
    assert found["judge_coverage"] == 1
    prompts = [body["messages"][-1]["content"] for body in world[1].bodies]
    asked = [prompt for prompt in prompts if "Here is an everyday object" in prompt and not is_question(prompt)]
    judged = [prompt for prompt in prompts if prompt.startswith("Rate how creative")]
    assert asked
    assert not any(prompt.startswith("Here is") for prompt in asked)
    assert all("\nTask:\nHere is an everyday object" in prompt for prompt in judged)
    assert any("Response:\n- doorstop\n- paperweight" in prompt for prompt in judged)


def test_vectors_need_no_judge(world):
    """No judge is asked, and no statistic of judges is reported."""
    found = stats(world, "behaves", "wenger2025")
    assert found["score"] == found["semantic_originality"]
    assert found["semantic_flexibility"] >= 1
    assert not {"judged_originality", "flexibility", "judge_coverage"} & set(found)
    assert found["score"] == pytest.approx(stats(world, "behaves", "mctb2025")["semantic_originality"], abs=0.2)


def test_forty_uses(world):
    """All are rated where the prompt has no limit, ten are scored where it has one."""
    found = stats(world, "many")
    assert found["fluency"] == 40
    assert found["score"] == pytest.approx((1.75 + 39 * 3) / 40)
    ten = stats(world, "many", "wenger2025")
    assert (ten["fluency"], ten["surplus_uses"]) == (10, 30)


@pytest.mark.parametrize("protocol", ["mctb2025", "agc2026", "wenger2025"])
@pytest.mark.parametrize(
    ("name", "rate"),
    [
        ("refuses", "refusal_rate"),
        ("empty", "empty_rate"),
        ("cut", "truncation_rate"),
    ],
)
def test_a_model_without_uses_has_no_score(world, name, rate, protocol):
    """But a rate; its judges are not asked, and 0 is what failures count where they do."""
    found = stats(world, name, protocol)
    assert "score" not in found
    assert (found[rate], found["valid_rate"], found["score_failures_as_zero"]) == (1, 0, 0)
    assert found.get("judge_calls") == (None if protocol == "wenger2025" else 0)


def test_naming_the_object_is_no_use(world):
    """It is left out of what judges are asked."""
    assert stats(world, "names")["fluency"] == 1
    assert stats(world, "names")["score"] == 1.75


def test_the_baseline_has_a_floor_score(world):
    """Ten uses, and a number under every protocol."""
    for protocol in ("mctb2025", "agc2026", "wenger2025"):
        found = stats(world, "creativity/random-nouns", protocol)
        assert (found["valid_rate"], found["fluency"]) == (1, 10)
        assert found["score"] > 0


def test_the_pages_build(world):
    """Every model has a row under the columns of the card, in a table for each protocol."""
    tables = json.loads((world[0] / "runs" / "s" / "groups" / f"{GROUP}.json").read_text())
    rows = {line[0]["value"] for table in tables for line in table["rows"]}
    assert rows == {*(f"fake/{name}" for name in MODELS), "Random nouns"}
    titles = {cell["value"] for table in tables for cell in table["header"]}
    assert {"Judge coverage", "Semantic originality", "Judged originality", "Fluency", "Flexibility"} <= titles
    assert len(tables) >= 3
