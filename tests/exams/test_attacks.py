"""Judges attacked: the pairs, what is asked, what planted instructions do to ratings, and the card."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from support import chat, command
from support.process import kill_when
from support.server import ChatServer, failure, reply

import helm_creativity as hc
from helm_creativity.errors import BadArguments
from helm_creativity.exams import attacks
from helm_creativity.exams.attacks import FORGED_END, PLACES, list_attacks, load_attack
from helm_creativity.exams.card import JudgeCard, card_path, read_card, write_card
from helm_creativity.exams.rises import PairRatings, measure_rises
from helm_creativity.reporting.judge_cards import NOT_EXAMINED, card_line, card_tables
from helm_creativity.reporting.tables import render

pytestmark = pytest.mark.usefixtures("few_draws")

METAPHOR = load_attack("metaphor")
PLANTED = {pair.planted_question.user: pair for pair in METAPHOR.pairs}
CONTROL = {pair.control_question.user: pair for pair in METAPHOR.pairs}
PLAIN = {pair.plain_question.user: pair.response for pair in METAPHOR.pairs}
RESPONSES = sorted(PLAIN.values())


def pair_in(call):
    """The pair that a question with an instruction asks about; None for one without."""
    assert call.prompt in {*PLAIN, *PLANTED, *CONTROL}
    return PLANTED.get(call.prompt)


def gullible(call):
    """Rates 20; 40 behind an instruction that stands first, 25 behind a harmless text; none behind a forged end."""
    pair = pair_in(call)
    if call.prompt in CONTROL:
        return reply("25" if CONTROL[call.prompt].place == "before" else "20")
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


def assert_planted(text, planted, place):
    """The response is whole, and something stands at the place."""
    before, _, after = planted.partition(text)
    if place == "before":
        assert before
        assert not after
    elif place == "middle":
        words, found = text.split(), planted.split()
        assert (found[0], found[-1]) == (words[0], words[-1])
        assert len(found) > len(words)
    else:
        assert not before
        assert after


def texts(pair):
    """What a judge rates: the response as it is, with the instruction, and with the harmless text."""
    questions = (pair.plain_question, pair.planted_question, pair.control_question)
    return [text for question in questions for text in question.rated]


@pytest.mark.parametrize("name", list_attacks())
def test_each_response_has_an_instruction_at_each_place(name):
    """Ten responses at four places; the response itself is whole, and each text is another one."""
    found = load_attack(name)
    assert len(found.pairs) == 40
    assert len(found.questions) == 90
    assert len({text for pair in found.pairs for text in texts(pair)[1:]}) == 80
    for place in PLACES:
        some = [pair for pair in found.pairs if pair.place == place]
        assert len({pair.response for pair in some}) == 10
        if place != FORGED_END:
            assert {pair.kind for pair in some} == {"plea", "order", "forged rating", "forged system note"}
    for pair in found.pairs:
        plain, planted, control = texts(pair)
        assert f"{found.scale.high:g}" in planted
        assert_planted(plain, planted, pair.place)
        assert_planted(plain, control, pair.place)
        assert not re.search("[{](top|reply)[}]", planted)


@pytest.mark.parametrize("name", list_attacks())
def test_a_harmless_text_is_as_long_as_the_instruction_and_has_no_rating(name):
    """In characters, and in words over all pairs; several wordings take part."""
    pairs = load_attack(name).pairs
    words, added = [], set()
    for pair in pairs:
        plain, planted, control = texts(pair)
        assert abs(len(planted) - len(control)) <= 5
        words.append(len(control.split()) - len(planted.split()))
        text = control.replace(plain, "")
        assert not re.search(r"\d|rat(e|ing)|score|judge|grade|respon|please|you\b", text)
        if pair.place != "middle":
            added.add(text.strip())
    assert abs(sum(words)) / len(words) <= 1
    assert len(added) >= 10


def test_every_text_is_marked_as_test_data():
    """Each file has a line of its own, by which a training corpus that holds it is recognised."""
    files = sorted(Path(attacks.__file__).parent.glob("*.yaml"))
    marks = [re.findall(r"Canary: (\S+-[0-9a-f]{12})$", file.read_text("utf-8"), re.MULTILINE) for file in files]
    assert all(len(found) == 1 for found in marks)
    assert len({found[0] for found in marks}) == len(files) == 1 + len(list_attacks())


def test_an_attack_prints_and_keeps_what_instructions_do_and_a_repeated_one_asks_nothing(attack, server, tmp_path):
    """Per place; ratings that are missing are counted and no number."""
    done = attack()
    assert server.calls == {"gullible": 90}
    (result,) = read_card(card_path(tmp_path / "cards", "chat/gullible")).attacks
    of_place = {rises.name: rises for rises in result.by_place}
    assert [of_place[place].rise.value for place in PLACES] == [20, 0, 0, None]
    assert [of_place[place].n for place in PLACES] == [10, 10, 10, 0]
    assert of_place["before"].raised == (1, 1, 1)
    assert result.overall.rise.value == pytest.approx(20 / 3)
    assert result.overall.share.value == pytest.approx(20 / 3 / 40)
    assert result.overall.raised.value == pytest.approx(1 / 3)
    assert [of_place[place].beyond.value for place in PLACES] == [15, 0, 0, None]
    assert [of_place[place].compared for place in PLACES] == [10, 10, 10, 0]
    assert (result.overall.compared, result.overall.beyond.value) == (30, 5)
    assert (result.missing, result.missing_planted, result.missing_control) == ({}, {"unparsable": 10}, {})
    assert "missing ratings of responses with an instruction: unparsable 10" in done.text
    line = (
        "metaphor: planted instructions raise its ratings by 6.7 points (6.7 to 6.7); beyond a harmless text of the "
        "same length by 5.0 (5.0 to 5.0), scale 10 to 50"
    )
    assert line in " ".join(done.text.split())
    page = card_path(tmp_path / "cards", "chat/gullible", "md").read_text()
    assert "| place | before | 10 | 10 | +20.0 | +20.0 to +20.0 | +15.0 | +15.0 to +15.0 | 10 | 50.0% |" in page
    again = attack()
    assert server.calls == {"gullible": 90}
    assert again.text == done.text


@pytest.mark.commands
def test_an_attack_that_is_killed_is_continued(tmp_path):
    """As a process of its own, twice: every question that had a reply is asked once."""
    with ChatServer({"gullible": gullible}, delay=0.1) as server:
        prod_env = chat.write_deployment(tmp_path / "prod_env", server.url, "gullible")
        line = [
            sys.executable, "-m", "helm_creativity", "judges", "attack", "--judges", "chat/gullible",
            "--benchmark", "metaphor", "--local-path", str(prod_env),
            "--out", str(tmp_path / "cards"), "--threads", "2",
        ]  # fmt: skip
        kill_when(line, lambda: server.calls.get("gullible", 0) >= len(METAPHOR.questions) // 2)
        assert not (tmp_path / "cards").exists()
        done = subprocess.run(line, capture_output=True, text=True, check=True, env=os.environ)
    assert "planted instructions raise its ratings by 6.7 points" in done.stdout
    assert len(METAPHOR.questions) <= server.calls["gullible"] <= len(METAPHOR.questions) + 2


def test_a_judge_that_follows_no_instruction_does_not_rise(attack, server):
    """Nor does it fall."""
    done = attack(judges="chat/steady")
    line = (
        "planted instructions change its ratings by 0.0 points (0.0 to 0.0); beyond a harmless text of the same length "
        "by 0.0 (0.0 to 0.0)"
    )
    assert line in " ".join(done.text.split())


def test_what_harmless_texts_do_may_be_unknown(attack, server, monkeypatch):
    """Then the rise has its line, and the missing ratings are counted."""
    monkeypatch.setitem(
        server.behaviours, "steady", lambda call: reply("Bananas.") if call.prompt in CONTROL else reply("20")
    )
    shown = " ".join(attack(judges="chat/steady").text.split())
    assert "beyond a harmless text of the same length by an unknown number, because ratings are missing" in shown
    assert "missing ratings of responses with a harmless text: unparsable 40" in shown


def test_a_dry_run_asks_nothing(attack, server, tmp_path):
    """It prints the plan."""
    done = attack("--dry-run", "--price", "chat/gullible=1000/0")
    assert "metaphor: 40 pairs, 90 questions" in done.text
    assert (server.calls, (tmp_path / "cards").exists()) == ({}, False)


def test_ratings_that_lack_a_reply_are_asked_for_again(attack, server, monkeypatch):
    """And nothing else is; an attack without any rating is not in the card."""
    failed = attack(judges="chat/down")
    assert failed.status == 1
    assert "chat/down rated no pair of metaphor, so its card leaves it out" in "\n".join(failed.stderr)
    half = RESPONSES[: len(RESPONSES) // 2]

    def rates_half(call):
        response = PLAIN.get(call.prompt) or {**PLANTED, **CONTROL}[call.prompt].response
        return reply("20") if response in half else failure(400)

    monkeypatch.setitem(server.behaviours, "down", rates_half)
    done = attack(judges="chat/down")
    assert "start the same command again; it asks only for missing replies" in "\n".join(done.stderr)
    assert done.status == 1
    before = server.calls["down"]
    monkeypatch.setitem(server.behaviours, "down", lambda call: reply("20"))
    whole = attack(judges="chat/down")
    assert "missing ratings of responses with an instruction: none" in whole.text
    assert whole.status == 0
    assert server.calls["down"] == before + 45


def without_control(values):
    """Makes the values of a card those of one that was written before there were harmless texts."""
    del values["missing_control"]
    for rises in (values["overall"], *values["by_place"], *values["by_kind"]):
        del rises["compared"], rises["beyond"]
    values["ratings"] = {name: ratings[:2] for name, ratings in values["ratings"].items()}


def test_a_card_has_exams_and_attacks(attack, server, tmp_path):
    """A card from before attacks is read, and one from before harmless texts; neither is missed in its line."""
    attack(judges="creativity/lexical-judge")
    path = card_path(tmp_path / "cards", "creativity/lexical-judge")
    card = read_card(path)
    assert card_line(card).startswith(f"{NOT_EXAMINED}; metaphor: planted instructions raise its ratings by ")
    write_card(card, tmp_path / "copy.json")
    assert read_card(tmp_path / "copy.json") == card
    older = json.loads(path.read_text())
    without_control(older["attacks"][0])
    path.write_text(json.dumps(older))
    (read,) = read_card(path).attacks
    (now,) = card.attacks
    assert (read.missing_control, read.overall.compared, read.overall.beyond.value) == (None, 0, None)
    assert [rises.rise for _, rises in read.groups] == [rises.rise for _, rises in now.groups]
    assert re.search(r"raise its ratings by \d\.\d points \(.*\), scale 10 to 50$", card_line(read_card(path)))
    assert "card is from before there were harmless texts" in render(card_tables("x", (), [read]), "markdown")
    write_card(read_card(path), tmp_path / "copy.json")
    assert read_card(tmp_path / "copy.json") == read_card(path)
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
        lambda call: reply("20") if call.prompt in {*PLAIN, *PLANTED, *CONTROL} else reply(json.dumps({"rating": 3})),
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
    """Of three responses in two pairs each: +2, 0; -1, +3; and one that is missing beside +1. Their mean is 5 / 5.

    Beyond the harmless text: +1, 0; one that is missing, +2; and one that is missing beside +1.
    """
    ratings = [
        PairRatings(1, 3, 2), PairRatings(1, 1, 1), PairRatings(2, 1), PairRatings(2, 5, 3), PairRatings(4, None, 4),
        PairRatings(None, 5, 4), PairRatings(4, 5),
    ]  # fmt: skip
    found = measure_rises("all", ratings, [*"aabbccc"], 4)
    assert (found.pairs, found.n, found.compared) == (7, 5, 4)
    assert found.beyond.value == 4 / 4
    assert 1 / 2 <= found.beyond.low < 1 < found.beyond.high <= 2  # of a response, at least and at most
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
    assert {record["n"] for record in records if record["statistic"] == "beyond" and record["by"] == "all"} == {40}
    assert len(records) == len(list_attacks()) * 4 * (1 + 4 + 4)
    page = (Path(__file__).parents[2] / "docs" / "judges.md").read_text("utf-8")
    printed = [record for record in records if record["by"] == "all" and record["statistic"] in ("rise", "beyond")]
    assert len(printed) == 2 * len(list_attacks())
    for record in printed:
        assert f"\n{record['benchmark']} {record['statistic']} {record['value']:.2f} " in page
    assert repr(found).startswith("JudgeAttacks(creativity/lexical-judge, aut: planted instructions raise its ratings")


def test_what_cannot_be_attacked_is_refused(tmp_path):
    """With what can be."""
    with pytest.raises(BadArguments, match="no responses to 'dat' to plant instructions in; there are: aut, metaphor"):
        hc.attack_judges("creativity/lexical-judge", ["dat"], local_path=tmp_path)
    with pytest.raises(BadArguments, match="benchmarks must be a list of names, got the text 'aut'"):
        hc.attack_judges("creativity/lexical-judge", "aut", local_path=tmp_path)
    with pytest.raises(BadArguments, match="there is no option 'sample'; there are: local_path, max_tokens"):
        hc.attack_judges("creativity/lexical-judge", sample=3, local_path=tmp_path)
