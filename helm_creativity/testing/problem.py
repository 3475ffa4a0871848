"""Which checks there are, and what they find."""

from __future__ import annotations

import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

SAYS = {
    "card": "the card is complete, and the folder defines a benchmark",
    "items": "the items match the card: their number, their prompts, their ids",
    "prompts": "every prompt is a file that names its source, and is used",
    "settings": "every setting is in the run's name, and invalid values are refused",
    "comparable": "every setting that changes a score is among the comparable settings",
    "reference": "a perfect response to each item reaches the ceiling, and no baseline does better",
    "empty": "a response without text has no score, as empty",
    "refused": "a refusal has no score, as refused",
    "truncated": "a response truncated at the token limit has no score, as truncated",
    "prompt_truncated": "a response to a prompt that was cut has no score, as prompt_truncated",
    "chatty": "reasoning and text around a response do not change its score",
    "steady": "the same responses get the same scores every time, in any order",
    "submetrics": "the scorer returns the card's submetrics",
    "imports": "loading the benchmark imports no heavy library, and it does not need HELM",
    "baselines": "the baselines and the lexical judge respond to the benchmark's prompts and to no others",
    "pilot": "helm-run runs five items with both baselines, and every stat has a title",
    "page": "the pages of helm-summarize show the benchmark, both models and the score",
}
"""What each check makes sure of."""
WITH_HELM = ("pilot", "page")


@dataclass(frozen=True)
class Problem:
    """Something that is wrong with a benchmark, and what to change."""

    check: str
    what: str
    change: str

    def __str__(self) -> str:
        return f"{self.check}: {self.what}\n  change: {self.change}"


@dataclass(frozen=True)
class CheckResult:
    """What one check found in one benchmark; ``remarks`` say what it could not look at."""

    benchmark: str
    check: str
    problems: tuple[Problem, ...] = ()
    skipped: str = ""
    remarks: tuple[str, ...] = ()


class Broken(Exception):
    """A part of a benchmark cannot be made, so that nothing that needs it can be checked."""

    def __init__(self, check: str, what: str, change: str) -> None:
        super().__init__(what)
        self.problem = Problem(check, what, change)


class NotApplicable(Exception):
    """A check does not concern a benchmark; the message says why."""


@contextmanager
def breaking(check: str, what: str, change: str, folder: Path | None = None) -> Iterator[None]:
    """Inside, an error is ``Broken``: ``what`` raises it, in a file of the benchmark's folder."""
    try:
        yield
    except Broken:
        raise
    except Exception as error:
        where = place_in(folder, error) if folder else ""
        raise Broken(check, f"{what} raises {describe(error)}{where}", change) from error


def describe(error: BaseException) -> str:
    """Kind and words of an error, in one line; of long ones, which may hold whole responses, the two ends."""
    words = " ".join(str(error).split())
    words = words if len(words) <= 600 else f"{words[:300]} [...] {words[-300:]}"
    return f"{type(error).__name__}: {words}" if words else type(error).__name__


def place_in(folder: Path, error: BaseException) -> str:
    """Where in a benchmark's files an error came up: `` (benchmark.py, line 12)``; "" for elsewhere."""
    top = folder.resolve()
    frames = traceback.extract_tb(error.__traceback__)
    places = [(path, frame.lineno) for frame in frames if top in (path := Path(frame.filename).resolve()).parents]
    return f" ({places[-1][0].relative_to(top).as_posix()}, line {places[-1][1]})" if places else ""


def shorten(text: str) -> str:
    """The beginning of a prompt or a reply, in quotes."""
    line = " ".join(text.split())
    return repr(line if len(line) <= 90 else f"{line[:87]}...")
