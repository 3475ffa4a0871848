"""Weighted ratings through HELM's own client and cache, from a real server that brings probabilities or does not."""

import pytest
from helm.benchmark.model_deployment_registry import (
    DEPLOYMENT_NAME_TO_MODEL_DEPLOYMENT,
    ClientSpec,
    ModelDeployment,
)
from support import chat
from support.judges import answered, ask_panel
from support.server import failure, no_choice, reply, weighed

from helm_creativity.benchmark.ratings import MissingReason, ParsedRating, Scale
from helm_creativity.benchmark.rubrics import Question, Rubric
from helm_creativity.errors import BadArguments
from helm_creativity.helm.clients.retries import CHANCES, SEVERAL
from helm_creativity.judges.asking import Judges
from helm_creativity.judges.drivers import Replayed
from helm_creativity.judges.missing_ratings import missing_ratings
from helm_creativity.judges.probabilities import Listener, require_probabilities
from helm_creativity.judges.settings import JudgedSettings

QUESTION = Question("", "Rate this: x", ("x",))
FOUR = ("4", {"4": 0.5, "5": 0.3, "3": 0.1, "x": 0.1})
TWO = ("2", {"2": 0.75, "1": 0.25})
WHOLE = weighed("Score: ", FOUR)


def odd(change):
    """The reply of a server that tells its tokens in a form of its own."""
    status, answer = weighed("Score: ", FOUR)
    choice = answer["choices"][0]
    choice["logprobs"] = change(choice["logprobs"])
    return status, answer


def without_bytes(said):
    return {"content": [{**token, "bytes": None} for token in said["content"]]}


def with_marks(said):
    """Tokens as the vocabulary has them, with their bytes beside."""
    marked = lambda one: {**one, "token": f"\u2581{one['token']}"}  # noqa: E731
    return {
        "content": [
            {**marked(token), "top_logprobs": list(map(marked, token["top_logprobs"]))} for token in said["content"]
        ]
    }


BEHAVIOURS = {
    "bytes": odd(without_bytes),
    "marks": odd(with_marks),
    "omits": reply("Score: 4"),
    "null": odd(lambda said: None),
    "empty": odd(lambda said: {"content": []}),
    "nothing": odd(lambda said: {"content": None}),
    "other": odd(lambda said: {"tokens": ["4"], "token_logprobs": [-0.1]}),
    "alone": odd(lambda said: {"content": [{**token, "top_logprobs": []} for token in said["content"]]}),
    "prose": weighed("I like it."),
    "fails": failure(401),
    "nochoice": no_choice(),
    "filtered": weighed("Score: ", FOUR, finish_reason="content_filter"),
    "cut": weighed("Well", finish_reason="length"),
    "several": weighed("1. ", FOUR, "\n2. ", TWO, "\n3. ", "none", "\n"),
    "both": weighed('{"originality": ', FOUR, ', "feasibility": ', ("4", {"4": 0.5, "1": 0.5}), "}"),
}


@pytest.fixture
def served(server, monkeypatch):
    """The server with judges who bring probabilities, and one who refuses to."""
    for name, answer in BEHAVIOURS.items():
        monkeypatch.setitem(server.behaviours, name, lambda call, answer=answer: answer)

    def refuses(call):
        message = "logprobs are not supported by this model"
        return (400, {"error": {"message": message}}) if "logprobs" in call.body else reply("Score: 4")

    monkeypatch.setitem(server.behaviours, "refuses", refuses)
    # HELM's client breaks on probabilities that nobody asked for.
    monkeypatch.setitem(
        server.behaviours, "tells", lambda call: WHOLE if "logprobs" in call.body else reply("Score: 4")
    )
    monkeypatch.setitem(server.behaviours, "later", lambda call: failure(429) if call.number < 2 else WHOLE)
    chat.deploy(monkeypatch, server.url, [*BEHAVIOURS, "tells", "refuses", "later", "down"])
    return server


@pytest.fixture
def one(tmp_path):
    return Rubric("score", tmp_path, "user", ("originality",), scale=Scale(1, 5))


