"""Judges examined: the sample, what is asked, what a stop and a repetition cost, and the card."""

import json
import os
import re
import subprocess
import sys
from collections import Counter

import pytest
from support import chat, command
from support.process import kill_when
from support.server import ChatServer, failure, reply

from helm_creativity.benchmark.rubrics import Question
from helm_creativity.judges.evaluation.card import card_path, read_card
from helm_creativity.judges.evaluation.taking import drawn
from helm_creativity.judges.evaluation.types import ExamResponse

pytestmark = pytest.mark.usefixtures("few_draws")

RESPONSES = 24


def people(number):
    """What people gave to a response: 1 to 5."""
    return number % 5 + 1


def agrees(call):
    """Rates as people do the response that is asked about, which holds its number."""
    return reply(json.dumps({"rating": people(int(re.search(r"thought (\d+)", call.prompt)[1]))}))


BEHAVIOURS = {"agrees": agrees, "down": lambda call: failure(400)}


@pytest.fixture(autouse=True)
def table(monkeypatch, tmp_path):
    """A file of one's own: prompts, responses, who wrote them, and two raters; a folder where cards are kept."""
    monkeypatch.setenv("HELM_CREATIVITY_HOME", str(tmp_path / "home"))
    who = {True: "person", False: "model"}
    rows = [f"task {i % 6},thought {i},{who[i % 3 > 0]},{people(i)},{people(i)}" for i in range(RESPONSES)]
    (tmp_path / "mine.csv").write_text("\n".join(["prompt,response,author,ann,bob", *rows]) + "\n")
    (tmp_path / "mine.yaml").write_text("file: mine.csv\nraters: [ann, bob]\nsource: author\n")
    return tmp_path / "mine.yaml"


@pytest.fixture
def examine(tmp_path, table, serve):
    """Runs the command over the file, with one thread."""
    serve(**BEHAVIOURS)

    def run(*options, judges="chat/agrees"):
        usual = ("--set", table, "--local-path", tmp_path / "prod_env", "--threads", 1)
        return command.run("judges", "evaluate", "--judges", judges, *usual, *options)

    return run


def test_an_exam_prints_and_keeps_the_card_and_a_repeated_one_asks_nothing(examine, server, tmp_path):
    """The card holds the agreement, and what the judge gave to each response; a plan with prices asks nothing."""
    plan = examine("--dry-run", "--price", "chat/agrees=1000/0", "--sample", 10)
    assert "mine: 10 responses of 24" in plan.text
    assert (server.calls, (tmp_path / "home" / "judge-cards").exists()) == ({}, False)
    examine("--sample", 10)
    assert server.calls == {"agrees": 10}
    done = examine()
    assert server.calls == {"agrees": RESPONSES}
    assert "mine: r 1.00 (1.00 to 1.00), n = 24" in done.text
    card = read_card(card_path(tmp_path / "home" / "judge-cards", "chat/agrees"))
    (result,) = card.results
    assert list(result.ratings.values()) == [people(i) for i in range(RESPONSES)]
    assert [(group.name, group.n) for group in result.by_source] == [("model", 8), ("person", 16)]
    page = card_path(tmp_path / "home" / "judge-cards", "chat/agrees", "md").read_text()
    assert "| Pearson's r | 1.000 | 1.000 to 1.000 |" in page
    assert (examine().text, server.calls) == (done.text, {"agrees": RESPONSES})


def test_a_judge_that_fails_keeps_its_card(examine, server, tmp_path, monkeypatch):
    """A failed exam is not written over a good one; ratings that lack a reply are asked for again."""
    monkeypatch.setitem(server.behaviours, "down", agrees)
    assert examine(judges="chat/down").status == 0
    kept = (path := card_path(tmp_path / "home" / "judge-cards", "chat/down")).read_text()
    monkeypatch.setitem(server.behaviours, "down", BEHAVIOURS["down"])
    failed = examine("--judge-temp", 0.5, judges="chat/down")
    assert failed.status == 1
    assert "chat/down rated none of 24 responses of mine: its card lacks them" in "\n".join(failed.stderr)
    assert path.read_text() == kept
    assert examine(judges="chat/agrees").status == 0
    assert examine("--judge-temp", 0.5, judges="chat/agrees+chat/down").status == 1  # one of two


def test_a_sample_is_spread_over_the_items():
    """As evenly as they allow: two items have one response, the third the rest; it holds every smaller one."""
    of_item = ["a", "b", *"c" * 8]
    responses = [ExamResponse(str(i), item, "x", Question("", "x"), {"people": 1}) for i, item in enumerate(of_item)]
    for seed in range(5):
        assert Counter(response.item for response in drawn(responses, 4, seed)) == {"a": 1, "b": 1, "c": 2}
        assert {its.id for its in drawn(responses, 4, seed)} < {its.id for its in drawn(responses, 7, seed)}
    assert drawn(responses, 4, 1) != drawn(responses, 4, 2)
    assert drawn(responses, None, 1) == drawn(responses, 99, 1) == responses


@pytest.mark.commands
def test_an_exam_that_is_killed_is_continued(table, tmp_path):
    """As a process of its own, twice: every question that had a reply is asked once."""
    with ChatServer({"agrees": agrees}, delay=0.1) as server:
        prod_env = chat.write_deployment(tmp_path / "prod_env", server.url, "agrees")
        options = ["--judges", "chat/agrees", "--set", str(table), "--local-path", str(prod_env), "--threads", "2"]
        line = [sys.executable, "-m", "helm_creativity", "judges", "evaluate", *options]
        kill_when(line, lambda: server.calls.get("agrees", 0) >= RESPONSES // 2)
        assert not (tmp_path / "home" / "judge-cards").exists()
        done = subprocess.run(line, capture_output=True, text=True, check=True, env=os.environ)
    assert "mine: r 1.00" in done.stdout
    assert RESPONSES <= server.calls["agrees"] <= RESPONSES + 2
