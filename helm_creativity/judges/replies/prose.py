"""One rating in prose: "I'd give it an 8 out of 10", a line that is only a number, or the last number that fits."""

from __future__ import annotations

import re
from collections.abc import Iterator

from helm_creativity.judges.replies.numbers import NUMBER_START, Number, agreed, can_be_rating, number_at
from helm_creativity.judges.replies.text import Reply
from helm_creativity.judges.replies.types import Scale

_VERB = re.compile(
    r"\b(?:rat(?:e|ed|es|ing)|giv(?:e|es|en|ing)|gave|assign(?:s|ed|ing)?|award(?:s|ed|ing)?|scor(?:e|ed|es|ing)"
    r"|grad(?:e|ed|es)|deserv(?:e|es)|earn(?:s|ed)?|merits?|gets?|receiv(?:e|es)|warrants?|settl(?:e|ing)|land(?:s|ing)?"
    r"|go(?:ing)? with|say|would be|lean(?:ing)? towards?)\b",
    re.IGNORECASE,
)
_FILLER = re.compile(
    rf"(?P<words>(?:[ \t]{{1,3}}[^\s\d.;:!?]{{1,20}}){{0,8}}?)[ \t]{{1,3}}[\"'(\[<]{{0,3}}(?={NUMBER_START})"
)
_COMPARED = re.compile(
    r"\b(?:least|most|than|over|under|above|below|scale|between|from|range|top|first|last|every|each|within|in|not|never|\w+n't)$"
)
_BOX = re.compile(r"\[\[[ \t]{0,3}(?:[A-Za-z]{1,15}[:=]?[ \t]{1,3})?(?=[-+.\d])")
_OUT_OF = re.compile(
    r"(?<![\w.,/$€£#-])(?=[-+]?\d{1,15}(?:[.,]\d{1,6})?[ \t]{0,3}(?:/|out of)[ \t]{0,3}(?:a |\d|ten|five))"
)
_LINE = re.compile(rf"(?m)^[\s>#•\"'(\[{{<|]{{0,12}}(?:-[ \t]{{1,3}})?(?={NUMBER_START})", re.IGNORECASE)
_LINE_END = re.compile(r"[ \t.)\]}>|\"'!。分点점]{0,8}(?:points?|stars?)?[ \t.|]{0,3}(?:\n|\Z)")
_DESCRIPTION = re.compile(r"[^\n\d]{1,100}?[:=–—|-][ \t]{0,3}(?=[-+]?\d)")
_HEAD = re.compile(r"[\s\"'(\[<]{0,6}(?=[-+]?\d)")
_HEAD_END = re.compile(r"[\"')\]>.]{0,3}[ \t]{0,2}(?:[-–—:(,;]|\.[ \t]|because\b|since\b|as\b)")
_OTHER_HEAD = re.compile(r"\n[ \t]{0,4}\d{1,3}[\"')\]>.]{0,3}[ \t]{0,2}[-–—:(.=)]")
_ANY = re.compile(r"(?<![\w.,/$€£#&^-])(?=[-+]?\d)|(?<![\w.,/$€£#&^-])(?=(?<=[\s(])[-+]\d)")
_NOT_A_RATING = re.compile(
    r"(?:\b(?:out|scale(?!:)|range|ranging|between|from|max|maximum|min|minimum|least|most|than|over|under|above|below|up|within"
    r"|nearly|almost|only|top|first|last|next|every|each|another|all|both|these|those|other|figure|fig|table|step|phase|type"
    r"|section|chapter|page|option|ideas?|response|answer|reviewer|judge|criteri(?:on|a)|dimension|question|example|item|part"
    r"|version|model|day|week|month|year|number|no|equation|eq|ref|reference|stage|level|tier|class|grade|group|sample|case|aim"
    r"|objective|goal|hypothesis|experiment|points?|reason|strength|weakness|in|by|of|with|has|have|are|were|costs?"
    r"|contains?|includes?|uses?|using|combin(?:es|ing)|requires?|needs?|takes?|plus|times|january"
    r"|february|march|april|may|june|july|august|september|october|november|december)|[=<>≤≥×+]"
    r"|\d[ \t]{0,2}(?:[-–—]|to|or|and))[ \t.:(\[]{0,3}$",
    re.IGNORECASE,
)
_LOOK_BACK = 40


