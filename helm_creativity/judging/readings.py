"""A judge's reply as the readings of what its question was about: one thing in several dimensions, or several texts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from helm_creativity.judging.instruments import Instrument
from helm_creativity.judging.replies import Missing, Reading
from helm_creativity.judging.spots import Span, spot_of
from helm_creativity.judging.weighting import Token, expected_rating
from helm_creativity.responses import Answer


class Read(NamedTuple):
    """The readings of one verdict.

    Attributes:
        readings: by dimension, in the order asked.
        share: as in ``Verdict``.
        parts: as in ``Verdict``.
    """

    readings: Mapping[str, Reading]
    share: float | None = None
    parts: tuple[float, ...] = ()


def readings(
    instrument: Instrument, answer: Answer, rated: Sequence[str], tokens: Sequence[Token] | None = None
) -> list[Read]:
    """The readings of a reply: one, or one a text where the instrument rates several.

    Args:
        instrument: what was asked.
        answer: the judge's reply.
        rated: the texts that the question was about.
        tokens: of the reply, with what could have stood in their places, where ratings are to be weighted; a rating
            that cannot be is missing. None where ratings are what the judge wrote.
    """
    if instrument.groups:
        return [Read(_count(instrument, answer, rated))]
    if instrument.composed is not None:
        (dimension,) = instrument.dimensions
        whole = instrument.composed(answer, rated)
        return [Read({dimension: whole.reading}, parts=whole.parts)]
    if not instrument.each:
        said = instrument.read(answer, rated)
        if tokens is None:
            return [Read(said)]
        alone = len(said) == 1
        spots = {
            one: None if reading.value is None else spot_of(answer.text, one, reading.value, rated, alone=alone)
            for one, reading in said.items()
        }
        return [_weighted(instrument, answer, tokens, said, spots)]
    return _of_each(instrument, answer, rated, tokens)


def _of_each(
    instrument: Instrument, answer: Answer, rated: Sequence[str], tokens: Sequence[Token] | None
) -> list[Read]:
    """The rating of each text."""
    from helm_creativity.judging.replies.positions import read_places

    (dimension,) = instrument.dimensions
    assert instrument.scale is not None
    places = read_places(answer, rated, instrument.scale, dimension)
    if len(places) != len(rated):
        raise ValueError(f"expected a reading of each of {len(rated)} texts, got {len(places)}")
    if tokens is None:
        return [Read({dimension: one.reading}) for one in places]
    return [_weighted(instrument, answer, tokens, {dimension: one.reading}, {dimension: one.span}) for one in places]


def unread(instrument: Instrument, rated: Sequence[str], why: Missing) -> list[Read]:
    """As many as ``readings`` gives, all missing for one reason."""
    return [Read(instrument.nothing(why))] * (len(rated) if instrument.rates_each else 1)


def _count(instrument: Instrument, answer: Answer, rated: Sequence[str]) -> dict[str, Reading]:
    """The number of different categories into which the reply sorts the texts."""
    from helm_creativity.judging.replies.groups import read_groups

    groups = read_groups(answer, rated)
    (dimension,) = instrument.dimensions
    value = None if groups.labels is None else float(len(set(groups.labels)))
    return {dimension: Reading(value, groups.missing)}


def _weighted(
    instrument: Instrument,
    answer: Answer,
    tokens: Sequence[Token],
    said: Mapping[str, Reading],
    spots: Mapping[str, Span | None],
) -> Read:
    """The readings with means in the place of numbers; what is missing stays missing for its own reason."""
    assert instrument.scale is not None
    result, shares = {}, []
    for dimension, reading in said.items():
        result[dimension] = reading
        if reading.value is not None:
            span = spots[dimension]
            mean = None if span is None else expected_rating(answer.text, tokens, span, instrument.scale)
            result[dimension] = Reading(mean.value) if mean else Reading(None, Missing.NO_PROBABILITIES)
            shares += [mean.share] if mean else []
    return Read(result, min(shares, default=None))
