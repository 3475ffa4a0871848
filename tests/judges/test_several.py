"""One question about several texts: a rating of each, or the number of groups that they make."""

import json

import pytest
from support import chat
from support.judged import without_nulls
from support.judges import answered, ask_panel
from support.server import reply

from helm_creativity.benchmark.follow_ups import AskJudges, Replies, from_entry, to_entry
from helm_creativity.benchmark.ratings import MissingReason, ParsedRating, Scale
from helm_creativity.benchmark.rubrics import Question, Rubric
from helm_creativity.benchmark.types import Response
from helm_creativity.helm.clients.retries import CHANCES, SEVERAL
from helm_creativity.judges.asking import Judges
from helm_creativity.judges.drivers import Replayed
from helm_creativity.judges.missing_ratings import missing_ratings
from helm_creativity.judges.ratings import panel_stats
from helm_creativity.judges.readings import read_one

USES = ["a paperweight", "a doorstop for 5 doors", "a drum"]
REPLIES = {
    "strict": "1. 2\n2. 1\n3. 4",
    "gentle": "1. 4\n2. 5\n3. 5",
    "lazy": "1. 3\n3. 9",
    "sorter": "1. weights\n2. weights\n3. music",
}


@pytest.fixture
def folder(tmp_path):
    """A benchmark whose template numbers the texts."""
    (tmp_path / "prompts").mkdir()
    loop = "{% for use in uses %}\n{{ loop.index }}. {{ use }}\n{% endfor %}"
    (tmp_path / "prompts" / "rate.j2").write_text(f"{{# Written for this test. #}}\nUses of a {{{{ item }}}}:\n{loop}")
    return tmp_path


@pytest.fixture
def rate(folder):
    return Rubric("uses", folder, "rate", ("originality",), scale=Scale(1, 5), each="uses")


@pytest.fixture
def sort(folder):
    return Rubric("kinds", folder, "rate", ("flexibility",), each="uses", groups=True)


@pytest.fixture
def ask(server, panel, tmp_path, monkeypatch):
    """One question about the uses to a panel."""
    for name, text in REPLIES.items():
        monkeypatch.setitem(server.behaviours, name, lambda call, text=text: reply(text))
    chat.deploy(monkeypatch, server.url, list(REPLIES))

    def question(rubric, *names, uses=USES, design="all", **more):
        judges = Judges(chat.auto_client(tmp_path), panel(*names, design=design))
        return ask_panel(judges, rubric, rubric.question(item="brick", uses=uses), answered(), **more)

    return question


def test_the_template_loops_over_the_texts(rate):
    """Which are what is rated, and all of it."""
    assert rate.question(item="brick", uses=USES) == Question(
        "", "Uses of a brick:\n1. a paperweight\n2. a doorstop for 5 doors\n3. a drum", tuple(USES)
    )
    assert rate.question(item="brick", uses=()).rated == ()


def test_one_text_is_not_several(rate):
    """Its letters would be rated."""
    with pytest.raises(TypeError, match="rubric 'uses': uses must be a sequence of texts, got one text"):
        rate.question(item="brick", uses="a drum")


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ({"dimensions": ("a", "b"), "scale": Scale(1, 5)}, "scale takes one dimension"),
        ({"letters": {"A": 1.0}}, "letters and words do without"),
        ({"scale": Scale(1, 5), "rated": ("item",)}, r"rated= stays empty; got .* rated=\('item',\)"),
        ({}, r"needs scale, letters, words, groups or composed: .* got \[\]"),
        ({"scale": Scale(1, 5), "groups": True}, "needs scale"),
        ({"letters": {"A": 1.0}, "groups": True}, "needs scale"),
        ({"each": "", "groups": True}, "groups and composed need each="),
        ({"groups": True, "rated": ("item",)}, "rated= stays empty; got .*groups"),
    ],
)
def test_instruments_that_cannot_be_are_refused(folder, more, message):
    """When they are written down."""
    with pytest.raises(ValueError, match=message):
        Rubric("uses", folder, "rate", **{"dimensions": ("originality",), "each": "uses", **more})


