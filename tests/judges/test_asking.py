"""Questions to judges through HELM's own clients and cache, against a real server."""

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from helm.benchmark.model_deployment_registry import DEPLOYMENT_NAME_TO_MODEL_DEPLOYMENT, ClientSpec, ModelDeployment
from helm.common.request import RequestResult
from support import chat
from support.judges import answered, ask_panel

from helm_creativity.benchmark.follow_ups import AskJudges, Pair
from helm_creativity.benchmark.ratings import MissingReason, ParsedRating, Scale
from helm_creativity.benchmark.rubrics import Composed, Question, Rubric
from helm_creativity.errors import BadArguments
from helm_creativity.helm.clients.responses import trial_in
from helm_creativity.judges.asking import Judges
from helm_creativity.judges.designs import Unit
from helm_creativity.judges.drivers import rated_unit

QUESTION = Question("Be strict.", "Rate this: x")
GOOD, CANDIDATE = ("chat/good", "chat/good"), ("chat/candidate", "chat/candidate")
RATED = {"originality": ParsedRating(7.0), "feasibility": ParsedRating(5.0)}


@pytest.fixture
def critic(tmp_path):
    return Rubric("critic", tmp_path, "user", ("originality", "feasibility"), scale=Scale(1, 10, between=True))


@pytest.fixture
def ask(server, critic, tmp_path):
    """One question to a panel, by a new annotator."""

    def question(settings, state=None, text=QUESTION):
        return ask_panel(Judges(chat.auto_client(tmp_path), settings), critic, text, state or answered())

    return question


def by_judge(judge_replies):
    return {judge_reply.judge.removeprefix("chat/"): judge_reply for judge_reply in judge_replies}


def test_every_seat_gives_one_rating(ask, server, panel):
    """In the panel's order, with the ratings, the reply, and the characters of both."""
    first, second = ask(panel("mild", "good"))
    assert (first.judge, second.judge) == ("chat/mild", "chat/good")
    assert first.readings == {"originality": ParsedRating(9.0), "feasibility": ParsedRating(8.5)}
    assert second.readings == RATED
    assert (second.rubric, second.about, second.error) == ("critic", "", "")
    assert second.reply == 'SCORES = { "originality": 7, "feasibility": 5 }'
    assert second.characters == len("Be strict.") + len("Rate this: x") + len(second.reply)
    assert server.calls == {"mild": 1, "good": 1}


def test_the_same_question_is_answered_from_the_cache(ask, server, panel):
    """In a later run too; other judges, texts and temperatures are other questions."""
    first = ask(panel("good", "mild"))
    assert ask(panel("good", "mild")) == first
    assert ask(panel("good", "mild"), answered(trial=3)) == first
    assert server.calls == {"good": 1, "mild": 1}
    ask(panel("good"), text=Question("Be strict.", "Rate this: y"))
    ask(panel("good", temperature=0.3))
    assert server.calls == {"good": 3, "mild": 1}


def test_threads_with_the_same_question_ask_it_once(server, critic, panel, tmp_path):
    """Two equal ideas at once: HELM's cache would let both ask, and keep the reply of the last."""
    together = threading.Barrier(4)
    judges = Judges(chat.auto_client(tmp_path), panel("good", "mild"))

    def work(trial):
        together.wait()
        return ask_panel(judges, critic, QUESTION, answered(trial=trial))

    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(work, range(4)))
    assert server.calls == {"good": 1, "mild": 1}
    assert all(judge_replies == found[0] for judge_replies in found)


