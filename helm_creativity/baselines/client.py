"""The baselines as HELM clients: those that respond to benchmarks, and the judges that need no language model."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from helm.clients.client import Client
from helm.common.request import ErrorFlags, GeneratedOutput, Request, RequestResult, wrap_request_time

from helm_creativity.baselines.lexical_judge import lexical_rating
from helm_creativity.baselines.responses import baseline_response
from helm_creativity.baselines.trained_replies import trained_reply
from helm_creativity.baselines.word_choosers import CHOOSERS, make_seed
from helm_creativity.benchmark.base import Benchmark
from helm_creativity.benchmark.loading import load_benchmark
from helm_creativity.benchmark.names import VERBALIZED
from helm_creativity.benchmark.prompts import Instruction
from helm_creativity.benchmark.protocols import Baseline
from helm_creativity.benchmark.registry import BenchmarkEntry, list_entries, ours_first, tolerating
from helm_creativity.errors import CreativityError
from helm_creativity.text.candidates import in_tags

_SEVERAL = Instruction(VERBALIZED)
_ONLY = "only prompts of creativity benchmarks"


def baseline_reply(prompt: str, baseline: Baseline) -> str | None:
    """The first response of a benchmark that knows the prompt; None when none does."""
    return _first_reply("response", prompt, lambda benchmark: baseline_response(benchmark, prompt, baseline))


def rating_reply(prompt: str) -> str | None:
    """The first reply of a benchmark that knows the question for judges; None when none does."""
    return _first_reply("rating", prompt, lambda benchmark: lexical_rating(benchmark, prompt))


def _first_reply(kind: str, prompt: str, respond: Callable[[Benchmark[Any]], str | None]) -> str | None:
    known, key = _replied(list_entries()), (kind, hash(prompt))
    for entry in (*([known[key]] if key in known else ()), *ours_first()):
        with tolerating(entry):
            if (reply := respond(load_benchmark(entry))) is not None:
                known[key] = entry
                return reply
    return None


@lru_cache(maxsize=1)
def _replied(entries: tuple[BenchmarkEntry, ...]) -> dict[tuple[str, int], BenchmarkEntry]:
    """Which benchmark replied to a prompt, so that further trials do not ask all of them."""
    return {}


class BaselineClient(Client):
    """Responds to the prompts of this package's benchmarks. Temperature and token limit mean nothing to it."""

    def __init__(self, strategy: str, embedding: str = "builtin") -> None:
        self._chooser = CHOOSERS[strategy]
        self._embedding = embedding

    def make_request(self, request: Request) -> RequestResult:
        """One completion for each asked for, seeded by prompt, trial and position. A failure is final at once."""
        prompt = _prompt(request)
        parts = [(request.random or "", str(place)) for place in range(request.num_completions)]
        return _result(request, lambda: [self._reply(prompt, *seeded) for seeded in parts], f"answers {_ONLY}")

    def _reply(self, prompt: str, *seeded: str) -> str | None:
        def respond(*parts: str) -> str | None:
            return baseline_reply(prompt, self._chooser(self._embedding, make_seed(prompt, *parts)))

        if not prompt.startswith(_SEVERAL.text):
            return respond(*seeded)
        responses = [respond(*seeded, str(number)) for number in range(_SEVERAL.candidates)]
        return None if None in responses else in_tags(map(str, responses))


class LexicalJudgeClient(Client):
    """Rates responses by surface statistics, each benchmark's by its own (see ``surface``); nothing is random."""

    def make_request(self, request: Request) -> RequestResult:
        """The same reply for each completion asked for. A failure is final at once."""
        prompt = _prompt(request)
        return _result(request, lambda: [rating_reply(prompt)] * request.num_completions, f"rates {_ONLY}")


class TrainedJudgeClient(Client):
    """A judge that was trained on people's ratings, for the questions of one benchmark; nothing is left to chance."""

    def __init__(self, judge: str) -> None:
        self._judge = judge

    def make_request(self, request: Request) -> RequestResult:
        """The same reply for each completion asked for. A failure is final at once."""
        prompt = _prompt(request)
        n = request.num_completions
        return _result(request, lambda: [trained_reply(self._judge, prompt)] * n, "rates only its own benchmark")


def _prompt(request: Request) -> str:
    return request.prompt or "\n".join(message["content"] for message in request.messages or [])


def _result(request: Request, replies: Callable[[], list[str | None]], does: str) -> RequestResult:
    try:
        response = wrap_request_time(lambda: {"replies": replies()})()
    except CreativityError as error:
        return _failure(str(error))
    if None in response["replies"]:
        return _failure(f"{request.model_deployment} {does}: {_prompt(request)[:80]!r}")
    return RequestResult(
        success=True,
        cached=False,
        completions=[
            GeneratedOutput(text=text, logprob=0.0, tokens=[], finish_reason={"reason": "stop"})
            for text in response["replies"]
        ],
        embedding=[],
        request_time=response["request_time"],
        request_datetime=response["request_datetime"],
    )


def _failure(error: str) -> RequestResult:
    flags = ErrorFlags(is_retriable=False, is_fatal=True)
    return RequestResult(success=False, cached=False, error=error, error_flags=flags, completions=[], embedding=[])
