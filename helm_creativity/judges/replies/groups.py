"""Into which categories a judge sorts numbered texts; a text in none or in two leaves their number unknown."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from helm_creativity.core.types import Response
from helm_creativity.judges.replies.categories import Sorted, sorted_in
from helm_creativity.judges.replies.declined import behind_refusal
from helm_creativity.judges.replies.dicts import DictContainer, read_containers
from helm_creativity.judges.replies.drafts import chosen
from helm_creativity.judges.replies.echoes import lines_of
from helm_creativity.judges.replies.headings import flat, grouped
from helm_creativity.judges.replies.items import outside, unbracketed
from helm_creativity.judges.replies.listed import AskedRatings
from helm_creativity.judges.replies.positions import asked_of
from helm_creativity.judges.replies.text import unasked, unfound
from helm_creativity.judges.replies.types import Groups, Missing, Scale

_ANY = Scale(0, 1)
"""Categories have no scale."""


def read_groups(answer: Response, texts: Sequence[str]) -> Groups:
    """The category of each of several texts.

    Read are labels by number or by the words of a text ("1: tools", {"1": "tools"}, ["tools", "toys"], records), and
    categories with the numbers or the words of their texts ("Tools: 1, 3", {"tools": [1, 3]}, headings and bullets).

    Args:
        answer: the judge's reply.
        texts: what was sorted, in the order in which the judge was given it.

    Returns:
        The categories in the order of the texts, in small letters and without articles; or why they are missing:
        UNPARSABLE where a text has none, AMBIGUOUS where one has two. The last line of a truncated reply is
        left out.
    """
    if reason := unasked(answer):
        return Groups(None, reason)
    asked = asked_of(answer, texts, _ANY)
    groups = _read(asked)
    if asked.reply.refused and groups.labels is None:
        reply = behind_refusal(asked.reply)
        groups = _read(replace(asked, reply=reply, lines=lines_of(reply.text)))
        reason = unfound(reply)
        if groups.missing is Missing.UNPARSABLE and reason is not Missing.UNPARSABLE:
            return Groups(None, reason)
    return groups


def _read(asked: AskedRatings) -> Groups:
    """The categories by the surest form that has all."""
    reply = asked.reply
    if not reply.text:
        return Groups(None, unfound(reply))
    containers = read_containers(unbracketed(reply.text, asked.lines, asked.rated))
    roots = sorted((one for one in containers.found if one.depth == 0), key=lambda one: one.start)
    in_brackets = [
        (one, sorted_) for one in roots if (one.closed or reply.ended) and (sorted_ := sorted_in(one, asked))
    ]
    by_brackets = _of_brackets(in_brackets, asked)
    if by_brackets is not None and by_brackets.labels is not None:
        return by_brackets
    lines = outside(asked.lines, containers, reply.text)
    lines = [line for line in lines if not (reply.truncated and line.end == len(reply.text))]
    below, several = grouped(lines, asked)
    ways = [_whole(below, asked)]
    if not several:
        ways.append(_whole(flat(lines, asked), asked))
    ways += [by_brackets] if by_brackets is not None else []
    complete = [way for way in ways if way.labels is not None]
    if complete:
        return complete[0]
    if any(way.missing is Missing.AMBIGUOUS for way in ways) and not reply.truncated:
        return Groups(None, Missing.AMBIGUOUS)
    return Groups(None, Missing.TRUNCATED if reply.truncated else Missing.UNPARSABLE)


def _of_brackets(found: Sequence[tuple[DictContainer, list[Sorted]]], asked: AskedRatings) -> Groups | None:
    """The categories that dictionaries and lists give: each alone, or all together; None if there are none."""
    if not found:
        return None
    each = [(one, _whole(sorted_, asked)) for one, sorted_ in found]
    complete = [(one, groups) for one, groups in each if groups.labels is not None]
    if not complete:
        return _whole([one for _, sorted_ in found for one in sorted_], asked)
    if len({groups.labels for _, groups in complete}) == 1:
        return complete[-1][1]
    index = chosen([one for one, _ in complete], asked.reply.text)
    return Groups(None, Missing.AMBIGUOUS) if index is None else complete[index][1]


def _whole(found: Sequence[Sorted], asked: AskedRatings) -> Groups:
    """The labels of all texts, if each has one and none has two."""
    count = asked.rated.count
    written = {one.written for one in found if one.written is not None}
    base = 0 if 0 in written else 1
    if any(not 0 <= number - base < count for number in written):
        return Groups(None, Missing.UNPARSABLE)
    labels: list[set[str]] = [set() for _ in range(count)]
    for one in found:
        places = one.places if one.written is None else (one.written - base,)
        for place in places:
            labels[place].add(one.label)
    if any(len(each) > 1 for each in labels):
        return Groups(None, Missing.AMBIGUOUS)
    if not count or not all(labels):
        return Groups(None, Missing.UNPARSABLE)
    return Groups(tuple(next(iter(each)) for each in labels))
