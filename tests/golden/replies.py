"""Replies for a request that is not recorded yet: the lexical judge's and the baseline's, in the manners of judges."""

from __future__ import annotations

import re
import zlib

from helm.common.request import Request

from helm_creativity.benchmark.registry import list_entries
from helm_creativity.errors import CreativityError
from helm_creativity.testing.loading import load
from helm_creativity.testing.responses import ask_lexical_judge, response_to

BENCHMARKS = [load(entry) for entry in list_entries() if entry.ours]
REFUSED = "I'm sorry, but I can't rate this."


def reply(request: Request) -> str:
    """What the model or a judge replies; the same to the same request."""
    text = "\n\n".join(message["content"] for message in request.messages or ()) or request.prompt
    for benchmark in BENCHMARKS:
        if found := _found(benchmark, text):
            draw = zlib.crc32(f"{request.model_deployment} {request.random} {text}".encode())
            return found if request.model_deployment == "golden/model" else _manner(found, draw, request)
    return ""


def _found(benchmark: object, text: str) -> str | None:
    try:
        return ask_lexical_judge(benchmark, text) or response_to(benchmark, text, "random", 1)
    except CreativityError:
        return None


def _manner(text: str, draw: int, request: Request) -> str:
    """Most replies are as asked; a severe judge's numbers are lower, and a few replies are no ratings at all."""
    if request.model_deployment == "golden/severe":
        text = re.sub(r"\b([3-9]|[1-9]\d)\b", lambda number: str(int(number[0]) - 1 - draw % 2), text)
    ways = [
        text,
        text,
        text,
        text,
        f"```json\n{text}\n```",
        f"Here is my rating.\n\n{text}",
        f"{text}\n\nI hope it helps.",
    ]
    if request.model_deployment == "golden/erratic":
        ways += [REFUSED, "", "Somewhere between 3 and 7, I would say.", text[: len(text) // 2]]
    return [*ways, REFUSED][draw // 7 % (len(ways) + (draw % 5 == 0))]
