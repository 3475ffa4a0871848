"""``helm-creativity score --judges``: responses from a file, rated by real servers and by the lexical judge."""

import json

import pytest
from support import command, helm
from support.judges import JUDGES

from helm_creativity.api import score
from helm_creativity.benchmark.item_responses import item_responses
from helm_creativity.benchmark.loading import get_benchmark
from helm_creativity.benchmark.names import without_address
from helm_creativity.errors import BadArguments
from helm_creativity.helm.clients import retries
from helm_creativity.judges.standalone import rating_settings

METAPHOR, AUT, STORY = map(get_benchmark, ("metaphor", "aut", "story"))
OWN = {"prompts": "own"}
AGC = METAPHOR.settings_type(protocol="agc2026", **OWN)
USES = AUT.settings_type(protocol="mctb2025", embedding="builtin", **OWN)
ITEMS = {item.id: item for item in METAPHOR.items(AGC)}
FIRST, SECOND, *_ = ITEMS


def record(item=FIRST, response="like a river that forgot the sea", **more):
    return {"item": item, "response": response, **more}


def found_in(records, benchmark=METAPHOR, settings=AGC):
    return item_responses(benchmark, settings, list(enumerate(records, start=1)))


@pytest.fixture
def rate(tmp_path, server):
    """Scores records with judges of the server, by one request at a time; returns the rows, and stderr."""

    def run(records, *options, judges="good", benchmark="metaphor"):
        source, target = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
        source.write_text("".join(json.dumps(record) + "\n" for record in records))
        names = "+".join(f"chat/{name}" for name in judges.split("+"))
        usual = ["--prompts", "own", "--judges", names, "--local-path", tmp_path / "prod_env", "--threads", 1]
        done = command.run("score", benchmark, *usual, *options, source, "--out", target)
        rows = [json.loads(line) for line in target.read_text().splitlines()] if target.exists() else []
        return rows, "\n".join(done.stderr) + done.text

    return run


def test_a_judge_of_a_server_rates_without_helms_files(server, tmp_path):
    """The same judge, which HELM's files do not have before."""
    source = tmp_path / "in.jsonl"
    source.write_text(json.dumps(record()) + "\n")
    asked = ("--judges", "grades", "--base-url", server.url, "--local-path", tmp_path / "prod_env", source)
    with helm.registered_here():
        done = command.run("score", "metaphor", "--prompts", "own", *asked)
    (row,) = map(json.loads, done.text.splitlines())
    assert (row["score"], without_address(row["ratings"][0]["judge"])) == (40, "local/grades")


def test_ratings_that_are_missing_are_counted_and_asked_for_again(rate, server, clock, monkeypatch):
    """A judge that fails costs its own ratings alone, and says so; once it is back, only these are asked for."""
    records = [record(), record(SECOND)]
    rows, stderr = rate(records, judges="grades+down")
    assert [row["score"] for row in rows] == [40, 40]
    assert [[rating["rating"] for rating in row["ratings"]] for row in rows] == [[None, 40]] * 2
    assert {row["ratings"][0]["reason"] for row in rows} <= {"failed", "not_asked"}
    assert "chat/down: 2 of 2 ratings are missing" in stderr
    assert "2 ratings lack a reply: start the same command again; it asks only for these" in stderr
    asked = server.calls["grades"]
    monkeypatch.setitem(server.behaviours, "down", JUDGES["grades"])
    monkeypatch.setattr(retries, "BREAKER", retries.Breaker(600, clock.now, clock.wait))
    rows, stderr = rate(records, judges="grades+down")
    assert [[rating["rating"] for rating in row["ratings"]] for row in rows] == [[40, 40]] * 2
    assert "ratings are missing" not in stderr
    assert server.calls["grades"] == asked


def test_a_dry_run_prints_what_would_be_asked_and_asks_nothing(rate, server):
    """Each question once to each judge of the design, with its price; empty responses take none."""
    records = [record(), record(SECOND), record(response="")]
    rows, printed = rate(records, "--dry-run", "--price", "chat/good=1000/0", judges="good+mild")
    assert (rows, server.calls) == ([], {})
    assert "creativity_metaphor: 3 responses to 2 items" in printed
    good, mild = (next(line for line in printed.splitlines() if f"chat/{name}" in line) for name in ("good", "mild"))
    assert (good.split()[2], mild.split()[2]) == ("2", "2")
    assert "The total cost is without 1 of 2 lines" in printed
    rate(records, judges="grades")
    sent = sum(len(message["content"]) for body in server.bodies for message in body["messages"])
    assert int(good.split()[3]) == round(sent / 4)


def test_a_rerun_and_python_ask_nothing_and_new_rows_alone_are_asked_about(rate, server, tmp_path):
    """HELM's cache holds what was asked; Python scores as the command does. Ratings by people stay beside, renamed."""
    records = [record(ratings="mine"), record(SECOND, creativity=31, score="yes"), record("nowhere")]
    rows, _ = rate(records, judges="grades")
    assert [row["score"] for row in rows] == [40, 40, None]
    assert [rows[1][name] for name in ("creativity", "given_creativity", "given_score")] == [40, 31, "yes"]
    found = score("metaphor", records, judges=["chat/grades"], local_path=tmp_path / "prod_env", **OWN)
    assert (found.records(), server.calls) == (rows, {"grades": 2})
    rate([*records, record(response="like a room of clocks")], judges="grades")
    assert server.calls == {"grades": 3}