@pytest.fixture
def ask(served, one, panel, tmp_path):
    """One question to a panel, by a new annotator; weighted unless told otherwise."""

    def question(*names, rubric=one, text=QUESTION, **settings):
        judges = Judges(chat.auto_client(tmp_path), panel(*names, **{"weighted": True, **settings}))
        return ask_panel(judges, rubric, text, answered())

    return question


def test_the_rating_is_the_mean_of_what_could_have_stood_there(ask, served):
    """By hand: (0.5 * 4 + 0.3 * 5 + 0.1 * 3) / 0.9 = 3.8 / 0.9; whether tokens come with bytes, marks or neither."""
    for judge_reply in ask("tells", "bytes", "marks"):
        assert judge_reply.readings["originality"].value == pytest.approx(3.8 / 0.9)
        assert judge_reply.share == pytest.approx(0.9)
        assert (judge_reply.reply, judge_reply.error, judge_reply.rubric) == ("Score: 4", "", "score (weighted)")
    assert [(body["logprobs"], body["top_logprobs"]) for body in served.bodies] == [(True, 20)] * 3


def test_without_weighting_nothing_changes(ask, served):
    """The request asks for nothing more, and the rating is the number that was written."""
    (judge_reply,) = ask("refuses", weighted=False)
    assert (judge_reply.readings, judge_reply.share) == ({"originality": ParsedRating(4.0)}, None)
    assert judge_reply.rubric == "score"
    assert not {"logprobs", "top_logprobs"} & set(served.bodies[0])


def test_weighted_replies_have_a_place_of_their_own_in_the_cache(ask, served):
    """A rerun asks nothing; a run that does not weight asks its own question."""
    first = ask("tells")
    assert ask("tells") == first
    assert served.calls == {"tells": 1}
    (plain,) = ask("tells", weighted=False)
    assert plain.readings == {"originality": ParsedRating(4.0)}
    assert ask("tells") == first
    assert served.calls == {"tells": 2}


@pytest.mark.parametrize("judge", ["omits", "null", "empty", "nothing", "other", "alone"])
def test_a_rating_without_probabilities_is_missing(ask, judge):
    """It never stands among weighted ones as it was written; the reply is kept."""
    (judge_reply,) = ask(judge)
    assert judge_reply.readings == {"originality": ParsedRating(None, MissingReason.NO_PROBABILITIES)}
    assert (judge_reply.reply, judge_reply.error, judge_reply.share, judge_reply.answered) == (
        "Score: 4",
        "",
        None,
        True,
    )


UNKNOWN = [
    None,
    "none",
    7,
    [],
    {},
    {"content": 7},
    {"content": ["Score: "]},
    {"content": [{"token": "4"}]},
    {"content": [{"token": "4", "logprob": "x"}]},
    {"content": [{"token": "4", "logprob": -1, "bytes": [999]}]},
    {"content": [{"token": "4", "logprob": -1, "top_logprobs": [{"token": "4"}]}]},
]


@pytest.mark.parametrize("said", UNKNOWN)
def test_probabilities_in_a_form_that_nobody_knows_are_none(said):
    """Nor is there any where there is no choice; the client sees a response without them."""
    listener = Listener()
    choice = {"message": {"content": "4"}}
    assert listener.take({"choices": [{**choice, "logprobs": said}], "id": "x"}) == {"choices": [choice], "id": "x"}
    assert listener.tokens == []
    assert listener.take({"choices": None}) == {"choices": []}


REASONS = {
    "prose": MissingReason.UNPARSABLE,
    "fails": MissingReason.FAILED,
    "refuses": MissingReason.FAILED,
    "nochoice": MissingReason.FAILED,
    "filtered": MissingReason.REFUSED,
    "cut": MissingReason.TRUNCATED,
}


@pytest.mark.parametrize("judge", REASONS)
def test_a_rating_that_did_not_come_keeps_its_own_reason(ask, judge):
    """As HELM's client tells what happened."""
    (judge_reply,) = ask(judge)
    assert judge_reply.readings == {"originality": ParsedRating(None, REASONS[judge])}


