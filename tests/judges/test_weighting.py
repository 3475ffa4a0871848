"""Ratings weighted by the probabilities of the numbers that could have stood there, by hand and from a real server."""

import math
import re
from contextlib import nullcontext
from pathlib import Path

import pytest
import yaml
from helm.benchmark.model_deployment_registry import DEPLOYMENT_NAME_TO_MODEL_DEPLOYMENT, ClientSpec, ModelDeployment
from hypothesis import given
from hypothesis import strategies as st
from support.server import failure, no_choice, reply, weighed

from helm_creativity.benchmark.ratings import MissingReason, ParsedRating, Scale
from helm_creativity.benchmark.rubrics import Question, Rubric
from helm_creativity.errors import BadArguments
from helm_creativity.judges.probabilities import Listener, require_probabilities
from helm_creativity.judges.weighting import Token, expected_rating, require_weightable

PIECES = Path(__file__).with_name("pieces.yaml")
FIVE, TEN = Scale(1, 5), Scale(1, 10)


def token(text, chance=1.0, *options, **others):
    """A token and what could have stood there; ``_7`` stands for 7, ``options`` are pairs."""
    listed = [*options, *((name.removeprefix("_"), p) for name, p in others.items())]
    return Token(text.encode(), math.log(chance), [(name, math.log(p)) for name, p in listed])


def rated(*tokens, scale=FIVE):
    """The weighted rating of the first number of a reply, made of these tokens."""
    own = b"".join(part.data for part in tokens).decode()
    return expected_rating(own, tokens, re.search(r"\d+", own).span(), scale)


chances = st.dictionaries(st.integers(1, 5), st.floats(1e-6, 0.19), min_size=1)


@given(chances, st.floats(1e-3, 0.999), st.data())
def test_it_lies_between_the_numbers_and_agrees_with_the_definition(some, factor, data):
    """Whatever else is listed, in whatever order; only proportions count, the share tells how probable all are."""
    written = data.draw(st.sampled_from(sorted(some)))
    listed = data.draw(st.permutations([*((str(n), math.log(p)) for n, p in some.items()), ("x", -1.0), ("9", -2.0)]))
    found = expected_rating(str(written), [Token(str(written).encode(), math.log(some[written]), listed)], (0, 1), FIVE)
    assert min(some) - 1e-9 <= found.value <= max(some) + 1e-9
    assert found.value == pytest.approx(sum(n * p for n, p in some.items()) / sum(some.values()))
    assert found.share == pytest.approx(sum(some.values()))
    less = [(str(n), math.log(p * factor)) for n, p in some.items()]
    assert expected_rating("3", [Token(b"3", -9999.0, less)], (0, 1), FIVE) == (
        pytest.approx(found.value),
        pytest.approx(found.share * factor),
    )