def boxed(reply: Reply, scale: Scale) -> Number | None:
    """The last number in a box: "[[7]]", or LaTeX's box."""
    return _last(number for match in _BOX.finditer(reply.text) if (number := _found(reply, match.end(), scale)))


def explicit(reply: Reply, scale: Scale) -> Number | None:
    """The last number out of the scale's maximum ("8/10"), or else the last behind a phrase such as "I rate it"."""
    return next((number for way in _WAYS if (number := _last(way(reply, scale))) is not None), None)


def section_rating(reply: Reply, scale: Scale) -> Number | None:
    """The number that says of itself that it is a rating, marked as spread if there are several that differ."""
    ways = (agreed(way(reply, scale)) for way in _WAYS)
    return boxed(reply, scale) or next((number for number in ways if number is not None), None)


def described(reply: Reply, scale: Scale) -> Number | None:
    """The number that ends the first line, behind words and a colon or a dash: "novelty of the contribution: 7"."""
    words = _DESCRIPTION.match(reply.text)
    number = _found(reply, words.end(), scale) if words else None
    return number if number is not None and _LINE_END.match(reply.text, number.end) else None


def on_its_own(reply: Reply, scale: Scale) -> Number | None:
    """A number that is a whole line, or stands at the head of the reply before a dash, a colon or the like."""
    lines = []
    for match in _LINE.finditer(reply.text):
        number = number_at(reply.text, match.end(), scale)
        if number is not None and _LINE_END.match(reply.text, number.end):
            lines.append(number)
    if lines:
        return agreed(lines)
    head = _HEAD.match(reply.text)
    number = number_at(reply.text, head.end(), scale) if head else None
    if number is None or not _HEAD_END.match(reply.text, number.end) or _OTHER_HEAD.search(reply.text):
        return None
    return number


def last_fitting(reply: Reply, scale: Scale) -> Number | None:
    """The last number within the scale's range that is not the number of something else.

    Left out are counts and units ("3 ideas", "100 words", "20%"), numbers of items, figures and steps, dates, ranges,
    what is compared ("more than 5"), and the scale itself ("1-10", "out of 10").
    """
    last = None
    for match in _ANY.finditer(reply.text):
        number = number_at(reply.text, match.start(), scale)
        if number is None or number.top is not None or number.spread or not scale.low <= number.value <= scale.high:
            continue
        before = reply.text[max(0, match.start() - _LOOK_BACK) : match.start()]
        if can_be_rating(reply.text, number) and not _NOT_A_RATING.search(before):
            last = number
    return last


def _last(numbers: Iterator[Number]) -> Number | None:
    """The last number."""
    return max(enumerate(numbers), default=(0, None), key=lambda one: one[0])[1]


def _found(reply: Reply, position: int, scale: Scale) -> Number | None:
    """The number at the position, and whether the reply was truncated there."""
    number = number_at(reply.text, position, scale)
    return None if number is None else number._replace(unfinished=reply.truncated and reply.unfinished(number.end))


def _out_of_maximum(reply: Reply, scale: Scale) -> Iterator[Number]:
    """Numbers out of the scale's maximum."""
    for match in _OUT_OF.finditer(reply.text):
        number = _found(reply, match.start(), scale)
        if number and number.top == scale.high and can_be_rating(reply.text, number):
            yield number


def _after_verb(reply: Reply, scale: Scale) -> Iterator[Number]:
    """Numbers behind a verb of rating."""
    for verb in _VERB.finditer(reply.text):
        filler = _FILLER.match(reply.text, verb.end())
        if filler is None or _COMPARED.search(filler["words"].lower()):
            continue
        number = _found(reply, filler.end(), scale)
        if number and can_be_rating(reply.text, number):
            yield number


_WAYS = (_out_of_maximum, _after_verb)
