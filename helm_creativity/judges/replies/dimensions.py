"""Judges' replies, read as one rating for each of several dimensions, or for each of several texts in their order."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from helm_creativity.benchmark.ratings import MissingReason, ParsedRating, Scale
from helm_creativity.benchmark.types import Response
from helm_creativity.judges.replies.grammar import PARTS, PATTERNS
from helm_creativity.judges.replies.scores import (
    MOST_NAMES,
    UNPARSABLE,
    PossibleRating,
    agreed,
    begins_line,
    behind,
    corrected,
    first_agreed,
    is_generic,
    is_real,
    json_reading,
    key_words,
    name_pattern,
    number_before,
    objects_in,
    one_rating,
    place,
    rated_in,
    read_score,
    stands_alone,
    usual_ratings,
    words_to_score,
)
from helm_creativity.judges.replies.text import OwnWords, Span
from helm_creativity.parsing.grammar import expand

_JOINED = re.compile(r"\s{0,3}(?:,|&|/|(?:,\s)?\b(?:and|or)\b)\s{0,3}")
_LISTED_NUMBER = re.compile(r"(-?\d+(?:\.\d+)?|null)(?:/(\d+))?")
_MOST_LINES = 400


def read_scores(
    answer: Response, labels: Sequence[str], scale: Scale, *, rated: Sequence[str]
) -> dict[str, ParsedRating]:
    """The ratings of several dimensions from one reply; of one dimension as by `read_score`."""
    names = [key_words(label) for label in labels]
    if not names or not all(names) or len(set(names)) != len(names):
        raise ValueError(f"labels must be one or more different names with letters, got {list(labels)}")
    if len(labels) == 1:
        return {labels[0]: read_score(answer, scale, labels[0], rated=rated)}
    if usual := usual_ratings(answer, labels, scale, rated):
        return usual
    own = words_to_score(answer, scale, rated)
    if isinstance(own, MissingReason):
        return dict.fromkeys(labels, ParsedRating(None, own))
    found = _found(own, labels, scale)
    return {
        label: found[label].reading
        if label in found and found[label].reading != UNPARSABLE
        else ParsedRating(None, own.missing)
        for label in labels
    }


def rating_spans(
    answer: Response, labels: Sequence[str], scale: Scale, *, rated: Sequence[str]
) -> dict[str, Span | None]:
    """For each label where the figures of its rating stand in the answer's text; None where that is not certain."""
    own = words_to_score(answer, scale, rated)
    if isinstance(own, MissingReason):
        return dict.fromkeys(labels)
    found = _found(own, labels, scale)
    return {label: figures_span(found[label], own) if label in found else None for label in labels}


def _found(own: OwnWords, labels: Sequence[str], scale: Scale) -> Mapping[str, PossibleRating]:
    if len(labels) == 1:
        rating = one_rating(own, scale, labels[0])
        return {} if rating is None else {labels[0]: rating}
    for found in (_named_in_json(own, labels, scale), _named_in_text(own, labels, scale)):
        if best := _by_label(found, own):
            return best
    listed, _ = in_order(own, len(labels), scale, lambda _: False)
    listed = [] if own.reply.truncated or own.reply.refused else listed
    return _by_label(((label, rating) for label, some in zip(labels, listed, strict=False) for rating in some), own)


def _by_label(found: Iterable[tuple[str, PossibleRating]], own: OwnWords) -> dict[str, PossibleRating]:
    several: dict[str, list[PossibleRating]] = {}
    for label, rating in found:
        several.setdefault(label, []).append(rating)
    for label, some in several.items():  # what only repeats the form that was asked has no rating
        several[label] = [rating for rating in some if rating.reading.missing is not MissingReason.UNPARSABLE] or some
    return {label: best for label, some in several.items() if (best := agreed(some, own)) is not None}


def _named_in_json(own: OwnWords, labels: Sequence[str], scale: Scale) -> Iterator[tuple[str, PossibleRating]]:
    names = {key_words(label): label for label in labels}
    for value in own.values:
        span, alone = (value.start, value.end), stands_alone(own.reply.text, value.start, value.end)
        depths: dict[str, int] = {}
        for depth, node in objects_in(value.value):
            entries = [(key, key_words(key), content) for key, content in node.items()]
            beside = [key_words(content) for content in node.values() if isinstance(content, str) and len(content) < 60]
            named = [words for words in beside if words in names]
            if len(named) == 1 and not any(words in names for _, words, _ in entries):
                entries = [("?", named[0], content) for key, _, content in entries if is_generic(key)]
            for key, words, content in entries:
                if words in names and depths.setdefault(words, depth) == depth:
                    reading = json_reading(content, scale) or UNPARSABLE
                    yield names[words], PossibleRating(reading, value.start, span, alone, key)