@pytest.mark.parametrize(
    ("tokens", "scale", "expected"),
    [
        # (0.5 * 4 + 0.3 * 5 + 0.1 * 3) / 0.9; a word, 0 and 6 do not count.
        ([token("So: "), token("4", 0.5, _4=0.5, _5=0.3, _3=0.1, four=0.05, _0=0.03, _6=0.02)], FIVE, (3.8 / 0.9, 0.9)),
        # With a space before it a number is the same: (0.5 * 4 + 0.1 * 4 + 0.2 * 2) / 0.8.
        ([token("So:"), token(" 4", 0.5, (" 4", 0.5), ("4", 0.1), (" 2", 0.2))], FIVE, (3.5, 0.8)),
        # What was written counts even where the server lists others only: (0.1 * 1 + 0.3 * 5) / 0.4.
        ([token("1", 0.1, _5=0.3)], FIVE, (4, 0.4)),
        # Tokens of one text are added up: (0.2 + 0.3) * 4 + 0.25 * 2 + 0.25 * 5.
        ([token("4", 0.2, ("4", 0.2), ("2", 0.25), ("4", 0.3), ("5", 0.25))], FIVE, (3.75, 1)),
        # What a number is counted out of is no part of it: 0.6 * 7 + 0.4 * 8.
        ([token("7", 0.6, _7=0.6, _8=0.4), token("/"), token("10")], Scale(2, 9), (7.4, 1)),
        # Characters spread over tokens, as those of many scripts are.
        ([Token(b"\xc3", 0.0), Token(b"\xa9", 0.0), token("4", 0.5, _4=0.5, _2=0.5)], FIVE, (3, 1)),
        # "1" may begin 10 unless 10 is listed, and up to 1 % of the weights may; 1 begins nothing to 5, nor 2 to 10.
        ([token("7", 0.6, _7=0.6, _1=0.2)], TEN, None),
        ([token("7", 0.9, _7=0.9, _1=0.009)], TEN, ((6.3 + 0.0090) / 0.9090, 0.9090)),
        ([token("7", 0.9, _7=0.9, _1=0.0092)], TEN, None),
        ([token("7", 0.6, _7=0.6, _1=0.2, _10=0.2)], TEN, (6.4, 1)),
        ([token("7", 0.6, _7=0.6, _1=0.2, _17=0.1)], TEN, (5.5, 0.8)),
        *(([token("4", 0.6, _4=0.6, _1=0.4)], FIVE, (2.8, 1)), ([token("7", 0.6, _7=0.6, _2=0.4)], TEN, (5, 1))),
        # A logarithm just above 0, as rounding makes it, is 0; one far above is that of no probability.
        ([Token(b"5", 0.0005, [("5", 0.0005)])], FIVE, (5, 1)),
        ([Token(b"5", -0.1, [("5", -0.0001), ("4", -0.0001)])], FIVE, (4.5, 1)),
        ([Token(b"5", -0.7, [("5", math.log(0.5)), ("1", 2.0), ("2", math.nan)])], FIVE, (5, 0.5)),
        ([Token(b"5", 2.0, [("5", 2.0)])], FIVE, None),
        # No alternatives, none on the scale, no probability left, parts of a number.
        *(([Token(b"4", -0.1)], FIVE, None), ([token("4", 0.5, _4=0.5)], Scale(5, 9), None)),
        *(([Token(b"4", -9999.0, [("x", -0.1)])], FIVE, None), ([token("7.", _7=0.9)], TEN, None)),
        *(([token("1", _1=0.9), token("0", _0=0.9)], TEN, None), ([token("07", _7=0.9)], TEN, None)),
        *(([token("1"), token("/10", 0.9)], FIVE, None), ([token("7", _7=0.9), token(".5", 0.9)], TEN, None)),
    ],
)
def test_a_rating_is_the_mean_of_the_numbers_by_their_probability(tokens, scale, expected):
    """By hand: the mean and the share of all probability that it is of; None rather than the number as it is."""
    assert rated(*tokens, scale=scale) == (expected and pytest.approx(expected))


@pytest.mark.parametrize(
    ("before", "text", "behind"),
    [
        ("<think>a 4 or a 5</think>\n\n", "A: 4", ""),  # a server that takes thoughts out
        *((" ", "A: 4", "\n"), ("", "A: 4", "<|eot_id|>"), ("", "A: 4 <|eot_id|>", "<|eot_id|>")),
        ("", "\n A: 4\n", ""),
        *(("", "A: 4</s>", ""), ("", "«Ü»: 4 – ça va 🙂", "</s>")),
    ],
)
def test_the_reply_is_found_among_the_tokens(before, text, behind):
    """What the server took away at both ends does not shift the places; characters of several bytes do not either."""
    at = text.rindex("4")
    parts = [before, text[:at], ..., text[at + 1 :], behind, "", "\n"]
    tokens = [token("4", 0.5, _4=0.5, _2=0.5) if part is ... else token(part, 0.9, _1=0.9) for part in parts]
    assert expected_rating(text, tokens, (at, at + 1), FIVE) == pytest.approx((3.0, 1.0))


SEVEN, OTHER = (token("7", _7=1.0), token(".5", _x=1.0)), (token("A: "), token("4", _4=1.0), token("!"))


@pytest.mark.parametrize(
    ("text", "tokens", "span"),
    [
        *(("4", [], (0, 1)), ("7.5", SEVEN, (0, 1)), ("7.5", SEVEN, (0, 3)), ("7", SEVEN[:1], (0, 0))),
        ("seven", [token("seven", _7=1.0)], (0, 5)),
        # Tokens of another text: a client may rewrite a reply, and places would be those of other words.
        *(("B: 4", OTHER, (3, 4)), ("A: 4 and more", OTHER, (3, 13)), ("4", OTHER, (0, 1)), ("", OTHER, (0, 0))),
    ],
)
def test_what_stands_there_must_be_a_whole_number_of_the_reply(text, tokens, span):
    assert expected_rating(text, tokens, span, TEN) is None


def rubric(name, **more):
    return Rubric(name, None, "user", ("d",), **more)


ONE, USES = rubric("score", scale=FIVE), rubric("uses", scale=FIVE, each="uses")
SORT, LETTERS = rubric("kinds", each="uses", groups=True), rubric("letters", letters={"A": 1.0})


