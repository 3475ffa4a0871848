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
from helm_creativity.judges.replies.text import GAP, OwnWords, Span, own_words
from helm_creativity.text.json_values import json_in

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
_GENERIC_WORDS = frozenset({*_SUFFIXES, "mark", "answer", "result", "output", "number", "integer", "评分", "評分"})
_GENERIC = (
    r"(?<![^\W_])(?:scores?|ratings?|grade|mark|(?:answer|result)(?! (?:of|as|was|from|to|in)\b)|verdict"
    r"|rate(?=[ \t]?:)|bewertung|punktzahl|note|puntuación|calificación|pontuação|nota|punteggio|оценка|التقييم"
    r"|valutazione|hodnocení|ocena|рейтинг|beoordeling|cijfer|betyg|arvosana|értékelés|pontszám|puan|điểm)(?![^\W\d_])"
    r"|评分|評分|评价|評価|得分|分数|点数|スコア|점수|평점|คะแนน|रेटिंग|स्कोर"
)
_BOX = re.compile(r"\[\[(?:score|rating)?[: \t]{0,5}(?=[-+]?\d{1,6}(?:[./]\d{1,4})?\s?\]\])", re.IGNORECASE)
_OVERALL = re.compile(
    r"(?<!\w)(?:overall|total|final)(?!\s(?:uses|ideas|words|items|responses|number|count)\b)"
    rf"(?:[ \t]{{1,3}}[^\W\d_]{{1,20}}){{0,2}}?(?:[ \t]{{1,3}}(?:{_GENERIC}))?"
    r"(?=[ \t\"')\]]{0,5}(?:[:=|–—-]|is\b|of\b))",
    re.IGNORECASE,
)
_ANY = re.compile(_GENERIC, re.IGNORECASE)
OTHERS = re.compile(
    r"(?:max\w*|min\w*|highest|lowest|top|perfect|possible|average|mean|median|previous|initial|first|draft|ideal|full"
    r"|correct|incorrect|wrong|expected|people|most|others|responses|ones|uses?|ideas?|would|could|lack of"
    r"|confidence|not|no|not an?|not the)[^\w\n]{1,3}\Z",
    re.IGNORECASE,
)
# Between a name and a number: what else is counted, or whose rating it is.
OTHER_MEASURE = re.compile(
    r"\b(?:typical|average|others|perfect|ideal|people|most|rank|count|number|length|percentile|position)\b",
    re.IGNORECASE,
)
# Somebody else wants or gives a rating: the text, its author, a line in it; not "as you asked".
_ANOTHERS = (
    r"(?:(?<!\bas )(?<!\byou )(?<!\bI )(?<!\bwe )(?<!\bthe )(?:asked|asking|requests|requested|requesting|demanded"
    r"|instructed|insists|insisted|begs|begged|begging|pleads|pleaded|telling me to|urges|urged|commands)"
    r"|(?:tells|told|orders|ordered|invites|invited|wants|wanted|wishes|hopes|expects"
    r"|(?<!\bI )(?<!\bwe )would (?:like|love|prefer|have)) (?:me|us|for|an?|its|itself"
    r"|to (?:be|get|have|receive|see|give|rate|score|award|assign)|(?:the )?(?:judge|rater|grader|evaluator)s?))"
)
# "A rating of 50 is what it asks for": the number is somebody else's, too.
_OF_ANOTHER = re.compile(
    rf"(?<![\w.,]){FIGURES}(?:/\d{{1,4}})?\W{{1,3}}(?:(?:is|was|being) )?(?:what|which|that|as) "
    rf"(?:it|he|she|they|(?:the|this|that|its) [^\W\d]{{2,20}}) (?:asks|demands|claims|says|suggests|{_ANOTHERS})\b",
    re.IGNORECASE,
)
# A sentence about what might be, or about somebody else's rating.
_UNREAL = re.compile(
    r"\b(?:if|were|had|unless|could|might|almost|tempted|normally|usually|initially|at first|with (?:an?|more|better)"
    r"|would have|perfect|ideal|typical|average|others?|claims?|says?|said|asks?|demands?|instructs?|embedded"
    rf"|{_ANOTHERS})\b",
    re.IGNORECASE,
)
# What may stand before "answer" where the judge's own is meant, and not one in the text.
_OWN_ANSWER = re.compile(
    r"[^\w\"']*(?:\b(?:so|therefore|thus|hence|overall|finally|and|i think|i believe|the|my|final|here is"
    r"|json)\b[^\w\"']*)*[\"']?",
    re.IGNORECASE,
)
_NAME_OF_TEXT = re.compile(
    r"(?:(?<!\bthis )(?<!\bthe )(?<!\bthat )(?<!\bits )(?<!\bis )\b(?:response|assistant|answer|option"
    r"|idea|story|text|model|candidate|entry|item|criterion|step|chapter)s?"
    r"|\b(?:of|among|between) (?:the|these|those|all)|\btop)[ \t#*_]{1,3}\Z",
    re.IGNORECASE,
)
_SENTENCE_END = re.compile(r"[.!?\n]|, but ")
_SUMMED_UP = re.compile(r"(?:overall|total|final)[^\w\n]{1,3}\Z", re.IGNORECASE)
_GIVES = re.compile(
    r"(?<!\w)(?:(?:I|we)(?:['’](?:d|ll)| would| will| must)?(?: (?:therefore|thus|still|only|personally)){0,2}"
    r" (?:rate|give|assign|score|award|say|grade|(?:put|place|estimate) (?:it|this)|arrive at|settle on|land (?:on|at)"
    r"|come to|go with|choose|pick)"
    r"|(?:I(?:['’]m| am) )?going with"
    r"|ich (?:bewerte|vergebe|gebe)"
    rf"|(?:it|this|that|this one|{RATED_TEXT}(?: …{{1,500}})?)"
    r" (?:deserves|gets|earns|receives|merits|scores))\b"
    rf"(?:(?!\bnot\b|n['’]t\b)[^.!?\n\d]){{0,80}}?(?<!between )(?<!than )(?<!above )(?<!below )"
    rf"{NUMBER}{ENDS_FOR}(?!,[^.\n]{{0,80}}\d)",
    re.IGNORECASE,
)
# The number as a noun: "This is a 4", "A solid 4.", "I think a 4 is fair".
_NOUN = re.compile(
    rf"(?:\A|[.!;\n]\s{{0,3}}|(?<!\w)(?:(?:it|this|that|this one|{RATED_TEXT})(?:['’]s| is| would be)"
    r"|I(?:['’]d| would)? (?:call (?:it|this)|think|believe)|overall,|so,|definitely|probably|clearly) )"
    rf"an? (?:[^\W\d_]{{1,20}} ){{0,2}}?{NUMBER}"
    rf"(?:(?= (?:is|seems|feels) (?:about |only )?(?:right|fair|fitting|appropriate|justified|warranted)\b)|{ENDS})"
    r"(?![^.!?\n]{0,80}(?:[\d?]|\bif\b))",
    re.IGNORECASE,
)
_OUT_OF = re.compile(rf"{DIGITS.replace('|of|', '|')}{ENDS}", re.IGNORECASE)
# Alone on a line, perhaps behind the rated text, which has gaps in its place.
_LINE = re.compile(
    rf"^(?:…{{1,500}}[ \t]{{0,3}}(?:[:=]|[–—-](?=[ \t])))?[^\w\n…<≤≥]{{0,60}}?{NUMBER}[^\w\n…:]{{0,60}}:?$",
    re.MULTILINE | re.IGNORECASE,
)
_HEAD = re.compile(
    rf"[^\w\n…<≤≥-]{{0,9}}{DIGITS}(?=[ \t]{{0,3}}(?:\n|\Z|[(,;:–—-]|because\b))(?!,[^.\n]{{0,80}}\d){ENDS}",
    re.IGNORECASE,
)
# Nothing but a word for the rating, and the rating: "Good (4)", "Definitely 4".
_GLOSSED = re.compile(
    r"\W{0,3}(?:(?:[^\W\d_]{1,20} ){1,3}[(–—-] ?|(?:(?:definitely|certainly|probably|clearly|maybe|about|around"
    rf"|roughly|solid|strong|firm|easy|rated?|scored?|this|it|an?) ){{1,3}}){DIGITS}\)?\W{{0,3}}\Z",
    re.IGNORECASE,
)
_LISTED = re.compile(r"(?:^|[.;\n])[ \t]{0,3}\d{1,3}[.:)]\s", re.MULTILINE)
_LINE_START = re.compile(r"[\W\d_]{0,12}(?:the |its |my )?", re.IGNORECASE)
_COUNTS = frozenset(
    {"confidence", "certainty", "words", "word count", "count", "length", "max", "maximum", "min", "id"}
)
_FORMS = 7
_NAME_WORD = re.compile(r"[^\W_]+")
_FILLING = frozenset({"and", "score", "scores", "rating", "ratings"})
_USUAL = re.compile(r"(?:(?:Score|Rating): )?(\d{1,3}(?:\.\d{1,2})?)")
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
    if usual := usual_ratings(answer, [label], scale):
        return usual[label]
    own = words_to_score(answer, scale, rated)
    if isinstance(own, MissingReason):
        return ParsedRating(None, own)
    found = one_rating(own, scale, label)
    return ParsedRating(None, own.missing) if found is None or found.reading == UNPARSABLE else found.reading


