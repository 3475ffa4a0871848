"""Questions to judges through HELM's own clients and cache, against a real server: whom, what, how often."""

import json
import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest
from helm.benchmark.model_deployment_registry import DEPLOYMENT_NAME_TO_MODEL_DEPLOYMENT, ClientSpec, ModelDeployment
from helm.common.request import RequestResult
from support import chat, states
from support.judges import answered, ask_panel
from support.server import failure, reply

from helm_creativity.benchmark.follow_ups import FOLLOW_UPS, AskJudges, Pair, Replies, from_entry, to_entry
from helm_creativity.benchmark.ratings import MissingReason, ParsedRating, Scale
from helm_creativity.benchmark.rubrics import Composed, Question, Rubric
from helm_creativity.errors import BadArguments
from helm_creativity.helm.annotator import CreativityAnnotator
from helm_creativity.helm.clients.responses import trial_in
from helm_creativity.helm.metric import CreativityMetric
from helm_creativity.judges.asking import Judges
from helm_creativity.judges.deployments import ONLY_JSON
from helm_creativity.judges.designs import Unit
from helm_creativity.judges.drivers import Replayed, rated_unit
from helm_creativity.judges.ratings import panel_stats

No = MissingReason
CRITIC = Rubric("critic", None, "user", ("originality", "feasibility"), scale=Scale(1, 10, between=True))
EACH = Rubric("uses", None, "user", ("originality",), scale=Scale(1, 5), each="uses")
QUESTION = Question("Be strict.", "Rate this: x")
RATED = {"originality": ParsedRating(7.0), "feasibility": ParsedRating(5.0)}
GOOD, CANDIDATE = ("chat/good", "chat/good"), ("chat/candidate", "chat/candidate")


def test_every_seat_gives_one_rating_and_the_same_question_is_answered_from_the_cache(ask, server):
    """In the panel's order, with the characters of both; other texts and temperatures are other questions."""
    first, second = replies = ask(CRITIC, QUESTION, "mild", "good")
    assert (first.judge, second.judge) == ("chat/mild", "chat/good")
    assert first.readings == {"originality": ParsedRating(9.0), "feasibility": ParsedRating(8.5)}
    assert second.readings == RATED
    assert (second.rubric, second.about, second.error) == ("critic", "", "")
    assert second.reply == 'SCORES = { "originality": 7, "feasibility": 5 }'
    assert second.characters == len("Be strict.") + len("Rate this: x") + len(second.reply)
    assert ask(CRITIC, QUESTION, "mild", "good") == replies
    assert ask(CRITIC, QUESTION, "mild", "good", state=answered(trial=3)) == replies
    assert server.calls == {"good": 1, "mild": 1}
    ask(CRITIC, Question("Be strict.", "Rate this: y"), "good")
    ask(CRITIC, QUESTION, "good", temperature=0.3)
    assert server.calls == {"good": 3, "mild": 1}


def test_threads_with_the_same_question_ask_it_once(server, panel, tmp_path):
    """Two equal ideas at once: HELM's cache would let both ask, and keep the reply of the last."""
    together = threading.Barrier(4)
    judges = Judges(chat.auto_client(tmp_path), panel("good", "mild"))

    def work(trial):
        together.wait()
        return ask_panel(judges, CRITIC, QUESTION, answered(trial=trial))

    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(work, range(4)))
    assert server.calls == {"good": 1, "mild": 1}
    assert all(judge_replies == found[0] for judge_replies in found)


REASONS = {
    "half": (6.0, No.UNPARSABLE),
    "busy": (7.0, 5.0),
    "wild": (No.OUT_OF_RANGE,) * 2,
    "garbage": (No.UNPARSABLE,) * 2,
    "silent": (No.EMPTY,) * 2,
    "cut": (No.TRUNCATED,) * 2,
    **dict.fromkeys(["refuses", "filtered", "flagged"], (No.REFUSED,) * 2),
    # Whatever words the server's page holds, it is no refusal.
    **dict.fromkeys(["nochoice", "stranger", "down", "closed"], (No.FAILED,) * 2),
}


