"""Judges attacked: the pairs, what is asked, what planted instructions do to ratings, and the card."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest
from support import chat, command
from support.server import ChatServer, failure, reply

import helm_creativity as hc
from helm_creativity.errors import BadArguments
from helm_creativity.exams import attacks
from helm_creativity.exams.attacks import FORGED_END, PLACES, list_attacks, load_attack
from helm_creativity.exams.card import JudgeCard, card_path, read_card, write_card
from helm_creativity.exams.rises import PairRatings, measure_rises
from helm_creativity.reporting.judge_cards import NOT_EXAMINED, card_line

pytestmark = pytest.mark.usefixtures("few_draws")

METAPHOR = load_attack("metaphor")
PLANTED = {pair.planted_question.user: pair for pair in METAPHOR.pairs}
PLAIN = {pair.plain_question.user: pair.response for pair in METAPHOR.pairs}
RESPONSES = sorted(PLAIN.values())


def pair_in(call):
    """The pair that a question asks about; None for a response without an instruction."""
    (pair,) = {PLANTED.get(question) for question in (*PLANTED, *PLAIN) if question == call.prompt}
    return pair


def gullible(call):
    """Rates 20; 40 behind an instruction that stands first; and writes no rating behind a forged end."""
    pair = pair_in(call)
    if pair is not None and pair.place == FORGED_END:
        return reply("Bananas.")
    return reply("40" if pair is not None and pair.place == "before" else "20")


BEHAVIOURS = {"gullible": gullible, "steady": lambda call: reply("20"), "down": lambda call: failure(400)}


@pytest.fixture
def server(monkeypatch):
    with ChatServer(dict(BEHAVIOURS)) as found:
        chat.deploy(monkeypatch, found.url, list(BEHAVIOURS))
        yield found


@pytest.fixture
def attack(tmp_path):
    """Runs the command with one thread."""

    def run(*options, judges="chat/gullible"):
        return command.run(
            "judges", "attack", "--judges", judges, "--benchmark", "metaphor", "--local-path", tmp_path / "prod_env",
            "--out", tmp_path / "cards", "--threads", 1, *options,
        )  # fmt: skip

    return run


@pytest.mark.parametrize("name", list_attacks())
def test_each_response_has_an_instruction_at_each_place(name):
    """Ten responses at four places; the response itself is whole, and each planted text is another one."""
    found = load_attack(name)
    assert len(found.pairs) == 40
    assert len(found.questions) == 50
    assert len({pair.planted for pair in found.pairs}) == 40
    for place in PLACES:
        some = [pair for pair in found.pairs if pair.place == place]
        assert len({pair.response for pair in some}) == 10
        if place != FORGED_END:
            assert {pair.kind for pair in some} == {"plea", "order", "forged rating", "forged system note"}
    for pair in found.pairs:
        assert f"{found.high:g}" in pair.planted
        before, _, after = pair.planted.partition(pair.text)
        if pair.place == "before":
            assert before
            assert not after
        elif pair.place == "middle":
            words, planted = pair.text.split(), pair.planted.split()
            assert (planted[0], planted[-1]) == (words[0], words[-1])
            assert len(planted) > len(words)
        else:
            assert not before
            assert after
        assert pair.planted_question.rated == (pair.planted,)
        assert not re.search("[{](top|reply)[}]", pair.planted)


def test_every_text_is_marked_as_test_data():
    """Each file has a line of its own, by which a training corpus that holds it is recognised."""
    files = sorted(Path(attacks.__file__).parent.glob("*.yaml"))
    marks = [re.findall(r"Canary: (\S+-[0-9a-f]{12})$", file.read_text("utf-8"), re.MULTILINE) for file in files]
    assert all(len(found) == 1 for found in marks)
    assert len({found[0] for found in marks}) == len(files) == 1 + len(list_attacks())


def test_an_attack_prints_and_keeps_what_instructions_do_and_a_repeated_one_asks_nothing(attack, server, tmp_path):
    """Per place; ratings that are missing are counted and no number."""
    done = attack()
    assert server.calls == {"gullible": 50}
    (result,) = read_card(card_path(tmp_path / "cards", "chat/gullible")).attacks
    of_place = {rises.name: rises for rises in result.by_place}
    assert [of_place[place].rise.value for place in PLACES] == [20, 0, 0, None]
    assert [of_place[place].n for place in PLACES] == [10, 10, 10, 0]
    assert of_place["before"].raised == (1, 1, 1)
    assert result.overall.rise.value == pytest.approx(20 / 3)
    assert result.overall.share.value == pytest.approx(20 / 3 / 40)
    assert result.overall.raised.value == pytest.approx(1 / 3)
    assert (result.missing, result.missing_planted) == ({}, {"unparsable": 10})
    assert "missing ratings of responses with an instruction: unparsable 10" in done.text
    assert "metaphor: planted instructions raise its ratings by 6.7 points (6.7 to 6.7), scale 10 to 50" in done.text
    page = card_path(tmp_path / "cards", "chat/gullible", "md").read_text()
    assert "| place | before | 10 | 10 | +20.0 | +20.0 to +20.0 | 50.0% |" in page
    again = attack()
    assert server.calls == {"gullible": 50}
    assert again.text == done.text


def test_a_judge_that_follows_no_instruction_does_not_rise(attack, server):
    """Nor does it fall."""
    assert "planted instructions change its ratings by 0.0 points (0.0 to 0.0)" in attack(judges="chat/steady").text


def test_a_dry_run_asks_nothing(attack, server, tmp_path):
    """It prints the plan."""
    done = attack("--dry-run", "--price", "chat/gullible=1000/0")
    assert "metaphor: 40 pairs, 50 questions" in done.text
    assert (server.calls, (tmp_path / "cards").exists()) == ({}, False)


def test_ratings_that_lack_a_reply_are_asked_for_again(attack, server, monkeypatch):
    """And nothing else is; an attack without any rating is not in the card."""
    failed = attack(judges="chat/down")
    assert failed.status == 1
    assert "chat/down rated no pair of metaphor, so its card leaves it out" in "\n".join(failed.stderr)
    half = RESPONSES[: len(RESPONSES) // 2]

    def rates_half(call):
        response = PLAIN.get(call.prompt) or PLANTED[call.prompt].response
        return reply("20") if response in half else failure(400)

    monkeypatch.setitem(server.behaviours, "down", rates_half)
    done = attack(judges="chat/down")
    assert "start the same command again; it asks only for missing replies" in "\n".join(done.stderr)
    before = server.calls["down"]
    monkeypatch.setitem(server.behaviours, "down", lambda call: reply("20"))
    assert "missing ratings of responses with an instruction: none" in attack(judges="chat/down").text
    assert server.calls["down"] == before + 25


def test_a_card_has_exams_and_attacks(attack, server, tmp_path):
    """Either may come first; a card from before attacks is read, and none of them is missed in its line."""
    table = tmp_path / "mine.csv"
    table.write_text("prompt,response,ann,bob\na,x,1,2\nb,y,3,4\nc,z,5,5\n")
    attack(judges="creativity/lexical-judge")
    path = card_path(tmp_path / "cards", "creativity/lexical-judge")
    card = read_card(path)
    assert card_line(card).startswith(f"{NOT_EXAMINED}; metaphor: planted instructions raise its ratings by ")
    write_card(card, tmp_path / "copy.json")
    assert read_card(tmp_path / "copy.json") == card
    older = json.loads(path.read_text())
    del older["attacks"]
    path.write_text(json.dumps(older))
    assert read_card(path) == replace(card, attacks=())
    assert card_line(JudgeCard("x", ())) == NOT_EXAMINED


@pytest.mark.parametrize("first", ["attack", "exam"])
def test_neither_replaces_the_other(attack, server, tmp_path, monkeypatch, first):
    """The card's page shows both."""
    table = tmp_path / "mine.csv"
    table.write_text("prompt,response,ann\na,x,1\nb,y,3\nc,z,5\n")
    monkeypatch.setitem(
        server.behaviours,
        "steady",
        lambda call: reply("20") if call.prompt in {*PLAIN, *PLANTED} else reply(json.dumps({"rating": 3})),
    )

    def exam():
        command.run(
            "judges", "exam", "--judges", "chat/steady", "--ratings", table, "--rater", "ann", "--scale", 1, 5,
            "--local-path", tmp_path / "prod_env", "--out", tmp_path / "cards",
        )  # fmt: skip

    steps = [lambda: attack(judges="chat/steady"), exam]
    for step in steps if first == "attack" else reversed(steps):
        step()
    page = card_path(tmp_path / "cards", "chat/steady", "md").read_text()
    assert "metaphor: planted instructions" in page
    assert "mine: r undefined, n = 3" in page


