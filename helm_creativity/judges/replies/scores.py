"""Judges' replies, read as one rating.

Read are JSON, ratings behind a name ("Originality: 7"), final statements ("Overall: 33", "I'd give it a 7", "7/10"),
and a number alone. A failure never becomes a number: what cannot be read, or can be read in two ways, is missing with
the reason. Of a truncated reply only complete ratings behind a name count.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from helm_creativity.benchmark.ratings import MissingReason, ParsedRating, Scale
from helm_creativity.benchmark.types import Response
from helm_creativity.judges.replies.grammar import GAP, PARTS, PATTERNS
from helm_creativity.judges.replies.text import OwnWords, Span, own_words
from helm_creativity.parsing.grammar import expand
from helm_creativity.parsing.json_values import json_in
from helm_creativity.parsing.refusals import is_refusal

AMBIGUOUS, UNPARSABLE = ParsedRating(None, MissingReason.AMBIGUOUS), ParsedRating(None, MissingReason.UNPARSABLE)
REFUSED = ParsedRating(None, MissingReason.REFUSED)
_WORDS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_CELL = re.compile(expand(r"(?im)(?<=\|)[ \t]{0,50}(?&digits)[ \t]{0,50}(?=\||$)", PARTS))
_LINE_TAIL = re.compile(rf"[^\w\n{GAP}]{{0,9}}(?:\n|\Z)")
_NOTE = re.compile(r"\([^()]{0,40}\d[^()]{0,40}\)|^\W{0,3}\d{1,2}[.)]\s{0,3}")
_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")
_APOSTROPHE = re.compile(r"(?<=[^\W\d_])['’](?=[^\W\d_])")
_LETTERS = re.compile(r"[^\W\d_]+")
_SUFFIXES = frozenset({"score", "scores", "rating", "ratings", "value", "grade"})
_GENERIC_WORDS = frozenset({*_SUFFIXES, "mark", "answer", "result", "output", "number", "integer", "评分", "評分"})
_BOX = re.compile(r"\[\[(?:score|rating)?[: \t]{0,5}(?=[-+]?\d{1,6}(?:[./]\d{1,4})?\s?\]\])", re.IGNORECASE)
_GENERIC = re.compile(expand("(?&generic)", PARTS), re.IGNORECASE)
_REVERSE = re.compile(expand(r"(?i)(?&digits)[ \t]{1,3}(?:(?:for|on|in)[ \t](?:the |its )?|\()\Z", PARTS))
_SENTENCE_END = re.compile(r"[.!?\n]|, but ")
_SUMMED_UP = re.compile(r"(?:overall|total|final)[^\w\n]{1,3}\Z", re.IGNORECASE)
_LISTED = re.compile(r"(?:^|[.;\n])[ \t]{0,3}\d{1,3}[.:)]\s", re.MULTILINE)
_LINE_START = re.compile(r"[\W\d_]{0,12}(?:the |its |my )?", re.IGNORECASE)
_COUNTS = frozenset(
    {"confidence", "certainty", "words", "word count", "count", "length", "max", "maximum", "min", "id"}
)
_FORMS = 7
_NAME_WORD = re.compile(r"[^\W_]+")
_FILLING = frozenset({"and", "score", "scores", "rating", "ratings"})
_USUAL = re.compile(r"(?:(?:Score|Rating): )?(\d{1,3}(?:\.\d{1,2})?)")
_USUAL_REASON = re.compile(
    r"([^:<>\[\]{}|`\"“”„~$\\#…]{1,900}?)\n\n\*{0,2}(?:Score|Rating): (\d{1,3})\*{0,2}", re.ASCII
)
MOST_NAMES = 400


class PossibleRating(NamedTuple):
    """What may be a rating."""

    reading: ParsedRating
    begin: int
    span: Span
    alone: bool = False
    key: str = ""


def read_score(answer: Response, scale: Scale, label: str = "score", *, rated: Sequence[str]) -> ParsedRating:
    """The one rating of a reply.

    In this order: what stands in a box, what stands under `label`, the overall or final rating, one under a word for
    ratings in general ("score"), a number that is the last paragraph, what a sentence gives ("I'd give it a 7",
    "8 out of 10"), and a number alone on a line or at the head. Where the first of these that occurs has two values,
    the reply is ambiguous, unless the last is introduced as a correction.
    """
    if not key_words(label):
        raise ValueError(f"labels must be names with letters, got {label!r}")
    if usual := usual_ratings(answer, [label], scale, rated):
        return usual[label]
    own = words_to_score(answer, scale, rated)
    if isinstance(own, MissingReason):
        return ParsedRating(None, own)
    found = one_rating(own, scale, label)
    return ParsedRating(None, own.missing) if found is None or found.reading == UNPARSABLE else found.reading


def usual_ratings(
    answer: Response, labels: Sequence[str], scale: Scale, rated: Sequence[str]
) -> dict[str, ParsedRating] | None:
    """The ratings of a reply that is JSON with the labels as keys, or one number, perhaps behind "score" and a reason.

    Read at once, and as the long way reads them: a reply that is nothing else is the judge's own, whatever it rates.
    """
    text = answer.text.strip()
    if answer.finish_reason in ("length", "content_filter") or answer.failed:
        return None
    if text.startswith("{") and text.endswith("}") and len(text) < 500:
        (whole, *_) = json_in(text).values or (None,)
        # A key that stands twice holds a list, which is no number.
        found = whole.value if whole and (whole.start, whole.end, whole.mended) == (0, len(text), False) else None
        if isinstance(found, dict) and list(found) == list(labels) and all(type(n) is int for n in found.values()):
            return {label: place(value, scale) for label, value in found.items()}
    elif len(labels) == 1 and (match := _USUAL.fullmatch(text)):
        return {labels[0]: place(float(match[1]), scale)}
    elif (
        len(labels) == 1 and (match := _USUAL_REASON.fullmatch(text)) and not any(match[2] in words for words in rated)
    ):
        names = (_GENERIC, name_pattern(labels), PATTERNS["overall"])
        if not any(name.search(match[1]) for name in names):
            return {labels[0]: place(float(match[2]), scale)}
    return None


def words_to_score(answer: Response, scale: Scale, rated: Sequence[str]) -> OwnWords | MissingReason:
    """See ``own_words``; without what says from where to where the scale goes."""
    own = own_words(answer, rated)
    if isinstance(own, MissingReason):
        return own
    text = PATTERNS["of_another"].sub(lambda match: GAP * len(match[0]), own.text)
    return own._replace(text=without_scale(text, scale))


def one_rating(own: OwnWords, scale: Scale, label: str) -> PossibleRating | None:
    """What the one rating of a reply may be; None where there is none."""
    in_json = _keyed(own, scale, key_words(label))
    forms = zip(in_json, rated_in(own, scale, 0, len(own.text), label), strict=True)
    rating = first_agreed(([*keyed, *in_text] for keyed, in_text in forms), own)
    return corrected(rating, own, scale, len(own.text))


def _keyed(own: OwnWords, scale: Scale, label: str) -> list[list[PossibleRating]]:
    forms: list[list[PossibleRating]] = [[] for _ in range(_FORMS)]
    for value in own.values:
        span, alone = (value.start, value.end), stands_alone(own.reply.text, value.start, value.end)
        depths: dict[int, int] = {}
        for depth, node in objects_in(value.value):
            for key, content in node.items():
                words, reading = key_words(key), json_reading(content, scale)
                form = {"final": 2, "overall": 2, "total": 2}.get(words.partition(" ")[0])
                if is_generic(words) or words == label:
                    form = 3 if is_generic(words) else 1
                elif form is None and len(node) == 1 and depth == 0 and words not in _COUNTS:
                    form = None if isinstance(content, (str, dict)) else 5
                if reading and form is not None and depths.setdefault(form, depth) == depth:
                    forms[form].append(PossibleRating(reading, value.start, span, alone, key))
    return forms


def rated_in(
    own: OwnWords, scale: Scale, start: int, end: int, label: str = "", *, section: bool = False
) -> Iterator[list[PossibleRating]]:
    """What may be the rating in a part of a reply, one list for each of seven forms, the surest first."""
    text, cut = own.text, own.reply.truncated
    name = name_pattern([label]) if label and not is_generic(label) else None
    yield [] if section else list(_labelled(own, _BOX, scale, start, end))
    labelled = list(_labelled(own, name, scale, start, end)) if name else []
    before = (
        [number_before(text, match, scale) for match in name.finditer(text, start, end)] if name and not cut else []
    )
    yield labelled or [rating for rating in before if rating]
    yield [] if section else list(_labelled(own, PATTERNS["overall"], scale, start, end))
    general = _labelled(own, _GENERIC, scale, start, end)
    yield [
        rating
        for rating in general
        if not (section and _SUMMED_UP.search(text, max(0, rating.begin - 12), rating.begin))
    ]
    yield [] if cut or section else _closing_rating(text, scale, start, end)
    gives, nouns, out_of = (
        [
            match
            for match in (() if cut else pattern.finditer(text, start, end))
            if is_real(text, match.start()) and not _names_a_text(match)
        ]
        for pattern in (PATTERNS["gives"], PATTERNS["noun"], PATTERNS["out_of"])
    )
    counted = [candidate(match, scale, match.start()) for match in out_of if match["top"] or match["percent"]]
    yield [candidate(match, scale, match.start()) for match in [*gives, *nouns]] + [
        rating
        for rating in counted
        if rating.reading.value is not None or rating.reading.missing is MissingReason.OUT_OF_RANGE
    ]
    if cut or (own.reply.refused and not section):
        yield []
        return
    alone = list(PATTERNS["line"].finditer(text, start, end))
    if not section and not alone and not _LISTED.search(text, 1):
        head = PATTERNS["head"].match(text, start, end) or PATTERNS["glossed"].match(text, start, end)
        alone = [head] if head else []
    yield [candidate(match, scale, match.start()) for match in alone]


def _closing_rating(text: str, scale: Scale, start: int, end: int) -> list[PossibleRating]:
    paragraph = text.rfind("\n\n", start, end)
    last = PATTERNS["line"].fullmatch(text, paragraph + 2, end) if paragraph >= 0 else None
    if last is None or candidate(last, scale, last.start()).reading.value is None:
        return []
    earlier = [
        match
        for match in PATTERNS["line"].finditer(text, start, paragraph)
        if text[max(start, match.start() - 2) : match.start()] in ("", "\n", "\n\n")
        and text[match.end() : min(paragraph, match.end() + 2)] in ("", "\n", "\n\n")
    ]
    return [candidate(match, scale, match.start(), alone=True) for match in [*earlier, last]]


def _labelled(own: OwnWords, name: re.Pattern[str], scale: Scale, start: int, end: int) -> Iterator[PossibleRating]:
    text = own.text
    for match, _ in zip(name.finditer(text, start, end), range(MOST_NAMES), strict=False):
        if PATTERNS["others"].search(text, max(0, match.start() - 16), match.start()) or not is_real(
            text, match.start()
        ):
            continue
        if match[0].lower() in ("answer", "result") and not PATTERNS["own_answer"].fullmatch(
            _sentence_before(text, match.start())
        ):
            continue
        stop = text.find("\n", match.end(), end)
        alone = begins_line(text, match.start())
        rating = behind(text, match.end(), end if stop < 0 else stop, scale, begin=match.start(), alone=alone)
        if rating and not PATTERNS["other_measure"].search(text, match.end(), rating.span[0]):
            yield rating


def is_real(text: str, position: int) -> bool:
    """Whether the sentence up to here is neither about what might be nor about another's rating."""
    return not PATTERNS["unreal"].search(_sentence_before(text, position))


