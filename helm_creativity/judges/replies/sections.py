"""Ratings of verbose judges: a section for each dimension, with the rating somewhere in it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import zip_longest

from helm_creativity.judges.replies.labels import label_pattern, rating_labelled
from helm_creativity.judges.replies.numbers import Number
from helm_creativity.judges.replies.prose import described, section_rating
from helm_creativity.judges.replies.text import Reply
from helm_creativity.judges.replies.types import Scale

_HEAD = r"(?m)^[ \t>#\-•+|(\[\"']{0,8}(?:\d{1,2}[.):][ \t]{1,3})?"
_CLOSING = (
    r"(?:overall|total|summary|in summary|conclusion|in conclusion|final|average|to conclude|taken together|combined"
    r"|note|weighted|recommendation|verdict)\b"
)
_JOINT = re.compile(r"[\s\"']{0,3}(?:and\b|[&/,+])", re.IGNORECASE)


def in_sections(reply: Reply, labels: Sequence[str], scale: Scale) -> dict[str, Number]:
    """The rating in the section of each dimension: from a line that begins with its name to the next such line.

    In a section counts what is labelled as a rating, or says of itself that it is one ("6/10", "I'd give it a 6"). A
    line that begins as a summary does ends a section. Of several sections of one dimension the last counts.
    """
    names = "|".join(f"(?P<l{index}>{label_pattern(label)})" for index, label in enumerate(labels))
    heads = list(re.finditer(rf"{_HEAD}(?:(?:{names})(?![A-Za-zÀ-ÿ])|{_CLOSING})", reply.text, re.IGNORECASE))
    result: dict[str, Number] = {}
    for head, following in zip_longest(heads, heads[1:]):
        if head.lastgroup is None or _JOINT.match(reply.text, head.end()):
            continue
        end = following.start() if following else len(reply.text)
        part = replace(reply, text=reply.text[head.end() : end], truncated=reply.truncated and following is None)
        ways = (rating_labelled(part, scale), section_rating(part, scale), described(part, scale))
        number = next((way for way in ways if way is not None), None)
        if number is not None:
            result[labels[int(head.lastgroup[1:])]] = number
    return result