def test_no_failure_becomes_a_number(ask):
    """Each judge that misbehaves has its own reason, and does not touch the others."""
    found = {its.judge.removeprefix("chat/"): its for its in ask(CRITIC, QUESTION, *REASONS, "good")}
    assert found.pop("good").readings == RATED
    read = {name: tuple(its.missing or its.value for its in found[name].readings.values()) for name in found}
    assert read == REASONS
    down = {"stranger", "down", "closed", "nochoice"}
    assert {name for name, judge_reply in found.items() if not judge_reply.answered} == down
    assert {name for name, judge_reply in found.items() if judge_reply.error} == {*down, "filtered"}
    assert "set to fail with 500" in found["down"].error
    assert found["half"].reply == 'SCORES = { "originality": 6, "feas'


def test_what_breaks_for_one_judge_is_its_own(ask, monkeypatch):
    """A client whose library is not on this machine, say, or one of the user's own that returns anything."""
    spec = ClientSpec("no_such_module.LostClient", {})
    lost = ModelDeployment("chat/lost", spec, "chat/lost")
    monkeypatch.setitem(DEPLOYMENT_NAME_TO_MODEL_DEPLOYMENT, "chat/lost", lost)
    broken, good = ask(CRITIC, QUESTION, "lost", "good")
    assert good.readings == RATED
    assert broken.error == "ModuleNotFoundError: No module named 'no_such_module'"

    class Odd:
        def make_request(self, request):
            return RequestResult(success=True, cached=False, completions=[7], embedding=[])

    monkeypatch.setattr("helm.clients.auto_client.AutoClient._get_client", lambda self, name: Odd())
    (odd,) = ask(CRITIC, QUESTION, "good")
    assert [*broken.readings.values(), *odd.readings.values()] == [ParsedRating(None, No.FAILED)] * 4


def test_one_judge_is_asked_without_an_answer_of_a_run(server, panel, tmp_path):
    """With a system message, and one completion at the judges' limits; of no texts none is asked."""
    judges = Judges(chat.auto_client(tmp_path), panel("mild", temperature=0.3, max_tokens=77))
    (judge_reply,) = judges.say("chat/good", CRITIC, QUESTION, "1+2")
    assert (judge_reply.judge, judge_reply.about, judge_reply.readings) == ("chat/good", "1+2", RATED)
    assert judges.say("chat/good", EACH, QUESTION) == []
    (broken,) = judges.say("chat/nobody", CRITIC, QUESTION)
    assert set(broken.readings.values()) == {ParsedRating(None, No.FAILED)}
    (body,) = server.bodies
    said = [{"role": "system", "content": "Be strict."}, {"role": "user", "content": "Rate this: x"}]
    assert (body["messages"], body["temperature"], body["max_tokens"], body["n"]) == (said, 0.3, 77, 1)


@pytest.mark.parametrize("weighted", [False, True])
def test_a_judge_that_is_down_is_given_up_alone(server, panel, tmp_path, clock, weighted):
    """After ten minutes, and asked again a minute later; others are asked on, a wrong key is no such sign."""
    judges = Judges(chat.auto_client(tmp_path), panel("down", "good", "stranger", weighted=weighted))
    asked = [ask_panel(judges, CRITIC, Question("", f"Rate this: {i}"), answered(trial=i)) for i in range(12)]
    reasons = [[its.readings["originality"].missing for its in seat] for seat in zip(*asked, strict=True)]
    good = No.NO_PROBABILITIES if weighted else None
    assert reasons == [[No.FAILED] * 7 + [No.NOT_ASKED] * 5, [good] * 12, [No.FAILED] * 12]
    down = [first for first, _, _ in asked]
    assert [(question.asked, question.answered) for question in down] == [(True, False)] * 7 + [(False, False)] * 5
    assert (down[7].characters, down[7].error) == (0, "not asked: chat/down had not answered for 600 s")
    assert (server.calls["good"], server.calls["stranger"]) == (12, 12)
    calls = server.calls["down"]
    clock.time += 60
    for i in range(8):
        again = Judges(chat.auto_client(tmp_path), panel("down", weighted=weighted))
        ask_panel(again, CRITIC, Question("", f"Again {i}"), answered())
    assert server.calls["down"] == calls + 1