def test_a_server_that_refuses_to_tell_says_so(ask, served):
    """In its own words, after one attempt."""
    (judge_reply,) = ask("refuses")
    assert "logprobs are not supported by this model" in judge_reply.error
    assert served.calls == {"refuses": 1}


def test_patience_and_breaker_are_those_of_other_questions(ask, served, one, panel, tmp_path):
    """A rate limit is waited for; a judge that is down is given up after ten minutes."""
    (judge_reply,) = ask("later")
    assert judge_reply.share == pytest.approx(0.9)
    assert served.calls == {"later": 3}
    judges = Judges(chat.auto_client(tmp_path), panel("down", weighted=True))
    found = [ask_panel(judges, one, Question("", f"Rate {i}"), answered())[0] for i in range(11)]
    assert [judge_reply.readings["originality"].missing for judge_reply in found] == [
        *[MissingReason.FAILED] * (SEVERAL + CHANCES),
        *[MissingReason.NOT_ASKED] * 4,
    ]


def test_each_of_several_texts_is_weighted(ask, tmp_path):
    """By hand: 3.8 / 0.9 and 0.75 * 2 + 0.25 * 1 = 1.75, each with its own share."""
    rate = Rubric("uses", tmp_path, "user", ("originality",), scale=Scale(1, 5), each="uses")
    judge_replies = ask("several", rubric=rate, text=Question("", "Rate", ("a drum", "a door", "a lamp")))
    assert judge_replies[0].error == ""
    assert [judge_reply.readings["originality"].value for judge_reply in judge_replies] == [
        pytest.approx(3.8 / 0.9),
        pytest.approx(1.75),
        None,
    ]
    assert [judge_reply.share for judge_reply in judge_replies] == [pytest.approx(0.9), pytest.approx(1.0), None]
    assert judge_replies[2].readings["originality"].missing is MissingReason.UNPARSABLE


def test_the_only_one_of_several_texts_is_weighted(ask, tmp_path):
    """Where the reply is like that to a question about one."""
    rate = Rubric("uses", tmp_path, "user", ("originality",), scale=Scale(1, 5), each="uses")
    (judge_reply,) = ask("tells", rubric=rate, text=Question("", "Rate", ("a drum",)))
    assert judge_reply.error == ""
    assert judge_reply.readings["originality"].value == pytest.approx(3.8 / 0.9)


def test_each_of_several_dimensions_is_weighted(ask, tmp_path):
    """Though both have the same figures; by hand 3.8 / 0.9 and 0.5 * 4 + 0.5 * 1 = 2.5, of a share of 0.9 at least."""
    both = Rubric("critic", tmp_path, "user", ("originality", "feasibility"), scale=Scale(1, 5, between=True))
    (judge_reply,) = ask("both", rubric=both)
    assert list(judge_reply.readings) == ["originality", "feasibility"]
    assert [reading.value for reading in judge_reply.readings.values()] == [
        pytest.approx(3.8 / 0.9),
        pytest.approx(2.5),
    ]
    assert judge_reply.share == pytest.approx(0.9)


def test_groups_are_counted_without_probabilities(ask, served, tmp_path):
    """Their numbers are no ratings: nothing is asked for that a server may refuse."""
    sort = Rubric("kinds", tmp_path, "user", ("flexibility",), each="uses", groups=True)
    (judge_reply,) = ask("omits", rubric=sort, text=Question("", "Sort", ("a drum",)))
    assert (judge_reply.counts, judge_reply.share, judge_reply.rubric) == (True, None, "kinds")
    assert judge_reply.readings["flexibility"].missing is not MissingReason.NO_PROBABILITIES
    assert "logprobs" not in served.bodies[0]


