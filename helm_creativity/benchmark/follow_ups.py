"""What is asked because of a response, written once as a generator that several drivers run.

A benchmark's ``follow_up`` yields steps and is sent what came of each: ``Replies`` of judges, or a ``FollowUp`` of the
model. What it returns is what its scorer takes::

    def follow_up(self, trial, settings):
        uses = parse_uses(trial.sample)
        originality = yield from ask(ORIGINALITY, object=trial.sample.fields["object"], uses=uses)
        return AutFound(uses, originality.each("originality", len(uses)))

It sees no retry, no outage and no design of a panel: these are the drivers', and so are transcripts (``transcripts``).
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import cycle, islice
from typing import Any, Literal, NamedTuple, TypeVar

from helm_creativity.benchmark.files.untrusted_files import damage
from helm_creativity.benchmark.ratings import JudgeReply, MissingReason, ParsedRating, place_name
from helm_creativity.benchmark.rubrics import TAGS, WARNED, Rubric
from helm_creativity.benchmark.types import Response, Sample
from helm_creativity.safe_text import quoted

F = TypeVar("F")

Kind = Literal["fresh", "conversation", "again"]
CONVERSATION: Kind = "conversation"
AGAIN: Kind = "again"
NO_GENERATOR, NO_STEP = "which is no generator", "which is not a step"


class FollowUp(NamedTuple):
    """The model's response to a further request."""

    response: Response  # the first completion; ``failed``, with no text, where none came
    error: str = ""  # why it failed, in the server's words; "" if it did not
    requests: int = 0  # attempts that HELM's cache did not answer; 0 for one from the cache
    cached: bool = False  # the response is from HELM's cache
    conversation: bool = False  # whether it was asked for as a further turn of a conversation, and not as one text


class Pair(NamedTuple):
    """Two trials of an item, which are one unit of the panel's design."""

    first: int
    second: int

    def __str__(self) -> str:
        return f"{self.first}+{self.second}"


@dataclass(frozen=True)
class AskJudges:
    """A question to each judge whom the design assigns to the response, or to the pair."""

    rubric: Rubric  # one of those that the benchmark declares
    variables: Mapping[str, Any]  # of its templates
    about: str = ""  # which part of the response it is about; "" where it is about the whole
    pair: Pair | None = None  # the two responses that it is about

    @property
    def id(self) -> str:
        """See ``_identity``."""
        marks = [mark for mark, is_so in ((TAGS, self.rubric.tagged), (WARNED, self.rubric.warned)) if is_so]
        return _identity(self.rubric.name, self.about, self.pair, self.variables, *marks)

    @property
    def unit(self) -> str:
        """The pair's name; "" for the response itself."""
        return str(self.pair or "")

    @property
    def rated(self) -> tuple[str, ...]:
        """The texts that are rated."""
        return self.rubric.rated_in(self.variables)

    def replies(self, judges: Sequence[str], reading: ParsedRating) -> Replies:
        """Replies of judges that all have this reading in every dimension."""
        places = range(1, len(self.rated) + 1) if self.rubric.rates_each else [0]
        readings = dict.fromkeys(self.rubric.dimensions, reading)
        return Replies(
            JudgeReply(judge, self.rubric.name, about, readings, place=place, counts=self.rubric.decides)
            for judge in judges
            for place in places
            for about in (self.unit + self.about + (place_name(place) if place else ""),)
        )


@dataclass(frozen=True)
class AskModel:
    """A further request to the model."""

    prompt: str  # the template; "" where the first prompt is asked again
    variables: Mapping[str, Any] = field(default_factory=dict)  # of the template
    # A prompt by itself, a turn behind the first response, or a further response to the first prompt.
    kind: Kind = "fresh"
    number: int = 0  # which of those that are drawn again, from 1

    @property
    def id(self) -> str:
        """See ``_identity``."""
        return _identity(self.prompt, self.kind, self.number, self.variables)


Step = AskJudges | AskModel
Steps = Generator[Step, Any, F]
"""Yields steps, is sent ``Replies`` or a ``FollowUp``, and returns what the scorer takes."""