REASONS = {
    "garbage": (MissingReason.UNPARSABLE, MissingReason.UNPARSABLE),
    "half": (6.0, MissingReason.UNPARSABLE),
    "wild": (MissingReason.OUT_OF_RANGE, MissingReason.OUT_OF_RANGE),
    "silent": (MissingReason.EMPTY, MissingReason.EMPTY),
    "nochoice": (MissingReason.FAILED, MissingReason.FAILED),
    "cut": (MissingReason.TRUNCATED, MissingReason.TRUNCATED),
    "refuses": (MissingReason.REFUSED, MissingReason.REFUSED),
    "filtered": (MissingReason.REFUSED, MissingReason.REFUSED),
    "flagged": (MissingReason.REFUSED, MissingReason.REFUSED),
    "stranger": (MissingReason.FAILED, MissingReason.FAILED),
    "down": (MissingReason.FAILED, MissingReason.FAILED),
    "closed": (MissingReason.FAILED, MissingReason.FAILED),  # whatever words the server's page holds, it is no refusal
    "busy": (7.0, 5.0),
}


def test_what_breaks_for_one_judge_is_its_own(ask, panel, monkeypatch):
    """A client whose library is not on this machine, say: its ratings are missing, with the error."""
    spec = ClientSpec("no_such_module.LostClient", {})
    monkeypatch.setitem(
        DEPLOYMENT_NAME_TO_MODEL_DEPLOYMENT, "chat/lost", ModelDeployment("chat/lost", spec, "chat/lost")
    )
    lost, good = ask(panel("lost", "good"))
    assert good.readings == RATED
    assert set(lost.readings.values()) == {ParsedRating(None, MissingReason.FAILED)}
    assert lost.error == "ModuleNotFoundError: No module named 'no_such_module'"


def test_a_unit_is_a_response_or_a_pair(critic):
    """By item, the item's place and trial; a pair has the trial of its first response."""
    trial = trial_in(answered(item="enzymes", trial=1, number=7))
    assert rated_unit(trial) == rated_unit(trial, AskJudges(critic, {})) == Unit("enzymes", 7, 1, "")
    assert rated_unit(trial, AskJudges(critic, {}, pair=Pair(0, 1))) == Unit("enzymes", 7, 0, "0+1")
    assert rated_unit(trial_in(answered(fields={"number": None}))) == Unit("enzymes", None, 0, "")


def test_one_judge_is_asked_without_an_answer_of_a_run(server, critic, panel, tmp_path):
    """With a system message, and one completion at the judges' limits; of no texts none is asked."""
    judges = Judges(chat.auto_client(tmp_path), panel("mild", temperature=0.3, max_tokens=77))
    several = Rubric("uses", tmp_path, "user", ("d",), scale=Scale(1, 5), each="uses")
    (judge_reply,) = judges.say("chat/good", critic, QUESTION, "1+2")
    assert (judge_reply.judge, judge_reply.about, judge_reply.readings) == ("chat/good", "1+2", RATED)
    assert judges.say("chat/good", several, QUESTION) == []
    (broken,) = judges.say("chat/nobody", critic, QUESTION)
    assert set(broken.readings.values()) == {ParsedRating(None, MissingReason.FAILED)}
    (body,) = server.bodies
    said = [{"role": "system", "content": "Be strict."}, {"role": "user", "content": "Rate this: x"}]
    assert (body["messages"], body["temperature"], body["max_tokens"], body["n"]) == (said, 0.3, 77, 1)


def test_no_failure_becomes_a_number(ask, panel):
    """Each judge that misbehaves has its own reason, and does not touch the others."""
    judge_replies = by_judge(ask(panel(*REASONS, "good")))
    assert judge_replies.pop("good").readings == RATED
    found = {
        name: tuple(reading.missing or reading.value for reading in judge_reply.readings.values())
        for name, judge_reply in judge_replies.items()
    }
    assert found == REASONS
    down = {"stranger", "down", "closed", "nochoice"}
    assert {name for name, judge_reply in judge_replies.items() if not judge_reply.answered} == down
    assert {name for name, judge_reply in judge_replies.items() if judge_reply.error} == {*down, "filtered"}
    assert "set to fail with 500" in judge_replies["down"].error
    assert judge_replies["half"].reply == 'SCORES = { "originality": 6, "feas'


