"""A judge's reply as the readings of what its question was about: one thing in several dimensions, or several texts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from helm_creativity.benchmark.ratings import JudgeReply, MissingReason, ParsedRating, place_name
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
        return [JudgeReading(_category_count(rubric, answer, rated))]
    if rubric.composed is not None:
        (dimension,) = rubric.dimensions
        whole = rubric.composed(answer, rated)
        return [JudgeReading({dimension: whole.reading}, parts=whole.parts)]
    if not rubric.each:
        found = read_one(rubric, answer, rated)
        if tokens is None:
            return [JudgeReading(found)]
        from helm_creativity.judges.replies.dimensions import rating_spans

        assert rubric.scale is not None
        spans = rating_spans(answer, rubric.dimensions, rubric.scale, rated=rated)
        return [_weighted_reading(rubric, written, tokens, found, spans)]
    return _of_each(rubric, answer, written, rated, tokens)


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


def _of_each(
    rubric: Rubric, answer: Response, written: Response, rated: Sequence[str], tokens: Sequence[Token] | None
) -> list[JudgeReading]:
    from helm_creativity.judges.replies.places import read_places

    (dimension,) = rubric.dimensions
    assert rubric.scale is not None
    places = read_places(answer, rated, rubric.scale, dimension)
    if len(places) != len(rated):
        raise ValueError(f"expected a reading of each of {len(rated)} texts, got {len(places)}")
    if tokens is None:
        return [JudgeReading({dimension: place.reading}) for place in places]
    return [
        _weighted_reading(rubric, written, tokens, {dimension: place.reading}, {dimension: place.span})
        for place in places
    ]


def unread(rubric: Rubric, rated: Sequence[str], why: MissingReason) -> list[JudgeReading]:
    """As many as ``readings`` gives, all missing for one reason."""
    return [JudgeReading(rubric.nothing(why))] * (len(rated) if rubric.rates_each else 1)


def _category_count(rubric: Rubric, answer: Response, rated: Sequence[str]) -> dict[str, ParsedRating]:
    from helm_creativity.judges.replies.groups import read_groups

    groups = read_groups(answer, rated)
    (dimension,) = rubric.dimensions
    counted = ParsedRating(None, groups) if isinstance(groups, MissingReason) else ParsedRating(float(len(set(groups))))
    return {dimension: counted}


def _weighted_reading(
    rubric: Rubric,
    answer: Response,
    tokens: Sequence[Token],
    found: Mapping[str, ParsedRating],
    spans: Mapping[str, tuple[int, int] | None],
) -> JudgeReading:
    assert rubric.scale is not None
    result, shares = {}, []
    for dimension, reading in found.items():
        result[dimension] = reading
        if reading.value is not None:
            span = spans[dimension]
            mean = None if span is None else expected_rating(answer.text, tokens, span, rubric.scale)
            result[dimension] = ParsedRating(mean.value) if mean else ParsedRating(None, MissingReason.NO_PROBABILITIES)
            shares += [mean.share] if mean else []
    return JudgeReading(result, min(shares, default=None))