def test_a_reply_about_several_texts_is_no_one_rating(rate):
    """It is never read as one by mistake."""
    with pytest.raises(ValueError, match="rubric 'uses': a reply about several texts holds more than one rating"):
        read_one(rate, Response("1. 4", "stop"), USES)


def test_every_judge_gives_one_rating_per_text(ask, rate, server):
    """In the order of panel and texts; asked once, and the reply is kept once."""
    judge_replies = ask(rate, "strict", "gentle")
    assert [
        (reply.judge, reply.about, reply.place, reply.readings["originality"].value) for reply in judge_replies
    ] == [
        ("chat/strict", "#1", 1, 2.0),
        ("chat/strict", "#2", 2, 1.0),
        ("chat/strict", "#3", 3, 4.0),
        ("chat/gentle", "#1", 1, 4.0),
        ("chat/gentle", "#2", 2, 5.0),
        ("chat/gentle", "#3", 3, 5.0),
    ]
    assert server.calls == {"strict": 1, "gentle": 1}
    assert [reply.reply for reply in judge_replies] == [REPLIES["strict"], "", "", REPLIES["gentle"], "", ""]
    whole = len(rate.question(item="brick", uses=USES).user) + len(REPLIES["strict"])
    assert [reply.characters for reply in judge_replies] == [whole, 0, 0, whole, 0, 0]
    assert {(reply.rubric, reply.error, reply.counts, reply.share) for reply in judge_replies} == {
        ("uses", "", False, None)
    }


def test_the_ratings_of_a_text_are_found_by_its_name(ask, rate):
    """Those that came, in the order of the judges."""
    replies = Replies(ask(rate, "strict", "lazy", "gentle"))
    assert replies.each("originality", 3) == [[2, 3, 4], [1, 5], [4, 5]]
    assert len(replies.values("originality")) == 7


def test_a_text_without_a_rating_does_not_touch_the_others(ask, rate):
    """Each is missing for its own reason."""
    judge_replies = ask(rate, "lazy")
    assert [reply.readings["originality"] for reply in judge_replies] == [
        ParsedRating(3.0),
        ParsedRating(None, MissingReason.UNPARSABLE),
        ParsedRating(None, MissingReason.OUT_OF_RANGE),
    ]


@pytest.mark.parametrize(
    ("judge", "why", "asked", "answered_"),
    [("stranger", MissingReason.FAILED, 1, False), ("silent", MissingReason.EMPTY, 1, True)],
)
def test_a_question_that_fails_fails_for_all_texts(ask, rate, judge, why, asked, answered_):
    """One call, and as many failures as texts."""
    judge_replies = ask(rate, judge)
    assert [(reply.about, reply.readings["originality"].missing) for reply in judge_replies] == [
        ("#1", why),
        ("#2", why),
        ("#3", why),
    ]
    assert [bool(reply.error) for reply in judge_replies] == [not answered_, False, False]
    stats = panel_stats([Replayed(None, tuple(judge_replies))])
    assert (stats["judge_calls"], stats["judge_failures"]) == (asked, 3)
    assert stats["judge_coverage"] == 0
    assert missing_ratings([Replayed(None, tuple(judge_replies))])[0].startswith(
        f"chat/{judge}: 3 of 3 ratings are missing ({why} 3)"
    )


def test_a_judge_that_was_given_up_is_missing_for_all_texts(server, rate, panel, tmp_path):
    """With its own reason, and in no count of calls."""
    judges = Judges(chat.auto_client(tmp_path), panel("down"))
    found = [ask_panel(judges, rate, rate.question(item=f"brick {i}", uses=USES), answered()) for i in range(9)]
    assert {judge_reply.readings["originality"].missing for judge_reply in found[SEVERAL + CHANCES - 1]} == {
        MissingReason.FAILED
    }
    assert [judge_reply.readings["originality"].missing for judge_reply in found[SEVERAL + CHANCES]] == [
        MissingReason.NOT_ASKED
    ] * 3
    assert found[SEVERAL + CHANCES][0].error == "not asked: chat/down had not answered for 600 s"
    stats = panel_stats([Replayed(None, tuple(some)) for some in found])
    assert (stats["judge_calls"], stats["judge_failures"], stats["judge_coverage"]) == (7, 21, 0)


