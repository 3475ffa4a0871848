"""Weighted ratings through HELM's own client and cache, from a real server that brings probabilities or does not."""

from contextlib import nullcontext

import pytest
from helm.benchmark.model_deployment_registry import DEPLOYMENT_NAME_TO_MODEL_DEPLOYMENT, ClientSpec, ModelDeployment
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


def test_weighted_replies_have_a_place_of_their_own_in_the_cache(ask, served):
    """A rerun asks nothing; a run that does not weight asks its own question."""
    first = ask("tells")
    assert ask("tells") == first
    assert served.calls == {"tells": 1}
    (plain,) = ask("tells", weighted=False)
    assert (plain.readings, plain.share, plain.rubric) == ({"originality": ParsedRating(4.0)}, None, "score")
    assert not {"logprobs", "top_logprobs"} & set(served.bodies[1])
    assert ask("tells") == first
    assert served.calls == {"tells": 2}


UNKNOWN = [
    None, "none", 7, [], {}, {"content": 7}, {"content": ["Score: "]}, {"content": [{"token": "4"}]},
    {"content": [{"token": "4", "logprob": "x"}]}, {"content": [{"token": "4", "logprob": -1, "bytes": [999]}]},
    {"content": [{"token": "4", "logprob": -1, "top_logprobs": [{"token": "4"}]}]},
]  # fmt: skip


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


@pytest.mark.parametrize("judge", ["omits", "null", "empty", "nothing", "other", "alone", *REASONS])
def test_a_rating_without_probabilities_is_missing(ask, served, judge):
    """It never stands among weighted ones as it was written, and keeps its own reason where it did not come."""
    (one,) = ask(judge)
    assert one.readings == {"originality": ParsedRating(None, REASONS.get(judge, MissingReason.NO_PROBABILITIES))}
    if judge not in REASONS:
        assert (one.reply, one.error, one.share, one.answered) == ("Score: 4", "", None, True)
    if judge == "refuses":
        assert "logprobs are not supported by this model" in one.error
        assert served.calls == {"refuses": 1}


def test_each_of_several_texts_or_dimensions_is_weighted(ask, tmp_path):
    """By hand: 3.8 / 0.9, 0.75 * 2 + 0.25 * 1 and, though the figures are the same, 0.5 * 4 + 0.5 * 1."""
    rate = Rubric("uses", tmp_path, "user", ("originality",), scale=Scale(1, 5), each="uses")
    found = ask("several", rubric=rate, text=Question("", "Rate", ("a drum", "a door", "a lamp")))
    values = [reply.readings["originality"].value for reply in found]
    assert values == [pytest.approx(3.8 / 0.9), pytest.approx(1.75), None]
    assert [reply.share for reply in found] == [pytest.approx(0.9), pytest.approx(1.0), None]
    assert found[2].readings["originality"].missing is MissingReason.UNPARSABLE
    (alone,) = ask("tells", rubric=rate, text=Question("", "Rate", ("a drum",)))
    assert (alone.error, alone.readings["originality"].value) == ("", pytest.approx(3.8 / 0.9))
    both = Rubric("critic", tmp_path, "user", ("originality", "feasibility"), scale=Scale(1, 5, between=True))
    (one,) = ask("both", rubric=both)
    values = {name: reading.value for name, reading in one.readings.items()}
    assert values == {"originality": pytest.approx(3.8 / 0.9), "feasibility": pytest.approx(2.5)}
    assert one.share == pytest.approx(0.9)


CHAT, VLLM = "helm.clients.openai_client.OpenAIClient", "helm.clients.vllm_client.VLLMChatClient"
REASON = "reasoning models do not give, and the judge a/judge is one: take"


@pytest.mark.parametrize(
    ("client", "model", "refused"),
    [
        *((client, "a/judge", "") for client in (CHAT, VLLM, "helm.clients.openrouter_client.OpenRouterClient")),
        *(
            (client, "a/judge", f"the judge a/judge cannot be asked: its client is {client.rpartition('.')[2]}")
            for client in (
                "helm.clients.openai_client.OpenAILegacyCompletionsClient",
                "helm.clients.vllm_client.VLLMClient",
                "helm.clients.openai_responses_client.OpenAIResponseClient",
                "helm_creativity.baselines.client.LexicalJudgeClient",
            )
        ),
        *((CHAT, f"openai/{model}", REASON) for model in ("o1-2024-12-17", "o3-mini", "gpt-5-mini-2025-08-07")),
        *((CHAT, f"openai/{model}", "") for model in ("gpt-4o-2024-11-20", "omega-1")),
        *((VLLM, model, "") for model in ("me/o1-of-my-own", "openai/gpt-5")),
    ],
)
def test_only_judges_that_can_be_asked_for_probabilities_are_taken(monkeypatch, client, model, refused):
    """By client, and by the model, whatever its deployment is called; servers of other models may use such names."""
    one = ModelDeployment("a/judge", ClientSpec(client, {}), model)
    monkeypatch.setitem(DEPLOYMENT_NAME_TO_MODEL_DEPLOYMENT, "a/judge", one)
    with pytest.raises(BadArguments, match=refused) if refused else nullcontext():
        assert require_probabilities("a/judge") is None


def test_patience_and_breaker_are_those_of_other_questions(ask, served, one, panel, tmp_path):
    """A rate limit is waited for; a judge that is down is given up after ten minutes."""
    (judge_reply,) = ask("later")
    assert (judge_reply.share, served.calls) == (pytest.approx(0.9), {"later": 3})
    judges = Judges(chat.auto_client(tmp_path), panel("down", weighted=True))
    found = [ask_panel(judges, one, Question("", f"Rate {i}"), answered())[0] for i in range(11)]
    asked = SEVERAL + CHANCES
    whys = [MissingReason.FAILED] * asked + [MissingReason.NOT_ASKED] * (11 - asked)
    assert [reply.readings["originality"].missing for reply in found] == whys
