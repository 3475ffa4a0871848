"""One question about several texts: a rating of each, or the number of groups that they make."""

import pytest
from support.server import reply

from helm_creativity.benchmark.follow_ups import Replies
from helm_creativity.benchmark.ratings import MissingReason, ParsedRating, Scale
from helm_creativity.benchmark.rubrics import Question, Rubric
from helm_creativity.judges.drivers import Replayed
from helm_creativity.judges.ratings import panel_stats

USES = ["a paperweight", "a doorstop for 5 doors", "a drum"]
REPLIES = {
    "strict": "1. 2\n2. 1\n3. 4",
    "gentle": "1. 4\n2. 5\n3. 5",
    "lazy": "1. 3\n3. 9",
    "sorter": "1. weights\n2. weights\n3. music",
}


@pytest.fixture
def rate(tmp_path):
    """Of a benchmark whose template numbers the texts."""
    (tmp_path / "prompts").mkdir()
    loop = "{% for use in uses %}\n{{ loop.index }}. {{ use }}\n{% endfor %}"
    (tmp_path / "prompts" / "rate.j2").write_text(f"{{# Written for this test. #}}\nUses of a {{{{ item }}}}:\n{loop}")
    return Rubric("uses", tmp_path, "rate", ("originality",), scale=Scale(1, 5), each="uses")


@pytest.fixture
def put(ask, serve):
    """One question about the uses to a panel."""
    serve(**{name: reply(text) for name, text in REPLIES.items()})

    def question(rubric, *names, uses=USES, **more):
        return ask(rubric, rubric.question(item="brick", uses=uses), *names, **more)

    return question


def test_every_judge_gives_one_rating_per_text(put, rate, server):
    """In the order of panel and texts; asked once, and the reply is kept once; one that is missing touches no other."""
    question = Question("", "Uses of a brick:\n1. a paperweight\n2. a doorstop for 5 doors\n3. a drum", tuple(USES))
    assert rate.question(item="brick", uses=USES) == question
    judge_replies = put(rate, "strict", "gentle", "lazy")
    assert [(reply.judge, reply.about, reply.place) for reply in judge_replies] == [
        (f"chat/{judge}", f"#{place}", place) for judge in ("strict", "gentle", "lazy") for place in (1, 2, 3)
    ]
    assert [reply.readings["originality"].value for reply in judge_replies] == [2, 1, 4, 4, 5, 5, 3, None, None]
    whys = [reply.readings["originality"].missing for reply in judge_replies]
    assert whys[-2:] == [MissingReason.UNPARSABLE, MissingReason.OUT_OF_RANGE]
    assert server.calls == {"strict": 1, "gentle": 1, "lazy": 1}
    whole = len(question.user) + len(REPLIES["strict"])
    kept = [(reply.reply, reply.characters) for reply in judge_replies[:4]]
    assert kept == [(REPLIES["strict"], whole), ("", 0), ("", 0), (REPLIES["gentle"], whole)]
    assert {(its.rubric, its.error, its.counts, its.share) for its in judge_replies} == {("uses", "", False, None)}
    assert Replies(judge_replies).each("originality", 3) == [[2, 4, 3], [1, 5], [4, 5]]


def test_groups_are_counted(put, rate):
    """One reply of a judge, about the answer."""
    sort = Rubric("kinds", rate.folder, "rate", ("flexibility",), each="uses", groups=True)
    assert put(sort, "sorter", uses=[]) == []
    sorter, strange, silent = put(sort, "sorter", "stranger", "silent")
    assert (sorter.about, sorter.place, sorter.counts, sorter.reply) == ("", 0, True, REPLIES["sorter"])
    readings = [reply.readings["flexibility"] for reply in (sorter, strange, silent)]
    assert readings == [ParsedRating(2.0), *(ParsedRating(None, MissingReason(why)) for why in ("failed", "empty"))]
    assert strange.counts


@pytest.mark.parametrize(("judge", "why", "error"), [("stranger", "failed", True), ("silent", "empty", False)])
def test_a_question_that_fails_fails_for_all_texts(put, rate, judge, why, error):
    """One call, and as many failures as texts; the error is told once."""
    judge_replies = put(rate, judge)
    found = [(reply.about, reply.readings["originality"].missing) for reply in judge_replies]
    assert found == [(f"#{place}", MissingReason(why)) for place in (1, 2, 3)]
    assert [bool(reply.error) for reply in judge_replies] == [error, False, False]
    stats = panel_stats([Replayed(None, tuple(judge_replies))])
    assert (stats["judge_calls"], stats["judge_failures"], stats["judge_coverage"]) == (1, 3, 0)


def test_who_is_asked_about_what(put, rate, server):
    """Nothing to rate is no question; a judge of one text rates all; a pair's name stands before those of its texts."""
    assert put(rate, "strict", uses=[]) == []
    assert server.calls == {}
    judges = [reply.judge for reply in put(rate, "strict", "gentle", "lazy", design="draw=2")]
    assert judges == sorted(judges, key=judges.index)
    assert len({*judges}) == 2
    abouts = [reply.about for reply in put(rate, "strict", unit={"trial": 0, "pair": "0+1"})]
    assert abouts == ["0+1#1", "0+1#2", "0+1#3"]
