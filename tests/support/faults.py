"""A server whose models and judges each have one fault, chosen by the model's name, and one without any.

``empty`` answers every request with an empty text, ``empty-third`` one prompt in three; ``honest`` answers as our
baselines do, and rates as the lexical judge. What is answered depends on the prompt and the trial alone.
"""

from __future__ import annotations

import base64
import enum
import hashlib
import json
import re
import threading
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from support.server import Answer, Behaviour, Call, ChatServer, Raw, failure, no_choice, reply

from helm_creativity.baselines.client import baseline_reply, rating_reply
from helm_creativity.baselines.word_choosers import CHOOSERS, make_seed
from helm_creativity.benchmark.loading import get_benchmark
from helm_creativity.helm.clients.provider_replies import LONGEST

KEY = "sk-proj-0FaultsEchoThisKey0123456789abcdefghij"
"""An API key that a server writes into its error."""
THIRD = "-third"
TIMEOUT = 1.0
"""Seconds that the client waits for an answer; ``slow`` takes longer."""


class Outcome(enum.Enum):
    """What must come of a request that is hit."""

    SAME = "as on the honest server"
    NONE = "no score or rating, and a reason"
    EITHER = "as on the honest server, or none and a reason"
    ANY = "another text, which may have a score of its own"
    ENDS = "the run ends and says why"


