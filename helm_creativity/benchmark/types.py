"""The values that pass between a benchmark, its scorer and the callers that ask for scores."""

from __future__ import annotations

import enum
import hashlib
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from helm_creativity.benchmark.names import SCORE

Fields = Mapping[str, Any]
"""What a scorer knows about the item that a response answers, by name."""


class FailureReason(str, enum.Enum):
    """Why a response has no score. It is left out of the mean and counted under this name.

    ``OFF_TASK`` is for judges to say. ``UNJUDGED`` says nothing about the response: the judges that should have rated
    it returned no rating.
    """

    EMPTY = "empty"
    REFUSED = "refused"
    TRUNCATED = "truncated"
    PROMPT_TRUNCATED = "prompt_truncated"
    UNPARSABLE = "unparsable"
    TOO_FEW_VALID = "too_few_valid"
    TOO_LONG = "too_long"
    IMPLAUSIBLE = "implausible"
    ECHO = "echo"
    FAILED = "failed"
    OFF_TASK = "off_task"
    UNJUDGED = "unjudged"

    def __str__(self) -> str:
        return self.value


BY_JUDGES = frozenset({FailureReason.OFF_TASK, FailureReason.UNJUDGED})
"""Reasons that only a benchmark with judges has."""


def rate_name(reason: FailureReason) -> str:
    """Stat that counts ``reason``: ``refusal_rate``, ``truncation_rate``, otherwise ``<reason>_rate``."""
    return {"refused": "refusal_rate", "truncated": "truncation_rate"}.get(reason, f"{reason}_rate")


@dataclass(frozen=True, slots=True)
class Response:
    """What a language model or a person wrote."""

    text: str  # the completion, with the reasoning in it; one response out of it where a reply was asked for several
    finish_reason: str = "unknown"  # why it ended, in HELM's words: "stop", "length", "content_filter", "endoftext"
    failed: bool = False  # the server reported an error and the run went on without a response
    prompt_truncated: bool = False  # HELM had cut the prompt to fit the model's window
    thinking: str = ""  # the reasoning that the provider sent apart from the text; "" if it sent none
    # All, where ``text`` is one of the responses in it ("" if these could not be separated); None if ``text`` is all.
    written: str | None = None
    echo: bool = False  # it repeats its prompt, and says nothing else

    @property
    def completion(self) -> str:
        """All that was written."""
        return self.text if self.written is None else self.written


@dataclass(frozen=True)
class Prompt:
    """A rendered prompt: the template's name and the text that the model reads."""

    id: str
    text: str

    @property
    def sha256(self) -> str:
        """Hex SHA-256 of the text."""
        return hashlib.sha256(self.text.encode()).hexdigest()


@dataclass(frozen=True)
class Item:
    """One thing that is asked."""

    id: str  # stable across versions
    prompt: Prompt  # what the model reads, without an instruction before it
    fields: Fields = field(default_factory=dict)  # what the scorer must know about the item


