"""The command ``helm-creativity plan``."""

import json
import re

import pytest
from support import chat, command

pytestmark = pytest.mark.usefixtures("helm_models")
JUDGE = "creativity/lexical-judge"
PACE = "creativity_pace:embedding=builtin,max_eval_instances=4,model=text"
STORY = f"creativity_story:embedding=builtin,judges={JUDGE},items=low,model=creativity/greedy"
MODELS = ["--model", "creativity/greedy", "--model", "creativity/random-nouns"]


def plan(*arguments):
    """What the command prints, and whether everything is counted."""
    done = command.run("plan", *arguments)
    assert done.status in (0, 1)
    return done.text, done.status == 0


def data(*arguments):
    """Rows of the tables by name, and whether everything is counted."""
    text, complete = plan(*arguments, "--format", "json")
    return {table["name"]: table for table in json.loads(text)}, complete


@pytest.fixture(autouse=True)
def elsewhere(tmp_path, monkeypatch):
    """In a folder of its own, in which nothing may appear but what a test puts there."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_page_of_text(elsewhere):
    """Entries from the command line and from files, for the models that are named; nothing is written."""
    conf = elsewhere / "a.conf"
    conf.write_text(f'entries: [{{description: "{PACE}", priority: 1}}]')
    text, complete = plan(STORY, *MODELS, str(conf), "--price", f"{JUDGE}=1000/0")
    assert complete
    models = ["creativity_greedy", "creativity_random-nouns", "creativity_greedy"]
    assert re.findall(r"model=(creativity_\S+)", text) == models
    assert re.search(r"^ *4 +1 +4 +≤12 ", text, re.MULTILINE)
    assert [path.name for path in elsewhere.iterdir()] == ["a.conf"]


def test_a_plan_for_programs():
    """JSON and nothing else; limits and prices as they were set."""
    found, complete = data(PACE, STORY, *MODELS[:2], "-m", "3", "--price", f"{JUDGE}=1000000/0")
    assert complete
    assert [run["items"] for run in found["runs"]["rows"]] == [4, 3]
    judge = found["asked"]["rows"][-1]
    assert judge["deployment"] == JUDGE
    assert judge["cost"] == pytest.approx(judge["prompt"], abs=0.5)  # tokens are rounded, costs are not


def test_what_cannot_be_asked_is_named_where_that_is_looked_for(elsewhere, monkeypatch):
    """One line for each deployment; without --ping no connection is opened, and nothing is written either way."""
    chat.deploy(monkeypatch, "http://127.0.0.1:9/v1", ["gone"])
    entry = STORY.replace(f"judges={JUDGE}", f"judges={JUDGE}+chat/gone")
    assert plan(entry)[1]
    found, complete = data(entry, "--ping")
    assert not complete
    assert found["unreachable"]["notes"] == ["chat/gone: nothing answers at http://127.0.0.1:9/v1 (Connection refused)"]
    assert list(elsewhere.iterdir()) == []
    assert plan(STORY, "--ping")[1]