def test_other_instruments_than_of_whole_numbers_are_refused_by_name():
    """All at once; what sorts texts into groups counts no ratings."""
    whole = [rubric(f"i{low}", scale=Scale(low, 50, between=low == 1)) for low in (0, 1)]
    assert require_weightable([*whole, SORT]) is None
    scales = {"tenths": Scale(1, 5, 0.1), "twos": Scale(0, 10, 2), "half": Scale(0.5, 4.5), "below": Scale(-2, 2)}
    others = [rubric(name, scale=scale) for name, scale in scales.items()]
    with pytest.raises(BadArguments, match="unlike those of tenths, twos, half, below, letters: leave weighted out"):
        require_weightable([*whole, *others, LETTERS])


CLIENTS = "helm.clients."
CHAT, VLLM = f"{CLIENTS}openai_client.OpenAIClient", f"{CLIENTS}vllm_client.VLLMChatClient"
LEGACY = f"{CLIENTS}openai_client.OpenAILegacyCompletionsClient"


@pytest.mark.parametrize(
    ("client", "model", "refused"),
    [
        *((client, "a/judge", "") for client in (CHAT, VLLM, f"{CLIENTS}openrouter_client.OpenRouterClient")),
        (LEGACY, "a/judge", "the judge a/judge cannot be asked: its client is OpenAILegacyCompletionsClient"),
        (f"{CLIENTS}openai_responses_client.OpenAIResponseClient", "a/judge", "its client is OpenAIResponseClient"),
        *((CHAT, f"openai/{name}", "reasoning models do not give, .* a/judge is one") for name in ("o1", "gpt-5-mini")),
        *((CHAT, f"openai/{name}", "") for name in ("gpt-4o-2024-11-20", "omega-1")),
        *((VLLM, name, "") for name in ("me/o1-of-my-own", "openai/gpt-5")),
    ],
)
def test_only_judges_that_can_be_asked_for_probabilities_are_taken(monkeypatch, client, model, refused):
    """By client, and by the model, whatever its deployment is called; servers of other models may use such names."""
    deployment = ModelDeployment("a/judge", ClientSpec(client, {}), model)
    monkeypatch.setitem(DEPLOYMENT_NAME_TO_MODEL_DEPLOYMENT, "a/judge", deployment)
    with pytest.raises(BadArguments, match=refused) if refused else nullcontext():
        assert require_probabilities("a/judge") is None


# Through HELM's own client and cache.

FOUR = ("4", {"4": 0.5, "5": 0.3, "3": 0.1, "x": 0.1})
TWO = ("2", {"2": 0.75, "1": 0.25})
WHOLE = weighed("Score: ", FOUR)


def odd(change):
    """The reply of a server that tells its tokens in a form of its own."""
    status, answer = weighed("Score: ", FOUR)
    choice = answer["choices"][0]
    choice["logprobs"] = change(choice["logprobs"])
    return status, answer


def marked(its):
    """A token as the vocabulary has it, with its bytes beside."""
    more = {"top_logprobs": [*map(marked, its["top_logprobs"])]} if "top_logprobs" in its else {}
    return {**its, "token": f"\u2581{its['token']}", **more}


def refuses(call):
    message = "logprobs are not supported by this model"
    return (400, {"error": {"message": message}}) if "logprobs" in call.body else reply("Score: 4")


BEHAVIOURS = {
    # HELM's client breaks on probabilities that nobody asked for.
    "tells": lambda call: WHOLE if "logprobs" in call.body else reply("Score: 4"),
    "bytes": odd(lambda said: {"content": [{**its, "bytes": None} for its in said["content"]]}),
    "marks": odd(lambda said: {"content": [*map(marked, said["content"])]}),
    "later": lambda call: failure(429) if call.number < 2 else WHOLE,
    "several": weighed("1. ", FOUR, "\n2. ", TWO, "\n3. ", "none", "\n"),
    "both": weighed('{"originality": ', FOUR, ', "feasibility": ', ("4", {"4": 0.5, "1": 0.5}), "}"),
}
BRING_NONE = {
    "omits": reply("Score: 4"),
    "other": odd(lambda said: {"tokens": ["4"], "token_logprobs": [-0.1]}),
    "alone": odd(lambda said: {"content": [{**its, "top_logprobs": []} for its in said["content"]]}),
}
REASONS = {
    "prose": (weighed("I like it."), MissingReason.UNPARSABLE),
    "fails": (failure(401), MissingReason.FAILED),
    "unable": (refuses, MissingReason.FAILED),
    "nochoice": (no_choice(), MissingReason.FAILED),
    "cut": (weighed("Well", finish_reason="length"), MissingReason.TRUNCATED),
}


