"""Several responses in one reply, each with the probability that its writer gives it, and the one that is drawn.

The instruction ``verbalized`` asks for them in a form that is read here, and so are the forms that models write in its
place: tags without an end or without a probability, JSON, numbered responses.
"""

from __future__ import annotations

import hashlib
import json
import math
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any, NamedTuple

from helm_creativity.core.types import Response
from helm_creativity.text.json_values import json_in, without_fences
from helm_creativity.text.turns import whole_turn

_TAG = re.compile(
    r"<\s{0,3}(?P<close>/?)\s{0,3}(?P<name>response|text|probability)(?:[ _-]?\d{1,3})?(?P<rest>\s[^<>]{0,99})?>",
    re.IGNORECASE,
)
_VALUE = (
    r"(?P<number>\d{1,9}(?:[.,]\d{1,20})?|[.,]\d{1,20})(?P<power>e[-+]?\d{1,2})?"
    r"[ \t]{0,3}(?:(?P<percent>%|percent\b)|/[ \t]{0,3}(?P<whole>\d{1,9}))?"
)
_HEDGE = r"[~≈<≤]|(?:about|around|roughly|approx(?:imately|\.)?|less than|under)(?!\w)|p[ \t]{0,3}="
_PROBABILITY = re.compile(rf"(?:{_HEDGE})?\s{{0,9}}{_VALUE}", re.IGNORECASE)
_ATTRIBUTE = re.compile(rf"\bprob(?:ability)?\s{{0,3}}=\s{{0,3}}[\"']?{_VALUE}", re.IGNORECASE)
_MARK = re.compile(
    r"(?P<open>[(\[])?[*_]{0,3}(?<![^\W_])prob(?:ability|\.)?[*_]{0,3}[ \t]{0,3}(?:[:=≈]|is\b|of\b)?[*_]{0,3}"
    rf"[ \t]{{0,3}}[~≈]?{_VALUE}[*_]{{0,3}}(?P<shut>[)\]])?",
    re.IGNORECASE,
)
_FIGURE = re.compile(r"\d")
_LINE_ENDS = re.compile(r"[ \t.:;,*_–-]{0,6}(?:\n|\Z)")
_LABEL = re.compile(
    r"^[ \t>]{0,8}(?:#{1,6}[ \t]{1,3})?[*_]{0,3}(?:response|candidate|option)[ \t]{0,3}#?(?P<number>\d{1,3})(?!\w)"
    r"[*_]{0,3}[ \t]{0,3}[:.)]?[*_]{0,3}",
    re.IGNORECASE | re.MULTILINE,
)
_NUMBER = re.compile(r"^[ \t]{0,3}[*_]{0,3}(?P<number>\d{1,3})[.)][*_]{0,3}[ \t]{1,4}", re.MULTILINE)
_BULLET = re.compile(r"^[-*•][ \t]{1,4}", re.MULTILINE)
_RESPONSE, _TEXT, _STATED = "response", "text", "probability"
_OF_TEXT, _OF_PROBABILITY = (_TEXT, _RESPONSE), (_STATED, "prob")
_BEFORE_MARK = " \t\n,;–-"
_DOUBLES = 53
PLACEHOLDER = "one complete response"
"""Stands for a response in the form that the instruction shows, which some models repeat."""


class CandidateResponse(NamedTuple):
    """One of several responses in a reply.

    Attributes:
        text: of the response.
        probability: that was stated for it, from 0 to 1; None where none can be read.
    """

    text: str
    probability: float | None = None


class _Stated(NamedTuple):
    """A probability as it was written: of ``whole``, or where that is 0 in whatever unit the others have."""

    number: float
    whole: float = 0.0


class _Read(NamedTuple):
    text: str
    stated: _Stated | None


