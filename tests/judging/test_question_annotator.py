"""Annotators that put several questions about an answer to its judges."""

import pytest
from support import chat
from support.judges import answered
from support.uses_room import RATE

from helm_creativity.judging import Instrument, Scale
from helm_creativity.judging.annotator import QuestionAnnotator
from helm_creativity.judging.ratings import judgement_of


class Asks(QuestionAnnotator):
    """How good an answer is, and how original its lines are; nothing about one that says nothing."""

    critic: Instrument

    def questions(self, row):
        if row.answer.text:
            yield self.critic, self.critic.question(idea=row.answer.text)
            yield RATE, RATE.question(uses=row.answer.text.splitlines())


@pytest.fixture
def annotator(server, panel, tmp_path):
    (tmp_path / "prompts").mkdir()
    (tmp_path / "prompts" / "user.j2").write_text("{# Written for tests. #}\n{{ idea }}")
    one = Asks(chat.auto_client(tmp_path), **panel("good", "silent").args)
    one.critic = Instrument("critic", tmp_path, "user", ("originality",), scale=Scale(1, 10), rated=("idea",))
    return one


def test_every_judge_is_asked_every_question(annotator):
    """One rating of the whole and one of each of two lines, from each of two judges: six are planned."""
    judgement = judgement_of(annotator.annotate(answered("one\ntwo")))
    asked = [(one.judge, one.instrument, one.about) for one in judgement.verdicts]
    assert asked == [
        ("chat/good", "critic", ""),
        ("chat/silent", "critic", ""),
        *((f"chat/{judge}", "uses", f"#{place}") for judge in ("good", "silent") for place in (1, 2)),
    ]
    assert (judgement.planned, judgement.error) == (6, "")
    assert judgement.values("originality") == [7]


def test_an_answer_without_questions_is_not_judged(annotator, server):
    """Nobody is asked, and nothing is planned."""
    judgement = judgement_of(annotator.annotate(answered("")))
    assert (judgement.verdicts, judgement.planned, judgement.error) == ([], 0, "")
    assert not server.calls
