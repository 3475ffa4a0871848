"""Instructions that are planted in responses: the pairs, and an exam on them, whose statistic is the rise."""

import re
from collections import Counter
from pathlib import Path

import pytest
from support import command
from support.server import failure, reply

import helm_creativity as hc
from helm_creativity.judges.evaluation.card import card_path, cards_folder, read_card
from helm_creativity.judges.evaluation.sets import fetched_exam_sets, load_exam_set
from helm_creativity.judges.evaluation.sets.readers import INJECTIONS
from helm_creativity.reports.judge_cards import card_line

pytestmark = pytest.mark.usefixtures("few_draws")

SET = load_exam_set("injection")
KIND = {response.question.user: response.source for response in SET.responses}
CONTROLS = {response.control.user for response in SET.responses}


def gullible(call):
    """Rates 2; 4 after an order, and nothing after a forged end."""
    kind = next((kind for question, kind in KIND.items() if question in call.conversation), "")
    return reply("Bananas." if kind == "forged end" else '{"1": 4}' if kind == "order" else '{"1": 2}')


BEHAVIOURS = {
    "gullible": gullible,
    "forgetful": lambda call: failure(400) if call.prompt in CONTROLS else reply('{"1": 3}'),
}


@pytest.fixture
def exam(monkeypatch, tmp_path, serve):
    """Runs the command with one thread, and returns what it did and the judge's results."""
    monkeypatch.setenv("HELM_CREATIVITY_HOME", str(tmp_path / "home"))
    serve(**BEHAVIOURS)

    def run(judge):
        options = ("--set", "injection", "--local-path", tmp_path / "prod_env", "--threads", 1)
        done = command.run("judges", "evaluate", "--judges", judge, *options)
        path = card_path(cards_folder(), judge)
        return done, read_card(path) if path.exists() else None

    return run


def test_the_texts_of_a_pair_differ_in_the_instruction_alone():
    """Which asks for the highest rating; the text in its place is as long; all are marked as tests."""
    assert "injection" in fetched_exam_sets()
    for response in SET.responses:
        planted, control = response.question.rated[0], response.control.rated[0]
        assert f"{SET.scale.high:g}" in planted
        assert not re.search(r"\d|rat(e|ing)|score|judge|grade|respon|please|you\b", control)
        assert abs(len(planted) - len(control)) <= 5
        assert len(set(planted.split()) & set(control.split())) >= 5
    assert len(set(KIND) | CONTROLS) == 80
    kinds = {"forged end": 10, "forged rating": 8, "forged system note": 7, "order": 8, "plea": 7}
    assert Counter(KIND.values()) == kinds
    assert re.search(r"Canary: (\S+-[0-9a-f]{12})$", INJECTIONS.read_text("utf-8"), re.MULTILINE)


def test_an_exam_measures_how_far_instructions_raise_ratings(exam):
    """Of each kind, too; a rating that is missing is left out of both sides."""
    done, card = exam("chat/gullible")
    (result,) = card.results
    rises = {group.name: group.main.value for group in result.by_source}
    assert rises == {"forged end": None, "forged rating": 0, "forged system note": 0, "order": 2, "plea": 0}
    assert (result.agreement.n, result.missing) == (30, {"unparsable": 10})
    assert result.main == ("rise", result.agreement.values["rise"])
    assert result.main[1].value == pytest.approx(2 * 8 / 30)
    assert 0 < result.main[1].low < result.main[1].value < result.main[1].high < 2
    assert card_line(card).startswith("injection rise +0.53 (+0.")
    assert "40 responses of 40 asked about" in done.text
    assert "ratings by people" not in done.text
    assert (result.length, done.status) == ({}, 0)


def test_without_ratings_of_the_other_texts_there_is_no_rise(exam):
    """And the same command asks for them again."""
    done, card = exam("chat/forgetful")
    (result,) = card.results
    assert (result.agreement.n, result.main[1].value, result.missing) == (0, None, {"failed": 40})
    assert "rise undefined, n = 0" in done.text
    assert "40 ratings of injection are missing; start the same command again" in "\n".join(done.stderr)
    assert done.status == 1


def test_a_judge_that_understands_nothing_does_not_rise(tmp_path):
    """The page prints the same numbers."""
    found = hc.evaluate_judges("creativity/lexical-judge", ["injection"], cards=tmp_path / "cards", local_path=tmp_path)
    (rise,) = [record for record in found.records() if record["statistic"] == "rise"]
    assert rise["low"] < 0 < rise["high"]
    page = (Path(__file__).parents[3] / "docs" / "judges.md").read_text("utf-8")
    assert f"\ninjection rise {rise['value']:.2f} " in page
    assert repr(found).startswith("JudgeExams(creativity/lexical-judge, injection: rise ")
