"""What came of the steps of ``follow_up``, as plain values in an annotation.

An entry has the identity of its step, and no text that can be rendered anew. Ratings are kept as they were read, so
that another reader moves no old score in silence.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from helm_creativity.benchmark.files.untrusted_files import damage
from helm_creativity.benchmark.follow_ups import AskJudges, AskModel, FollowUp, Replies, Step, missing
from helm_creativity.benchmark.ratings import JudgeReply, MissingReason, ParsedRating, place_name
from helm_creativity.benchmark.types import Response
from helm_creativity.safe_text import quoted

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
    columns = {name: [reply.readings[name] for reply in replies] for name in first.readings}
    parts, shares = [list(reply.parts) for reply in replies], [reply.share for reply in replies]
    return {
        "judge": judge,
        "ratings": {
            name: [reading.value if reading.missing is None else str(reading.missing) for reading in column]
            for name, column in columns.items()
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
    """The judges' replies in an entry; none in that of a request to the model.

    Raises:
        ValueError: for an entry that ``to_entry`` did not write.
    """
    try:
        for its in entry.get("replies", ()):
            ratings = its["ratings"]
            n = max(map(len, ratings.values()))
            # HELM writes some files without nulls.
            parts, shares = its.get("parts") or [()] * n, its.get("shares") or [None] * n
            for place in range(n):
                yield JudgeReply(
                    str(its["judge"]),
                    str(entry["rubric"]),
                    entry["about"] + (place_name(place + 1) if entry["each"] else ""),
                    {name: _reading(column[place]) for name, column in ratings.items()},
                    place=place + 1 if entry["each"] else 0,
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
    """The transcript among the annotations of a response; None where nothing was asked because of it.

    Raises:
        ValueError: where another package's annotation has its name.
    """
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
    """An ``answer`` for ``drive``: as it was answered.

    From where something else is asked than was, and behind the end, all is missing of the judges that a function names:
    a response that was parsed into other parts has no ratings of these, and one whose generator broke off counts what
    was planned.
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