def find_candidates(reply: str) -> tuple[CandidateResponse, ...]:
    """The responses in a reply, in its order; those without a text are left out.

    Read are responses in tags, in JSON, behind labels ("Response 2:"), and in numbered or bulleted lists in which every
    entry states its probability. Of a list that states none nothing says that its entries are responses by themselves,
    and so it has no candidates. Takes time linear in the length of the reply.

    Numbers are percentages where they have the sign, or where a number without a sign is above 1. One that is above 1
    all the same is none.
    """
    body = whole_turn(reply).replace("\r\n", "\n")
    plain = without_fences(body).strip()
    readers = [_in_json, _in_tags] if plain[:1] in ("[", "{") else [_in_tags, _in_json]
    for reader in (*readers, _behind_labels, _listed):
        if read := [found for found in reader(plain) if found.text and found.text.casefold() != PLACEHOLDER]:
            return tuple(_in_one_unit(read))
    return ()


def in_tags(responses: Iterable[str]) -> str:
    """A reply with these responses, each as probable as the others, in the form for which the instruction asks."""
    texts = list(responses)
    return "\n".join(
        f"<response>\n<text>{text}</text>\n<probability>{1 / len(texts):g}</probability>\n</response>" for text in texts
    )


def shares(candidates: Sequence[CandidateResponse]) -> tuple[float, ...]:
    """With which probability each candidate is drawn; they sum to 1.

    These are the stated probabilities over their sum. A candidate without one has the mean of the others; all have the
    same where none is stated, or none is above 0.
    """
    stated = [candidate.probability for candidate in candidates if candidate.probability is not None]
    usual = math.fsum(stated) / len(stated) if stated else 0.0
    weights = [usual if candidate.probability is None else candidate.probability for candidate in candidates]
    total = math.fsum(weights)
    return tuple(weight / total for weight in weights) if total > 0 else (1 / len(weights),) * len(weights)


def draw(candidates: Sequence[CandidateResponse], item: str, trial: int, reply: str) -> CandidateResponse:
    """The candidate that is the response: drawn by ``shares``, by chance that follows from the arguments alone.

    Args:
        candidates: at least one.
        item: id of what was asked.
        trial: which response to it, from 0.
        reply: in which the candidates stand.
    """
    digest = hashlib.sha256(json.dumps([item, trial, reply]).encode()).digest()
    left = (int.from_bytes(digest[:8], "big") >> (64 - _DOUBLES)) / 2**_DOUBLES
    possible = [(candidate, share) for candidate, share in zip(candidates, shares(candidates), strict=True) if share]
    for candidate, share in possible:
        left -= share
        if left < 0:
            return candidate
    return possible[-1][0]  # shares may sum to a little less than 1


def one_response(response: Response, asked: int, item: str, trial: int) -> Response:
    """What counts as the response in what a model wrote: all of it, or one of several responses.

    Args:
        response: as it arrived.
        asked: for how many responses the model was asked in one reply.
        item: id of what was asked.
        trial: which response to it.

    Returns:
        One without text where several were asked for and cannot be told apart; ``unanswered`` says why.
    """
    if asked == 1 or not response.text:
        return response
    candidates = find_candidates(response.text)
    text = draw(candidates, item, trial, response.text).text if candidates else ""
    return replace(response, text=text, written=response.text)


def _in_one_unit(read: Sequence[_Read]) -> Iterator[CandidateResponse]:
    """The candidates with probabilities from 0 to 1."""
    percent = any(stated.number > 1 and not stated.whole for _, stated in read if stated)
    for text, stated in read:
        value = None if stated is None else stated.number / (stated.whole or (100 if percent else 1))
        yield CandidateResponse(text, value if value is not None and value <= 1 else None)


def _stated(found: re.Match[str] | None) -> _Stated | None:
    """The probability that ``_VALUE`` matched."""
    if found is None:
        return None
    number = float(found["number"].replace(",", ".") + (found["power"] or "").lower())
    if found["percent"]:
        return _Stated(number, 100.0)
    if found["whole"] is None:
        return _Stated(number)
    whole = float(found["whole"])
    return _Stated(number, whole) if whole else None


def _alone(text: str) -> _Stated | None:
    """The probability that a text is, or that it states as "probability: 0.1" does; words may follow, no numbers."""
    text = text.strip().strip("*_`\"'()[] \t")
    found = _PROBABILITY.match(text) or _MARK.match(text)
    return None if found is None or _FIGURE.search(text, found.end()) else _stated(found)


