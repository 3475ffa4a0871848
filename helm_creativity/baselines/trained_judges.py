"""Judges that benchmarks bring: trained on people's ratings, each for the questions of its benchmark alone.

A benchmark that has some names them in ``judges/judges.yaml`` and replies for them in its module ``judge``, by a
function ``trained_reply(name, embedding, rubric, variables)`` that returns None where they were not trained for what is
asked.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from helm_creativity.core.declared import declared_rubrics
from helm_creativity.core.entries import BenchmarkEntry
from helm_creativity.core.loading import get_benchmark
from helm_creativity.core.registry import find_entry, list_places, tolerating
from helm_creativity.errors import BadCard

ABSTAINS = "I cannot rate this: I was trained for other questions."
_FILE = "judges/judges.yaml"


class TrainedJudge(NamedTuple):
    """A judge that needs no language model.

    Attributes:
        name: the last part of its name as a model.
        benchmark: whose responses it rates.
        display_name: for people.
        description: in a sentence or two.
        embedding: over which it was trained.
    """

    name: str
    benchmark: str
    display_name: str
    description: str
    embedding: str


def list_trained_judges() -> tuple[TrainedJudge, ...]:
    """All of them, by benchmark; no benchmark is imported and no card read."""
    found: dict[str, TrainedJudge] = {}
    for place in list_places():
        if (place.folder / _FILE).is_file():
            with tolerating(place):
                for judge in _judges(place):
                    found.setdefault(judge.name, judge)
    return tuple(found.values())


def _judges(place: BenchmarkEntry) -> list[TrainedJudge]:
    from helm_creativity.io.yaml_files import read_yaml

    path = place.folder / _FILE
    try:
        return [TrainedJudge(name, place.name, **said) for name, said in read_yaml(path).items()]
    except (AttributeError, TypeError) as error:
        raise BadCard(f"{path}: expected display_name, description and embedding of each judge by name") from error


@cache
def _judge(name: str) -> TrainedJudge:
    return next(judge for judge in list_trained_judges() if judge.name == name)


def trained_reply(name: str, question: str) -> str | None:
    """A judge's reply to a question: ratings, or ``ABSTAINS`` where it was trained for other ones of its benchmark.

    None to a text that its benchmark asks no judge.

    Args:
        name: of the judge.
        question: any text.
    """
    from helm_creativity.baselines.lexical_judge import variables_in

    judge = _judge(name)
    part = find_entry(judge.benchmark).module("judge")
    asked = False
    for rubric in declared_rubrics(get_benchmark(judge.benchmark)):
        for variables in variables_in(rubric, question):
            asked = True
            reply: str | None = part.trained_reply(judge.name, judge.embedding, rubric, variables)
            if reply is not None:
                return reply
    return ABSTAINS if asked else None