def _sentence_before(text: str, position: int) -> str:
    return _SENTENCE_END.split(text[max(0, position - 300) : position])[-1]


def _names_a_text(number: re.Match[str]) -> bool:
    """Whether the number is a text's name, or how many there are: "response 2", "the better of the two"."""
    start = number.start("figures") if number["figures"] else number.start("word")
    return PATTERNS["name_of_text"].search(number.string, max(0, start - 24), start) is not None


def begins_line(text: str, position: int) -> bool:
    """Whether nothing but marks and a number stand before this on its line."""
    return bool(_LINE_START.fullmatch(text, max(text.rfind("\n", 0, position) + 1, position - 20), position))


def name_pattern(labels: Sequence[str]) -> re.Pattern[str]:
    """The names of dimensions, the longest first, with any signs between their words."""
    several = sorted((_NAME_WORD.findall(label) for label in labels), key=lambda words: -len(" ".join(words)))
    several = [[word for word in words if word.lower() not in _FILLING] or words for words in several]
    names = "|".join(r"[^\w\n]{0,4}(?:_|\band\b[^\w\n])?".join(map(re.escape, words)) for words in several)
    return re.compile(
        rf"(?<![\w-])(?:{names})(?:[\s_-]?(?:score|rating)(?![^\W\d_]))?(?![^\W\d_]|_[^\W_])\)?", re.IGNORECASE
    )


