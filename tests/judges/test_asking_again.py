"""Questions that ask for a JSON object: with a schema where the client passes it on, and once more where needed."""

import pytest
from support import chat
from support.judges import answered, ask_panel
from support.server import failure, reply

from helm_creativity.benchmark.follow_ups import AskJudges, Replies, from_entry, to_entry
from helm_creativity.benchmark.ratings import JudgeReply, MissingReason, ParsedRating, Scale
from helm_creativity.benchmark.rubrics import Question, Rubric
from helm_creativity.judges.asking import Judges
from helm_creativity.judges.deployments import ONLY_JSON
from helm_creativity.judges.designs import Design, Panel
from helm_creativity.judges.drivers import Replayed
from helm_creativity.judges.ratings import panel_stats
from helm_creativity.judges.settings import Judging

USES = Question("", "Rate 1. hat 2. boat", ("hat", "boat"))
WHOLE = {"type": "integer", "minimum": 1, "maximum": 5}
NOTHING_ELSE = {"additionalProperties": False}
ASKED = {"role": "user", "content": "Rate 1. hat 2. boat"}


@pytest.fixture
def ask(server, tmp_path, monkeypatch):
    """One question to a judge with a behaviour of its own."""

    def question(behaviour, text=USES, **more):
        monkeypatch.setitem(server.behaviours, "one", behaviour)
        chat.deploy(monkeypatch, server.url, ["one"])
        rubric = Rubric(*("uses", tmp_path, "user", ("originality",)), scale=Scale(1, 5), each="uses", **more)
        judges = Judges(chat.auto_client(tmp_path), Judging(Panel(("chat/one",), Design())))
        return ask_panel(judges, rubric, text, answered())

    return question


def values(judge_replies: list[JudgeReply]) -> list[float | None]:
    return [reply.readings["originality"].value for reply in judge_replies]


def first_bad(bad: str, good: str):
    """A judge whose second reply is another."""
    return lambda call: reply(good if call.body["messages"][-1]["content"].endswith(ONLY_JSON) else bad)


@pytest.mark.parametrize(
    ("settings", "properties"),
    [
        ({"scale": Scale(1, 5), "each": "uses"}, {"1": WHOLE, "2": WHOLE}),
        ({"scale": Scale(1, 5, 0.1)}, {"wit": {"type": "number", "minimum": 1, "maximum": 5}}),
        ({"letters": {"A": 1.0, "B": 0.0}}, {"answer": {"type": "string", "enum": ["A", "B"]}}),
        ({"each": "texts", "groups": True}, {"1": {"type": "string"}, "2": {"type": "string"}}),
    ],
)
def test_the_schema_follows_the_rubric(tmp_path, settings, properties):
    """Tenths are numbers, letters an answer, categories texts; a question in a paper's words has none."""
    rubric = Rubric("r", tmp_path, "user", ("wit",), asks_json=True, **settings)
    schema = rubric.schema(USES)
    assert schema is not None
    assert schema == {"type": "object", "properties": properties, "required": [*properties], **NOTHING_ELSE}
    assert Rubric("r", tmp_path, "user", ("wit",), **settings).schema(USES) is None


def test_a_server_that_refuses_the_schema_is_asked_without(ask, server):
    """Once for each question; the reply is read as any other."""
    judge = lambda call: failure(400) if "response_format" in call.body else reply("1: 3\n2: 5")  # noqa: E731
    assert values(ask(judge, asks_json=True)) == [3, 5]
    assert server.bodies[0]["response_format"]["json_schema"]["schema"]["properties"] == {"1": WHOLE, "2": WHOLE}
    assert ["response_format" in body for body in server.bodies] == [True, False]


@pytest.mark.parametrize(
    "message",
    [
        "System role not supported",
        "Developer instruction is not enabled for models/gemma-3-27b-it",
        "Conversation roles must alternate user/assistant/user/assistant/...",
    ],
)
def test_a_server_that_refuses_system_messages_gets_one_text(ask, server, message):
    """As a client that knows no such messages; when it is asked for JSON again, too."""

    def judge(call):
        if call.body["messages"][0]["role"] == "system":
            return 400, {"error": {"message": message}}
        return first_bad("Both are quite original.", '{"1": 4, "2": 2}')(call)

    question = Question("You are a judge.", *USES[1:])
    assert values(ask(judge, question, asks_json=True)) == [4, 2]
    text = {"role": "user", "content": f"You are a judge.\n\n{USES.user}"}
    roles = [[message["role"] for message in body["messages"]] for body in server.bodies]
    assert roles == [
        ["system", "user"],
        ["user"],
        ["system", "user", "assistant", "user"],
        ["user", "assistant", "user"],
    ]
    assert server.bodies[1]["messages"] == [text]
    assert server.bodies[3]["messages"][0] == text
    assert all("response_format" in body for body in server.bodies)


def test_a_wrong_key_is_not_asked_twice(ask, server):
    """It is refused with the schema and without."""
    (first, _) = ask(lambda call: failure(401), asks_json=True)
    assert first.readings == {"originality": ParsedRating(None, MissingReason.FAILED)}
    assert server.calls == {"one": 1}


def test_a_reply_without_ratings_is_asked_for_once_more(ask, server):
    """In a conversation; the second reply counts, the first is kept, and the run counts it."""
    judge_replies = ask(first_bad("Both are quite original.", '{"1": 4, "2": 2}'), asks_json=True)
    assert values(judge_replies) == [4, 2]
    first = judge_replies[0]
    assert (first.asked_again, first.reply) == (True, '{"1": 4, "2": 2}')
    assert first.other_reply == "Both are quite original."
    assert server.bodies[1]["messages"] == [
        ASKED,
        {"role": "assistant", "content": "Both are quite original."},
        {"role": "user", "content": ONLY_JSON},
    ]
    stats = panel_stats([Replayed(None, tuple(judge_replies))])
    assert (stats["judge_calls"], stats["judge_failures"], stats["judge_asked_again"]) == (1, 0, 1)
    step = AskJudges(Rubric("uses", None, "user", ("originality",), scale=Scale(1, 5), each="uses"), {"uses": [1, 2]})
    assert from_entry(step, to_entry(step, Replies(judge_replies))) == tuple(judge_replies)


@pytest.mark.parametrize(
    ("bad", "asks_json"),
    [(reply("no idea"), False), (reply("1:", "length"), True), (reply("I'm sorry, I can't help with that."), True)],
)
def test_nothing_else_is_asked_again(ask, server, bad, asks_json):
    """Not a paper's own question, not what ran into the token limit, not a refusal."""
    assert values(ask(lambda call: bad, asks_json=asks_json)) == [None, None]
    assert server.calls == {"one": 1}


def test_a_second_reply_counts_only_if_it_says_more(ask, server):
    """Two ratings where the first has one of two; of an empty one no message is made, which providers refuse."""
    assert values(ask(first_bad("", '{"1": 1, "2": 1}'), asks_json=True)) == [1, 1]
    assert server.bodies[1]["messages"] == [{"role": "user", "content": f"{ASKED['content']}\n\n{ONLY_JSON}"}]
    judge_replies = ask(first_bad("1: 3", "Sorry?"), Question("", "Rate both", USES.rated), asks_json=True)
    assert values(judge_replies) == [3, None]
    assert (judge_replies[0].reply, judge_replies[0].other_reply) == ("1: 3", "Sorry?")
    stats = panel_stats([Replayed(None, tuple(judge_replies))])
    assert (stats["judge_failures"], stats["judge_coverage"], server.calls) == (1, 0.5, {"one": 4})