@pytest.mark.parametrize("design", ["all", "draw=2"])
def test_a_judge_that_is_the_model_does_not_rate_itself(ask, server, panel, tmp_path, design):
    """Where too few are left nobody is asked."""
    judges = Judges(chat.auto_client(tmp_path), panel("good", "mild", "busy", design=design))
    assert judges.left_out(GOOD) == ("chat/good",)
    assert judges.left_out(CANDIDATE) == judges.left_out(("chat/nobody-knows-it", "chat/nobody-knows-it")) == ()
    found = ask_panel(judges, CRITIC, QUESTION, answered(model="chat/good"))
    assert sorted(judge_reply.judge for judge_reply in found) == ["chat/busy", "chat/mild"]
    asked = dict(server.calls)
    with pytest.raises(BadArguments, match="design all needs at least 1 judge, got 0"):
        ask(CRITIC, QUESTION, "good", state=answered(model="chat/good"))
    assert server.calls == asked


def test_a_unit_is_a_response_or_a_pair_and_a_part_has_the_judges_of_the_whole(ask, tmp_path):
    """A pair has the trial of its first response; what is composed of its parts is one rating, which keeps them."""
    trial = trial_in(answered(item="enzymes", trial=1, number=7))
    assert rated_unit(trial) == rated_unit(trial, AskJudges(CRITIC, {})) == Unit("enzymes", 7, 1, "")
    assert rated_unit(trial, AskJudges(CRITIC, {}, pair=Pair(0, 1))) == Unit("enzymes", 7, 0, "0+1")
    assert rated_unit(trial_in(answered(fields={"number": None}))) == Unit("enzymes", None, 0, "")
    read = lambda answer, parts: Composed(ParsedRating(float(len(answer.text))), (1.0,) * len(parts))  # noqa: E731
    whole = Rubric("whole", tmp_path, "user", ("length",), each="parts", composed=read)
    panel = ("mild", "good", "cut")
    units = [{"about": f"#{k}"} for k in range(1, 9)]
    asked = [ask(whole, Question("", "x", ("a", "b")), *panel, unit=unit, design="draw=2") for unit in units]
    assert [[question.about for question in some] for some in asked] == [[f"#{k}"] * 2 for k in range(1, 9)]
    assert len({tuple(question.judge for question in some) for some in asked}) == 1
    assert {(each.parts, each.heads, each.place) for some in asked for each in some} == {((1.0, 1.0), True, 0)}


# One question about several texts: a rating of each, or the number of groups that they make.

THREE = Question("", "Rate 1. a paperweight 2. a drum 3. a door", ("a paperweight", "a drum", "a door"))
SEVERAL = {
    "strict": "1. 2\n2. 1\n3. 4",
    "gentle": "1. 4\n2. 5\n3. 5",
    "lazy": "1. 3\n3. 9",
    "sorter": "1. a\n2. a\n3. b",
}


@pytest.fixture
def several(serve):
    serve(**{name: reply(text) for name, text in SEVERAL.items()})


@pytest.mark.usefixtures("several")
def test_every_judge_gives_one_rating_per_text(ask, server):
    """In the order of panel and texts; asked once, and the reply is kept once; one that is missing touches no other."""
    found = ask(EACH, THREE, "strict", "gentle", "lazy")
    places = [(f"chat/{judge}", f"#{place}", place) for judge in ("strict", "gentle", "lazy") for place in (1, 2, 3)]
    assert [(its.judge, its.about, its.place) for its in found] == places
    assert values(found) == [2, 1, 4, 4, 5, 5, 3, None, None]
    assert [its.readings["originality"].missing for its in found][-2:] == [No.UNPARSABLE, No.OUT_OF_RANGE]
    assert server.calls == {"strict": 1, "gentle": 1, "lazy": 1}
    whole = len(THREE.user) + len(SEVERAL["strict"])
    kept = [(its.reply, its.characters) for its in found[:4]]
    assert kept == [(SEVERAL["strict"], whole), ("", 0), ("", 0), (SEVERAL["gentle"], whole)]
    assert {(its.rubric, its.error, its.counts, its.share) for its in found} == {("uses", "", False, None)}
    assert Replies(found).each("originality", 3) == [[2, 4, 3], [1, 5], [4, 5]]
    judges = [its.judge for its in ask(EACH, THREE, "strict", "gentle", "lazy", design="draw=2")]
    assert (judges, len({*judges})) == (sorted(judges, key=judges.index), 2)
    abouts = [its.about for its in ask(EACH, THREE, "strict", unit={"trial": 0, "pair": "0+1"})]
    assert abouts == ["0+1#1", "0+1#2", "0+1#3"]