def number_before(text: str, name: re.Match[str], scale: Scale) -> PossibleRating | None:
    """The number before a name: "a 7 for originality", "7 (originality)"."""
    start = max(0, name.start() - 40)
    match = _REVERSE.search(text, start, name.start())
    return candidate(match, scale, match.start()) if match else None


def behind(text: str, start: int, end: int, scale: Scale, *, begin: int, alone: bool = False) -> PossibleRating | None:
    """The number behind a name, with nothing but signs, a few words, or words and a colon between the two."""
    for form in ("behind", "behind_colon", "behind_words", "behind_mean"):
        if match := PATTERNS[form].match(text, start, end):
            return candidate(match, scale, begin, alone=alone)
    cells = list(_CELL.finditer(text, start, end)) if text.find("|", start, end) >= 0 else []
    return candidate(cells[0], scale, begin, alone=alone) if len(cells) == 1 else None


def candidate(match: re.Match[str], scale: Scale, begin: int, *, alone: bool = False) -> PossibleRating:
    """What matched one of the patterns for numbers."""
    groups = match.groupdict()
    if groups["range"]:
        return PossibleRating(AMBIGUOUS, begin, match.span("figures"), alone)
    top = 100.0 if groups["percent"] else _number(groups["top"]) if groups["top"] else None
    name = "word" if groups.get("word") else "figures"
    value = _number(match[name])
    reading = UNPARSABLE if value is None else place(value, scale, top)
    return PossibleRating(reading, begin, match.span(name), alone)