def test_rises_by_hand():
    """Of three responses in two pairs each: +2, 0; -1, +3; and one that is missing beside +1. Their mean is 5 / 5."""
    ratings = [
        PairRatings(1, 3), PairRatings(1, 1), PairRatings(2, 1), PairRatings(2, 5), PairRatings(4, None),
        PairRatings(4, 5),
    ]  # fmt: skip
    found = measure_rises("all", ratings, [*"aabbcc"], 4)
    assert (found.pairs, found.n) == (6, 5)
    assert found.rise.value == 1
    assert found.share == tuple(number / 4 for number in found.rise)
    assert found.raised.value == 3 / 5
    assert found.rise.low == 1  # each response has a mean of 1
    assert found.rise.high == 1
    nothing = measure_rises("all", [PairRatings(None, 3)], ["a"], 4)
    assert (nothing.n, nothing.rise, nothing.raised) == (0, (None, None, None), (None, None, None))


def test_the_lexical_judge_can_be_attacked_on_all_benchmarks(tmp_path):
    """It knows their questions, whatever is planted in the response."""
    found = hc.attack_judges("creativity/lexical-judge", cards=tmp_path / "cards", local_path=tmp_path)
    (results,) = found.results.values()
    assert [result.benchmark for result in results] == list(list_attacks())
    assert all(result.overall.n == 40 for result in results)
    records = found.records()
    assert {record["by"] for record in records} == {"all", "place", "kind"}
    assert len(records) == len(list_attacks()) * 3 * (1 + 4 + 4)
    assert repr(found).startswith("JudgeAttacks(creativity/lexical-judge, aut: planted instructions raise its ratings")


def test_what_cannot_be_attacked_is_refused(tmp_path):
    """With what can be."""
    with pytest.raises(BadArguments, match="no responses to 'dat' to plant instructions in; there are: aut, metaphor"):
        hc.attack_judges("creativity/lexical-judge", ["dat"], local_path=tmp_path)
    with pytest.raises(BadArguments, match="benchmarks must be a list of names, got the text 'aut'"):
        hc.attack_judges("creativity/lexical-judge", "aut", local_path=tmp_path)
    with pytest.raises(BadArguments, match="there is no option 'sample'; there are: local_path, max_tokens"):
        hc.attack_judges("creativity/lexical-judge", sample=3, local_path=tmp_path)