def usual_ratings(answer: Response, labels: Sequence[str], scale: Scale) -> dict[str, ParsedRating] | None:
    """The ratings of a reply that is nothing but JSON with the labels as keys, or one number, perhaps behind "score".

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
    return None


def words_to_score(answer: Response, scale: Scale, rated: Sequence[str]) -> OwnWords | MissingReason:
    """See ``own_words``; without what says from where to where the scale goes."""
    own = own_words(answer, rated)
    if isinstance(own, MissingReason):
        return own
    text = _OF_ANOTHER.sub(lambda match: GAP * len(match[0]), own.text)
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
    yield [] if section else list(_labelled(own, _OVERALL, scale, start, end))
    general = _labelled(own, _ANY, scale, start, end)
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
        for pattern in (_GIVES, _NOUN, _OUT_OF)
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
    alone = list(_LINE.finditer(text, start, end))
    if not section and not alone and not _LISTED.search(text, 1):
        head = _HEAD.match(text, start, end) or _GLOSSED.match(text, start, end)
        alone = [head] if head else []
    yield [candidate(match, scale, match.start()) for match in alone]


def _closing_rating(text: str, scale: Scale, start: int, end: int) -> list[PossibleRating]:
    paragraph = text.rfind("\n\n", start, end)
    last = _LINE.fullmatch(text, paragraph + 2, end) if paragraph >= 0 else None
    if last is None or candidate(last, scale, last.start()).reading.value is None:
        return []
    earlier = [
        match
        for match in _LINE.finditer(text, start, paragraph)
        if text[max(start, match.start() - 2) : match.start()] in ("", "\n", "\n\n")
        and text[match.end() : min(paragraph, match.end() + 2)] in ("", "\n", "\n\n")
    ]
    return [candidate(match, scale, match.start(), alone=True) for match in [*earlier, last]]


def _labelled(own: OwnWords, name: re.Pattern[str], scale: Scale, start: int, end: int) -> Iterator[PossibleRating]:
    text = own.text
    for match, _ in zip(name.finditer(text, start, end), range(MOST_NAMES), strict=False):
        if OTHERS.search(text, max(0, match.start() - 16), match.start()) or not is_real(text, match.start()):
            continue
        if match[0].lower() in ("answer", "result") and not _OWN_ANSWER.fullmatch(
            _sentence_before(text, match.start())
        ):
            continue
        stop = text.find("\n", match.end(), end)
        alone = begins_line(text, match.start())
        rating = behind(text, match.end(), end if stop < 0 else stop, scale, begin=match.start(), alone=alone)
        if rating and not OTHER_MEASURE.search(text, match.end(), rating.span[0]):
            yield rating


def is_real(text: str, position: int) -> bool:
    """Whether the sentence up to here is neither about what might be nor about another's rating."""
    return not _UNREAL.search(_sentence_before(text, position))