def _identity(*parts: object) -> str:
    """12 hex digits that say what was asked; the words of the templates have a checksum of their own."""
    return hashlib.sha256(json.dumps(parts, sort_keys=True, default=list).encode()).hexdigest()[:12]


class Replies(tuple[JudgeReply, ...]):
    """The replies to one question: one for each judge, or for each judge and text, in the order of the panel."""

    __slots__ = ()

    def values(self, dimension: str, about: str | None = None) -> list[float]:
        """The ratings that arrived, of what is named or of all."""
        readings = [reply.readings.get(dimension) for reply in self if about in (None, reply.about)]
        return [reading.value for reading in readings if reading is not None and reading.value is not None]

    def each(self, dimension: str, n: int) -> list[list[float]]:
        """The ratings of each of n texts."""
        return [self.values(dimension, place_name(place)) for place in range(1, n + 1)]


@dataclass(frozen=True)
class Trial:
    """One response, and where it stands."""

    sample: Sample  # the response with the fields of its item
    prompt: str = ""  # the item's own prompt, without an instruction before it
    item: str = ""  # id of the item
    number: int = 0  # which response to the item it is, from 0
    # What came of earlier responses to the item, None where it broke off; for benchmarks that compare them.
    earlier: Sequence[Any] = ()


class EarlierResults:
    """What ``follow_up`` returned for the responses to each item so far, where a benchmark ``compares`` them."""

    def __init__(self, compares: bool) -> None:
        self._compares = compares
        self._by_item: dict[str, list[Any]] = {}

    def order(self, trials: Sequence[Trial]) -> list[int]:
        """Places of the trials, n numbers from 0, in the order in which they must run."""
        return sorted(range(len(trials)), key=lambda place: trials[place].number if self._compares else 0)

    def before(self, trial: Trial) -> Trial:
        """The trial with what came before it."""
        return replace(trial, earlier=tuple(self._by_item.get(trial.item, ())))

    def add(self, trial: Trial, found: Any) -> None:  # noqa: ANN401 - the benchmark's own
        """Keeps what was returned; responses that belong to no item are compared with none."""
        if self._compares and trial.item:
            self._by_item.setdefault(trial.item, []).append(found)


def ask(rubric: Rubric, about: str | int = "", pair: Pair | None = None, **variables: Any) -> Steps[Replies]:  # noqa: ANN401
    """A question to judges, see ``AskJudges``, for ``yield from``; ``about`` may be the place of a part, from 1."""
    replies: Replies = yield AskJudges(rubric, variables, about if isinstance(about, str) else place_name(about), pair)
    return replies


def turn(prompt: str, **variables: Any) -> Steps[FollowUp]:  # noqa: ANN401
    """A further prompt to the model, by itself."""
    reply: FollowUp = yield AskModel(prompt, variables)
    return reply


def go_on(prompt: str, **variables: Any) -> Steps[FollowUp]:  # noqa: ANN401
    """A further turn behind the first prompt and the response to it."""
    reply: FollowUp = yield AskModel(prompt, variables, CONVERSATION)
    return reply


def draw_again(number: int) -> Steps[FollowUp]:
    """A further response to the first prompt, drawn independently: the ``number``-th, from 1."""
    reply: FollowUp = yield AskModel("", kind=AGAIN, number=number)
    return reply


def drive(steps: Steps[F], answer: Callable[[Step], Any]) -> F:
    """Runs a generator to its end. A driver is an ``answer``: it asks and notes, or replays what was noted."""
    if not isinstance(steps, Generator):
        raise TypeError(f"follow_up returned {type(steps).__name__}, {NO_GENERATOR}")
    reply = None
    while True:
        try:
            step = steps.send(reply)
        except StopIteration as end:
            found: F = end.value
            if found is None:
                raise TypeError("follow_up returned None; return what the scorer takes") from None
            return found
        if not isinstance(step, AskJudges | AskModel):
            raise TypeError(f"follow_up yielded {quoted(step)}, {NO_STEP}: yield from ask(...) or turn(...)")
        reply = answer(step)


