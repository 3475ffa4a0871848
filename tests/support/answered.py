"""Requests with a text of their own, and what judges are asked because of it."""

from dataclasses import replace

from support.judged import state

from helm_creativity.benchmark.base import parse_settings
from helm_creativity.benchmark.follow_ups import Trial
from helm_creativity.benchmark.loading import get_benchmark
from helm_creativity.benchmark.types import Response, Sample
from helm_creativity.judges.drivers import AskingDriver


class SaidPanel:
    """A panel that says what it is told of a rubric's first dimension, and nothing of anything else."""

    def __init__(self, replies):
        self._replies = replies

    def left_out(self, model):
        return ()

    def ask_about(self, rubric, question, model, unit, about=""):
        own = (reply for reply in self._replies if rubric.dimensions[0] in reply.readings)
        return [replace(reply, rubric=reply.rubric or rubric.name) for reply in own]


def answered(name, settings, item, text, *judge_replies, thoughts="", **fields):
    """One answered request of a benchmark, as HELM writes it; ``fields``: of its item."""
    benchmark = get_benchmark(name)
    driver = AskingDriver(benchmark, parse_settings(benchmark, settings, require=False), SaidPanel(judge_replies))
    asked = Trial(Sample(Response(text, "stop"), fields), "?", item, 0)
    one = state(item, annotation=driver.annotation(asked, None))
    one["result"]["completions"][0] |= {"text": text, "finish_reason": {"reason": "stop"}}
    one["result"]["completions"][0] |= {"thinking": {"text": thoughts}} if thoughts else {}
    one["instance"]["extra_data"] = fields
    return one
