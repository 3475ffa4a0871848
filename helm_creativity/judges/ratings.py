"""Replies of judges, and their ratings as records in HELM's annotations, from which they are read back."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from typing import Any

from helm_creativity.core.judge_replies import JudgeReply
from helm_creativity.core.ratings import Missing, Reading

ANNOTATOR = "judges"
"""Name under which the annotation of every judged benchmark stands."""

RATINGS = "ratings"
"""The key of an annotation under which the ratings stand."""

_ONCE = ("reply", "error", "characters", "asked_again", "other_reply")
"""What a question has once, however many ratings its reply brings."""

_OWN = ("summary", "planned", "error", "left_out", RATINGS)


@dataclass(frozen=True)
class Judgement:
    """All that was asked about one answer.

    Attributes:
        judge_replies: in the order asked.
        planned: ratings that the design asks for. More than the replies hold when something broke on the way.
        error: what broke; "" if nothing did.
        extra: what else an annotator has to record: plain values, under other keys than ``annotation_of`` writes.
        left_out: judges of the panel that did not rate because they are the model under test.
    """

    judge_replies: Sequence[JudgeReply] = ()
    planned: int = 0
    error: str = ""
    extra: Mapping[str, Any] = field(default_factory=dict)
    left_out: int = 0

    def values(self, dimension: str, about: str = "") -> list[float]:
        """The ratings of one dimension that arrived, in the order of the judges."""
        return [
            reading.value
            for judge_reply in self.judge_replies
            if judge_reply.about == about
            and (reading := judge_reply.readings.get(dimension)) is not None
            and reading.value is not None
        ]

    def leaving_out(self, left_out: int) -> Judgement:
        """The judgement with the number of judges that did not rate because they are the model under test."""
        return replace(self, left_out=left_out)

    @property
    def abouts(self) -> list[str]:
        """What was rated beside the answer itself."""
        return [about for about in dict.fromkeys(judge_reply.about for judge_reply in self.judge_replies) if about]


def annotation_of(judgement: Judgement) -> dict[str, Any]:
    """A judgement as the annotation that HELM stores: plain values.

    Returns:
        ``summary``: the ratings in one line, for HELM's run page; ``planned``, ``error`` and ``left_out``: see
        ``Judgement``; what ``Judgement.extra`` holds; ``ratings``: one record per rating, see ``records_of``.

    Raises:
        ValueError: when ``Judgement.extra`` has one of these keys.
    """
    taken = [key for key in _OWN if key in judgement.extra]
    if taken:
        raise ValueError(f"an annotation of ratings has its own {', '.join(taken)}, choose other keys")
    return {
        "summary": summary_of(judgement),
        "planned": judgement.planned,
        "error": judgement.error,
        "left_out": judgement.left_out,
        **judgement.extra,
        RATINGS: records_of(judgement),
    }


def records_of(judgement: Judgement) -> list[dict[str, Any]]:
    """One record per rating, present or missing, in the order asked.

    Returns:
        Dictionaries with the same keys. Of the rating: ``about``, ``judge``, ``rubric``, ``dimension``, ``value`` (None
        where it is missing) and ``reason`` (why it is missing; "" where it is not). Of the ``JudgeReply`` that it
        belongs to: ``reply_number``, from 1, and ``place``, ``counts``, ``share`` and ``parts``; and ``reply``,
        ``error``, ``characters``, ``asked_again`` and ``other_reply``, which only the first rating of a ``JudgeReply``
        has. They are "", 0 and False in the others, so that a long reply is stored once.
    """
    records: list[dict[str, Any]] = []
    for number, one in enumerate(judgement.judge_replies, start=1):
        once = {name: getattr(one, name) for name in _ONCE}
        for dimension, reading in one.readings.items():
            records.append(
                {
                    "about": one.about,
                    "judge": one.judge,
                    "rubric": one.rubric,
                    "dimension": dimension,
                    "value": reading.value,
                    "reason": reading.missing.value if reading.missing else "",
                    **once,
                    "reply_number": number,
                    "place": one.place,
                    "counts": one.counts,
                    "share": one.share,
                    "parts": list(one.parts),
                }
            )
            once = {name: type(value)() for name, value in once.items()}
    return records


def summary_of(judgement: Judgement) -> str:
    """The ratings in one line: ``lexical-judge: creativity 22; other: creativity missing (refused)``.

    Texts that are rated one by one, and pairs, stand before their ratings: ``originality #1: 3, #2: 4``. Judges appear
    by the last part of their names, or by their whole names where two of these parts are equal.
    """
    judges = list(dict.fromkeys(one.judge for one in judgement.judge_replies))
    ends = [judge.rsplit("/", 1)[-1] for judge in judges]
    names = ends if len({*ends}) == len(ends) else judges
    parts = [f"{name}: {_ratings_by(judge, judgement)}" for judge, name in zip(judges, names, strict=True)]
    return "; ".join(parts) or "no ratings"


def _ratings_by(judge: str, judgement: Judgement) -> str:
    """The ratings by one judge, dimension after dimension, rounded for a reader."""
    texts: dict[str, list[str]] = {}
    for one in judgement.judge_replies:
        for dimension, reading in one.readings.items() if one.judge == judge else ():
            value = f"missing ({reading.missing})" if reading.value is None else f"{round(reading.value, 2):g}"
            texts.setdefault(dimension, []).append(f"{one.about}: {value}" if one.about else value)
    return ", ".join(f"{dimension} {', '.join(values)}" for dimension, values in texts.items())


def judgement_from(annotation: Mapping[str, Any]) -> Judgement:
    """The way back from ``annotation_of``.

    Raises:
        ValueError: for an annotation that ``annotation_of`` did not write.
    """
    extra = {key: value for key, value in annotation.items() if key not in _OWN}
    planned, left_out = (int(annotation.get(name, 0)) for name in ("planned", "left_out"))
    try:
        replies = groupby(annotation.get(RATINGS, ()), key=lambda record: record["reply_number"])
        judge_replies = [_judge_reply(list(records)) for _, records in replies]
    except KeyError as error:
        raise ValueError(f"a rating lacks {error}") from error
    except TypeError as error:
        raise ValueError(f"a rating is not as it was written: {error}") from error
    return Judgement(judge_replies, planned, str(annotation.get("error", "")), extra, left_out)


def _judge_reply(records: Sequence[Mapping[str, Any]]) -> JudgeReply:
    """A ``JudgeReply`` from the records of its ratings. HELM writes some files without nulls."""
    first = records[0]
    names = ("judge", "rubric", "about", *_ONCE, "place", "counts")
    fields: dict[str, Any] = {name: first[name] for name in names}
    readings = {record["dimension"]: _reading(record) for record in records}
    return JudgeReply(readings=readings, share=first.get("share"), parts=tuple(first["parts"]), **fields)


def _reading(record: Mapping[str, Any]) -> Reading:
    reason = record["reason"]
    return Reading(None, Missing(reason)) if reason else Reading(record.get("value"))


def judgement_in(annotations: Mapping[str, Any]) -> Judgement | None:
    """The judgement among the annotations of an answer; None where no judge was asked."""
    found = annotations.get(ANNOTATOR)
    return judgement_from(found) if isinstance(found, Mapping) else None


def enough_rated(rated: int, parts: int) -> bool:
    """Whether a thing whose parts are rated may have a score: at least half of its parts have a rating.

    A judge that rated one use of nine says next to nothing of the nine.
    """
    return 2 * rated >= parts


def panel_stats(judgements: Iterable[Judgement]) -> dict[str, float | None]:
    """What the judges of a run did: the submetrics of every judged benchmark.

    Returns:
        ``judge_coverage``: share of the planned ratings that arrived, 0 to 1, None where none was planned;
        ``judge_calls``: questions put to judges, whether HELM's cache or a server answers, one each however many texts
        it is about; ``judge_failures``: ratings that were asked for and did not arrive, because their question brought
        no reply or the reply does not say them (those that were not even asked for, because their judge was given up,
        are not in it); ``judge_asked_again``: questions that were put a second time because the first reply lacked a
        rating; ``judge_tokens``: about how many tokens the answered questions and their replies had, at four characters
        a token; ``judges_left_out``: judges of the panel that are the model itself.
    """
    planned = arrived = calls = failures = again = characters = left_out = 0
    for judgement in judgements:
        planned += judgement.planned
        left_out = max(left_out, judgement.left_out)
        arrived += sum(reading.value is not None for reading in _readings(judgement))
        replies = [judge_reply for judge_reply in judgement.judge_replies if judge_reply.heads]
        calls += sum(judge_reply.asked for judge_reply in replies)
        failures += sum(reading.missing not in (None, Missing.NOT_ASKED) for reading in _readings(judgement))
        again += sum(judge_reply.asked_again for judge_reply in replies)
        characters += sum(judge_reply.characters for judge_reply in replies if judge_reply.answered)
    return {
        "judge_coverage": arrived / planned if planned else None,
        "judge_calls": float(calls),
        "judge_failures": float(failures),
        "judge_asked_again": float(again),
        "judge_tokens": characters / 4,
        "judges_left_out": float(left_out),
    }


def _readings(judgement: Judgement) -> Iterator[Reading]:
    for judge_reply in judgement.judge_replies:
        yield from judge_reply.readings.values()