def missing(step: Step, judges: Sequence[str] = ()) -> Any:  # noqa: ANN401 - as the step has it
    """No reply at all, since nobody was asked: a failed ``FollowUp``, or ``Replies`` of the judges without a rating."""
    if isinstance(step, AskModel):
        return FollowUp(Response("", failed=True), str(MissingReason.NOT_ASKED))
    return step.replies(judges, ParsedRating(None, MissingReason.NOT_ASKED))


CHARACTERS_PER_TOKEN = 4
"""As judges' tokens are counted in a run, too."""
RESPONSE_TOKENS = 200
"""Of a usual response where the benchmark does not say."""
REFUSAL = "I'm sorry, but I can't help with that."
"""A response that refuses."""

_SENTENCES = (
    "A careful arrangement of ordinary materials produces a pattern that nobody expected.",
    "Somebody notices the difference between two familiar instruments and describes it patiently.",
    "Nothing depends on expensive equipment, so that another person repeats every observation afterwards.",
    "Finally the neighbours compare their measurements, and the explanation surprises everybody present.",
)
_UNNUMBERED = 32  # sentences, which alone are no repetition


@dataclass(frozen=True)
class TypicalResponse:
    """A response with which plans of cost reckon, and what comes of it.

    Replies to further requests have its text and judges' ratings are the best, if nothing else is said; a question
    about a part of it is asked ``parts`` times.
    """

    text: str
    further: Callable[[AskModel], str] | None = None
    rating: Callable[[AskJudges], float] | None = None
    parts: int = 1