def _marks(text: str) -> list[re.Match[str]]:
    """Where a probability is stated in brackets or at the end of a line, and so is no part of a sentence."""
    return [
        mark for mark in _MARK.finditer(text) if (mark["open"] and mark["shut"]) or _LINE_ENDS.match(text, mark.end())
    ]


def _without_marks(texts: Sequence[str]) -> Iterator[_Read]:
    """Texts without the probabilities that they state, the last one where there are several.

    Where all probabilities but the last one end their texts, what stands behind that one is no part of its response.
    """
    split = []
    for text in texts:
        marks = _marks(text)
        mark = marks[-1] if marks else None
        before, after = (text[: mark.start()], text[mark.end() :]) if mark else (text, "")
        split.append((before.rstrip(_BEFORE_MARK), after.lstrip(" \t*_:.,–"), _stated(mark)))
    *others, (before, after, last) = split
    for first, second, stated in others:
        yield _Read(f"{first}{second}".strip(), stated)
    ended = before.strip() and others and all(stated and not second.strip() for _, second, stated in others)
    yield _Read((before if ended else f"{before}{after}").strip(), last)


def _unmarked(text: str) -> _Read:
    """A text that may end with its probability."""
    marks = _marks(text)
    if not marks or text[marks[-1].end() :].strip(" \t\n.:;,*_–-"):
        return _Read(text.strip(), None)
    return _Read(text[: marks[-1].start()].rstrip(_BEFORE_MARK), _stated(marks[-1]))


class _Piece(NamedTuple):
    """A tag with what follows it up to the next one."""

    name: str
    closes: bool
    rest: str
    content: str


def _in_tags(body: str) -> Iterator[_Read]:
    """Responses in tags."""
    tags = list(_TAG.finditer(body))
    ends = [*(tag.start() for tag in tags[1:]), len(body)]
    pieces = [
        _Piece(tag["name"].lower(), bool(tag["close"]), tag["rest"] or "", body[tag.end() : end])
        for tag, end in zip(tags, ends, strict=False)
    ]
    opens = [place for place, piece in enumerate(pieces) if piece.name == _RESPONSE and not piece.closes]
    if not opens and any(piece.name == _TEXT and not piece.closes for piece in pieces):
        opens = [0]
    if opens and any(piece.name == _STATED and _alone(piece.content) for piece in pieces[: opens[0]]):
        # Then every probability stands before the tag of its response.
        opens = [_behind(pieces, first, place) for first, place in pairwise([-1, *opens])]
    groups = [pieces[start:end] for start, end in pairwise([*opens, len(pieces)])]
    if len(groups) > 1 and _names_tags(groups[0]):
        led = [_speaks(body, tags[place].start()) for place in opens]
        closed = len(groups[0]) == 1 and all(len(group) > 1 for group in groups[1:])
        # A sentence that speaks of tags before the first response opens some that nothing else marks.
        if closed or (led[0] and not any(led[1:])):
            groups = groups[1:]
    for group in groups:
        yield from _in_group(group)


def _behind(pieces: Sequence[_Piece], first: int, place: int) -> int:
    """Where the last probability between two tags opens; ``place``, that of the second one, where there is none."""
    between = range(first + 1, place)
    return max((at for at in between if pieces[at].name == _STATED and not pieces[at].closes), default=place)


def _names_tags(pieces: Sequence[_Piece]) -> bool:
    """Whether tags may be no more than named: none is closed, and behind none stands a probability."""
    return not any(piece.closes or (piece.name == _STATED and _alone(piece.content)) for piece in pieces)


def _speaks(body: str, start: int) -> bool:
    """Whether words stand before a tag on its line."""
    line = body[max(body.rfind("\n", max(start - 200, 0), start) + 1, start - 200, 0) : start]
    return any(sign.isalpha() for sign in line)


def _in_group(pieces: Sequence[_Piece]) -> Iterator[_Read]:
    """What stands in and behind one tag ``<response>``: mostly one response."""
    texts = [place for place, piece in enumerate(pieces) if piece.name == _TEXT and not piece.closes]
    if len(texts) > 1:
        for start, end in pairwise([*texts, len(pieces)]):
            yield _of_pieces(pieces[start:end], pieces[start].content)
        return
    if texts:
        yield _of_pieces(pieces, pieces[texts[0]].content)
        return
    inside = next(
        (place for place, piece in enumerate(pieces) if piece.closes and piece.name == _RESPONSE), len(pieces)
    )
    kept = [piece.content for piece in pieces[:inside] if piece.closes or piece.name == _RESPONSE]
    yield _of_pieces(pieces, "".join(kept))


