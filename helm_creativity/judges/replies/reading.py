"""Judges' replies, read as ratings on a scale or as a letter.

A failure never becomes a number: what cannot be read is missing, with the reason. Reading goes from the surest form to
the least sure one: dictionaries (JSON, Python, and something near them), tables, labels, phrases that give a rating,
and, where one rating was asked, a number on its own line and the last number in prose that fits the scale.

Of a truncated reply only complete ratings with a label count. Any text can be read, in time linear in its
length.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from helm_creativity.core.types import Response
from helm_creativity.judges.replies.declined import behind_refusal
from helm_creativity.judges.replies.keys import dimensions_in, rating_in, read_structured, unnamed_rating_in, without
from helm_creativity.judges.replies.labels import best, labelled, named, rating_labelled, reversed_labels
from helm_creativity.judges.replies.names import is_generic, key_words
from helm_creativity.judges.replies.numbers import Number, place
from helm_creativity.judges.replies.prose import boxed, explicit, last_fitting, on_its_own
from helm_creativity.judges.replies.quotes import without_quotes
from helm_creativity.judges.replies.rows import in_order, in_table, under_names
from helm_creativity.judges.replies.sections import in_sections
from helm_creativity.judges.replies.text import Reply, reply_of, unasked, unfound
from helm_creativity.judges.replies.types import Missing, Reading, Scale


def read_score(answer: Response, scale: Scale, label: str = "score", *, rated: Sequence[str] = ()) -> Reading:
    """The one rating of a reply.

    The rating under `label` goes before one under a word for ratings in general ("score", "rating", "评分"), a final
    one before others, and the last of several before the others. Then come phrases ("8 out of 10", "I'd give it a 7",
    "[[7]]"), a number on its own line or at the head of the reply, and the last number of the prose that is in range
    and not the number of something else. Behind a refusal only labels and phrases count.

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
    _check([label])
    if reason := unasked(answer):
        return Reading(None, reason)
    whole = reply_of(answer)
    reply = behind_refusal(without_quotes(whole, rated))
    number = _one(reply, scale, label)
    if number is not None:
        return place(number, scale)
    quoted = reply is not whole and _one(behind_refusal(whole), scale, label) is not None
    return Reading(None, _why(reply, quoted))


def read_scores(
    answer: Response, labels: Sequence[str], scale: Scale, *, rated: Sequence[str] = ()
) -> dict[str, Reading]:
    """The ratings of several dimensions from one reply.

    Args:
        answer: the judge's reply.
        labels: the dimensions as the reply names them; case and what joins their words do not matter.
        scale: the ratings that were asked, the same for all dimensions.
        rated: the texts that are being rated; what the reply repeats of them is not read.

    Returns:
        For each label its rating or why it is missing; one that is missing does not touch the others. Without any label
        in the reply, exactly as many numbers as labels are read in their order. Where a dictionary has one of the
        labels, none is looked for in the prose. A rating that may be a quotation is AMBIGUOUS.

    Raises:
        ValueError: if there is no label, or two are the same, or one has no letters.
    """
    _check(labels)
    if len(labels) == 1:
        return {labels[0]: read_score(answer, scale, labels[0], rated=rated)}
    if reason := unasked(answer):
        return dict.fromkeys(labels, Reading(None, reason))
    whole = reply_of(answer)
    reply = behind_refusal(without_quotes(whole, rated))
    found, truncated = _several(reply, labels, scale)
    result = {label: place(number, scale) for label, number in found.items()}
    if len(result) < len(labels):
        before = _several(behind_refusal(whole), labels, scale)[0] if reply is not whole else {}
        why = {label: Missing.TRUNCATED if truncated else _why(reply, label in before) for label in labels}
        result = {label: result.get(label, Reading(None, why[label])) for label in labels}
    return {label: result[label] for label in labels}


def _why(reply: Reply, quoted: bool) -> Missing:
    """Why nothing was found; where the only rating stands in a rated text, it is ambiguous."""
    return Missing.AMBIGUOUS if quoted and not reply.truncated else unfound(reply)


def _several(reply: Reply, labels: Sequence[str], scale: Scale) -> tuple[dict[str, Number], bool]:
    """The numbers that stand for the ratings, and whether the dictionary that holds them was truncated."""
    structured = read_structured(reply, scale)
    entries = dimensions_in(structured, labels, reply.text)
    if entries:
        truncated = not reply.ended and any(not entry.container.closed for entry in entries.values())
        return {label: entry.number for label, entry in entries.items()}, truncated
    found = _in_text(without(reply, structured, []), labels, scale)
    return dict(found or in_order(reply, structured.containers, labels, scale)), False


def _one(reply: Reply, scale: Scale, label: str) -> Number | None:
    """The number that stands for the rating, by the surest form that the reply has."""
    structured = read_structured(reply, scale)
    rest = without(reply, structured, structured.entries)
    if not is_generic(label):
        if entries := dimensions_in(structured, [label], reply.text):
            return entries[label].number
        if own := best(list(labelled(rest, [label], scale))):
            return own
    ways: list[Callable[[], Number | None]] = [
        lambda: rating_in(structured),
        lambda: rating_labelled(rest, scale),
        lambda: unnamed_rating_in(structured),
    ]
    if not reply.truncated:
        ways += [lambda: boxed(rest, scale), lambda: named(rest, scale), lambda: explicit(rest, scale)]
    if not (reply.truncated or reply.refused):
        ways += [lambda: on_its_own(rest, scale), lambda: last_fitting(rest, scale)]
    return next((number for way in ways if (number := way()) is not None), None)


def _in_text(reply: Reply, labels: Sequence[str], scale: Scale) -> Mapping[str, Number]:
    """The ratings of the dimensions in running text, the surest form of each."""
    table = in_table(reply, labels, scale)
    if len(table) < len(labels) and (row := under_names(reply, labels, scale)):
        return row
    found = list(labelled(reply, labels, scale))
    result = in_sections(reply, labels, scale)
    for label in labels:
        mine = best([one for one in found if one.label == label])
        number = mine if mine is not None else reversed_labels(reply, label, scale)
        if number is not None:
            result[label] = number
    return {**result, **table}


def _check(labels: Sequence[str]) -> None:
    """Refuse labels that no reply can have."""
    names = [key_words(label) for label in labels]
    if not names or not all(names) or len(set(names)) != len(names):
        raise ValueError(f"labels must be one or more different names with letters, got {list(labels)}")
