"""What trained judges reply: their benchmark's module ``judge`` says it.

Its function ``trained_reply(name, embedding, rubric, variables)`` returns None where the judge was not trained for what
is asked.
"""

from __future__ import annotations

from helm_creativity.baselines.lexical_judge import variables_in
from helm_creativity.benchmark.base import every_rubric
from helm_creativity.benchmark.loading import get_benchmark
from helm_creativity.benchmark.registry import find_entry
from helm_creativity.benchmark.trained_judges import ORGANISATION, find_trained_judge
from helm_creativity.errors import BadArguments
from helm_creativity.safe_text import quoted

ABSTAINS = "I cannot rate this: I was trained for other questions."
"""Runs ask a trained judge what it rates and nothing else, but it is a model that anybody may ask anything."""


def trained_reply(name: str, question: str) -> str | None:
    """A judge's reply to a question: ratings, or ``ABSTAINS`` where it was trained for other ones of its benchmark.

    None to a text that its benchmark asks no judge.
    """
    judge = find_trained_judge(f"{ORGANISATION}{name}")
    if judge is None:
        raise BadArguments(f"unknown trained judge {quoted(name)}")
    part = find_entry(judge.benchmark).module("judge")
    asked = False
    for rubric in every_rubric(get_benchmark(judge.benchmark)):
        for variables in variables_in(rubric, question):
            asked = True
            reply: str | None = part.trained_reply(judge.name, judge.embedding, rubric, variables)
            if reply is not None:
                return reply
    return ABSTAINS if asked else None
