"""A server whose models and judges each have one fault, chosen by the model's name, and one without any.

``empty`` answers every request with an empty text, ``empty-third`` one prompt in three; ``honest`` answers as our
baselines do, and rates as the lexical judge. What is answered depends on the prompt and the trial alone.
"""

from __future__ import annotations

import base64
import enum
import hashlib
import json
import math
import re
import threading
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache, reduce
from operator import getitem
from pathlib import Path
from typing import Any

import yaml
from support.server import Answer, Behaviour, Call, ChatServer, Raw, failure, reply

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
    """A request that meets a fault: what the honest server writes, all messages, and how often the same was asked."""

    honest: str
    question: str
    before: int
    asks_schema: bool

    @property
    def body(self) -> str:
        """What the honest server sends."""
        return json.dumps(reply(self.honest)[1])

    def filled(self, value: Any, **more: str) -> Any:
        """Texts, wherever they stand, with what their fields stand for."""
        if isinstance(value, list):
            return [self.filled(part) for part in value]
        if isinstance(value, dict):
            return {name: self.filled(part) for name, part in value.items()}
        middle, object_ = len(self.honest) // 2, json.dumps({"reply": self.honest})
        fields = {
            "honest": self.honest,
            "half": self.honest[:middle],
            "rest": self.honest[middle:],
            "half_json": object_[: len(object_) // 2],
            "half_character": "\0\0\ud83d",
            "body": self.body,
            "question": self.question,
            "blob": base64.b64encode(hashlib.sha512(self.question.encode()).digest() * 4).decode(),
            "key": KEY,
            "nouns": "table river stone window garden letter engine mirror bottle forest " * 4,
            **more,
        }
        find = rf"\{{({'|'.join(fields)})\}}"
        return re.sub(find, lambda match: fields[match[1]], value) if isinstance(value, str) else value


@dataclass(frozen=True)
class ServerFault:
    """What a server does wrong; see ``faults.yaml``."""

    what: str
    outcome: Outcome
    reasons: frozenset[str]
    ends: str
    concerns_all: bool
    how: Mapping[str, Any]

    def answer(self, hit: Hit) -> Answer:
        """To a request that is hit."""
        if hit.before >= self.how.get("until", math.inf):
            return reply(hit.honest)
        times = self.how.get("times", 1)
        match self.how:
            case {"by": name}:
                return BY[name](hit)
            case {"text": text}:
                return reply(text and hit.filled(text) * times, self.how.get("finish", "stop"))
            case {"numbers": number}:
                write = lambda found: hit.filled(number, number=found) * times  # noqa: E731
                return reply(altered(hit.honest, write, self.how.get("letter", "")))
            case {"without": [*above, name]}:
                status, answer = reply(hit.honest)
                del reduce(getitem, above, answer)[name]  # type: ignore[arg-type]
                return status, answer
            case {"json": answer}:
                return 200, answer
            case {"error": [status, message]}:
                return _error(status, hit.filled(message))
            case {"fails": status}:
                return failure(status)
            case {"raw": raw}:
                return Raw(**{**raw, "body": hit.filled(raw["body"]).encode()})
        status, answer = reply(hit.honest)
        (first,) = answer["choices"]
        first["message"].update(hit.filled(self.how.get("message", {})))
        first.update(hit.filled(self.how.get("choice", {})))
        return status, {**answer, **hit.filled(self.how.get("body", {}))}


_NUMBER = re.compile(r"(?<![\w.])\d+(?:\.\d+)?(?![\w.]*[\"']?\s*:)(?![\w]|\.\d)")
_LETTER = re.compile(r"\b[A-F]\b")
_KEY = re.compile(r'"[a-z_]+"(?=\s*:)')
_DIGITS = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"]


def altered(text: str, number: Callable[[str], str], letter: str = "") -> str:
    """A judge's reply with every number changed, or its letters where it has no numbers."""
    if _NUMBER.search(text):
        return _NUMBER.sub(lambda match: number(match[0]), text)
    return _LETTER.sub(letter, text) if letter else text


def _twice(hit: Hit) -> Answer:
    found = _LETTER.search(hit.honest)
    letter = "B" if found and found[0] != "B" else "A"
    other = altered(hit.honest, lambda number: f"{float(number) + (-1 if float(number) >= 2 else 1):g}", letter)
    return reply(hit.honest if other == hit.honest else f"{hit.honest}\n\n{other}")


def _fewer(hit: Hit) -> Answer:
    """One rating less where there are several, three where there is one."""
    try:
        value = json.loads(hit.honest)
    except ValueError:
        value = None
    if isinstance(value, dict) and len(value) > 1:
        return reply(json.dumps(dict(list(value.items())[:-1])))
    return reply(json.dumps(value[:-1]) if isinstance(value, list) and len(value) > 1 else "[3, 4, 5]")


def _in_words(hit: Hit) -> Answer:
    quote = '"' if hit.honest.lstrip()[:1] in ("{", "[") else ""
    spelt = lambda number: " ".join("point" if sign == "." else _DIGITS[int(sign)] for sign in number)  # noqa: E731
    return reply(altered(hit.honest, lambda number: f"{quote}{spelt(number)}{quote}"))


def _renamed(hit: Hit) -> Answer:
    keyed = _KEY.search(hit.honest)
    return reply(_KEY.sub('"remark"', hit.honest) if keyed else json.dumps({"remark": hit.honest}))


def _error(status: int, message: str) -> Answer:
    return status, {"error": {"message": message, "type": "invalid_request_error", "code": status}}


def _dropped(hit: Hit) -> Answer:
    body = hit.body.encode()
    return Raw(body[: len(body) // 2], missing=len(body) - len(body) // 2)


def _schema_refused(hit: Hit) -> Answer:
    return _error(400, "response_format is not supported by this model") if hit.asks_schema else reply(hit.honest)


BY: Mapping[str, Callable[[Hit], Answer]] = {
    "stumbles": lambda hit: [failure(429), failure(500), reply(hit.honest)][min(hit.before, 2)],
    "dropped": _dropped,
    "dripping": lambda hit: Raw(hit.body.encode()[:40], missing=40, drip=TIMEOUT / 10),
    "too_long": lambda _: reply("echo " * (LONGEST // 5 + 1)),
    "schema_refused": _schema_refused,
    "renamed": _renamed,
    "in_words": _in_words,
    "twice": _twice,
    "fewer": _fewer,
}


def _fault(
    what: str, outcome: str, reasons: Iterable[str] = (), ends: str = "", concerns_all: bool = False, **how: Any
):
    return ServerFault(what, Outcome[outcome], frozenset(reasons), ends, concerns_all, how)


_WRONG = yaml.safe_load(Path(__file__).with_suffix(".yaml").read_text("utf-8"))
_SHARED, _OF_CANDIDATES, _OF_JUDGES = (
    {name: _fault(**fault) for name, fault in _WRONG[side].items()} for side in ("shared", "candidate", "judge")
)
CANDIDATE_FAULTS: Mapping[str, ServerFault] = {**_SHARED, **_OF_CANDIDATES}
JUDGE_FAULTS: Mapping[str, ServerFault] = {**_SHARED, **_OF_JUDGES}


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

    ``salt`` chooses the prompts that are hit where not all are; ``honestly_answered`` has prompts by model and digest,
    ``strangers`` those to which no benchmark has an answer.
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
