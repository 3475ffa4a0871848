"""A judge's reply as the readings of what its question was about: one thing in several dimensions, or several texts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from helm_creativity.benchmark.ratings import JudgeReply, MissingReason, ParsedRating, Scale, place_name
from helm_creativity.benchmark.rubrics import Rubric, blank_tags
from helm_creativity.benchmark.types import Response
from helm_creativity.judges.weighting import Token, expected_rating


class JudgeReading(NamedTuple):
    """The readings of one judge of one thing."""

    readings: Mapping[str, ParsedRating]
    share: float | None = None
    parts: tuple[float, ...] = ()


def readings(
    rubric: Rubric, answer: Response, rated: Sequence[str], tokens: Sequence[Token] | None = None
) -> list[JudgeReading]:
    """The readings of a reply: one, or one per text where the rubric rates several."""
    written = answer
    if rubric.tagged:
        answer = replace(answer, text=blank_tags(answer.text))
    if rubric.groups:
        from helm_creativity.judges.replies.groups import read_groups

        groups = read_groups(answer, rated)
        counted = (
            ParsedRating(None, groups) if isinstance(groups, MissingReason) else ParsedRating(float(len({*groups})))
        )
        return [JudgeReading({rubric.dimensions[0]: counted})]
    if rubric.composed is not None:
        whole = rubric.composed(answer, rated)
        return [JudgeReading({rubric.dimensions[0]: whole.reading}, parts=whole.parts)]
    if rubric.each:
        from helm_creativity.judges.replies.places import read_places

        assert rubric.scale is not None
        (dimension,) = rubric.dimensions
        places = read_places(answer, rated, rubric.scale, dimension)
        found = [({dimension: place.reading}, {dimension: place.span}) for place in places]
    else:
        found = [(read_one(rubric, answer, rated), {})]
    if tokens is None:
        return [JudgeReading(read) for read, _ in found]
    assert rubric.scale is not None
    if not rubric.each:
        from helm_creativity.judges.replies.dimensions import rating_spans

        found = [(found[0][0], rating_spans(answer, rubric.dimensions, rubric.scale, rated=rated))]
    return [_weighted_reading(rubric.scale, written.text, tokens, read, spans) for read, spans in found]


def to_replies(judge: str, rubric: Rubric, about: str, read: Sequence[JudgeReading]) -> list[JudgeReply]:
    """Readings as replies of a judge: one, or one per text where the rubric rates several, in their order."""
    return [
        JudgeReply(
            judge,
            rubric.name,
            about + (place_name(place) if place else ""),
            reading.readings,
            place=place,
            counts=rubric.decides,
            share=reading.share,
            parts=reading.parts,
        )
        for place, reading in enumerate(read, start=1 if rubric.rates_each else 0)
    ]


def read_one(rubric: Rubric, answer: Response, rated: Sequence[str]) -> dict[str, ParsedRating]:
    """A rating of one thing, or the reason why there is none, for each dimension; of several texts see ``readings``."""
    from helm_creativity.judges.replies.dimensions import read_scores
    from helm_creativity.judges.replies.letters import read_letter
    from helm_creativity.judges.replies.scores import read_score
    from helm_creativity.judges.replies.words import read_word

    if rubric.each:
        raise ValueError(f"rubric {rubric.name!r}: a reply about several texts holds more than one rating")
    if rubric.letters is not None:
        return {rubric.dimensions[0]: read_letter(answer, rubric.letters, rated=rated)}
    if rubric.words is not None:
        return {rubric.dimensions[0]: read_word(answer, rubric.words, rated=rated, first=rubric.first_word)}
    assert rubric.scale is not None
    if len(rubric.dimensions) == 1:
        return {rubric.dimensions[0]: read_score(answer, rubric.scale, rubric.dimensions[0], rated=rated)}
    return dict(read_scores(answer, rubric.dimensions, rubric.scale, rated=rated))


def unread(rubric: Rubric, rated: Sequence[str], why: MissingReason) -> list[JudgeReading]:
    """As many as ``readings`` gives, all missing for one reason."""
    return [JudgeReading(rubric.nothing(why))] * (len(rated) if rubric.rates_each else 1)


def _weighted_reading(
    scale: Scale,
    text: str,
    tokens: Sequence[Token],
    read: Mapping[str, ParsedRating],
    spans: Mapping[str, tuple[int, int] | None],
) -> JudgeReading:
    result, shares = dict(read), []
    for dimension, reading in read.items():
        if reading.value is not None:
            span = spans[dimension]
            mean = expected_rating(text, tokens, span, scale) if span else None
            result[dimension] = ParsedRating(mean.value) if mean else ParsedRating(None, MissingReason.NO_PROBABILITIES)
            shares += [mean.share] if mean else []
    return JudgeReading(result, min(shares, default=None))
