"""Judges' replies, read as one rating or as one for each of several dimensions.

Read are JSON, ratings behind a name ("Originality: 7"), final statements ("Overall: 33", "I'd give it a 7", "7/10"),
and, where one rating was asked, a number alone. A failure never becomes a number: what cannot be read, or can be read
in two ways, is missing with the reason. Of a truncated reply only complete ratings behind a name count.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from helm_creativity.core.ratings import MissingReason, ParsedRating, Scale
from helm_creativity.core.types import Response
from helm_creativity.judges.replies.numbers import (
    DIGITS,
    ENDS,
    ENDS_FOR,
    NUMBER,
    RATED_TEXT,
    UNPARSABLE,
    PossibleRating,
    agreed,
    behind,
    candidate,
    corrected,
    figures_span,
    first_agreed,
    in_order,
    is_generic,
    json_reading,
    key_words,
    objects_in,
    place,
    stands_alone,
    without_scale,
)
from helm_creativity.judges.replies.text import OwnWords, Span, own_words
from helm_creativity.text.json_values import json_in

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
_OTHERS = re.compile(
    r"(?:max\w*|min\w*|highest|lowest|top|perfect|possible|average|mean|median|previous|initial|first|draft|ideal|full"
    r"|correct|incorrect|wrong|expected|people|most|others|responses|ones|uses?|ideas?|would|could|lack of"
    r"|confidence|not|no|not an?|not the)[^\w\n]{1,3}\Z",
    re.IGNORECASE,
)
# Between a name and a number: what else is counted, or whose rating it is.
_OTHER_MEASURE = re.compile(
    r"\b(?:typical|average|others|perfect|ideal|people|most|rank|count|number|length|percentile|position)\b",
    re.IGNORECASE,
)
# A sentence about what might be, or about somebody else's rating.
_UNREAL = re.compile(
    r"\b(?:if|were|had|unless|could|might|almost|tempted|normally|usually|initially|at first|with (?:an?|more|better)"
    r"|would have|perfect|ideal|typical|average|others?|claims?|says?|said|asks?|demands?|instructs?|embedded)\b",
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
_JOINED = re.compile(r"\s{0,3}(?:,|&|/|(?:,\s)?\b(?:and|or)\b)\s{0,3}")
_HEADING = re.compile(
    r"^(?:#{1,6} |\W{0,6}(?:overall|total|final|conclusion|summary|average)\b)", re.MULTILINE | re.IGNORECASE
)
_LINE_START = re.compile(r"[\W\d_]{0,12}(?:the |its |my )?", re.IGNORECASE)
_COUNTS = frozenset(
    {"confidence", "certainty", "words", "word count", "count", "length", "max", "maximum", "min", "id"}
)
_FIRST_WORDS = {"final": 2, "overall": 2, "total": 2}
_FORMS = 7
_NAME_WORD = re.compile(r"[^\W_]+")
_FILLING = frozenset({"and", "score", "scores", "rating", "ratings"})
_USUAL = re.compile(r"(?:(?:Score|Rating): )?(\d{1,3}(?:\.\d{1,2})?)")
_USUAL_LENGTH = 500
_MOST_NAMES = 400


def read_score(answer: Response, scale: Scale, label: str = "score", *, rated: Sequence[str] = ()) -> ParsedRating:
    """The one rating of a reply.

    In this order: what stands in a box, what stands under `label`, the overall or final rating, one under a word for
    ratings in general ("score"), a number that is the last paragraph, what a sentence gives ("I'd give it a 7",
    "8 out of 10"), and a number alone on a line or at the head. Where the first of these that occurs has two values,
    the reply is ambiguous, unless the last is introduced as a correction.

    Args:
        answer: the judge's reply.
        scale: the ratings that were asked.
        label: how the reply may name the rating.
        rated: the texts that are being rated; what the reply repeats of them is not read.

    Returns:
        The rating, or why it is missing: AMBIGUOUS where the only one may be a quotation.

    Raises:
        ValueError: if the label has no letters.
    """
    return read_scores(answer, [label], scale, rated=rated)[label]


def read_scores(
    answer: Response, labels: Sequence[str], scale: Scale, *, rated: Sequence[str] = ()
) -> dict[str, ParsedRating]:
    """The ratings of several dimensions from one reply; of one dimension as by `read_score`.

    Args:
        answer: the judge's reply.
        labels: the dimensions as the reply names them; case and what joins their words do not matter.
        scale: the ratings that were asked, the same for all dimensions.
        rated: the texts that are being rated; what the reply repeats of them is not read.

    Returns:
        For each label its rating or why it is missing; one that is missing does not touch the others. Where JSON has
        one of the labels, none is looked for in the text. A reply of as many numbers as labels, and nothing
        else, has them in their order. A rating that may be a quotation is AMBIGUOUS.

    Raises:
        ValueError: if there is no label, or two are the same, or one has no letters.
    """
    names = [key_words(label) for label in labels]
    if not names or not all(names) or len(set(names)) != len(names):
        raise ValueError(f"labels must be one or more different names with letters, got {list(labels)}")
    if usual := _usual(answer, labels, scale):
        return usual
    own = _own_words(answer, scale, rated)
    if isinstance(own, MissingReason):
        return dict.fromkeys(labels, ParsedRating(None, own))
    found = _found(own, labels, scale)
    return {
        label: found[label].reading
        if label in found and found[label].reading != UNPARSABLE
        else ParsedRating(None, own.missing)
        for label in labels
    }


def _usual(answer: Response, labels: Sequence[str], scale: Scale) -> dict[str, ParsedRating] | None:
    """The ratings of a reply that is nothing but JSON with the labels as keys, or one number, perhaps behind "score".

    Read at once, and as the long way reads them: a reply that is nothing else is the judge's own, whatever it rates.
    """
    text = answer.text.strip()
    if answer.finish_reason in ("length", "content_filter") or answer.failed:
        return None
    if text.startswith("{") and text.endswith("}") and len(text) < _USUAL_LENGTH:
        (whole, *_) = json_in(text).values or (None,)
        # A key that stands twice holds a list, which is no number.
        found = whole.value if whole and (whole.start, whole.end, whole.mended) == (0, len(text), False) else None
        if isinstance(found, dict) and list(found) == list(labels) and all(type(n) is int for n in found.values()):
            return {label: place(value, scale) for label, value in found.items()}
    elif len(labels) == 1 and (match := _USUAL.fullmatch(text)):
        return {labels[0]: place(float(match[1]), scale)}
    return None


def rating_spans(
    answer: Response, labels: Sequence[str], scale: Scale, *, rated: Sequence[str] = ()
) -> dict[str, Span | None]:
    """For each label where the figures of its rating stand in the answer's text; None where that is not certain."""
    own = _own_words(answer, scale, rated)
    if isinstance(own, MissingReason):
        return dict.fromkeys(labels)
    found = _found(own, labels, scale)
    return {label: figures_span(found[label], own) if label in found else None for label in labels}


