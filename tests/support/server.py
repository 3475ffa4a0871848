"""A real HTTP server on 127.0.0.1 that speaks the OpenAI chat protocol and whose behaviour can be set.

The model's name in the request is the behaviour: ``ChatServer({"refuses": lambda call: reply("I'm sorry, ...")})``.
"""

from __future__ import annotations

import json
import math
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


@dataclass(frozen=True)
class Call:
    """One request: how often this behaviour was asked before, and what was asked."""

    number: int
    body: dict[str, Any]

    @property
    def prompt(self) -> str:
        return self.body["messages"][-1]["content"]

    @property
    def conversation(self) -> str:
        """All messages as one text."""
        return "\n".join(message["content"] for message in self.body["messages"])


@dataclass(frozen=True)
class Raw:
    """An answer that is not the protocol's; ``missing`` bytes of it are announced and never sent.

    ``delay`` is before anything is sent, and ``drip`` before every further byte, both in seconds; 0 for all at once.
    """

    body: bytes
    status: int = 200
    content_type: str = "application/json"
    missing: int = 0
    delay: float = 0.0
    drip: float = 0.0
    headers: Mapping[str, str] = field(default_factory=dict)


def reply(content: str | None, finish_reason: str = "stop") -> tuple[int, dict[str, Any]]:
    """A chat completion with one choice."""
    message = {"role": "assistant", "content": content}
    return 200, {"id": "x", "object": "chat.completion", "created": 0, "model": "fake", "choices": [
        {"index": 0, "message": message, "finish_reason": finish_reason}
    ]}  # fmt: skip


def weighed(*tokens: str | tuple[str, dict[str, float]], finish_reason: str = "stop") -> tuple[int, dict[str, Any]]:
    """A chat completion with log-probabilities: each token alone or with what could stand there."""
    content = []
    for token in tokens:
        text, others = (token, {token: 1.0}) if isinstance(token, str) else token
        top = [_candidate(other, chance) for other, chance in others.items()]
        content.append({**_candidate(text, others.get(text, 0.0)), "top_logprobs": top})
    status, answer = reply("".join(token["token"] for token in content), finish_reason)
    answer["choices"][0]["logprobs"] = {"content": content, "refusal": None}
    return status, answer


def _candidate(text: str, chance: float) -> dict[str, Any]:
    """A token as the protocol tells it; -9999 stands for a probability of 0."""
    return {"token": text, "logprob": math.log(chance) if chance else -9999.0, "bytes": list(text.encode())}


def no_choice() -> tuple[int, dict[str, Any]]:
    """A chat completion without a choice."""
    return 200, {"id": "x", "object": "chat.completion", "created": 0, "model": "fake", "choices": []}


def failure(status: int) -> tuple[int, dict[str, Any]]:
    """An error in the protocol's form."""
    return status, {"error": {"message": f"set to fail with {status}", "type": "server_error", "code": status}}


Answer = tuple[int, dict[str, Any]] | Raw
Behaviour = Callable[[Call], Answer]


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 128

    def handle_error(self, *_: object) -> None:
        """Quiet: clients are killed and run out of patience."""


@dataclass
class ChatServer:
    """Use as a context; ``calls[name]`` counts the requests of each behaviour, ``bodies`` keeps what was asked.

    The list of models has ``about`` beside each name, and wants ``key`` if there is one.
    """

    behaviours: dict[str, Behaviour]
    delay: float = 0.0
    calls: dict[str, int] = field(default_factory=dict)
    bodies: list[dict[str, Any]] = field(default_factory=list)
    keeps_bodies: bool = True
    about: dict[str, Any] = field(default_factory=dict)
    key: str | None = None

    def __post_init__(self) -> None:
        self._lock = threading.Lock()
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                """The list of models: the behaviours."""
                known = self.path == "/v1/models"
                models = [{"id": name, "object": "model", **outer.about} for name in outer.behaviours]
                accepted = outer.key is None or self.headers["Authorization"] == f"Bearer {outer.key}"
                body = json.dumps({"object": "list", "data": models} if known else {"error": "not found"}).encode()
                self.send(Raw(body, (200 if accepted else 401) if known else 404))

            def do_POST(self) -> None:
                answer = outer.answer(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
                self.send(answer if isinstance(answer, Raw) else Raw(json.dumps(answer[1]).encode(), answer[0]))

            def send(self, raw: Raw) -> None:
                time.sleep(raw.delay)
                self.send_response(raw.status)
                size = str(len(raw.body) + raw.missing)
                for name, value in {"Content-Type": raw.content_type, "Content-Length": size, **raw.headers}.items():
                    self.send_header(name, value)
                self.end_headers()
                for part in [bytes([byte]) for byte in raw.body] if raw.drip else [raw.body]:
                    self.wfile.write(part)
                    threading.Event().wait(raw.drip)  # tests may have replaced ``time.sleep``

            def log_message(self, *_: object) -> None:
                """Quiet."""

        self._handler = Handler
        self._server = _Server(("127.0.0.1", 0), Handler)

    def answer(self, body: dict[str, Any]) -> Answer:
        name = body["model"]
        with self._lock:
            number = self.calls.get(name, 0)
            self.calls[name] = number + 1
            if self.keeps_bodies:
                self.bodies.append(body)
        time.sleep(self.delay)
        return self.behaviours[name](Call(number, body))

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_address[1]}/v1"

    def refuse(self) -> None:
        """Refuses every connection until ``listen``."""
        self._server.shutdown()
        self._server.server_close()

    def listen(self) -> None:
        """Takes connections again, at the same address."""
        self._server = _Server(self._server.server_address[:2], self._handler)
        self._serve()

    def _serve(self) -> None:
        threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True).start()

    def __enter__(self) -> ChatServer:
        self._serve()
        return self

    def __exit__(self, *_: object) -> None:
        self.refuse()