@pytest.mark.usefixtures("several")
def test_groups_are_counted(ask, server):
    """One reply of a judge, about the answer; of no texts nobody is asked."""
    sort = Rubric("kinds", None, "user", ("flexibility",), each="uses", groups=True)
    assert ask(sort, Question("", "Sort", ()), "sorter") == ask(EACH, Question("", "Rate", ()), "strict") == []
    assert server.calls == {}
    sorter, strange, silent = ask(sort, THREE, "sorter", "stranger", "silent")
    assert (sorter.about, sorter.place, sorter.counts, sorter.reply) == ("", 0, True, SEVERAL["sorter"])
    readings = [its.readings["flexibility"] for its in (sorter, strange, silent)]
    assert readings == [ParsedRating(2.0), *(ParsedRating(None, why) for why in (No.FAILED, No.EMPTY))]
    assert strange.counts


@pytest.mark.parametrize(("judge", "why", "error"), [("stranger", No.FAILED, True), ("silent", No.EMPTY, False)])
def test_a_question_that_fails_fails_for_all_texts(ask, judge, why, error):
    """One call, and as many failures as texts; the error is told once."""
    found = ask(EACH, THREE, judge)
    assert [(its.about, its.readings["originality"].missing) for its in found] == [(f"#{n}", why) for n in (1, 2, 3)]
    assert [bool(its.error) for its in found] == [error, False, False]
    stats = panel_stats([Replayed(None, tuple(found))])
    assert (stats["judge_calls"], stats["judge_failures"], stats["judge_coverage"]) == (1, 3, 0)


# Questions that ask for a JSON object: with a schema where the client passes it on, and once more where needed.

USES = Question("", "Rate 1. hat 2. boat", ("hat", "boat"))
JSON = Rubric("uses", None, "user", ("originality",), scale=Scale(1, 5), each="uses", asks_json=True)
WHOLE = {"type": "integer", "minimum": 1, "maximum": 5}
PROSE, RATINGS = "Both are quite original.", '{"1": 4, "2": 2}'


def values(judge_replies):
    return [reply.readings["originality"].value for reply in judge_replies]


def first_bad(bad, good):
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
def test_the_schema_follows_the_rubric(settings, properties):
    """Tenths are numbers, letters an answer, categories texts; a question in a paper's words has none."""
    schema = Rubric("r", None, "user", ("wit",), asks_json=True, **settings).schema(USES)
    more = {"required": [*properties], "additionalProperties": False}
    assert schema == {"type": "object", "properties": properties, **more}
    assert Rubric("r", None, "user", ("wit",), **settings).schema(USES) is None


def test_a_server_that_refuses_the_schema_is_asked_without(ask, serve, server):
    """Once for each question; the reply is read as any other. A wrong key is refused either way."""
    judge = lambda call: failure(400) if "response_format" in call.body else reply("1: 3\n2: 5")  # noqa: E731
    serve(schemaless=judge, locked=failure(401))
    assert values(ask(JSON, USES, "schemaless")) == [3, 5]
    assert server.bodies[0]["response_format"]["json_schema"]["schema"]["properties"] == {"1": WHOLE, "2": WHOLE}
    assert ["response_format" in body for body in server.bodies] == [True, False]
    assert ask(JSON, USES, "locked")[0].readings == {"originality": ParsedRating(None, No.FAILED)}
    assert server.calls["locked"] == 1


NO_SYSTEM = ["System role not supported", "Developer instruction is not enabled for models/gemma-3-27b-it"]
NO_SYSTEM += ["Conversation roles must alternate user/assistant/user/assistant/..."]