@dataclass(frozen=True)
class Hit:
    """A request that meets a fault.

    Attributes:
        honest: what the honest server writes.
        question: all messages as one text.
        before: how often the same was asked before.
        asks_schema: whether a JSON schema is asked for.
    """

    honest: str
    question: str
    before: int
    asks_schema: bool

    @property
    def first_half(self) -> str:
        return self.honest[: len(self.honest) // 2]


@dataclass(frozen=True)
class ServerFault:
    """What a server does wrong.

    Attributes:
        what: in one line.
        answer: to a request that is hit.
        outcome: what must come of it.
        reasons: why there is no score or rating, where only some reasons are right; empty for any.
        ends: what the log says where every request of a model under test is hit and the run ends; "" where it goes on.
        concerns_all: whether it makes no sense to hit only some prompts.
    """

    what: str
    answer: Callable[[Hit], Answer]
    outcome: Outcome
    reasons: frozenset[str] = frozenset()
    ends: str = ""
    concerns_all: bool = False


_NUMBER = re.compile(r"(?<![\w.])\d+(?:\.\d+)?(?![\w.]*[\"']?\s*:)(?![\w]|\.\d)")
_LETTER = re.compile(r"\b[A-F]\b")
_KEY = re.compile(r'"[a-z_]+"(?=\s*:)')
_DIGITS = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"]


def altered(text: str, number: Callable[[str], str], letter: str = "") -> str:
    """A judge's reply with every number changed, or its letters where it has no numbers."""
    if _NUMBER.search(text):
        return _NUMBER.sub(lambda match: number(match[0]), text)
    return _LETTER.sub(letter, text) if letter else text


def _neighbour(number: str) -> str:
    return f"{float(number) - 1:g}" if float(number) >= 2 else f"{float(number) + 1:g}"


def _another(text: str) -> str:
    return altered(text, _neighbour, "B" if _LETTER.search(text) and _LETTER.search(text)[0] != "B" else "A")  # type: ignore[index]


def _twice(hit: Hit) -> Answer:
    other = _another(hit.honest)
    return reply(hit.honest if other == hit.honest else f"{hit.honest}\n\n{other}")


def _fewer(text: str) -> str:
    """One rating less where there are several, three where there is one."""
    try:
        value = json.loads(text)
    except ValueError:
        return "[3, 4, 5]"
    if isinstance(value, dict) and len(value) > 1:
        return json.dumps(dict(list(value.items())[:-1]))
    return json.dumps(value[:-1]) if isinstance(value, list) and len(value) > 1 else "[3, 4, 5]"


def _spelt(number: str) -> str:
    return " ".join("point" if character == "." else _DIGITS[int(character)] for character in number)


def _in_words(hit: Hit) -> Answer:
    quote = '"' if hit.honest.lstrip()[:1] in ("{", "[") else ""
    return reply(altered(hit.honest, lambda number: f"{quote}{_spelt(number)}{quote}"))


def _renamed(hit: Hit) -> Answer:
    keyed = _KEY.search(hit.honest)
    return reply(_KEY.sub('"remark"', hit.honest) if keyed else json.dumps({"remark": hit.honest}))


def _stumbles(hit: Hit) -> Answer:
    return [failure(429), failure(500), reply(hit.honest)][min(hit.before, 2)]


def _error(status: int, message: str) -> Answer:
    return status, {"error": {"message": message, "type": "invalid_request_error", "code": status}}


def _changed(hit: Hit, message: Any = (), choice: Any = (), body: Any = ()) -> Answer:
    """The honest reply with other fields in its message, its choice or around it."""
    status, answer = reply(hit.honest)
    (first,) = answer["choices"]
    first["message"].update(message)
    first.update(choice)
    return status, {**answer, **dict(body)}


def _content(content: object) -> Callable[[Hit], Answer]:
    """Content that is no text."""
    return lambda hit: _changed(hit, {"content": content})


def _without(name: str, container: str = "") -> Callable[[Hit], Answer]:
    """The honest reply without a field of the body, or of its choice."""

    def answer(hit: Hit) -> Answer:
        status, body = reply(hit.honest)
        del (body["choices"][0] if container else body)[name]
        return status, body

    return answer


def _parts(hit: Hit) -> Answer:
    halves = [hit.first_half, hit.honest[len(hit.first_half) :]]
    return _changed(hit, {"content": [{"type": "text", "text": half} for half in halves]})


def _reported(error: object) -> Callable[[Hit], Answer]:
    """An error under a status of success."""
    return lambda _: (200, {"error": error})


def _overloaded_twice(hit: Hit) -> Answer:
    return _reported(OVERLOADED)(hit) if hit.before < 2 else reply(hit.honest)


def _half_json(hit: Hit) -> Answer:
    whole = json.dumps({"reply": hit.honest})
    return _changed(hit, {"content": whole[: len(whole) // 2]}, {"finish_reason": None})


def _choices(hit: Hit, *indices: int) -> Answer:
    """The honest reply at index 0, or first where there are two of that, among others."""
    texts = [hit.honest if place == indices.index(0) else "Another choice." for place in range(len(indices))]
    choices = [
        {"index": index, "message": {"role": "assistant", "content": text}, "finish_reason": "stop"}
        for index, text in zip(indices, texts, strict=True)
    ]
    return _changed(hit, body={"choices": choices})


def _dripping(hit: Hit) -> Answer:
    body = json.dumps(reply(hit.honest)[1]).encode()[:40]
    return Raw(body, missing=40, drip=TIMEOUT / 10)


def _dropped(hit: Hit) -> Answer:
    body = json.dumps(reply(hit.honest)[1]).encode()
    return Raw(body[: len(body) // 2], missing=len(body) - len(body) // 2)


def _slow(hit: Hit) -> Answer:
    return Raw(json.dumps(reply(hit.honest)[1]).encode(), delay=4 * TIMEOUT)


def _schema_refused(hit: Hit) -> Answer:
    return _error(400, "response_format is not supported by this model") if hit.asks_schema else reply(hit.honest)


def _blob(hit: Hit) -> str:
    return base64.b64encode(hashlib.sha512(hit.question.encode()).digest() * 4).decode()


PAGE = b"<!DOCTYPE html><html><head><title>Bad Gateway</title></head><body><h1>502 Bad Gateway</h1></body></html>"
REFUSAL = "I'm sorry, but I can't help with that."
THOUGHTS = "<think>\nThe user wants an answer. Perhaps 7, or 10? Let me think about "
_NOUNS = "table river stone window garden letter engine mirror bottle forest " * 4
N, E, S, A = Outcome.NONE, Outcome.EITHER, Outcome.SAME, Outcome.ANY
FAILED = frozenset({"failed"})
UNASKED = frozenset({"failed", "not_asked"})
EMPTY = frozenset({"empty"})
REFUSED = frozenset({"refused", "refusal"})
OVERLOADED = {"message": "The model is overloaded", "code": 503}
IMAGE = {"type": "image_url", "image_url": {"url": "data:image/png;base64,iVBORw0KGgo="}}
CALL = {"id": "1", "type": "function", "function": {"name": "answer", "arguments": "{}"}}

SHARED: Mapping[str, ServerFault] = {
    "empty": ServerFault("a text of no characters", lambda _: reply(""), N, frozenset({"empty"})),
    "null": ServerFault("null in place of the text", lambda _: reply(None), N, frozenset({"empty", "failed"})),
    "no_choice": ServerFault("no choice at all", lambda _: no_choice(), N, frozenset({"empty", "failed"})),
    "filtered": ServerFault(
        "stopped by a content filter",
        lambda hit: reply("", "content_filter"),
        N,
        frozenset({"refused", "refusal", "failed", "empty"}),
    ),
    "refusal": ServerFault("a refusal in words", lambda _: reply(REFUSAL), N),
    "unclosed": ServerFault("thoughts that never end", lambda _: reply(THOUGHTS * 3), N),
    "html": ServerFault("an error page as a success", lambda _: Raw(PAGE, content_type="text/html"), N, UNASKED),
    "unauthorized": ServerFault(
        "401, with the API key in its words",
        lambda _: _error(401, f"Incorrect API key provided: {KEY}."),
        N,
        UNASKED,
        ends="401",
        concerns_all=True,
    ),
    "broken": ServerFault("500 for ever", lambda _: failure(500), N, UNASKED, ends="500"),
    "busy": ServerFault("429 for ever", lambda _: failure(429), N, UNASKED, ends="429", concerns_all=True),
    "stumbles": ServerFault("429, then 500, then the answer", _stumbles, S),
    "dropped": ServerFault("a connection that ends midway", _dropped, N, UNASKED, ends="onnection"),
    "slow": ServerFault("no answer within the client's time limit", _slow, N, UNASKED, ends="time"),
    "base64": ServerFault("encoded data", lambda hit: reply(_blob(hit)), N),
    "parts": ServerFault("the text in two parts", _parts, S),
    "content_number": ServerFault("a number as content", _content(7), N, FAILED),
    "content_object": ServerFault("an object as content", _content({}), N, FAILED),
    "content_numbers": ServerFault("a list of numbers as content", _content([7, 8]), N, FAILED),
    "content_image": ServerFault("a picture as content", _content([IMAGE]), N, FAILED),
    "overloaded_twice": ServerFault("an error 503 under status 200, twice, then the answer", _overloaded_twice, S),
    "overloaded": ServerFault("an error 503 under status 200 for ever", _reported(OVERLOADED), N, UNASKED, ends="503"),
    "limited": ServerFault(
        "an error 429 under status 200 for ever",
        _reported({"message": "Rate limit reached", "code": 429}),
        N,
        UNASKED,
        ends="429",
        concerns_all=True,
    ),
    "rejected": ServerFault(
        "an error 400 under status 200", _reported({"message": "The prompt is too long", "code": 400}), N, FAILED
    ),
    "error_text": ServerFault("a text as error under status 200", _reported("The worker has died"), N, FAILED),
    "finish_error": ServerFault(
        "half of the answer, finished by an error", lambda hit: reply(hit.first_half, "error"), N, FAILED
    ),
    "finish_cancelled": ServerFault("half, cancelled", lambda hit: reply(hit.first_half, "cancelled"), N, FAILED),
    "finish_abort": ServerFault("half, aborted", lambda hit: reply(hit.first_half, "abort"), N, FAILED),
    "finish_null": ServerFault("half of a JSON value without a reason to finish", _half_json, N, FAILED),
    "finish_number": ServerFault(
        "a number as reason to finish", lambda hit: _changed(hit, choice={"finish_reason": 7}), S
    ),
    "refusal_field": ServerFault(
        "a refusal in the field of that name",
        lambda hit: _changed(hit, {"content": None, "refusal": REFUSAL}),
        N,
        REFUSED,
    ),
    "tool_calls": ServerFault(
        "only calls of tools",
        lambda hit: _changed(hit, {"content": None, "tool_calls": [CALL]}, {"finish_reason": "tool_calls"}),
        N,
        EMPTY,
    ),
    "reasoning_only": ServerFault(
        "only reasoning", lambda hit: _changed(hit, {"content": None, "reasoning_content": hit.honest}), N, EMPTY
    ),
    "more_choices": ServerFault("three choices, out of order", lambda hit: _choices(hit, 2, 0, 1), S),
    "same_index": ServerFault("two choices of one index", lambda hit: _choices(hit, 0, 0), S),
    "choices_null": ServerFault(
        "null in place of choices", lambda hit: _changed(hit, body={"choices": None}), N, FAILED
    ),
    "choices_object": ServerFault(
        "an object in place of choices", lambda hit: _changed(hit, body={"choices": {"0": hit.honest}}), N, FAILED
    ),
    "no_choices": ServerFault("no field for choices", _without("choices"), N, FAILED),
    "no_message": ServerFault("a choice without a message", _without("message", "choices"), N, FAILED),
    "message_null": ServerFault(
        "null in place of the message", lambda hit: _changed(hit, choice={"message": None}), N, FAILED
    ),
    "other_types": ServerFault(
        "usage, id and time of other types",
        lambda hit: _changed(hit, body={"usage": "little", "id": 7, "created": "today"}),
        S,
    ),
    "too_long": ServerFault("more characters than are read", lambda _: reply("echo " * (LONGEST // 5 + 1)), N, FAILED),
    "drip": ServerFault("a byte now and then, beyond the time limit", _dripping, N, UNASKED, ends="within"),
    "logprobs": ServerFault(
        "probabilities that nobody asked for",
        lambda hit: _changed(hit, choice={"logprobs": {"content": [{"token": "A", "logprob": -0.1}]}}),
        S,
    ),
    "empty_object": ServerFault("a JSON object without fields", lambda _: (200, {}), N, FAILED),
    "json_list": ServerFault(
        "a JSON list in place of an object", lambda hit: Raw(json.dumps([reply(hit.honest)[1]]).encode()), N, FAILED
    ),
    "redirect": ServerFault(
        "a redirect to another host",
        lambda _: Raw(b"", 307, headers={"Location": "http://elsewhere.invalid/v1/chat/completions"}),
        N,
        UNASKED,
        ends="307",
        concerns_all=True,
    ),
}
CANDIDATE_FAULTS: Mapping[str, ServerFault] = {
    **SHARED,
    "not_json": ServerFault("a body that is no JSON", lambda _: Raw(b'{"id": "x", "choi'), N, FAILED),
    "bad_request": ServerFault(
        "400, the prompt is too long",
        lambda _: _error(400, "This model's maximum context length is 512 tokens."),
        N,
        FAILED,
    ),
    "cut": ServerFault("half of the answer, out of tokens", lambda hit: reply(hit.first_half, "length"), A),
    "half": ServerFault("half of the answer, as if it were all", lambda hit: reply(hit.first_half), A),
    "wordy": ServerFault("forty words more than asked", lambda hit: reply(f"{hit.honest}\n{_NOUNS}"), A),
    "megabyte": ServerFault("a million characters of one word", lambda _: reply("echo " * 200_000), N),
    "nul": ServerFault("NUL bytes and half of a character", lambda hit: reply(f"{hit.honest}\x00\x00\ud83d"), A),
}
JUDGE_FAULTS: Mapping[str, ServerFault] = {
    **SHARED,
    "cut": ServerFault("half of the reply, out of tokens", lambda hit: reply(hit.first_half, "length"), E),
    "schema_refused": ServerFault("400 where a JSON schema is asked for", _schema_refused, S),
    "wrapped": ServerFault(
        "the schema ignored: the reply in a fence between sentences",
        lambda hit: reply(f"Here is my assessment.\n\n```\n{hit.honest}\n```\n\nLet me know if you need more."),
        S,
    ),
    "prose": ServerFault(
        "praise without a rating", lambda _: reply("A thoughtful response with some strengths and a few weaknesses."), N
    ),
    "wrong_keys": ServerFault("the ratings under another key", _renamed, E),
    "out_of_range": ServerFault(
        "ratings far above the scale", lambda hit: reply(altered(hit.honest, lambda one: f"{one}001", "Q")), N
    ),
    "negative": ServerFault("ratings below zero", lambda hit: reply(altered(hit.honest, lambda one: f"-{one}")), N),
    "nan": ServerFault("NaN as a rating", lambda hit: reply(altered(hit.honest, lambda _: "NaN")), N),
    "huge": ServerFault("integers of 400 digits", lambda hit: reply(altered(hit.honest, lambda _: "9" * 400)), N),
    "number_words": ServerFault("numbers in words", _in_words, E),
    "two_ratings": ServerFault("two different ratings", _twice, N),
    "other_count": ServerFault("ratings for another number of texts", lambda hit: reply(_fewer(hit.honest)), E),
    "echo": ServerFault(
        "the question, with the rated text in it, in place of a reply", lambda hit: reply(hit.question), N
    ),
}


@cache
def _right_answers() -> dict[str, str]:
    """Right answers by prompt where a baseline would be right by luck only."""
    found = {}
    for name in ("rat", "letter_string"):
        benchmark = get_benchmark(name)
        for item in benchmark.items(benchmark.settings()):
            found[item.prompt.text] = benchmark.reference.reference_response(item.fields).response.text
    return found


class Honest:
    """Answers and rates; may be shared by threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._known: dict[tuple[str, str], str] = {}

    def __call__(self, call: Call) -> str:
        """The text of the answer.

        Raises:
            KeyError: for a prompt that no benchmark knows.
        """
        key = call.conversation, str(call.body.get("seed") or "")
        with self._lock:
            if key not in self._known:
                self._known[key] = self._answer(call, *key)
            return self._known[key]

    def _answer(self, call: Call, text: str, seed: str) -> str:
        roles = [message["role"] for message in call.body["messages"]]
        first = roles.index("assistant") if "assistant" in roles else len(roles)
        question = "\n".join(message["content"] for message in call.body["messages"][:first])
        chooser = CHOOSERS["random"]("builtin", make_seed(text, seed, "0"))
        for answer in (
            lambda: _right_answers().get(text),
            lambda: rating_reply(text),
            lambda: rating_reply(question),
            lambda: baseline_reply(text, chooser),
        ):
            if (found := answer()) is not None:
                return found
        raise KeyError(f"no benchmark knows this prompt: {text[:300]!r}")


def digest(text: str, seed: object = "") -> str:
    """Of a request: its messages as one text, and its trial."""
    return hashlib.sha256(f"{seed or ''}\0{text}".encode("utf-8", "surrogatepass")).hexdigest()


def is_hit(salt: int, text: str) -> bool:
    """Whether a prompt is among the third that is hit."""
    return int(digest(text, salt)[:8], 16) % 3 == 0


class FaultServer(ChatServer):
    """The server with all faults of both kinds.

    Attributes:
        salt: chooses the prompts that are hit where not all are.
        honestly_answered: prompts by model, and in them by digest.
        strangers: prompts to which no benchmark has an answer.
    """

    def __init__(
        self, faults: Mapping[str, ServerFault], honest: Iterable[str] = ("honest",), delay: float = 0.0
    ) -> None:
        self.salt = 0
        self.honestly_answered: dict[str, dict[str, str]] = defaultdict(dict)
        self.strangers: list[str] = []
        self._answer_honestly = Honest()
        self._before: Counter[tuple[str, str]] = Counter()
        behaviours = {name: self._behaviour(name, None) for name in honest}
        for name, fault in faults.items():
            behaviours |= {model: self._behaviour(model, fault) for model in (name, name + THIRD)}
        super().__init__(behaviours, delay, keeps_bodies=False)

    def _behaviour(self, name: str, fault: ServerFault | None) -> Behaviour:
        def behave(call: Call) -> Answer:
            text = call.conversation
            key = digest(text, call.body.get("seed"))
            with self._lock:
                before = self._before[name, key]
                self._before[name, key] += 1
            try:
                honest = self._answer_honestly(call)
            except KeyError as error:
                self.strangers.append(str(error))
                return _error(400, str(error))
            if fault is None or (name.endswith(THIRD) and not is_hit(self.salt, text)):
                self.honestly_answered[name][key] = text
                return reply(honest)
            return fault.answer(Hit(honest, text, before, "response_format" in call.body))

        return behave

    def times(self, name: str) -> Mapping[str, int]:
        """How often each request was sent to a model, by its digest."""
        with self._lock:
            return {key: times for (model, key), times in self._before.items() if model == name}
