"""The baselines as HELM clients: those that respond to benchmarks, and the judges that need no language model."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from helm.clients.client import Client
from helm.common.request import ErrorFlags, GeneratedOutput, Request, RequestResult, wrap_request_time

from helm_creativity.baselines.lexical_judge import lexical_rating
from helm_creativity.baselines.responses import baseline_response, trained_reply
from helm_creativity.baselines.word_choosers import CHOOSERS, make_seed
from helm_creativity.benchmark.base import Benchmark
from helm_creativity.benchmark.loading import load_benchmark
from helm_creativity.benchmark.names import VERBALIZED
from helm_creativity.benchmark.prompts import Instruction
from helm_creativity.benchmark.protocols import Baseline
from helm_creativity.benchmark.registry import BenchmarkEntry, list_entries, ours_first, tolerating
from helm_creativity.errors import BadArguments, CreativityError
from helm_creativity.parsing.candidates import in_tags
from helm_creativity.safe_text import quoted

_SEVERAL = Instruction(VERBALIZED)


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


class ReplyingClient(Client):
    """Replies without a language model. Temperature and token limit mean nothing to it, and a failure is final.

    ``reply`` takes a prompt, its trial and the place of the completion, and returns None to what it does not know.
    """

    def __init__(self, reply: Callable[..., str | None], does: str) -> None:
        self.reply, self.does = reply, does

    def make_request(self, request: Request) -> RequestResult:
        """One completion for each asked for."""
        prompt = request.prompt or "\n".join(message["content"] for message in request.messages or [])
        places = [(request.random or "", str(place)) for place in range(request.num_completions)]
        try:
            response = wrap_request_time(lambda: {"replies": [self.reply(prompt, *place) for place in places]})()
            if None in response["replies"]:
                raise BadArguments(f"{request.model_deployment} {self.does}: {quoted(prompt[:80])}")
        except CreativityError as error:
            flags = ErrorFlags(is_retriable=False, is_fatal=True)
            return RequestResult(False, [], cached=False, completions=[], error=str(error), error_flags=flags)
        stop = {"reason": "stop"}
        return RequestResult(
            success=True,
            cached=False,
            completions=[GeneratedOutput(text, 0.0, [], finish_reason=stop) for text in response["replies"]],
            embedding=[],
            request_time=response["request_time"],
            request_datetime=response["request_datetime"],
        )


class BaselineClient(ReplyingClient):
    """Responds to the prompts of this package's benchmarks, seeded by prompt, trial and place."""

    def __init__(self, strategy: str, embedding: str = "builtin") -> None:
        super().__init__(self._respond, "answers only prompts of creativity benchmarks")
        self._chooser, self._embedding = CHOOSERS[strategy], embedding

    def _respond(self, prompt: str, *seeded: str) -> str | None:
        def respond(*parts: str) -> str | None:
            return baseline_reply(prompt, self._chooser(self._embedding, make_seed(prompt, *parts)))

        if not prompt.startswith(_SEVERAL.text):
            return respond(*seeded)
        responses = [respond(*seeded, str(number)) for number in range(_SEVERAL.candidates)]
        return None if None in responses else in_tags(map(str, responses))


class LexicalJudgeClient(ReplyingClient):
    """Rates responses by surface statistics, each benchmark's by its own (see ``surface``); nothing is random."""

    def __init__(self) -> None:
        super().__init__(lambda prompt, *_: rating_reply(prompt), "rates only prompts of creativity benchmarks")


class TrainedJudgeClient(ReplyingClient):
    """A judge that was trained on people's ratings, for the questions of one benchmark; nothing is left to chance."""

    def __init__(self, judge: str) -> None:
        super().__init__(lambda prompt, *_: trained_reply(judge, prompt), "rates only its own benchmark")