@pytest.fixture
def weigh(ask, serve):
    """One question to a panel of judges who bring probabilities, or do not; weighted unless told otherwise."""
    serve(**BEHAVIOURS, **BRING_NONE, **{name: behaviour for name, (behaviour, _) in REASONS.items()})

    def question(*names, rubric=ONE, rated=("x",), weighted=True):
        return ask(rubric, Question("", "Rate this: x", rated), *names, weighted=weighted)

    return question


def test_the_rating_is_the_mean_of_what_could_have_stood_there(weigh, server):
    """By hand: 3.8 / 0.9, whether tokens come with bytes, marks or neither; a rate limit is waited for."""
    for judge_reply in weigh("tells", "bytes", "marks", "later"):
        assert judge_reply.readings["d"].value == pytest.approx(3.8 / 0.9)
        assert judge_reply.share == pytest.approx(0.9)
        assert (judge_reply.reply, judge_reply.error, judge_reply.rubric) == ("Score: 4", "", "score (weighted)")
    assert [(body["logprobs"], body["top_logprobs"]) for body in server.bodies] == [(True, 20)] * 6
    assert server.calls["later"] == 3


def test_weighted_replies_have_a_place_of_their_own_in_the_cache(weigh, server):
    """A rerun asks nothing; a run that does not weight asks its own question."""
    first = weigh("tells")
    assert weigh("tells") == first
    assert server.calls == {"tells": 1}
    (plain,) = weigh("tells", weighted=False)
    assert (plain.readings, plain.share, plain.rubric) == ({"d": ParsedRating(4.0)}, None, "score")
    assert not {"logprobs", "top_logprobs"} & set(server.bodies[1])
    assert weigh("tells") == first
    assert server.calls == {"tells": 2}


@pytest.mark.parametrize("judge", [*BRING_NONE, *REASONS])
def test_a_rating_without_probabilities_is_missing(weigh, server, judge):
    """It never stands among weighted ones as it was written, and keeps its own reason where it did not come."""
    (found,) = weigh(judge)
    _, why = REASONS.get(judge, (None, MissingReason.NO_PROBABILITIES))
    assert found.readings == {"d": ParsedRating(None, why)}
    if judge in BRING_NONE:
        assert (found.reply, found.error, found.share, found.answered) == ("Score: 4", "", None, True)
    if judge == "unable":
        assert "logprobs are not supported by this model" in found.error
        assert server.calls == {"unable": 1}


@pytest.mark.parametrize("said", yaml.safe_load(PIECES.read_text("utf-8"))["no_probabilities"])
def test_probabilities_in_a_form_that_nobody_knows_are_none(said):
    """Nor is there any where there is no choice; the client sees a response without them."""
    listener, choice = Listener(), {"message": {"content": "4"}}
    assert listener.take({"choices": [{**choice, "logprobs": said}], "id": "x"}) == {"choices": [choice], "id": "x"}
    assert listener.tokens == []
    assert listener.take({"choices": None}) == {"choices": []}


def test_only_ratings_are_weighted(weigh, server):
    """Numbers of groups are no ratings: nothing is asked for that a server may refuse."""
    (judge_reply,) = weigh("omits", rubric=SORT, rated=("a drum",))
    assert (judge_reply.counts, judge_reply.share, judge_reply.rubric) == (True, None, "kinds")
    assert judge_reply.readings["d"].missing is not MissingReason.NO_PROBABILITIES
    assert "logprobs" not in server.bodies[0]


def test_each_of_several_texts_or_dimensions_is_weighted(weigh):
    """By hand: 3.8 / 0.9, 0.75 * 2 + 0.25 * 1 and, though the figures are the same, 0.5 * 4 + 0.5 * 1."""
    *found, none = weigh("several", rubric=USES, rated=("a drum", "a door", "a lamp"))
    weights = [(its.readings["d"].value, its.share) for its in found]
    assert weights == [pytest.approx((3.8 / 0.9, 0.9)), pytest.approx((1.75, 1))]
    assert (none.share, none.readings["d"].missing) == (None, MissingReason.UNPARSABLE)
    (alone,) = weigh("tells", rubric=USES, rated=("a drum",))
    assert (alone.error, alone.readings["d"].value) == ("", pytest.approx(3.8 / 0.9))
    both = Rubric("critic", None, "user", ("originality", "feasibility"), scale=Scale(1, 5, between=True))
    (one,) = weigh("both", rubric=both)
    values = {name: reading.value for name, reading in one.readings.items()}
    assert values == {"originality": pytest.approx(3.8 / 0.9), "feasibility": pytest.approx(2.5)}
    assert one.share == pytest.approx(0.9)
