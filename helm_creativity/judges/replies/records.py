"""Ratings of numbered texts in dictionaries and lists: [3, 4], {"1": 4}, {"doorstop": 4}, [{"id": 1, "rating": 4}]."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from helm_creativity.judges.replies.dicts import Containers, DictContainer, DictText, Value
from helm_creativity.judges.replies.listed import AskedRatings
from helm_creativity.judges.replies.names import dimension_of, is_prose_key, key_words, name_rank
from helm_creativity.judges.replies.numbers import Number, agreed, can_be_rating, number_at

IDS = {
    *("id", "index", "number", "no", "nr", "num", "position", "use id", "use number", "use index", "item id"),
    *("item number", "response id", "idea id", "text id", "key", "use no", "item no"),
}
TEXTS = {
    "use",
    "item",
    "idea",
    "text",
    "response",
    "name",
    "answer",
    "alternative use",
    "title",
    "description",
    "label",
    "object",
}
_KEY = re.compile(
    r"[\s\"'(\[]{0,4}(?:(?:use|item|idea|text|response|answer|entry|rating|score|option|number|no|nr)[\s_.:#-]{0,3})?[#№(]{0,2}(\d{1,4})"
    r"(?P<rest>\s{0,3}(?:$|[)\]:.\s–—_-].{0,2000}))",
    re.IGNORECASE | re.DOTALL,
)
_NONE = re.compile(r"\W{0,3}(?:null|none|n/?a|nan|-+|\?|missing|skip(?:ped)?)?\W{0,3}", re.IGNORECASE)
_OPEN = re.compile(r"[\s\"'(\[<{]{0,5}")


@dataclass
class Tally:
    """What was found so far.

    Attributes:
        numbers: for each text, counted from 0, the numbers that were given for it.
        by_number: what was given under numbers, as they were written.
        misfit: there was a list of numbers that are not as many as the texts.
    """

    numbers: dict[int, list[Number]] = field(default_factory=dict)
    by_number: dict[int, list[Number]] = field(default_factory=dict)
    misfit: bool = False

    def add(self, other: Tally) -> None:
        """Take over what another has."""
        for mine, theirs in ((self.numbers, other.numbers), (self.by_number, other.by_number)):
            for key, numbers in theirs.items():
                mine.setdefault(key, []).extend(numbers)
        self.misfit |= other.misfit

    @property
    def found(self) -> bool:
        """Whether there is anything."""
        return bool(self.numbers or self.by_number)


def tallies(containers: Containers, asked: AskedRatings) -> list[tuple[DictContainer, Tally]]:
    """What each outermost container of the reply gives, in order; records that follow one another are one list."""
    roots = sorted((one for one in containers.found if one.depth == 0), key=lambda one: one.start)
    result: list[tuple[DictContainer, Tally]] = []
    joined = False
    for root in roots:
        tally = _of(root, asked)
        if not (tally.found or tally.misfit):
            continue
        single = root.bracket == "{" and len(tally.numbers) + len(tally.by_number) == 1
        if single and joined and not asked.reply.text[result[-1][0].end : root.start].strip(" \n\t,;|0123456789.-"):
            last = result[-1]
            last[1].add(tally)
            span = DictContainer("[", last[0].root, 0, last[0].start, root.end, closed=root.closed)
            result[-1] = span, last[1]
        else:
            result.append((root, tally))
        joined = single
    return result


def _of(container: DictContainer, asked: AskedRatings, depth: int = 0) -> Tally:
    """What a container gives."""
    if depth > 6:
        return Tally()
    if container.bracket == "[" and not container.pairs:
        return _of_list(container, asked, depth)
    tally = _of_one(container, asked)
    return tally if tally.found or tally.misfit else _wrapped(container, asked, depth)


def _of_one(container: DictContainer, asked: AskedRatings) -> Tally:
    """What a dictionary gives: a rating for each of its keys, or one for the text that it names."""
    keyed = _keyed(container, asked)
    if len(keyed.numbers) + len(keyed.by_number) == asked.rated.count > 1:
        return keyed
    return _record(container, asked) or keyed


def _of_list(container: DictContainer, asked: AskedRatings, depth: int) -> Tally:
    """What a list gives: numbers in order, or records and pairs."""
    values = container.values
    inner = [value for value in values if isinstance(value, DictContainer)]
    if not inner:
        return _in_order([_number(value, container, asked) for value in values], values, container, asked)
    tally = Tally()
    for one in inner:
        tally.add(_of_one(one, asked) if one.bracket == "{" else _pair(one, asked))
    if tally.found or len(inner) < len(values):
        return tally
    if len(inner) == 1:
        return _of(inner[0], asked, depth + 1)
    ratings = [_rating(one, asked) if one.bracket == "{" else None for one in inner]
    return _in_order(ratings, values, container, asked) if any(ratings) else tally


def _in_order(
    numbers: Sequence[Number | None], values: Sequence[Value], container: DictContainer, asked: AskedRatings
) -> Tally:
    """As many numbers as texts, in their order; of a truncated list, those that it still has."""
    tally = Tally()
    known = [number is not None or _is_none(value) for number, value in zip(numbers, values, strict=True)]
    if not all(known) or not any(number is not None for number in numbers):
        return tally
    truncated = _is_truncated(container, asked)
    if len(numbers) == asked.rated.count or (truncated and len(numbers) < asked.rated.count):
        tally.numbers = {place: [number] for place, number in enumerate(numbers) if number is not None}
    else:
        tally.misfit = True
    return tally


def _is_none(value: Value) -> bool:
    """Whether the value says that there is no rating."""
    return isinstance(value, DictContainer) or bool(_NONE.fullmatch(value.text))


def _is_truncated(container: DictContainer, asked: AskedRatings) -> bool:
    """Whether more may have followed in the container."""
    return not container.closed and not asked.reply.ended


def _pair(container: DictContainer, asked: AskedRatings) -> Tally:
    """[1, 4] or ["doorstop", 4]."""
    if len(container.values) != 2 or container.pairs or not isinstance(key := container.values[0], DictText):
        return Tally()
    return _under(places_of(key.text, asked, text_first=True), _number(container.values[1], container, asked))


def _keyed(container: DictContainer, asked: AskedRatings) -> Tally:
    """{"1": 4, "use 2": 3, "doorstop": {"rating": 5}}."""
    by_text, by_number = Tally(), Tally()
    for key, value in container.pairs:
        number = _number(value, container, asked)
        by_text.add(_under((asked.rated.place_of(key), None), number))
        by_number.add(_under(places_of(key, asked), number))
    if any(_is_bare_number(value, container, asked) for value in container.values):
        # {"1": 4,5} may be 4.5.
        _spread(by_text)
        _spread(by_number)
    whole = len(by_text.numbers) == asked.rated.count
    more = len(by_text.numbers) > len(by_number.numbers) + len(by_number.by_number)
    return by_text if whole or more else by_number


def _is_bare_number(value: Value, container: DictContainer, asked: AskedRatings) -> bool:
    """Whether the value is a number without quotes."""
    quoted = asked.reply.text[value.start : value.start + 1] in ('"', "'")
    return isinstance(value, DictText) and not quoted and _number(value, container, asked) is not None


def _spread(tally: Tally) -> None:
    """Mark all numbers as spread."""
    for numbers in (*tally.numbers.values(), *tally.by_number.values()):
        numbers[:] = [number._replace(spread=True) for number in numbers]


def names_a_text(key: str) -> bool:
    """Whether what stands under the key says which text is meant."""
    return key.strip() in "#№" or (key_words(key) in IDS | TEXTS and not any(map(str.isdigit, key)))


def _record(container: DictContainer, asked: AskedRatings) -> Tally | None:
    """{"id": 1, "use": "doorstop", "rating": 4}; None if it names no text."""
    named: list[tuple[str, tuple[list[int], int | None]]] = []
    for key, value in container.pairs:
        is_text = key_words(key) in TEXTS and names_a_text(key)
        is_id = names_a_text(key) and not is_text
        if isinstance(value, DictText) and (is_id or is_text):
            found = places_of(value.text, asked, text_first=is_text)
            if found[0] or found[1] is not None:
                named.append((key, found))
    if not named:
        return None
    number = _rating(container, asked)
    if number is None:
        return None
    numbers = [number_ for _, (_, number_) in named if number_ is not None]
    texts = [set(places) for _, (places, _) in named if places]
    if numbers and texts and not any(numbers[0] - 1 in one or numbers[0] in one for one in texts):
        number = number._replace(spread=True)
    if numbers:
        return _under(([], numbers[0]), number)
    return _under((sorted(texts[0]), None), number)


def _under(place: tuple[list[int], int | None], number: Number | None) -> Tally:
    """One number for one text; for each of several that are the same text, one that is spread."""
    tally = Tally()
    places, written = place
    if number is None:
        return tally
    if written is not None:
        tally.by_number[written] = [number]
    for one in places if written is None else ():
        tally.numbers[one] = [number if len(places) == 1 else number._replace(spread=True)]
    return tally


def places_of(key: str, asked: AskedRatings, text_first: bool = False) -> tuple[list[int], int | None]:
    """The texts that a key is, or the number in it: "1", "use 1", "1. doorstop"."""
    by_text = asked.rated.place_of(key)
    found = _KEY.fullmatch(key)
    if found is None or (text_first and by_text):
        return by_text, None
    rest = found["rest"].strip(" \t\n.:)]_-–—\"'")
    others = [*asked.rated.place_of(found["rest"].lstrip(" \t\n.:)]_-–—\"'")), *asked.rated.place_of(rest)]
    number = int(found[1])
    if others and number - 1 not in others and number not in others:
        return [*others, *([number - 1] if 0 < number <= asked.rated.count else [])], None
    return [], number


def _wrapped(container: DictContainer, asked: AskedRatings, depth: int) -> Tally:
    """{"ratings": [...]}: what stands under the dimension, or a word for a rating, or what there is."""
    inner = [(key, value) for key, value in container.pairs if isinstance(value, DictContainer)]
    inner += [("", value) for value in container.values if isinstance(value, DictContainer)]
    wanted = {key_words(asked.dimension): asked.dimension} if asked.dimension else {}
    own = [pair for pair in inner if wanted and dimension_of(pair[0], wanted)]
    rated = [pair for pair in inner if (name_rank(pair[0]) or 0) > 0]
    for chosen in (own, rated, inner):
        read = [tally for _, value in chosen if (tally := _of(value, asked, depth + 1)).found or tally.misfit]
        if not read:
            continue
        tally = Tally()
        for one in read:
            tally.add(one)
        return tally
    return Tally()


def _rating(container: DictContainer, asked: AskedRatings) -> Number | None:
    """The rating in a record: under the dimension, under a word for a rating, or its only number."""
    wanted = {key_words(asked.dimension): asked.dimension} if asked.dimension else {}
    ranks: dict[int, list[Number]] = {}
    for key, value in container.pairs:
        number = _number(value, container, asked)
        if names_a_text(key) or number is None or (is_prose_key(key) and not wanted):
            continue
        own = dimension_of(key, wanted)
        rank = name_rank(key)
        ranks.setdefault(3 + own[1] if own else 0 if rank is None else rank, []).append(number)
    return agreed(ranks[max(ranks)]) if ranks else None


def _number(value: Value, container: DictContainer, asked: AskedRatings) -> Number | None:
    """The number that a value is or begins with; of a container, its rating or its only number."""
    text = asked.reply.text
    if isinstance(value, DictContainer):
        return _rating(value, asked) if value.bracket == "{" else _only(value, asked)
    opening = _OPEN.match(text, value.start, value.end)
    start = opening.end() if opening else value.start
    part = text[start : value.end]
    number = number_at(part, 0, asked.scale)
    if number is None or not can_be_rating(part, number):
        return None
    open_end = _is_truncated(container, asked) and not text[value.end :].strip(" \n\t,")
    return number._replace(start=start, end=start + number.end, unfinished=open_end)


def _only(container: DictContainer, asked: AskedRatings) -> Number | None:
    """The number of a list that holds one."""
    numbers = [
        number
        for value in container.values
        if isinstance(value, DictText) and (number := _number(value, container, asked))
    ]
    return numbers[0] if len(numbers) == 1 == len(container.values) else None