def test_what_breaks_on_the_way_is_missing_for_all_texts(ask, rate, monkeypatch):
    """With the error, once."""
    monkeypatch.setattr("helm_creativity.judges.replies.places.read_places", lambda *_, **__: 1 / 0)
    judge_replies = ask(rate, "strict")
    assert [reply.readings["originality"].missing for reply in judge_replies] == [MissingReason.FAILED] * 3
    assert [reply.error for reply in judge_replies] == [
        "ZeroDivisionError: division by zero",
        "",
        "",
    ]


def test_groups_that_cannot_be_read_are_one_missing_count(ask, sort, monkeypatch):
    """However many texts there are."""
    monkeypatch.setattr("helm_creativity.judges.replies.groups.read_groups", lambda *_: 1 / 0)
    (judge_reply,) = ask(sort, "sorter")
    assert (judge_reply.about, judge_reply.counts, judge_reply.readings["flexibility"].missing) == (
        "",
        True,
        MissingReason.FAILED,
    )
    assert judge_reply.error == "ZeroDivisionError: division by zero"


def test_nothing_to_rate_is_no_question(ask, rate, sort, server):
    """No request, no rating."""
    assert ask(rate, "strict", uses=[]) == ask(sort, "sorter", uses=[]) == []
    assert server.calls == {}


def test_texts_of_a_pair_are_distinguished_from_those_of_an_answer(ask, rate):
    """By the pair's name before theirs."""
    assert [judge_reply.about for judge_reply in ask(rate, "strict", trial=0, pair="0+1")] == [
        "0+1#1",
        "0+1#2",
        "0+1#3",
    ]


def test_the_seats_of_a_design_hold_for_the_question(ask, rate):
    """A judge who rates one text of an answer rates all."""
    judge_replies = ask(rate, "strict", "gentle", "lazy", design="draw=2")
    judges = list(dict.fromkeys(reply.judge for reply in judge_replies))
    assert len(judges) == 2
    assert [reply.judge for reply in judge_replies] == [judges[0]] * 3 + [judges[1]] * 3


def test_what_the_judges_did_is_counted_by_replies_and_ratings(ask, rate, sort):
    """By hand: 3 + 1 + 1 of 3 + 3 + 1 planned ratings came in 3 calls; characters of each reply once."""
    judge_replies = [*ask(rate, "strict", "lazy"), *ask(sort, "sorter")]
    user = len(rate.question(item="brick", uses=USES).user)
    assert panel_stats([Replayed(None, tuple(judge_replies))]) == {
        "judge_coverage": pytest.approx(5 / 7),
        "judge_calls": 3,
        "judge_failures": 2,
        "judge_asked_again": 0,
        "judge_tokens": (3 * user + sum(len(REPLIES[judge]) for judge in ("strict", "lazy", "sorter"))) / 4,
        "judges_left_out": 0,
    }


def test_groups_are_counted(ask, sort):
    """One reply of a judge, about the answer."""
    sorter, strange, silent = ask(sort, "sorter", "stranger", "silent")
    assert (sorter.about, sorter.place, sorter.counts, sorter.readings) == (
        "",
        0,
        True,
        {"flexibility": ParsedRating(2.0)},
    )
    assert sorter.reply == REPLIES["sorter"]
    assert (strange.counts, strange.readings) == (True, {"flexibility": ParsedRating(None, MissingReason.FAILED)})
    assert silent.readings == {"flexibility": ParsedRating(None, MissingReason.EMPTY)}


def test_ratings_come_back_from_their_annotation(ask, rate, sort):
    """Through JSON, and with nulls left out."""
    for rubric, names in ((rate, ("strict", "lazy")), (sort, ("sorter", "silent"))):
        step = AskJudges(rubric, {"item": "brick", "uses": USES})
        replies = Replies(ask(rubric, *names))
        entry = to_entry(step, replies)
        assert [len(its["ratings"][rubric.dimensions[0]]) for its in entry["replies"]] == [len(replies) // 2] * 2
        written = json.loads(json.dumps(entry, sort_keys=True))
        assert from_entry(step, written) == from_entry(step, without_nulls(written)) == replies