def _of_pieces(pieces: Sequence[_Piece], text: str) -> _Read:
    """One response with its probability: in a tag of its own, in an attribute, behind the text or at its end."""
    own = _unmarked(text)
    tagged = [_alone(piece.content) for piece in pieces if piece.name == _STATED and not piece.closes]
    opening = [_stated(_ATTRIBUTE.search(piece.rest)) for piece in pieces if not piece.closes and piece.rest]
    behind = [_alone(piece.content) for piece in pieces if piece.closes and piece.name != _STATED]
    named = next((stated for stated in (*tagged, *opening, *behind) if stated), None)
    return _Read(text.strip(), named) if named and own.stated is None else _Read(own.text, named or own.stated)


def _in_json(body: str) -> Iterator[_Read]:
    """Responses as objects, of which at least one states a probability: nothing else says that they are several."""
    if "{" not in body:
        return
    entries = [entry for value in json_in(body).values for entry in _entries(value.value)]
    if any(_member(entry, _OF_PROBABILITY) is not None for entry in entries):
        for entry in entries:
            yield _Read(_text_in(_member(entry, _OF_TEXT)), _stated_in(_member(entry, _OF_PROBABILITY)))


def _entries(value: Any, depth: int = 2) -> Iterator[Mapping[str, Any]]:  # noqa: ANN401 - decoded JSON
    """The objects that hold a response: the value itself, in it, or in the list that it holds."""
    if isinstance(value, Mapping) and _member(value, _OF_TEXT) is not None:
        # A list is what an object holds that repeats its names: then it is several responses that run together.
        if not isinstance(_member(value, _OF_PROBABILITY), list):
            yield value
    elif isinstance(value, (list, Mapping)) and depth:
        inside: Iterable[Any] = value if isinstance(value, list) else value.values()
        for part in inside:
            yield from _entries(part, depth - 1)


def _member(entry: Mapping[str, Any], names: Sequence[str]) -> Any:  # noqa: ANN401 - decoded JSON
    """The first member of one of the names, in any case; None where there is none."""
    by_name = {key.strip().lower(): value for key, value in entry.items()}
    return next((by_name[name] for name in names if by_name.get(name) is not None), None)


def _text_in(value: Any) -> str:  # noqa: ANN401 - decoded JSON
    """A response as text; lists of texts become lines."""
    if isinstance(value, str):
        return value.strip()
    if isinstance(value, list) and all(isinstance(part, str) for part in value):
        return "\n".join(value).strip()
    return "" if value is None else json.dumps(value, ensure_ascii=False)


def _stated_in(value: Any) -> _Stated | None:  # noqa: ANN401 - decoded JSON
    if isinstance(value, str):
        return _alone(value)
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not 0 <= value < math.inf:
        return None
    return _Stated(float(value))


def _behind_labels(body: str) -> Iterator[_Read]:
    """Responses behind "Response 1:", "Response 2:" and so on."""
    if texts := _split(body, _LABEL):
        yield from _without_marks(texts)


def _listed(body: str) -> Iterator[_Read]:
    """Entries of a list, each with one probability."""
    for pattern in (_NUMBER, _BULLET):
        texts = _split(body, pattern)
        if texts and all(len(_marks(text)) == 1 for text in texts):
            yield from _without_marks(texts)
            return


def _split(body: str, pattern: re.Pattern[str]) -> list[str]:
    """What stands behind each match, at least two, whose numbers must count from 1; nothing where they do not."""
    heads = list(pattern.finditer(body))
    numbers = [int(head["number"]) for head in heads] if "number" in pattern.groupindex else None
    if len(heads) < 2 or (numbers and numbers != list(range(1, len(heads) + 1))):
        return []
    ends = [*(head.start() for head in heads[1:]), len(body)]
    return [body[head.end() : end] for head, end in zip(heads, ends, strict=True)]