def place(value: float, scale: Scale, top: float | None = None) -> ParsedRating:
    """A number as a rating, or why it is none; `top` is what it is counted out of, where that is said."""
    if top is not None and top != scale.high:
        return ParsedRating(None, MissingReason.OFF_SCALE)
    if not scale.low <= value <= scale.high:
        return ParsedRating(None, MissingReason.OUT_OF_RANGE)
    if not scale.admits(value):
        return ParsedRating(None, MissingReason.OFF_SCALE)
    return ParsedRating(float(value) if scale.between else scale.nearest(value))


def _number(written: str) -> float | None:
    if written.lower() in _WORDS:
        return float(_WORDS.index(written.lower()))
    figures = re.sub(r",(?=\d{3}(?:,|\Z))", "", written).replace(",", ".")
    return float(figures) if figures[-1].isdecimal() else None


def without_scale(text: str, scale: Scale) -> str:
    """The text, as long as it was, without "1 to 10" and "(max 10)"."""
    if f"{scale.high:g}" not in text:
        return text
    low, high = (re.escape(f"{end:g}") for end in (scale.low, scale.high))
    note = r"(?:\s?\([^()\n]{0,60}\))?"
    notes = (
        rf"(?:\bon (?:an?|the) scale (?:of|from) )?(?<![\w.,]){low}{note}(?:[-–—~]|\s(?:to|and|bis|à"
        rf"|a)\s){high}{note}(?![\w/]|[.,]\d)"
        r"|\([^()\n]{0,60}?\b\d{1,3}\s?(?:=|means|being)\s?[^\W\d][^()\n]{0,120}\)"
        rf"|(?<=\(){low}\s[-–—]\s{high}(?=\))"
        rf"|(?<=\()(?:max(?:imum)?|out of|of|from|/)\W{{0,2}}{high}(?=\))"
    )
    return re.sub(notes, lambda match: " " * len(match[0]), text, flags=re.IGNORECASE)