def prose(tokens: int, number: int = 0) -> str:
    """A text of so many tokens that is a response to an open question; another one for each number."""
    length = tokens * CHARACTERS_PER_TOKEN
    sentences = islice(cycle(_SENTENCES), length // len(min(_SENTENCES, key=len)) + 1)
    # A long text that only repeats itself is implausible.
    numbered = (f"{sentence} ({i * i})" if i > _UNNUMBERED else sentence for i, sentence in enumerate(sentences, 1))
    text = " ".join([f"Proposal {number + 1}.", *numbered])
    return f"{text[: length - 1].rstrip()}."


FOLLOW_UPS = "follow_ups"
"""Name under which the annotation stands, of every benchmark that asks something because of a response."""

STEPS, ERROR, LEFT_OUT, SUMMARY = "steps", "error", "left_out", "summary"

_ONCE = ("reply", "error", "characters", "asked_again", "other_reply")
"""What a judge's reply has once, however many texts it rates."""

Entry = Mapping[str, Any]
"""Of a request to the model: ``id`` of the step, ``turn`` (its template, or its kind), ``reply``, ``finish``,
``failed``, ``error`` and ``conversation``. Of a question: ``id``, ``rubric``, ``about``, ``each`` (whether several
texts are rated), ``counts``, and ``replies``: for each judge ``ratings`` (by dimension, a number or why it is missing
for each text), and where they are there ``parts``, ``shares`` and ``_ONCE``."""


def to_entry(step: Step, reply: Any) -> dict[str, Any]:  # noqa: ANN401 - Replies or a FollowUp
    """One step with what came of it, as an ``Entry``."""
    if isinstance(step, AskModel):
        response = reply.response
        return {
            "id": step.id,
            "turn": step.prompt or step.kind,
            "reply": response.text,
            "finish": response.finish_reason,
            "failed": response.failed,
            "error": reply.error,
            "conversation": reply.conversation,
        }
    by_judge: dict[str, list[JudgeReply]] = {}
    for judge_reply in reply:
        by_judge.setdefault(judge_reply.judge, []).append(judge_reply)
    return {
        "id": step.id,
        "rubric": reply[0].rubric if reply else step.rubric.name,
        "about": step.unit + step.about,
        "each": step.rubric.rates_each,
        "counts": step.rubric.decides,
        "replies": [_judge_entry(judge, replies) for judge, replies in by_judge.items()],
    }


def _judge_entry(judge: str, replies: Sequence[JudgeReply]) -> dict[str, Any]:
    first = replies[0]
    parts, shares = [list(reply.parts) for reply in replies], [reply.share for reply in replies]
    return {
        "judge": judge,
        "ratings": {
            name: [str(reply.readings[name].missing or "") or reply.readings[name].value for reply in replies]
            for name in first.readings
        },
        **{name: value for name in _ONCE if (value := getattr(first, name))},
        **({"parts": parts} if any(parts) else {}),
        **({"shares": shares} if any(share is not None for share in shares) else {}),
    }


def from_entry(step: Step, entry: Entry) -> Any:  # noqa: ANN401 - Replies or a FollowUp
    """The way back from ``to_entry``."""
    if isinstance(step, AskJudges):
        return Replies(replies_in(entry))
    response = Response(entry["reply"], entry["finish"], bool(entry["failed"]))
    return FollowUp(response, entry["error"], 0, True, bool(entry["conversation"]))


def replies_in(entry: Entry) -> Iterator[JudgeReply]:
    """The judges' replies in an entry; none in that of a request to the model."""
    try:
        for its in entry.get("replies", ()):
            if not (ratings := its["ratings"]):
                raise ValueError(f"expected ratings of {quoted(its['judge'])}, got none")
            n = max(map(len, ratings.values()))
            # HELM writes some files without nulls.
            parts, shares = its.get("parts") or [()] * n, its.get("shares") or [None] * n
            for place in range(n):
                number = place + 1 if entry["each"] else 0
                yield JudgeReply(
                    str(its["judge"]),
                    str(entry["rubric"]),
                    entry["about"] + (place_name(number) if number else ""),
                    {name: _reading(column[place]) for name, column in ratings.items()},
                    place=number,
                    counts=bool(entry["counts"]),
                    share=shares[place],
                    parts=tuple(parts[place]),
                    **{name: its[name] for name in _ONCE if name in its and place == 0},
                )
    except (KeyError, TypeError, ValueError, IndexError, AttributeError) as error:
        raise ValueError(f"a step is not as it was written: {damage(error)}") from error


def _reading(cell: float | str) -> ParsedRating:
    return ParsedRating(None, MissingReason(cell)) if isinstance(cell, str) else ParsedRating(float(cell))


@dataclass(frozen=True)
class Transcript:
    """The annotation of one response: what was asked, in order, what broke, and which judges are the model itself."""

    steps: Sequence[Entry] = ()
    error: str = ""
    left_out: tuple[str, ...] = ()

    @property
    def judge_replies(self) -> list[JudgeReply]:
        """All replies of judges, in the order asked."""
        return [reply for entry in self.steps for reply in replies_in(entry)]

    @property
    def turns(self) -> list[Entry]:
        """The entries of requests to the model."""
        return [entry for entry in self.steps if "turn" in entry]


def transcript_in(annotations: Mapping[str, Any]) -> Transcript | None:
    """The transcript among the annotations of a response; None where nothing was asked because of it."""
    found = annotations.get(FOLLOW_UPS)
    if found is None:
        return None
    if found == {}:
        return Transcript(error="an earlier response to the item never arrived, with which this one was to be compared")
    steps = found.get(STEPS) if isinstance(found, Mapping) else None
    if not isinstance(steps, Sequence) or not all(isinstance(entry, Mapping) and "id" in entry for entry in steps):
        raise ValueError(f"expected the steps of {FOLLOW_UPS} as a list of entries with an id, got {quoted(found)}")
    return Transcript(tuple(steps), str(found.get(ERROR) or ""), tuple(map(str, found.get(LEFT_OUT) or ())))


def replaying(entries: Iterable[Entry], judges: Callable[[AskJudges], Sequence[str]]) -> Callable[[Step], Any]:
    """An ``answer`` for ``drive``: as it was answered; from where something else is asked, all is missing.

    ``judges`` names of whom, so that a response whose generator broke off counts what was planned.
    """
    left = iter(entries)

    def answer(step: Step) -> Any:  # noqa: ANN401
        nonlocal left
        entry = next(left, None)
        if entry is not None and entry["id"] == step.id:
            return from_entry(step, entry)
        left = iter(())
        return missing(step, judges(step) if isinstance(step, AskJudges) else ())

    return answer
