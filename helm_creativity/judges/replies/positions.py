"""Ratings of many texts from one reply, each found by the text's number or its words; none is ever shifted to another.

Read are dictionaries and lists, tables, pairs in a row, numbered lines and sections, lines that begin with a text, and
replies that are nothing but as many numbers as there are texts. Several lists in one reply complete one another; where
they differ, the one that is introduced as final counts.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from helm_creativity.core.types import Response
from helm_creativity.judges.replies.declined import behind_refusal
from helm_creativity.judges.replies.dicts import DictContainer
from helm_creativity.judges.replies.drafts import chosen
from helm_creativity.judges.replies.echoes import Rated, fold, lines_of
from helm_creativity.judges.replies.items import TextRating
from helm_creativity.judges.replies.listed import AskedRatings, rating_of
from helm_creativity.judges.replies.lists import lists_in
from helm_creativity.judges.replies.numbers import Number, agreed, place
from helm_creativity.judges.replies.origins import Origins
from helm_creativity.judges.replies.quotes import blanked
from helm_creativity.judges.replies.reading import read_score
from helm_creativity.judges.replies.runs import RatingBlock, bare
from helm_creativity.judges.replies.text import LONGEST, reply_of, unasked, unfound
from helm_creativity.judges.replies.types import Missing, Placed, Reading, Scale
from helm_creativity.parsing.turns import own_turn


def read_places(answer: Response, texts: Sequence[str], scale: Scale, dimension: str = "") -> list[Placed]:
    """The ratings of several texts from one reply.

    A rating belongs to the text whose number stands before it ("2. 4", {"2": 4}, a row of a table), or whose words do,
    the longest that fit; where number and words name different texts, it is AMBIGUOUS. Numbers may begin at 0 if they
    are complete. Without numbers and words, exactly as many numbers as texts count in their order; another amount is
    AMBIGUOUS for all, as is a number beyond the last text. Two different ratings of one text are AMBIGUOUS, unless one
    list is introduced as final. What the reply repeats of a text is never a rating.

    Of a truncated reply the last line, or the last entry of a list or dictionary, does not count.

    Args:
        answer: the judge's reply.
        texts: what was rated, in the order in which the judge was given it.
        scale: the ratings that were asked.
        dimension: how the reply may name the rating; "" for "score", "rating" and the like alone.

    Returns:
        One for each text, in order.
    """
    if not texts:
        return []
    if reason := unasked(answer):
        return [Placed(Reading(None, reason), None)] * len(texts)
    asked = asked_of(answer, texts, scale, dimension)
    found = _numbers(asked)
    if asked.reply.refused and (len(found) < len(texts) or len(texts) == 1):
        reply = behind_refusal(asked.reply)
        asked = replace(asked, reply=reply, lines=lines_of(reply.text))
        found = _numbers(asked)
    if not found and len(texts) == 1:
        return [Placed(_alone(answer, asked), None)]
    return _placed(found, asked, Origins(answer.text, asked.reply.text))


def asked_of(answer: Response, texts: Sequence[str], scale: Scale, dimension: str = "") -> AskedRatings:
    """What is looked for, in a reply of which at most the end is read, from the head of a line on."""
    reply = reply_of(answer)
    if len(own_turn(answer.text)) > LONGEST:
        reply = replace(reply, text=blanked(reply.text, [(0, len(reply.text.partition("\n")[0]))]))
    return AskedRatings(reply, lines_of(reply.text), Rated(texts, dimension), scale, dimension)


def _placed(found: Mapping[int, Number], asked: AskedRatings, origins: Origins) -> list[Placed]:
    """The numbers as ratings, and why the others are missing."""
    reason = unfound(asked.reply)
    if found and reason is Missing.REFUSED:
        reason = Missing.UNPARSABLE
    result = []
    for at in range(asked.rated.count):
        reading = place(found[at], asked.scale) if at in found else Reading(None, reason)
        span = origins.span(found[at].start, found[at].end) if reading.value is not None else None
        result.append(Placed(reading, span))
    return result


def _numbers(asked: AskedRatings) -> dict[int, Number]:
    """For each text that has any the number that stands for its rating."""
    if not asked.reply.text:
        return {}
    if (only := bare(asked)) is not None:
        return _in_order(*only, asked)
    blocks, misfit = lists_in(asked)
    found: dict[int, Number] = {}
    for at in range(asked.rated.count):
        holding = [block for block in blocks if at in block.numbers]
        if holding:
            found[at] = _of_several(at, holding, asked.reply.text)
    if not found and asked.rated.count == 1 and (number := _of_all(asked)) is not None:
        return {0: number}
    return _all_spread(asked) if misfit and (not found or misfit.total) else found


def _in_order(numbers: Sequence[Number], complete: bool, asked: AskedRatings) -> dict[int, Number]:
    """Numbers alone as the ratings of the texts, if they are as many."""
    if len(numbers) == asked.rated.count or (not complete and len(numbers) < asked.rated.count):
        return dict(enumerate(numbers))
    return _all_spread(asked)


def _all_spread(asked: AskedRatings) -> dict[int, Number]:
    """A number for each text that is none."""
    return dict.fromkeys(range(asked.rated.count), Number(0, 0, asked.scale.low, spread=True))


def _of_several(at: int, blocks: Sequence[RatingBlock], text: str) -> Number:
    """The number of a text that stands in one or more lists."""
    numbers = [_agreed(block.numbers[at]) for block in blocks]
    if len({(one.value, one.top, one.spread) for one in numbers}) == 1:
        return next((one for one in reversed(numbers) if not one.unfinished), numbers[-1])
    spans = [DictContainer("[", block.start, 0, block.start, block.end, closed=True) for block in blocks]
    index = chosen(spans, text)
    return numbers[-1]._replace(spread=True) if index is None else numbers[index]


def _agreed(numbers: Sequence[Number]) -> Number:
    """The number on which all in one list agree."""
    return agreed(numbers) or numbers[-1]


def _of_all(asked: AskedRatings) -> Number | None:
    """The number of a reply that is about one text."""
    item = TextRating(0, 0, 0, len(asked.reply.text), asked.lines[0], True)
    found = rating_of(item, asked)
    return None if found is None or found.pure or asked.reply.truncated else found.number


def _alone(answer: Response, asked: AskedRatings) -> Reading:
    """The rating of the one text by the readers of one rating, unless its own figures could be taken for that."""
    text = fold(asked.reply.text)
    if any(character.isdigit() for one in asked.rated.folds[0] if one in text for character in one):
        return Reading(None, unfound(asked.reply))
    rated = [one for one in asked.rated.folds[0] if one]
    return read_score(answer, asked.scale, asked.dimension or "score", rated=rated)