@dataclass(frozen=True, slots=True)
class Sample:
    """One response to one item: its text, or what was already taken from it (``fields``: ``words``...), or both.

    The text is as it looks: no benchmark sees a NUL or an escape sequence.
    """

    response: Response | None
    fields: Fields = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Takes what is invisible out of the text; in a reply of a judge its place matters."""
        if self.response is not None and (text := visible(self.response.text)) != self.response.text:
            object.__setattr__(self, "response", replace(self.response, text=text))


class IdeaDetails(NamedTuple):
    """Names of the details of a score that hold the single ideas of a response, in one order."""

    texts: str  # the ideas that count
    scores: str = ""  # the semantic distance of each, None where one has none; "" if there is no such detail
    ratings: str = ""  # ratings of each, as lists; "" if there is no such detail


class Candidate(NamedTuple):
    """One valid thing in a response, of runs that are compared with one another."""

    shown: str
    text: str
    quality: float | None


class Candidates(NamedTuple):
    """The valid things in one response."""

    task: tuple[str, ...]
    found: tuple[Candidate, ...]


@dataclass(frozen=True)
class SampleScore:
    """What one response is worth."""

    score: float | None  # the main score, or None where ``failure_reason`` says why
    # Beside a score it is counted all the same: where accuracy is measured, a response that says no answer is wrong.
    failure_reason: FailureReason | None
    submetrics: Mapping[str, float | None] = field(default_factory=dict)  # None where undefined for this response
    details: Mapping[str, Any] = field(default_factory=dict)  # for readers, such as the words that were scored
    # All different ideas in the response, also those that do not count; those that do are written as in the details.
    listed: Sequence[str] = field(default_factory=tuple, compare=False)

    def __post_init__(self) -> None:
        if self.score is None and self.failure_reason is None:
            raise ValueError("a sample without a score needs a failure reason")
        # Scorers compute with numpy, and HELM cannot write numpy's numbers.
        object.__setattr__(self, "score", None if self.score is None else float(self.score))
        plain = {name: None if value is None else float(value) for name, value in self.submetrics.items()}
        object.__setattr__(self, "submetrics", plain)

    @classmethod
    def later(
        cls,
        score: float | None,
        failure_reason: FailureReason | None,
        whole: Callable[..., SampleScore],
        *about: Any,  # noqa: ANN401 - what ``whole`` takes
    ) -> SampleScore:
        """What ``whole`` makes once submetrics, details or the list are asked for; of most responses none ever is."""
        found = object.__new__(cls)
        object.__setattr__(found, "score", score)  # one by one, which makes no dict
        object.__setattr__(found, "failure_reason", failure_reason)
        object.__setattr__(found, "_whole", (whole, *about))
        return found

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - of a field
        whole = self.__dict__.get("_whole")
        if whole is not None and name in ("submetrics", "details", "listed"):
            make, *about = whole
            self.__dict__.update(make(*about).__dict__)  # what is there already stays there for other threads
            self.__dict__.pop("_whole", None)
        if name not in self.__dict__:
            raise AttributeError(name)
        return self.__dict__[name]

    def __getstate__(self) -> dict[str, Any]:
        """With everything."""
        return {name: getattr(self, name) for name in ("listed", "score", "failure_reason", "submetrics", "details")}

    def value(self, stat: str) -> float | None:
        """The score, or a submetric that the benchmark has."""
        return self.score if stat == SCORE else self.submetrics[stat]


_INVISIBLE = re.compile("[\u00ad\u034f\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]")
# Joiners carry meaning between the letters of Arabic, Indic and their like, and inside emoji; nowhere else.
_JOINED = "\u0600-\u10ff\u1780-\u18af\u2190-\u2bff\ufe0f\U0001f000-\U0001faff"
_JOINERS = re.compile(f"(?<=[{_JOINED}])([\u200c\u200d])[\u200c\u200d]*(?=[{_JOINED}])|[\u200c\u200d]+")
# The second is how workbooks write a carriage return, which other programs copy from them.
_LINE_END = re.compile("\r\n?|_x000[Dd]_\r?\n?|[\x0b\x0c\x1c-\x1e\x85\u2028\u2029]")
_CONTROL = re.compile("[\x00-\x08\x0e-\x1f\x7f-\x9f]")
# What steers a terminal: colours, the place of its cursor, the title of its window.
_ESCAPE = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b\n]*(?:\x07|\x1b\\)|[()][0-9AB])")
_LONE_SURROGATE = re.compile("[\ud800-\udfff]")


def visible(text: str) -> str:
    r"""The text as it looks: line ends as "\n", and without invisible characters.

    Those are escape sequences of terminals, control characters, soft hyphens, marks of direction, spaces of no width,
    and joiners where they join nothing. A lone surrogate, which no file could hold, becomes U+FFFD.
    """
    if text.isascii() and text.isprintable() and "_x000" not in text:
        return text
    text = _CONTROL.sub("", _LINE_END.sub("\n", _ESCAPE.sub("", text)))
    return text if text.isascii() else _JOINERS.sub(r"\1", _INVISIBLE.sub("", _LONE_SURROGATE.sub("\ufffd", text)))


class DrawnItems(NamedTuple):
    """What a benchmark's module ``draw`` drew: rows of a file of items, what to say of them, and how to run them."""

    records: list[dict[str, Any]]
    notes: list[str]
    arguments: str = ""  # of the run entry, beside the items


class Section(NamedTuple):
    """A part of what is said of a response: names with values, then a text as it was written."""

    title: str
    rows: tuple[tuple[str, str], ...] = ()
    text: str = ""


class ResponsePage(NamedTuple):
    """A response and the run that it is from."""

    item: str
    trial: int
    trials: tuple[int, ...]
    row: Sample
    model: str
    run: str
    settings: Mapping[str, Any]
    signature: str
    sections: tuple[Section, ...] = ()
