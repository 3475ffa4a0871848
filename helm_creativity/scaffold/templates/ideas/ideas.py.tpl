"""What is read from an answer, and what judges are asked about it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from helm_creativity.judging import Instrument, Question, Scale
from helm_creativity.responses import Answer, as_written, parse_list, unanswered

HERE = Path(__file__).parent
SCALE = Scale(1, 5)
DIMENSIONS = ("originality", "feasibility")
INSTRUMENTS = tuple(Instrument(one, HERE, one, (one,), scale=SCALE, each="ideas") for one in DIMENSIONS)
"""One question about all ideas of an answer for each dimension, whose name the prompt has."""


def ideas_in(text: str) -> tuple[str, ...] | None:
    """The ideas of an answer, each once; None where there is no list."""
    found = parse_list(text)
    return tuple(dict.fromkeys(found.items)) if found else None


def ideas_of(answer: Answer | None) -> tuple[str, ...]:
    """The ideas of an answer; none where it was cut, refused or failed."""
    if answer is None or unanswered(answer):
        return ()
    return ideas_in(as_written(answer.text)) or ()


def questions(problem: str, ideas: Sequence[str]) -> Iterator[tuple[Instrument, Question]]:
    """What each judge is asked about the ideas for a problem."""
    for instrument in INSTRUMENTS:
        yield instrument, instrument.question(problem=problem, ideas=ideas)