def test_what_cannot_be_weighted_is_not_asked(ask, served, one, tmp_path):
    """Letters, say."""
    letters = Rubric("letters", tmp_path, "user", ("fluency",), letters={"A": 1.0})
    with pytest.raises(BadArguments, match="unlike those of letters"):
        ask("tells", rubric=letters)
    assert served.calls == {}


def test_ratings_that_could_not_be_weighted_are_complained_of_by_judge(ask):
    """With what to do."""
    lines = missing_ratings([Replayed(None, tuple(ask("omits", "tells", "prose")))])
    assert [line.partition(":")[0] for line in lines] == ["chat/omits", "chat/prose"]
    assert lines[0].startswith(
        "chat/omits: 1 of 1 ratings are missing (no_probabilities 1); ratings with no_probabilities"
    )
    assert lines[0].endswith("leave out weighted=true, or use another judge")
    assert "no_probabilities" not in lines[1]


CLIENTS = {
    "helm.clients.openai_client.OpenAIClient": True,
    "helm.clients.vllm_client.VLLMChatClient": True,
    "helm.clients.openrouter_client.OpenRouterClient": True,
    "helm.clients.openai_client.OpenAILegacyCompletionsClient": False,
    "helm.clients.vllm_client.VLLMClient": False,
    "helm.clients.openai_responses_client.OpenAIResponseClient": False,
}


@pytest.mark.parametrize("client", CLIENTS)
def test_only_clients_that_can_be_asked_for_probabilities_are_taken(monkeypatch, client):
    """The others by name, before any request."""
    spec = ClientSpec(client, {})
    monkeypatch.setitem(DEPLOYMENT_NAME_TO_MODEL_DEPLOYMENT, "a/judge", ModelDeployment("a/judge", spec, "a/judge"))
    if CLIENTS[client]:
        require_probabilities("a/judge")
    else:
        with pytest.raises(
            BadArguments, match=f"the judge a/judge cannot be asked: its client is {client.split('.')[-1]}"
        ):
            require_probabilities("a/judge")


CHAT, VLLM = "helm.clients.openai_client.OpenAIClient", "helm.clients.vllm_client.VLLMChatClient"


@pytest.mark.parametrize(
    ("client", "model", "taken"),
    [
        (CHAT, "openai/o1-2024-12-17", False),
        (CHAT, "openai/o3-mini", False),
        (CHAT, "openai/gpt-5-mini-2025-08-07", False),
        (CHAT, "openai/gpt-4o-2024-11-20", True),
        (CHAT, "openai/omega-1", True),
        (VLLM, "me/o1-of-my-own", True),
        (VLLM, "openai/gpt-5", True),
    ],
)
def test_openai_models_that_reason_are_refused(monkeypatch, client, model, taken):
    """By the model, whatever its deployment is called; servers of other models may use such names."""
    one = ModelDeployment("a/judge", ClientSpec(client, {}), model)
    monkeypatch.setitem(DEPLOYMENT_NAME_TO_MODEL_DEPLOYMENT, "a/judge", one)
    if taken:
        require_probabilities("a/judge")
    else:
        with pytest.raises(BadArguments, match="reasoning models do not give, and the judge a/judge is one: take"):
            require_probabilities("a/judge")


def test_the_judge_without_a_model_is_refused():
    """It has no probabilities."""
    import helm_creativity.helm.models  # noqa: F401 - registers it

    with pytest.raises(BadArguments, match="the judge creativity/lexical-judge cannot be asked"):
        require_probabilities("creativity/lexical-judge")


def test_settings_travel_as_plain_values():
    """Weighting is told wherever it is on, and nowhere else."""
    off, on = (JudgedSettings(judges="chat/tells", design="all", weighted=weighted) for weighted in (False, True))
    for form in (lambda one: one.args, lambda one: one.name_parts, lambda one: one.titles, lambda one: one.compared()):
        assert "weighted" not in form(off)
        assert {**form(off), "weighted": form(on)["weighted"]} == form(on)
    assert on.args["weighted"] is True
    assert on.name_parts["weighted"] == on.compared()["weighted"] == "true"
    assert JudgedSettings(**on.args) == on
