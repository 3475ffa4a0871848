"""What counts of a reply that opens with a refusal: the sentence that declines to rate holds no rating."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import replace

from helm_creativity.judges.replies.dicts import read_containers
from helm_creativity.judges.replies.quotes import Span, blanked
from helm_creativity.judges.replies.text import Reply

_STOP = re.compile(r"(?<!\be\.g)(?<!\bi\.e)[.!?。！？][\"')\]]{0,3}(?=\s|\Z)|\n")
_GIVES = (
    r"(?:i(?:'d| would| will|'ll| can)?[ \t]{1,3}(?:(?:still|only|say|nevertheless|tentatively)[ \t]{1,3}){0,2}"
    r"(?:rate|give|score|assign|say|choose|answer|pick|select|estimate|go with)\b"
    r"|my (?:rating|score|answer|choice|verdict|best)|here (?:is|are)|here's)"
)
_BUT = re.compile(
    rf"\b(?:but|however|though|still|nevertheless|yet|so|that said)\b[, \t]{{1,3}}"
    rf"(?:if [^.\n,]{{1,30}}, )?(?={_GIVES})",
    re.IGNORECASE,
)
_BEGINS_RATING = re.compile(
    rf"\s{{0,5}}(?:{_GIVES}|[\"'(\[{{<]{{0,3}}[a-z_-]{{1,30}}(?:[ \t][a-z_-]{{1,30}})?"
    rf"(?:[ \t]?\([^()\n]{{0,30}}\))?[\"']?"
    r"[ \t]{0,2}[:=]|[{\[])",
    re.IGNORECASE,
)


def behind_refusal(reply: Reply) -> Reply:
    """The reply without the sentences of its first line in which it declines.

    Kept of that line is what follows "but I would give" and its like, and each later sentence that begins as a rating
    does ("SCORES = {...}", "Originality: 7", "I would rate it"). All later lines are kept. A dictionary belongs
    wholly to the sentence in which it opens.
    """
    return replace(reply, text=blanked(reply.text, _declining(reply.text))) if reply.refused else reply


def _declining(text: str) -> Iterator[Span]:
    """The sentences of the first line that hold no rating, or the part of them that holds none."""
    for start, end in _sentences(text):
        but = _BUT.search(text, start, end)
        if but:
            yield start, but.end()
        elif start == 0 or not _BEGINS_RATING.match(text, start, end):
            yield start, end


def _sentences(text: str) -> Iterator[Span]:
    """The sentences of the first line; none ends inside brackets, which may hold further lines."""
    ends = read_containers(text).ends
    roots = sorted(ends)
    start = 0
    for stop in _STOP.finditer(text):
        before = bisect_left(roots, stop.end()) - 1
        if before >= 0 and stop.end() < ends[roots[before]]:
            continue
        yield start, stop.end()
        start = stop.end()
        if stop[0] == "\n":
            return
    yield start, len(text)