def _sentence_before(text: str, position: int) -> str:
    return _SENTENCE_END.split(text[max(0, position - 300) : position])[-1]


def _names_a_text(number: re.Match[str]) -> bool:
    """Whether the number is a text's name, or how many there are: "response 2", "the better of the two"."""
    start = number.start("figures") if number["figures"] else number.start("word")
    return _NAME_OF_TEXT.search(number.string, max(0, start - 24), start) is not None


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
    reverse = re.compile(rf"{DIGITS}[ \t]{{1,3}}(?:(?:for|on|in)[ \t](?:the |its )?|\()\Z", re.IGNORECASE)
    match = reverse.search(text, start, name.start())
    return candidate(match, scale, match.start()) if match else None


def behind(text: str, start: int, end: int, scale: Scale, *, begin: int, alone: bool = False) -> PossibleRating | None:
    """The number behind a name, with nothing but signs, a few words, or words and a colon between the two."""
    for pattern in _BEHIND:
        if match := pattern.match(text, start, end):
            return candidate(match, scale, begin, alone=alone)
    cells = list(CELL.finditer(text, start, end)) if text.find("|", start, end) >= 0 else []
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
    revised = list(_REVISED.finditer(own.reply.text, before, max(before, last.begin)))
    if revised and (last.alone or last.begin - revised[-1].end() < 80):
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
    """The rating that stands under a key, as a number or in words; None if there is none."""
    if isinstance(value, bool) or value is None:
        return None
    if isinstance(value, (int, float)):
        return place(value, scale)
    if isinstance(value, str):
        words = without_scale(value[:2_000].strip(" \n\t<>"), scale)
        found = behind(words, 0, len(words), scale, begin=0)
        return found.reading if found else None
    if isinstance(value, list):
        readings = {json_reading(element, scale) for element in value[:20] if not isinstance(element, (dict, list))}
        return AMBIGUOUS if len(readings) > 1 else next(iter(readings), None)
    named = [content for key, content in value.items() if is_generic(key)]
    return json_reading(named[0], scale) if len(named) == 1 else None


def stands_alone(text: str, start: int, end: int) -> bool:
    """Whether nothing but a label stands before this on its line, and nothing behind it."""
    line = max(text.rfind("\n", 0, start) + 1, start - 120)
    return bool(_LINE_HEAD.fullmatch(text, line, start) and _LINE_TAIL.match(text, end))
