"""Ratings of many texts from one reply, each by the number of its text: {"1": 4}, "1: 4", rows of a table."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from helm_creativity.benchmark.ratings import MissingReason, ParsedRating, Scale
from helm_creativity.benchmark.types import Response
from helm_creativity.judges.replies.dimensions import figures_span, in_order, rating_spans
from helm_creativity.judges.replies.grammar import PARTS, PATTERNS
from helm_creativity.judges.replies.scores import (
    AMBIGUOUS,
    UNPARSABLE,
    PossibleRating,
    agreed,
    behind,
    candidate,
    first_agreed,
    is_generic,
    json_reading,
    key_words,
    objects_in,
    place,
    rated_in,
    read_score,
    stands_alone,
    without_scale,
)
from helm_creativity.judges.replies.text import OwnWords, own_words, plain_text, unasked
from helm_creativity.parsing.grammar import expand

_EACH_PAIR = re.compile(expand(r"(?i)#?(?P<n>\d{1,6})[ \t]?[:=][ \t]?(?&digits)", PARTS))
_KEY = re.compile(expand(r"(?is)(?:(?&text_noun))?[\s_#:.-]{0,3}(\d{1,6})(?:[.):]?\s(.{1,500})|[.):]?)", PARTS))
_NUMBER_KEYS = frozenset(["id", "no", "nr", "number", "index", "use", "item", "text", "response", "n", "idea", "#"])
_EDGES = " \t\"'.:;,-–—()[]"
_NOBODY = (10**6,)
_USUAL_LINE = re.compile(r"([1-9]\d{0,2})[.:] (\d{1,3})", re.ASCII)
_USUAL_LIST = re.compile(rf"{_USUAL_LINE.pattern}(?:\n{_USUAL_LINE.pattern})*", re.ASCII)


class RatingInReply(NamedTuple):
    """The rating of one of several texts."""

    reading: ParsedRating
    span: tuple[int, int] | None


class NumberedLine(NamedTuple):
    """A line that begins with the numbers of texts: mostly of one, or of several that have the same."""

    numbers: tuple[int, ...]
    begin: int
    start: int
    end: int
    following: int


class RatedTexts:
    """The texts that are rated, as a reply may repeat them."""

    def __init__(self, texts: Sequence[str]) -> None:
        self.words = [plain_text(text).strip(_EDGES).lower() for text in texts]
        self._numbers: dict[str, set[int]] = {}
        for number, words in enumerate(self.words, start=1):
            self._numbers.setdefault(words, set()).add(number)

    def numbers(self, words: str) -> set[int]:
        """The numbers of the texts that read so."""
        return self._numbers.get(words.strip(_EDGES).lower() or "?", set())

    def of_another(self, words: str, number: int) -> bool:
        """Whether the words are those of another text."""
        others = self.numbers(words)
        return bool(others) and number not in others

    def of(self, number: int) -> str:
        """The words of a text; "" if there is none."""
        return self.words[number - 1] if 0 < number <= len(self.words) else ""

    def behind(self, text: str, line: NumberedLine) -> int:
        """Where what stands behind a repeated text begins; the start of the line where it is not repeated."""
        words, begin = self.of(line.numbers[0]), line.start
        while begin < line.end and text[begin] in _EDGES:
            begin += 1
        stop = begin + len(words)
        if not re.search(r"[^\W\d]", words) or stop > line.end or text[begin:stop].lower() != words:
            return line.start
        return line.start if stop < line.end and text[stop - 1].isalnum() and text[stop].isalnum() else stop


def read_places(answer: Response, texts: Sequence[str], scale: Scale, dimension: str = "") -> list[RatingInReply]:
    """The ratings of several texts.

    Read are JSON by number ({"1": 4}, [{"id": 1, "rating": 4}]), lines and rows of a table that begin with the number
    ("1: 4", "Use 1 - 4", "1. doorstop: 4"), sections under such lines, and as many numbers as texts and nothing else. A
    text that is named by its words alone has no rating. Numbers may begin at 0. A number that no text has leaves all
    ambiguous, as does one beside the words of another text; of two ratings of one text that differ the one that is
    introduced as final or corrected counts.
    """
    usual = _usual_list(answer, texts, scale)
    if usual or not texts:
        return usual
    own = own_words(answer, texts, numbered=True)
    if isinstance(own, MissingReason):
        return [RatingInReply(ParsedRating(None, own), None)] * len(texts)
    own = own._replace(text=without_scale(own.text, scale))
    known = RatedTexts(texts)

    def wanted(key: str) -> bool:
        return is_generic(key) or (bool(dimension) and key_words(key) == key_words(dimension))

    found: dict[int, list[PossibleRating]] = {}
    for numbers, rating in [*_in_json(own, known, scale, wanted), *_in_lines(own, known, scale, dimension, wanted)]:
        for number in numbers:
            found.setdefault(number, []).append(rating)
    spread = 0 in found and set(found) != set(range(len(texts)))
    if 0 in found:
        found = {number + 1: some for number, some in found.items()}
    listed, misfit = in_order(own, len(texts), scale, wanted)
    if len(texts) == 1 and not found and not listed and not misfit:
        label = dimension or "score"
        reading = read_score(answer, scale, label, rated=texts)
        return [RatingInReply(reading, rating_spans(answer, [label], scale, rated=texts)[label])]
    # Rows of a table without signs look like numbers in order.
    spread = spread or bool(found and listed and len(found) < len(texts))
    for number, several in enumerate(listed if len(texts) > 1 or not found else (), start=1):
        found.setdefault(number, []).extend(several)
    if spread or (misfit and not found) or any(not 1 <= number <= len(texts) for number in found):
        return [RatingInReply(AMBIGUOUS, None)] * len(texts)
    why = UNPARSABLE if found and own.missing is MissingReason.REFUSED else ParsedRating(None, own.missing)
    every = [agreed(found.get(number, ()), own) for number in range(1, len(texts) + 1)]
    return [
        RatingInReply(rating.reading if rating else why, figures_span(rating, own) if rating else None)
        for rating in every
    ]


def _usual_list(answer: Response, texts: Sequence[str], scale: Scale) -> list[RatingInReply]:
    """The ratings of a reply that is nothing but a line for each text, in order; read as the long way reads them."""
    if unasked(answer) or answer.finish_reason == "length" or len(texts) < 2 or not _USUAL_LIST.fullmatch(answer.text):
        return []
    lines = list(_USUAL_LINE.finditer(answer.text))
    in_order = [int(line[1]) for line in lines] == [*range(1, len(texts) + 1)]
    if not in_order or any(character.isdecimal() for text in texts for character in text):
        return []
    readings = [place(float(line[2]), scale) for line in lines]
    return [
        RatingInReply(reading, None if reading.value is None else line.span(2))
        for reading, line in zip(readings, lines, strict=True)
    ]


def _in_json(
    own: OwnWords, known: RatedTexts, scale: Scale, wanted: Callable[[str], bool]
) -> Iterator[tuple[tuple[int, ...], PossibleRating]]:
    for value in own.values:
        span, alone = (value.start, value.end), stands_alone(own.reply.text, value.start, value.end)
        for key, number, content, words in keyed(value.value, wanted) if alone or not value.mended else ():
            reading = json_reading(content, scale)
            if any(known.of_another(word, number) for word in words):
                yield _NOBODY, PossibleRating(AMBIGUOUS, value.start, span, alone, key)
            elif reading is not None:
                yield (number,), PossibleRating(reading, value.start, span, alone, key)


def _in_lines(
    own: OwnWords, known: RatedTexts, scale: Scale, dimension: str, wanted: Callable[[str], bool]
) -> Iterator[tuple[tuple[int, ...], PossibleRating]]:
    lines = list(lines_in(own))
    found: list[tuple[tuple[int, ...], PossibleRating]] = []
    for line in lines:
        whole = own.text[line.begin : line.end]
        if len(known.words) > 1 and known.numbers(whole):
            continue
        found += list(_pairs(whole, line.begin, scale)) or list(
            _rating_of_line(line, own, known, scale, dimension, wanted)
        )
    for match in PATTERNS["should_be"].finditer(own.text):
        found.append(((int(match["n"]),), candidate(match, scale, match.start())))
    for row in re.finditer(r"[^\n]{3,4000}", own.text if not lines else ""):
        found += _pairs(row[0], row.start(), scale)
    yield from ((numbers, rating._replace(alone=True)) for numbers, rating in found)


def _pairs(row: str, begin: int, scale: Scale) -> Iterator[tuple[tuple[int, ...], PossibleRating]]:
    for match in _EACH_PAIR.finditer(row) if PATTERNS["pairs"].fullmatch(row.strip(" \t-•")) else ():
        rating = candidate(match, scale, begin)
        yield (int(match["n"]),), rating._replace(span=(rating.span[0] + begin, rating.span[1] + begin))


def lines_in(own: OwnWords) -> Iterator[NumberedLine]:
    """The lines that begin with a number, but for one that was cut."""
    text, limit = own.text, len(own.text) + (not own.reply.truncated)
    leads = [lead for lead, _ in zip(PATTERNS["lead"].finditer(text), range(2_000), strict=False)]
    begins = [lead.start() for lead in leads] + [len(text)]
    for lead, following in zip(leads, begins[1:], strict=True):
        end = text.find("\n", lead.end())
        numbers = [int(lead["number"])]
        for sign, more in re.findall(r"([-–,])\s?(\d+)", lead["more"] or ""):
            near = sign != "," and numbers[-1] < int(more) <= numbers[-1] + 100
            numbers += range(numbers[-1] + 1, int(more) + 1) if near else [int(more)]
        if (end := len(text) if end < 0 else end) < limit:
            yield NumberedLine(tuple(numbers), lead.start(), lead.end(), end, following)


def _rating_of_line(
    line: NumberedLine, own: OwnWords, known: RatedTexts, scale: Scale, dimension: str, wanted: Callable[[str], bool]
) -> Iterator[tuple[tuple[int, ...], PossibleRating]]:
    text, number = own.text, line.numbers[0]
    start = known.behind(own.reply.text, line)  # JSON in a repeated text is gone from the words
    rating: PossibleRating | None
    if text[line.begin : line.end].strip(" |").count("|") > 1:
        rating = _number_in_column(line, own, scale, wanted)
    else:
        forms = list(rated_in(own, scale, start, line.end, dimension, section=True))
        rating = agreed(forms[1], own) or behind(text, start, line.end, scale, begin=line.begin)
        rating = rating or _last_number(line, start, own, known, scale) or first_agreed(forms, own)
        if start == line.start and known.of_another(text[line.start : rating.span[0] if rating else line.end], number):
            yield _NOBODY, PossibleRating(AMBIGUOUS, line.begin, (line.start, line.end))
            return
        if rating and PATTERNS["changed"].search(text, rating.span[1], line.end):
            rating = rating._replace(reading=AMBIGUOUS)
        if rating is None:
            rating = first_agreed(rated_in(own, scale, line.end, line.following, dimension, section=True), own)
    if rating:
        yield line.numbers, rating


def _last_number(
    line: NumberedLine, start: int, own: OwnWords, known: RatedTexts, scale: Scale
) -> PossibleRating | None:
    match = PATTERNS["tail"].match(own.text, start, line.end)
    echo = match["echo"].strip(_EDGES + "…").lower() if match else ""
    mine = len(echo) > 2 and known.of(line.numbers[0]).startswith(echo)
    return candidate(match, scale, line.begin) if match and (mine or not re.search(r"\d", echo)) else None


def _number_in_column(
    line: NumberedLine, own: OwnWords, scale: Scale, wanted: Callable[[str], bool]
) -> PossibleRating | None:
    text = own.text
    table = max(text.rfind("\n\n", 0, line.begin) + 1, line.begin - 4000)
    heads = next((row.strip(" |").split("|") for row in text[table : line.begin].split("\n") if "|" in row), [])
    columns = [at for at, head in enumerate(heads) if wanted(head) and key_words(head) not in _NUMBER_KEYS]
    cells = [cell for cell in re.finditer(r"[^|\n]+", text[line.begin : line.end].rstrip("| ")) if cell[0].strip()]
    if len(columns) != 1 or columns[0] >= len(cells):
        return None
    start, end = cells[columns[0]].span()
    return behind(text, line.begin + start, line.begin + end, scale, begin=line.begin)


def keyed(value: Any, wanted: Callable[[str], bool]) -> Iterator[tuple[str, int, Any, list[str]]]:  # noqa: ANN401 - decoded JSON
    """What stands in JSON under the numbers of texts or beside them, with its key and the words beside it."""
    if isinstance(value, list) and all(isinstance(pair, list) and len(pair) == 2 for pair in value):
        pairs = [pair for pair in value if isinstance(pair[0], int)]
        yield from (("?", int(pair[0]), pair[1], []) for pair in pairs)
    for _, node in objects_in(value):
        numbers = [
            (key, match, content) for key, content in node.items() if (match := _KEY.fullmatch(key[:600].strip()))
        ]
        if numbers:
            for key, match, content in numbers:
                inner = content
                if isinstance(content, dict):
                    named = [inner for name, inner in content.items() if wanted(name)]
                    inner = named[0] if len(named) == 1 else None
                yield key, int(match[1]), inner, [match[2] or ""]
            return
        of = [
            number
            for name, number in node.items()
            if _key_noun(name) in _NUMBER_KEYS and isinstance(number, (int, str))
        ]
        of = [match[1] for number in of if (match := _KEY.fullmatch(str(number)[:600].strip()))]
        named = [content for name, content in node.items() if wanted(name) and name.lower() not in _NUMBER_KEYS]
        if len(of) == 1 and len(named) == 1:
            yield "?", int(of[0]), named[0], [words for words in node.values() if isinstance(words, str)]


def _key_noun(key: str) -> str:
    """The last word of a key but "number": "use_number" is "use"."""
    words = [word for word in key_words(key).split() if word not in ("number", "id")]
    return words[-1] if words else "id"