def _named_in_text(own: OwnWords, labels: Sequence[str], scale: Scale) -> Iterator[tuple[str, PossibleRating]]:
    text = own.text
    names = {key_words(label): label for label in labels}
    found = [name for name, _ in zip(name_pattern(labels).finditer(text), range(MOST_NAMES), strict=False)]
    starts = [name.start() for name in found] + [len(text)]
    joined = {
        index + shift
        for index in range(len(found) - 1)
        for shift in (0, 1)
        if _JOINED.fullmatch(text, found[index].end(), starts[index + 1])
    }
    beside: list[tuple[str, PossibleRating]] = []
    sections: list[tuple[str, re.Match[str]]] = []
    ends = [heading.start() for heading in PATTERNS["heading"].finditer(text)]
    for index, name in enumerate(found):
        label, alone = names.get(key_words(name[0])), begins_line(text, name.start())
        line, line_end = text.rfind("\n", 0, name.start()) + 1, text.find("\n", name.end())
        stop = min(starts[index + 1], len(text) if line_end < 0 else line_end)
        rating = behind(text, name.end(), stop, scale, begin=name.start(), alone=alone) or number_before(
            text, name, scale
        )
        rating = corrected(rating, own, scale, stop)
        another = PATTERNS["other_measure"].search(text, name.end(), rating.span[0]) if rating else None
        if another or not is_real(text, name.start()):
            rating = None
        if alone or rating:
            ends.append(line)
        if label is None or index in joined or PATTERNS["others"].search(text, max(0, name.start() - 16), name.start()):
            continue
        if rating:
            beside.append((label, rating._replace(alone=alone)))
        elif alone:
            sections.append((label, name))
    yield from beside
    rated = {label for label, _ in beside}
    for label, name in sections:
        if label not in rated:
            end = min((end for end in ends if end >= name.end()), default=len(text))
            if rating := first_agreed(rated_in(own, scale, name.end(), end, section=True), own):
                yield label, rating._replace(alone=True)


def in_order(
    own: OwnWords, count: int, scale: Scale, wanted: Callable[[str], bool]
) -> tuple[list[list[PossibleRating]], bool]:
    """As many numbers as are asked, in a list or as the whole reply; and whether all lists have other lengths."""
    lists = [numbers] if (numbers := _numbers_alone(own, scale) or _numbers_of_a_line(own, scale, count)) else []
    for value in own.values:
        content: Any = value.value
        if isinstance(content, dict):
            named = [entry for key, entry in content.items() if wanted(key) or len(content) == 1]
            content = named[0] if len(named) == 1 else None
        if isinstance(content, list) and not any(isinstance(element, (dict, list)) for element in content):
            readings = [json_reading(element, scale) or UNPARSABLE for element in content]
            lists.append([PossibleRating(each, value.start, (value.start, value.end), key="?") for each in readings])
    fitting = [numbers for numbers in lists if len(numbers) == count]
    misfit = bool(lists) and not fitting and (count > 1 or len(lists[-1]) > 1)
    return [list(some) for some in zip(*fitting, strict=True)], misfit and not own.reply.truncated


def _numbers_alone(own: OwnWords, scale: Scale) -> list[PossibleRating]:
    text = own.text.rstrip("`\n ")
    text = text if "\n" in text else text.replace("|", ",")
    start = 0 if text.count("\n") > _MOST_LINES or "[" not in text else text.rfind("\n") + 1
    for begin in dict.fromkeys((0, start)):
        if whole := PATTERNS["list_of_numbers"].fullmatch(text, begin):
            return _listed(whole, scale)
    return []


def _numbers_of_a_line(own: OwnWords, scale: Scale, count: int) -> list[PossibleRating]:
    """As many numbers as are asked on a line of nothing else, where only one has as many; two could be anything."""
    text, start = own.text, 0
    found: list[list[PossibleRating]] = []
    for line in text.split("\n")[:_MOST_LINES] if count > 2 else ():
        if whole := PATTERNS["list_of_numbers"].fullmatch(text, start, start + len(line.rstrip(" `"))):
            found.append(_listed(whole, scale))
        start += len(line) + 1
    fitting = [numbers for numbers in found if len(numbers) == count]
    return fitting[0] if len(fitting) == 1 and not own.reply.truncated else []


def _listed(whole: re.Match[str], scale: Scale) -> list[PossibleRating]:
    found = []
    for match in _LISTED_NUMBER.finditer(whole.string, *whole.span(1)):
        top = float(match[2]) if match[2] else None
        reading = UNPARSABLE if match[1] == "null" else place(float(match[1]), scale, top)
        found.append(PossibleRating(reading, whole.start(1), match.span(1)))
    return found


def figures_span(rating: PossibleRating, own: OwnWords) -> Span | None:
    """Where the figures of a rating stand in the reply as it arrived; None where that is not certain."""
    if rating.reading.value is None:
        return None
    if rating.key:
        entry = rf"(?<![^\W_]){re.escape(rating.key)}[\"'\\\s\]}}>]{{0,9}}[:=][\"'\\\s<\[]{{0,9}}((?&figures))"
        found = list(re.finditer(expand(entry, PARTS), own.reply.text[slice(*rating.span)]))
        if len(found) != 1:
            return None
        rating = rating._replace(span=(found[0].start(1) + rating.span[0], found[0].end(1) + rating.span[0]))
    return own.reply.place(rating.span) if own.reply.text[rating.span[0]].isdigit() else None
