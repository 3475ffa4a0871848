"""Numbers in a reply that stand for ratings: on a scale or off it, alone or behind a name, in JSON or in text."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

from helm_creativity.core.ratings import MissingReason, ParsedRating, Scale
from helm_creativity.judges.replies.text import GAP, OwnWords, Span

AMBIGUOUS, UNPARSABLE = ParsedRating(None, MissingReason.AMBIGUOUS), ParsedRating(None, MissingReason.UNPARSABLE)
_WORDS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
FIGURES = (
    r"[-+]?(?:\d{1,15}(?:(?:,\d{3}){1,3}(?!\d)|\.\d{1,15}|,\d{1,2}(?!\d|\s?[:=]))?|\.\d{1,15})"
    r"(?!\d|\.\d|,\d{1,2}(?!\d|\s?[:=]))"
)
_RANGE = (
    r"(?P<range>\s?[-–—~]\s?\d{1,3}(?=\s{0,3}(?:[/.,;)\]\"'\n]|\Z))|(?:/\d{1,3})?\s(?:to|or"
    r"|bis)\s(?:an?\s)?\d{1,3}(?:\s?(?:/|out of)\s?\d{1,3})?"
    r"|\s?(?:→|->|=>)\s?\d{1,3})"
)
_TOP = (
    r"(?:/|(?:out of(?: a possible)?|von|of|de|sur|su|van|op|av|из|z)\b)[ \t]{0,2}"
    r"(?P<top>\d{1,6}(?:[.,]\d{1,3})?(?!\d)|(?:ten|five)\b)"
)
_UNIT = (
    r"(?:[ \t]?(?:(?:points?|pts?|stars?|marks?|Punkten?|Pkt|puntos|punti|pontos|балл(?:а|ов)?|bodů|punktów|puan|poäng"
    r"|Sternen?|estrellas|étoiles|estrelas|звезды?)\b|分|점|点(?:です)?))?"
)
# Where no spaces part words, a number follows the word for it at once: "得分35分".
_FREE = r"(?:(?<![\w.,/+*×^–-])|(?<=[得评評]分)|(?<=[分点]数)|(?<=[为為是は은는]))"
DIGITS = rf"{_FREE}(?P<figures>{FIGURES})(?:\s?(?P<percent>%)|{_RANGE}|{_UNIT}[ \t]{{0,2}}{_TOP})?{_UNIT}"
NUMBER = DIGITS.replace(f"(?P<figures>{FIGURES})", rf"(?:(?P<figures>{FIGURES})|(?P<word>{'|'.join(_WORDS)})(?!\w))")
# A dash may stand before a reason that begins with a number: "5 - 1 of the best".
_MORE = (
    r"(?![ \t]{0,3}(?:(?:→|[=-]>)\s?\d|(?![-–—][ \t]\d{1,6}(?:st|nd|rd|th)?[ \t][^\W\d])[-–—+*×÷=^/:]\s{0,3}\d"
    r"|[%°$€£]|['’-]\w|\+(?!\w)|[,;]\s?[-+]?\d))"
)
_AND_ANOTHER = r"(?! (?:use|idea|item|text)s? #?\d)(?![^.\n]{0,60}\band[ \t](?:an?[ \t])?\d)"
_END = (
    r"(?=[ \t]{{0,60}}(?:\n|\Z|[^\w\s]|(?:and(?![ \t](?:an?[ \t])?\d)|but|because|since|as|given|due|while"
    r"|overall|here|after|(?:for|from) me{0})(?!\w))){1}"
)
ENDS = _END.format("", _MORE)
"""What may follow a number that is no count of something, no part of a sum, and not one of several."""
ENDS_FOR = _END.format(r"|(?:for|on)(?![^.!?\n]{0,120}(?:\d|\bbut\b))", _MORE)
"""The same, or what it is given for: "a 7 for its wit", with no other number and no "but" in the sentence."""

RATED_TEXT = (
    r"(?:this|the) (?:response|answer|idea|text|story|solution|metaphor|hypothesis|question|experiment|design"
    r"|submission|(?:set|list) of (?:uses|ideas)|uses?)"
)
"""How a sentence names what is rated, where that is one thing."""
_JOINT = (
    r"(?:[ \t]{1,30}|\([ \t]{0,30}\)|\.{3,80}|,(?=\d)|[\"'`\](\[<>{}|:=→\\#★☆–—-]"
    r"|(?:is|are|should|be|of|at|as|an?|the|about|around|roughly|gets?|receives?|deserves|gives?|rated|scored?"
    r"|therefore|thus|clearly|probably|(?:for|of) (?:this|it)|rating|de|est|ist|es"
    rf"|(?:for|of) {RATED_TEXT})(?![^\W\d_])"
    r"|为|為|是|은|는|は){0,14}"
)
# "<7" and "> 7" are bounds, unless the sign closes a tag or an arrow, or a tag holds the number.
_NO_BOUND = r"(?:(?<![<>])(?<![<>] )|(?<=[\w\"'=-]>)|(?<=[\w\"'=-]> )|(?=[\d.]{1,6}>))"
_BEHIND = tuple(
    re.compile(before + _NO_BOUND + NUMBER + _END.format(rf"|(?:for|on|in|with)\b{_AND_ANOTHER}", _MORE), re.IGNORECASE)
    for before in (
        _JOINT,
        rf"[ \t]{{0,3}}[:–—-]?[^\d\n:(){GAP}]{{1,120}}:[ \t]{{0,5}}",
        r"[ \t:=–—-]{0,5}(?:[^\W\d_]{1,20}[ -]{1,3}){1,3}[(–—-][ \t]{0,3}",
        r"[*_]{0,2}[ \t]{0,3}[:=][ \t*_]{0,5}\([\d.+ ]{3,60}\) ?[/÷] ?\d{1,2} ?=[ \t*_]{0,5}",  # a mean: (7 + 8) / 2 =
    )
)
_LIST_OF_NUMBERS = re.compile(
    r"(?:[^\w\n-]{0,5}|[-•] )(?:[^\W\d]{1,20}(?:[ \t][^\W\d]{1,20}){0,3}[ \t]{0,3}[:=]\s{0,3})?[\[({]?"
    r"((?:[\s,;]{0,9}(?:and\s)?(?<!\w)(?:[-•] )?(?:-?\d{1,6}(?:\.\d{1,9})?(?:/\d{1,4})?"
    r"|null\b)(?![\w.]{0,9}\d)){1,500})"
    r"[\s,]{0,9}([\])}]?[\s.]{0,9})"
)
_LISTED_NUMBER = re.compile(r"(-?\d+(?:\.\d+)?|null)(?:/(\d+))?")
CELL = re.compile(rf"(?<=\|)[ \t]{{0,50}}{DIGITS}[ \t]{{0,50}}(?=\||$)", re.MULTILINE | re.IGNORECASE)
"""A number that fills a cell of a table."""
_REVISED = re.compile(
    r"\bfinal(?:ly)?\b(?=(?:\W{0,3}\b\w{1,12}){0,2}\W{0,3}?(?:[:=]|\bis\b|\bare\b|\Z))"
    r"|\b(?:correct(?:ion|ed)|revis(?:ed|ing|ion)|adjusted|updated|reconsider\w{0,4}|on (?:reflection|second thoughts?)"
    r"|scratch that|wait)\b",
    re.IGNORECASE,
)
# A number that takes back the one before it, with nothing between the two but words that say so: "8. No wait, 7".
_CORRECTED = re.compile(
    r"(?:\b(?:wait|actually|rather|correct(?:ion|ed)|revised?|adjusted|updated|on (?:reflection|second thoughts?)"
    r"|scratch that|make (?:that|it)|hmm+|edit|after (?:discussion|reflection|reconsidering)"
    r"|too (?:high|low|generous|harsh)|round(?:ed|ing)?(?: (?:it|up|down)){0,2} to"
    r"|(?:lower|raise|reduce|change|correct)(?:d|ed)? (?:it|this|that"
    r"|my \w{1,12}) to)\b"
    r"|\bno\b(?=\s?[,:]))"
    r"(?:[^\w\n]|\n{1,2}|\b(?:no|wait|actually|it['’]?s|it is|an?|on|second|thoughts?|reflection|that|make"
    r"|seems|high|low|too"
    r"|generous|harsh|should be|i['’]d|i|would|say|give|it|to|score|rating|the|is|my|final|now|more like|rather|to|at)"
    rf"(?!\w)){{0,24}}?{_NO_BOUND}{NUMBER}{ENDS}",
    re.IGNORECASE,
)
_LINE_HEAD = re.compile(
    r"(?:[^\w\n]{0,12}(?:\d{1,2}[.)]\s)?|[\W_]{0,12}(?:[\w.'’]{1,20}[ \t]){0,4}[\w.'’]{0,20}[ \t]?[:=][^\w\n]{0,9})"
    r"(?:json|python)?"
)
_LINE_TAIL = re.compile(rf"[^\w\n{GAP}]{{0,9}}(?:\n|\Z)")
_NOTE = re.compile(r"\([^()]{0,40}\d[^()]{0,40}\)|^\W{0,3}\d{1,2}[.)]\s{0,3}")
_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")
_APOSTROPHE = re.compile(r"(?<=[^\W\d_])['’](?=[^\W\d_])")
_LETTERS = re.compile(r"[^\W\d_]+")
_SUFFIXES = frozenset({"score", "scores", "rating", "ratings", "value", "grade"})
_GENERIC = frozenset({*_SUFFIXES, "mark", "answer", "result", "output", "number", "integer", "评分", "評分"})
_LONGEST_STRING = 2_000
_NEAR = 80
_DEEPEST = 6
_MOST_LINES = 400
_FEWEST = 2


class PossibleRating(NamedTuple):
    """What may be a rating.

    Attributes:
        reading: on the scale, or why it is no rating.
        begin: where its form begins: a name, or JSON.
        span: of the figures in the text; that of the JSON with a key.
        alone: whether its form begins a line, or is all of it.
        key: of the entry of JSON.
    """

    reading: ParsedRating
    begin: int
    span: Span
    alone: bool = False
    key: str = ""


def place(value: float, scale: Scale, top: float | None = None) -> ParsedRating:
    """A number as a rating, or why it is none; `top` is what it is counted out of, where that is said."""
    if top is not None and top != scale.high:
        return ParsedRating(None, MissingReason.OFF_SCALE)
    if not scale.low <= value <= scale.high:
        return ParsedRating(None, MissingReason.OUT_OF_RANGE)
    if not scale.admits(value):
        return ParsedRating(None, MissingReason.OFF_SCALE)
    return ParsedRating(float(value) if scale.between else scale.nearest(value))


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


def behind(text: str, start: int, end: int, scale: Scale, *, begin: int, alone: bool = False) -> PossibleRating | None:
    """The number behind a name, with nothing but signs, a few words, or words and a colon between the two."""
    for pattern in _BEHIND:
        if match := pattern.match(text, start, end):
            return candidate(match, scale, begin, alone=alone)
    cells = list(CELL.finditer(text, start, end)) if text.find("|", start, end) >= 0 else []
    return candidate(cells[0], scale, begin, alone=alone) if len(cells) == 1 else None


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


def agreed(found: Iterable[PossibleRating], own: OwnWords) -> PossibleRating | None:
    """The one that is meant: that on which all agree, or the last if it is introduced as final or corrected."""
    mine = list(found)
    if len({rating.reading for rating in mine}) <= 1:
        return mine[-1] if mine else None
    last, before = mine[-1], max(rating.span[1] for rating in mine[:-1])
    revised = list(_REVISED.finditer(own.reply.text, before, max(before, last.begin)))
    if revised and (last.alone or last.begin - revised[-1].end() < _NEAR):
        return last
    alone = [] if revised else [rating for rating in mine if rating.alone]
    if len({rating.reading for rating in alone}) == 1:
        return alone[-1]
    return last._replace(reading=AMBIGUOUS)


def corrected(found: PossibleRating | None, own: OwnWords, scale: Scale, end: int) -> PossibleRating | None:
    """The rating, or the last one up to `end` that takes it back."""
    for match in _CORRECTED.finditer(own.text, found.span[1], end) if found else ():
        later = candidate(match, scale, match.start())
        if found and later.reading.value is not None:
            found = later._replace(alone=found.alone)
    return found


def first_agreed(forms: Iterable[Iterable[PossibleRating]], own: OwnWords) -> PossibleRating | None:
    """What is meant by the first of the forms that occurs."""
    return next((best for form in forms if (best := agreed(form, own)) is not None), None)


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
    return key_words(key) in _GENERIC


def objects_in(value: Any) -> Iterator[tuple[int, dict[str, Any]]]:  # noqa: ANN401 - decoded JSON
    """All objects with their depth, the outer ones first."""
    pending = deque([(0, value)])
    while pending:
        depth, node = pending.popleft()
        if isinstance(node, dict):
            yield depth, node
        if isinstance(node, (dict, list)) and depth < _DEEPEST:
            pending.extend((depth + 1, child) for child in (node.values() if isinstance(node, dict) else node))


def json_reading(value: Any, scale: Scale) -> ParsedRating | None:  # noqa: ANN401 - decoded JSON
    """The rating that stands under a key, as a number or in words; None if there is none."""
    if isinstance(value, bool) or value is None:
        return None
    if isinstance(value, (int, float)):
        return place(value, scale)
    if isinstance(value, str):
        words = without_scale(value[:_LONGEST_STRING].strip(" \n\t<>"), scale)
        found = behind(words, 0, len(words), scale, begin=0)
        return found.reading if found else None
    if isinstance(value, list):
        readings = {json_reading(element, scale) for element in value[:20] if not isinstance(element, (dict, list))}
        return AMBIGUOUS if len(readings) > 1 else next(iter(readings), None)
    named = [content for key, content in value.items() if is_generic(key)]
    return json_reading(named[0], scale) if len(named) == 1 else None


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
    """The numbers of a reply, or of its last line in brackets, that has nothing else but a label."""
    text = own.text.rstrip("`\n ")
    text = text if "\n" in text else text.replace("|", ",")
    start = 0 if text.count("\n") > _MOST_LINES or "[" not in text else text.rfind("\n") + 1
    for begin in dict.fromkeys((0, start)):
        if whole := _LIST_OF_NUMBERS.fullmatch(text, begin):
            return _listed(whole, scale)
    return []


def _numbers_of_a_line(own: OwnWords, scale: Scale, count: int) -> list[PossibleRating]:
    """As many numbers as are asked on a line of nothing else, where only one has as many; two could be anything."""
    text, start = own.text, 0
    found: list[list[PossibleRating]] = []
    for line in text.split("\n")[:_MOST_LINES] if count > _FEWEST else ():
        if whole := _LIST_OF_NUMBERS.fullmatch(text, start, start + len(line.rstrip(" `"))):
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


def stands_alone(text: str, start: int, end: int) -> bool:
    """Whether nothing but a label stands before this on its line, and nothing behind it."""
    line = max(text.rfind("\n", 0, start) + 1, start - 120)
    return bool(_LINE_HEAD.fullmatch(text, line, start) and _LINE_TAIL.match(text, end))


def figures_span(rating: PossibleRating, own: OwnWords) -> Span | None:
    """Where the figures of a rating stand in the reply as it arrived; None where that is not certain."""
    if rating.reading.value is None:
        return None
    if rating.key:
        entry = rf"(?<![^\W_]){re.escape(rating.key)}[\"'\\\s\]}}>]{{0,9}}[:=][\"'\\\s<\[]{{0,9}}({FIGURES})"
        found = list(re.finditer(entry, own.reply.text[slice(*rating.span)]))
        if len(found) != 1:
            return None
        rating = rating._replace(span=(found[0].start(1) + rating.span[0], found[0].end(1) + rating.span[0]))
    return own.reply.place(rating.span) if own.reply.text[rating.span[0]].isdigit() else None


def _number(written: str) -> float | None:
    if written.lower() in _WORDS:
        return float(_WORDS.index(written.lower()))
    figures = re.sub(r",(?=\d{3}(?:,|\Z))", "", written).replace(",", ".")
    return float(figures) if figures[-1].isdecimal() else None