def test_a_judge_that_is_down_is_given_up_alone(server, critic, panel, tmp_path, clock):
    """After ten minutes, and asked again a minute later; others are asked on, a wrong key is no such sign."""
    judges = Judges(chat.auto_client(tmp_path), panel("down", "good", "stranger"))
    judge_replies = [ask_panel(judges, critic, Question("", f"Rate this: {i}"), answered(trial=i)) for i in range(12)]
    down = [first for first, _, _ in judge_replies]
    reasons = [MissingReason.FAILED] * 7 + [MissingReason.NOT_ASKED] * 5
    assert [judge_reply.readings["originality"].missing for judge_reply in down] == reasons
    assert [(question.asked, question.answered) for question in down] == [(True, False)] * 7 + [(False, False)] * 5
    assert (down[7].characters, down[7].error) == (0, "not asked: chat/down had not answered for 600 s")
    assert all(good.readings == RATED for _, good, _ in judge_replies)
    assert {stranger.readings["originality"].missing for _, _, stranger in judge_replies} == {MissingReason.FAILED}
    assert (server.calls["good"], server.calls["stranger"]) == (12, 12)
    asked = server.calls["down"]
    clock.time += 60
    for i in range(8):
        ask_panel(Judges(chat.auto_client(tmp_path), panel("down")), critic, Question("", f"Again {i}"), answered())
    assert server.calls["down"] == asked + 1


@pytest.mark.parametrize("design", ["all", "draw=2"])
def test_a_judge_that_is_the_model_does_not_rate_itself(server, critic, panel, tmp_path, design):
    """Where too few are left nobody is asked."""
    judges = Judges(chat.auto_client(tmp_path), panel("good", "mild", "busy", design=design))
    assert judges.left_out(GOOD) == ("chat/good",)
    assert judges.left_out(CANDIDATE) == judges.left_out(("chat/nobody-knows-it", "chat/nobody-knows-it")) == ()
    found = by_judge(ask_panel(judges, critic, QUESTION, answered(model="chat/good")))
    assert sorted(found) == ["busy", "mild"]
    asked = dict(server.calls)
    alone = Judges(chat.auto_client(tmp_path), panel("good"))
    with pytest.raises(BadArguments, match="design all needs at least 1 judge, got 0"):
        ask_panel(alone, critic, QUESTION, answered(model="chat/good"))
    assert server.calls == asked


def test_a_part_of_an_answer_has_the_judges_of_the_answer(server, tmp_path, panel):
    """Named by its number, whichever it is; what is composed of its parts is one rating, which keeps them."""
    read = lambda answer, parts: Composed(ParsedRating(float(len(answer.text))), (1.0,) * len(parts))  # noqa: E731
    whole = Rubric("whole", tmp_path, "user", ("length",), each="parts", composed=read)
    judges = Judges(chat.auto_client(tmp_path), panel("mild", "good", "cut", design="draw=2"))
    question = lambda k: Question("", f"x{k}", ("a", "b"))  # noqa: E731
    asked = [ask_panel(judges, whole, question(k), answered(), about=f"#{k}") for k in range(1, 9)]
    assert [[question.about for question in some] for some in asked] == [[f"#{k}"] * 2 for k in range(1, 9)]
    assert len({tuple(question.judge for question in some) for some in asked}) == 1
    assert {(each.parts, each.heads, each.place) for some in asked for each in some} == {((1.0, 1.0), True, 0)}


def test_a_result_of_a_strange_client_is_no_exception(ask, panel, monkeypatch):
    """A client of the user's own may fill it with anything."""

    class Odd:
        def make_request(self, request):
            return RequestResult(success=True, cached=False, completions=[7], embedding=[])

    monkeypatch.setattr("helm.clients.auto_client.AutoClient._get_client", lambda self, name: Odd())
    (judge_reply,) = ask(panel("good"))
    assert set(judge_reply.readings.values()) == {ParsedRating(None, MissingReason.FAILED)}
