"""What a reply repeats of the text that is being rated: no word of that text may become its own rating.

Two texts are compared letter by letter, without regard to case, white space, quotes, backslashes and emphasis.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from helm_creativity.judges.replies.text import Reply, spellings

RUN = 20
"""Shared characters that make a quotation, counted without white space and quotes: about 25 as they are written."""

GAP = " … "
"""What stands in the place of a quotation: it makes no number or letter beside it a line of its own."""

_SHORTEST = 8
_SHORTEST_QUOTED = 6
_DROPPED = re.compile(r"(?:\\+[nrt]?|[\s\"'“”„‟‘’‚‛«»‹›*_`~])+")
_TOKEN = re.compile(r"\d+(?:[.,]\d+)*|[^\W\d_]+")
_BRACKET = re.compile(r"[\[\]{}]")
_LABEL_BEFORE = re.compile(r"[^\W\d_]{1,40}[\"'\])]{0,3}\s{0,5}[:=]\s{0,5}[\"'(\[{]{0,3}\Z")
_QUOTED = re.compile(
    r"\"([^\"\n]{0,300})\"(?!\s{0,5}[:=])|(?<!\w)'([^'\n]{0,300})'(?!\w|\s{0,5}[:=])|[“«„]([^“”«»\n]{0,300})[”»“]"
)
# A few words without a number or a letter rate nothing, and may be the name of a dimension.
_NAME = re.compile(r"[^\W\d_]{2,30}(?:[\s_-]{1,3}[^\W\d_]{2,30}){0,3}")
_NUMBER_NEXT = re.compile(r"[\s\"'(\[{]{0,5}[-+.\d]")
_WINDOW = 60
_OF_WORDS = re.compile(r"\S[\s:=]+\S")

Span = tuple[int, int]


class _Folded:
    """A text as it is compared.

    Attributes:
        text: what is left of it, in small letters.
        places: where each of its characters stands in the text as it was written.
    """

    def __init__(self, written: str) -> None:
        kept: list[str] = []
        self.places: list[int] = []
        position = 0
        for gap in _DROPPED.finditer(written):
            kept.append(written[position : gap.start()])
            self.places.extend(range(position, gap.start()))
            position = gap.end()
        kept.append(written[position:])
        self.places.extend(range(position, len(written)))
        self.text = "".join(map(_small, "".join(kept)))

    def span(self, start: int, end: int) -> Span:
        """Where a part of the compared text stands in the text as it was written."""
        return self.places[start], self.places[end - 1] + 1


def without_quotes(reply: Reply, rated: Sequence[str]) -> Reply:
    """The reply without what it repeats of the rated texts, in time linear in the length of all.

    Taken out is every run of at least `RUN` characters that stands in a rated text too; a whole rated text from 8
    characters on; and what stands between quotation marks, has several words and stands in a rated text. A run never
    ends inside a word or a number, between a label and its number, or inside brackets that the reply fills otherwise:
    a rating in the form of the quotation, with a number of its own, stays.

    Args:
        reply: a judge's reply.
        rated: the texts that are being rated.
    """
    texts = [one for text in rated for one in spellings(text) if len(one.strip()) >= _SHORTEST]
    if not texts or not reply.text:
        return reply
    own = _Folded(reply.text)
    others = [folded for folded in dict.fromkeys(_Folded(text).text for text in texts) if folded]
    spans = [*_runs(reply.text, own, others), *_wholes(reply.text, own, others), *_quoted(reply.text, others)]
    return replace(reply, text=blanked(reply.text, spans)) if spans else reply


def blanked(text: str, spans: Iterable[Span], gap: str = GAP) -> str:
    """The text with a gap in the place of each span; of two that overlap, both are left out."""
    parts: list[str] = []
    position = 0
    for start, end in sorted(spans):
        if end > position:
            parts += [text[position:start], gap] if start >= position else []
            position = end
    return "".join([*parts, text[position:]])


def _parts(text: str, length: int) -> Iterator[str]:
    """All parts of the text that are so long, in order."""
    return (text[at : at + length] for at in range(len(text) - length + 1))


def _small(character: str) -> str:
    """The character as a small one, if that is one character."""
    lower = character.lower()
    return lower if len(lower) == 1 else character


def _runs(text: str, own: _Folded, others: Sequence[str]) -> Iterator[Span]:
    """The long runs that the reply shares with a rated text."""
    mine = set(_parts(own.text, RUN))
    shared = {run for other in others for run in _parts(other, RUN) if run in mine}
    start = end = 0
    for at, run in enumerate(_parts(own.text, RUN) if shared else ()):
        if run not in shared:
            continue
        if at > end:
            yield from _trimmed(text, own, start, end, RUN)
            start = at
        end = at + RUN
    yield from _trimmed(text, own, start, end, RUN)


def _wholes(text: str, own: _Folded, others: Sequence[str]) -> Iterator[Span]:
    """The places of whole rated texts that are shorter than a run."""
    for other in others:
        at = own.text.find(other) if len(other) < RUN else -1
        while at >= 0:
            yield from _trimmed(text, own, at, at + len(other), len(other))
            at = own.text.find(other, at + len(other))


def _quoted(text: str, others: Sequence[str]) -> Iterator[Span]:
    """What stands between quotation marks, has several words and stands in a rated text."""
    found = [(match.span(group), match[group]) for match in _QUOTED.finditer(text) if (group := match.lastindex)]
    contents = [(span, _Folded(content).text) for span, content in found if _OF_WORDS.search(content)]
    # Compared by all its parts of six characters: looking each up in the whole of a text would take quadratic time.
    mine = {part for _, content in contents for part in _parts(content, _SHORTEST_QUOTED)}
    shared = {part for other in others if mine for part in _parts(other, _SHORTEST_QUOTED) if part in mine}
    for span, content in contents:
        if len(content) >= _SHORTEST_QUOTED and all(part in shared for part in _parts(content, _SHORTEST_QUOTED)):
            yield span


def _trimmed(text: str, own: _Folded, start: int, end: int, least: int) -> Iterator[Span]:
    """The parts of a shared run that have enough characters between brackets without a partner."""
    if end - start < least:
        return
    first, last = own.span(start, end)
    for begin, stop in _balanced(text, first, last):
        if stop - begin >= least:
            begin, stop = _whole_tokens(text, begin, stop)
        if (
            stop - begin >= least
            and not _NAME.fullmatch(text, begin, stop)
            and len(_Folded(text[begin:stop]).text) >= least
        ):
            yield begin, stop


def _balanced(text: str, start: int, end: int) -> Iterator[Span]:
    """The span without brackets that have no partner in it."""
    open_at: list[int] = []
    alone: list[int] = []
    for bracket in _BRACKET.finditer(text, start, end):
        if bracket[0] in "[{":
            open_at.append(bracket.start())
        elif open_at:
            open_at.pop()
        else:
            alone.append(bracket.start())
    for at in sorted([*open_at, *alone]):
        yield start, at
        start = at + 1
    yield start, end


def _whole_tokens(text: str, start: int, end: int) -> Span:
    """The span without parts of words and numbers at its ends, and without a label whose number is another one."""
    first, last = _token_over(text, start), _token_over(text, end)
    start = first[1] if first else start
    end = max(start, last[0]) if last else end
    label = _LABEL_BEFORE.search(text, max(start, end - _WINDOW), end) if _NUMBER_NEXT.match(text, end) else None
    return start, label.start() if label else end


def _token_over(text: str, place: int) -> Span | None:
    """The word or number that begins before the place and ends behind it."""
    tokens = _TOKEN.finditer(text, max(0, place - _WINDOW), place + _WINDOW)
    return next((one.span() for one in tokens if one.start() < place < one.end()), None)