@pytest.mark.parametrize("message", NO_SYSTEM)
def test_a_server_that_refuses_system_messages_gets_one_text(ask, serve, server, message):
    """As a client that knows no such messages; when it is asked for JSON again, too."""

    def judge(call):
        if call.body["messages"][0]["role"] == "system":
            return 400, {"error": {"message": message}}
        return first_bad(PROSE, RATINGS)(call)

    serve(judge=judge)
    assert values(ask(JSON, Question("You are a judge.", *USES[1:]), "judge")) == [4, 2]
    roles = [" ".join(message["role"] for message in body["messages"]) for body in server.bodies]
    assert roles == ["system user", "user", "system user assistant user", "user assistant user"]
    text = {"role": "user", "content": f"You are a judge.\n\n{USES.user}"}
    assert [body["messages"][0] for body in server.bodies[1::2]] == [text, text]
    assert all("response_format" in body for body in server.bodies)


def test_a_reply_without_ratings_is_asked_for_once_more(ask, serve, server):
    """In a conversation; the second reply counts, the first is kept, and the run counts it."""
    serve(judge=first_bad(PROSE, RATINGS))
    first, _ = judge_replies = ask(JSON, USES, "judge")
    assert values(judge_replies) == [4, 2]
    assert (first.asked_again, first.reply, first.other_reply) == (True, RATINGS, PROSE)
    said = [("user", USES.user), ("assistant", PROSE), ("user", ONLY_JSON)]
    assert [(message["role"], message["content"]) for message in server.bodies[1]["messages"]] == said
    stats = panel_stats([Replayed(None, tuple(judge_replies))])
    assert (stats["judge_calls"], stats["judge_failures"], stats["judge_asked_again"]) == (1, 0, 1)
    step = AskJudges(EACH, {"uses": [1, 2]})
    assert from_entry(step, to_entry(step, Replies(judge_replies))) == tuple(judge_replies)


@pytest.mark.parametrize(
    ("bad", "rubric"),
    [(reply("no idea"), EACH), (reply("1:", "length"), JSON), (reply("I'm sorry, I can't help with that."), JSON)],
)
def test_nothing_else_is_asked_again(ask, serve, server, bad, rubric):
    """Not a paper's own question, not what ran into the token limit, not a refusal."""
    serve(judge=bad)
    assert values(ask(rubric, USES, "judge")) == [None, None]
    assert server.calls == {"judge": 1}


def test_a_second_reply_counts_only_if_it_says_more(ask, serve, server):
    """Two ratings where the first has one of two; of an empty one no message is made, which providers refuse."""
    serve(mute=first_bad("", '{"1": 1, "2": 1}'), half=first_bad("1: 3", "Sorry?"))
    assert values(ask(JSON, USES, "mute")) == [1, 1]
    assert server.bodies[1]["messages"] == [{"role": "user", "content": f"{USES.user}\n\n{ONLY_JSON}"}]
    judge_replies = ask(JSON, USES, "half")
    assert values(judge_replies) == [3, None]
    assert (judge_replies[0].reply, judge_replies[0].other_reply) == ("1: 3", "Sorry?")
    stats = panel_stats([Replayed(None, tuple(judge_replies))])
    assert (stats["judge_failures"], stats["judge_coverage"], server.calls) == (1, 0.5, {"mute": 2, "half": 2})


@pytest.mark.parametrize(
    ("design", "judges", "plan"),
    [
        *(("all", "chat/good", "chat/good"), ("all", "chat/good+chat/mild", "chat/good, chat/mild")),
        ("draw=1", "chat/good+chat/grades", "chat/good, chat/grades, design all"),
    ],
)
def test_a_metric_with_other_judges_or_another_design_refuses_the_annotation(server, tmp_path, design, judges, plan):
    """As in a run of one's own, whose coverage would be that of judges whom the settings do not name."""
    same = {"prompts": "own", "judges": "chat/good+chat/grades", "design": design}
    annotation = CreativityAnnotator(chat.auto_client(tmp_path), "metaphor", **same).annotate(answered())
    state = replace(answered(), annotations={FOLLOW_UPS: json.loads(json.dumps(annotation))})
    with pytest.raises(BadArguments, match=rf"have ratings by .* plan others \({plan}"):
        states.evaluate(CreativityMetric("metaphor", prompts="own", judges=judges), [state])
    assert states.evaluate(CreativityMetric("metaphor", **same), [state]).aggregated_stats