def test_without_any_rating_nothing_has_a_score(rate, tmp_path):
    """The status says so, and each row why; a plan, a price or a server without judges is a slip."""
    (row,), stderr = rate([record()], judges="garbage")
    assert (row["score"], row["failure_reason"]) == (None, "unjudged")
    assert "none of 1 responses has a score (unjudged 1)" in stderr
    for option in (["--dry-run"], ["--price", "a=1/1"], ["--base-url", "http://127.0.0.1:9/v1"]):
        with pytest.raises(BadArguments, match=f"{option[0]} needs judges: name them with --judges"):
            command.run("score", "metaphor", *option, tmp_path / "none.jsonl")


BRICK = {"id": "brick", "object": "Brick", "response": "doorstop"}
X = {"response": "x"}


@pytest.mark.parametrize(
    ("records", "match"),
    [
        ([record(), record("no-such")], r"line 2: there is no item 'no-such'; there are .* and 13 more under these"),
        ([X], r"line 1: expected the item .* id or item, or fields of the item \(kind, prompt, .*\); got"),
        ([{**X, "kind": "feelings"}], "line 1: .* items have kind 'feelings' .*: choose one with the field id"),
        ([{**X, "stem": "An ear is"}], "line 1: no item has stem 'An ear is'"),
        ([{"item": FIRST}], r"line 1: expected a text in the field response, for judges to read, got \['item'\]"),
        ([{**BRICK, "object": "rope"}], "line 1: the item 'brick' has another object than 'rope': name one item"),
    ],
)
def test_a_record_without_an_item_or_a_response_is_refused(records, match):
    """By the number of its line: without its prompt there is no question; nor of two items."""
    of = (AUT, USES) if "object" in records[0] else (METAPHOR, AGC)
    with pytest.raises(BadArguments, match=match):
        found_in(records, *of)
    assert [response.item.id for response in found_in([BRICK], AUT, USES)] == ["brick"]


def test_items_are_found_by_their_own_words_and_trials_are_kept():
    """In any case; trials in the order of the file where two claim one number; an empty cell names no item."""
    situation, prompt = ITEMS[SECOND].fields["situation"], ITEMS[SECOND].prompt.text
    records = [record(trial=2), {"situation": situation.upper(), "response": "a"}, record(trial="0"), record(trial=1)]
    records += [{"prompt": prompt, "response": "b", "id": "row 7", "trial": 0}, record(SECOND, trial=0)]
    found = [(response.item.id, response.trial) for response in found_in(records)]
    assert found == [*((FIRST, 2), (SECOND, 0), (FIRST, 0), (FIRST, 1), (SECOND, 1), (SECOND, 2))]
    records = [{" ID ": FIRST, "Completion": "x", "Trial": 1}, {"id": "NA", "ITEM": FIRST, "RESPONSE": "y", "trial": 0}]
    found = [(response.item.id, response.trial, response.text) for response in found_in(records)]
    assert found == [(FIRST, 1, "x"), (FIRST, 0, "y")]


def test_judges_read_lists_of_uses_as_a_model_would_write_them():
    """One per line, and no reader takes them from there again; cues of a story in one cell."""
    two, both = "1. a hat\n2. a step", ["a hat", "a step"]
    cells = [{"uses": both}, {"uses": '["a hat"]'}, {"uses": "a hat; a step"}, {"response": "a hat"}]
    found = found_in([{"object": "Book", **cell} for cell in cells], AUT, USES)
    texts = [(response.text, response.fields.get("uses")) for response in found]
    assert texts == [(two, both), ("1. a hat", ["a hat"]), (two, both), ("a hat", None)]
    cues = {"cues": "stamp, letter, Send", "story": "A stamp."}
    (story,) = found_in([cues], STORY, STORY.settings_type(protocol="mctb2025", embedding="builtin"))
    assert (story.item.id, story.text) == ("stamp-letter-send", "A stamp.")


ASKS = "a model is asked follow-ups to its response"


@pytest.mark.parametrize(
    ("name", "values", "match"),
    [
        *(("create", {"form": form}, ASKS) for form in ("iterative", "resample")),
        ("pace", {}, "creativity_pace: no judge rates its responses: leave judges out"),
        ("metaphor", {"temp": 0.5}, "temp says how a model is asked, and none is asked here: leave it out"),
        ("metaphor", {"promts": "own"}, "there is no argument 'promts'; did you mean 'prompts'"),
        ("metaphor", {"judges": "chat/nobody"}, "there is no deployment 'chat/nobody' to judge"),
    ],
)
def test_settings_that_cannot_be_are_refused_before_anything_is_asked(name, values, match, tmp_path):
    """As a run would, and what only a model could answer."""
    usual = {"create": {"embedding": "builtin"}, "metaphor": OWN}.get(name, {})
    with pytest.raises(BadArguments, match=match):
        rating_settings(get_benchmark(name), {"judges": "creativity/lexical-judge", **usual, **values}, tmp_path)


def test_the_key_says_who_judged_as_that_of_a_run_does():
    """Judges, design, temperature, weights, tags and rubric; without judges the ratings are from a file."""
    names = {"judges", "design", "judge_temp", "weighted", "delimiters", "rubric"}
    judged = {"judges": "a/x+b/y", "design": "draw=1", "seed": 7, "judge_temp": 0.5, "weighted": True}
    settings = METAPHOR.settings_type(protocol="agc2026", **OWN, **judged, delimiters="tags")
    of_file, of_run = METAPHOR.compared(settings, asked=False), METAPHOR.compared(settings)
    assert {name for name in of_run if of_file.get(name) != of_run[name]} <= {"prompts", *(set(of_run) - set(of_file))}
    assert names <= set(of_file) <= set(of_run)
    unjudged = METAPHOR.compared(METAPHOR.settings_type(protocol="agc2026"), asked=False)
    assert (unjudged["judges"], names & set(unjudged)) == ("from a file", {"judges"})