def _own_words(answer: Response, scale: Scale, rated: Sequence[str]) -> OwnWords | MissingReason:
    own = own_words(answer, rated)
    return own if isinstance(own, MissingReason) else own._replace(text=without_scale(own.text, scale))


def _found(own: OwnWords, labels: Sequence[str], scale: Scale) -> Mapping[str, PossibleRating]:
    if len(labels) == 1:
        in_json = _keyed(own, scale, key_words(labels[0]))
        forms = zip(in_json, rated_in(own, scale, 0, len(own.text), labels[0]), strict=True)
        rating = first_agreed(([*keyed, *in_text] for keyed, in_text in forms), own)
        rating = corrected(rating, own, scale, len(own.text))
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


def _keyed(own: OwnWords, scale: Scale, label: str) -> list[list[PossibleRating]]:
    """The ratings in JSON, those of the outermost objects, for each of the forms of `rated_in`."""
    forms: list[list[PossibleRating]] = [[] for _ in range(_FORMS)]
    for value in own.values:
        span, alone = (value.start, value.end), stands_alone(own.reply.text, value.start, value.end)
        depths: dict[int, int] = {}
        for depth, node in objects_in(value.value):
            for key, content in node.items():
                words, reading = key_words(key), json_reading(content, scale)
                form = _FIRST_WORDS.get(words.partition(" ")[0])
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
    """What may be the rating in a part of a reply, one list for each of seven forms, the surest first.

    Args:
        own: the reply.
        scale: the ratings that were asked.
        start: where the part begins.
        end: where it ends.
        label: the name of the rating; "" for words for ratings in general alone.
        section: whether it is about one of several things, so that a final or overall rating in it is of another.
    """
    text, cut = own.text, own.reply.truncated
    name = _pattern([label]) if label and not is_generic(label) else None
    yield [] if section else list(_labelled(own, _BOX, scale, start, end))
    labelled = list(_labelled(own, name, scale, start, end)) if name else []
    before = [_before(text, match, scale) for match in name.finditer(text, start, end)] if name and not cut else []
    yield labelled or [rating for rating in before if rating]
    yield [] if section else list(_labelled(own, _OVERALL, scale, start, end))
    general = _labelled(own, _ANY, scale, start, end)
    yield [
        rating
        for rating in general
        if not (section and _SUMMED_UP.search(text, max(0, rating.begin - 12), rating.begin))
    ]
    yield [] if cut or section else _closing(text, scale, start, end)
    gives, nouns, out_of = (
        [
            match
            for match in (() if cut else pattern.finditer(text, start, end))
            if _is_real(text, match.start()) and not _names_a_text(match)
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


def _closing(text: str, scale: Scale, start: int, end: int) -> list[PossibleRating]:
    """The number that is the last paragraph, behind others that are paragraphs; none where it is no rating."""
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
    """The numbers behind a name, but for those of the top of the scale and other ratings than the one asked."""
    text = own.text
    for match, _ in zip(name.finditer(text, start, end), range(_MOST_NAMES), strict=False):
        if _OTHERS.search(text, max(0, match.start() - 16), match.start()) or not _is_real(text, match.start()):
            continue
        if match[0].lower() in ("answer", "result") and not _OWN_ANSWER.fullmatch(
            _sentence_before(text, match.start())
        ):
            continue
        stop = text.find("\n", match.end(), end)
        alone = _begins_line(text, match.start())
        rating = behind(text, match.end(), end if stop < 0 else stop, scale, begin=match.start(), alone=alone)
        if rating and not _OTHER_MEASURE.search(text, match.end(), rating.span[0]):
            yield rating


def _is_real(text: str, position: int) -> bool:
    """Whether the sentence up to here is neither about what might be nor about another's rating."""
    return not _UNREAL.search(_sentence_before(text, position))


def _sentence_before(text: str, position: int) -> str:
    return _SENTENCE_END.split(text[max(0, position - 300) : position])[-1]


def _names_a_text(number: re.Match[str]) -> bool:
    """Whether the number is a text's name, or how many there are: "response 2", "the better of the two"."""
    start = number.start("figures") if number["figures"] else number.start("word")
    return _NAME_OF_TEXT.search(number.string, max(0, start - 24), start) is not None


def _begins_line(text: str, position: int) -> bool:
    """Whether nothing but marks and a number stand before this on its line."""
    return bool(_LINE_START.fullmatch(text, max(text.rfind("\n", 0, position) + 1, position - 20), position))


def _pattern(labels: Sequence[str]) -> re.Pattern[str]:
    """The names of dimensions, the longest first, with any signs between their words."""
    several = sorted((_NAME_WORD.findall(label) for label in labels), key=lambda words: -len(" ".join(words)))
    several = [[word for word in words if word.lower() not in _FILLING] or words for words in several]
    names = "|".join(r"[^\w\n]{0,4}(?:_|\band\b[^\w\n])?".join(map(re.escape, words)) for words in several)
    return re.compile(
        rf"(?<![\w-])(?:{names})(?:[\s_-]?(?:score|rating)(?![^\W\d_]))?(?![^\W\d_]|_[^\W_])\)?", re.IGNORECASE
    )


def _named_in_json(own: OwnWords, labels: Sequence[str], scale: Scale) -> Iterator[tuple[str, PossibleRating]]:
    """The ratings in JSON under the names of dimensions or beside them, those of the outermost objects."""
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
    """The ratings beside the names of dimensions; of one that has none, those in the sections that it opens."""
    text = own.text
    names = {key_words(label): label for label in labels}
    found = [name for name, _ in zip(_pattern(labels).finditer(text), range(_MOST_NAMES), strict=False)]
    starts = [name.start() for name in found] + [len(text)]
    joined = {
        index + shift
        for index in range(len(found) - 1)
        for shift in (0, 1)
        if _JOINED.fullmatch(text, found[index].end(), starts[index + 1])
    }
    beside: list[tuple[str, PossibleRating]] = []
    sections: list[tuple[str, re.Match[str]]] = []
    ends = [heading.start() for heading in _HEADING.finditer(text)]
    for index, name in enumerate(found):
        label, alone = names.get(key_words(name[0])), _begins_line(text, name.start())
        line, line_end = text.rfind("\n", 0, name.start()) + 1, text.find("\n", name.end())
        stop = min(starts[index + 1], len(text) if line_end < 0 else line_end)
        rating = behind(text, name.end(), stop, scale, begin=name.start(), alone=alone) or _before(text, name, scale)
        rating = corrected(rating, own, scale, stop)
        if rating and _OTHER_MEASURE.search(text, name.end(), rating.span[0]):
            rating = None
        if alone or rating:
            ends.append(line)
        if label is None or index in joined or _OTHERS.search(text, max(0, name.start() - 16), name.start()):
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


def _before(text: str, name: re.Match[str], scale: Scale) -> PossibleRating | None:
    """The number before a name: "a 7 for originality", "7 (originality)"."""
    start = max(0, name.start() - 40)
    reverse = re.compile(rf"{DIGITS}[ \t]{{1,3}}(?:(?:for|on|in)[ \t](?:the |its )?|\()\Z", re.IGNORECASE)
    match = reverse.search(text, start, name.start())
    return candidate(match, scale, match.start()) if match else None