def first_agreed(forms: Iterable[Iterable[PossibleRating]], own: OwnWords) -> PossibleRating | None:
    """What is meant by the first of the forms that occurs."""
    return next((best for form in forms if (best := agreed(form, own)) is not None), None)


def agreed(found: Iterable[PossibleRating], own: OwnWords) -> PossibleRating | None:
    """The one that is meant: that on which all agree, or the last if it is introduced as final or corrected."""
    mine = list(found)
    if len({rating.reading for rating in mine}) <= 1:
        return mine[-1] if mine else None
    last, before = mine[-1], max(rating.span[1] for rating in mine[:-1])
    revised = list(PATTERNS["revised"].finditer(own.reply.text, before, max(before, last.begin)))
    if revised and (last.alone or last.begin - revised[-1].end() < 80):
        return last
    alone = [] if revised else [rating for rating in mine if rating.alone]
    if len({rating.reading for rating in alone}) == 1:
        return alone[-1]
    return last._replace(reading=AMBIGUOUS)


def corrected(found: PossibleRating | None, own: OwnWords, scale: Scale, end: int) -> PossibleRating | None:
    """The rating, or the last one up to `end` that takes it back."""
    for match in PATTERNS["corrected"].finditer(own.text, found.span[1], end) if found else ():
        later = candidate(match, scale, match.start())
        if found and later.reading.value is not None:
            found = later._replace(alone=found.alone)
    return found


def key_words(key: str) -> str:
    """A key in one spelling: "1. Originality_Score (1-10)" is "originality"."""
    key = _APOSTROPHE.sub("", _CAMEL.sub(" ", _NOTE.sub("", key[:100])))
    words = _LETTERS.findall(key.casefold())
    words = [word for word in words if word != "and"] or words
    while len(words) > 1 and words[-1] in _SUFFIXES:
        words.pop()
    return " ".join(words)


def is_generic(key: str) -> bool:
    """Whether the key is a word for any rating."""
    return key_words(key) in _GENERIC_WORDS


def objects_in(value: Any) -> Iterator[tuple[int, dict[str, Any]]]:  # noqa: ANN401 - decoded JSON
    """All objects with their depth, the outer ones first."""
    pending = deque([(0, value)])
    while pending:
        depth, node = pending.popleft()
        if isinstance(node, dict):
            yield depth, node
        if isinstance(node, (dict, list)) and depth < 6:
            pending.extend((depth + 1, child) for child in (node.values() if isinstance(node, dict) else node))


def json_reading(value: Any, scale: Scale) -> ParsedRating | None:  # noqa: ANN401 - decoded JSON
    """The rating that stands under a key, as a number or in words, or that it is refused; None if there is none."""
    if isinstance(value, bool) or value is None:
        return None
    if isinstance(value, (int, float)):
        return place(value, scale)
    if isinstance(value, str):
        words = without_scale(value[:2_000].strip(" \n\t<>"), scale)
        found = behind(words, 0, len(words), scale, begin=0)
        return found.reading if found else REFUSED if is_refusal(words, prose=False) else None
    if isinstance(value, list):
        readings = {json_reading(element, scale) for element in value[:20] if not isinstance(element, (dict, list))}
        return AMBIGUOUS if len(readings) > 1 else next(iter(readings), None)
    named = [content for key, content in value.items() if is_generic(key)]
    return json_reading(named[0], scale) if len(named) == 1 else None


def stands_alone(text: str, start: int, end: int) -> bool:
    """Whether nothing but a label stands before this on its line, and nothing behind it."""
    line = max(text.rfind("\n", 0, start) + 1, start - 120)
    return bool(PATTERNS["line_head"].fullmatch(text, line, start) and _LINE_TAIL.match(text, end))
