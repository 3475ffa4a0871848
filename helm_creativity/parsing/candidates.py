"""Several responses in one reply, each with the probability that its writer gives it, and the one that is drawn.

The instruction ``verbalized`` asks for them in tags; the forms that models write in their place are read too. A text is
passed on as it was written, without the mark of its list and without its probability.
"""

from __future__ import annotations

import hashlib
import json
import math
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any, NamedTuple

from helm_creativity.benchmark.types import Response, visible
from helm_creativity.parsing.grammar import ANY_CASE, read_patterns
from helm_creativity.parsing.json_values import json_in
from helm_creativity.parsing.probabilities import (
    NAMES,
    Stated,
    alone,
    bare_marks,
    ends_line,
    in_attribute,
    in_one_unit,
    marks,
    read,
)
from helm_creativity.parsing.turns import outside_thoughts, whole_turn, without_ends

PLACEHOLDER = "one complete response"
"""Stands for a response in the form that the instruction shows, which some models repeat."""

_RE = read_patterns("candidates", ANY_CASE)[0]
_DOUBLES = 53
_TEXT_MEMBERS = ("text", "response", "answer", "content", "candidate")
_PROBABILITY_MEMBERS = tuple(name.lower() for name in NAMES)
_BEFORE_MARK, _AFTER_MARK = " \t\n,;–—-", " \t*_:.,–—"

_Read = tuple[str, Stated | None]  # a response with its probability as it was written
_Piece = tuple[str, re.Match[str], str]  # name of a tag, "/" before it where it closes; the tag; what follows it


class CandidateResponse(NamedTuple):
    """One of several responses in a reply."""

    text: str
    probability: float | None = None


def find_candidates(reply: str) -> tuple[CandidateResponse, ...]:
    """The responses in a reply, in its order; those without a text are left out.

    Read are responses in tags, in JSON, behind labels ("Response 2:"), in numbered or bulleted lists and lines in which
    every entry states its probability, and texts above a line that states it. Of a list that states none nothing says
    that its entries are responses by themselves, and so it has no candidates. A last response that was cut is left out
    where the others are whole. Takes time linear in the length of the reply.

    Numbers are percentages where they have the sign, or where a number without a sign is above 1. One that is above 1
    all the same is none.

    Where tags or JSON show the end of a response, no control token in it and no line that opens with "Human:", as in a
    dialogue, ends the turn; nor does one in the text that is returned.
    """
    body = whole_turn(_without_ends_in_texts(outside_thoughts(visible(reply))))
    tags, brace = _tags(body), body.find("{")
    first = (_in_json, _in_tags) if 0 <= brace < (tags[0].start() if tags else len(body)) else (_in_tags, _in_json)
    for reader in (*first, _behind_labels, _listed, _in_paragraphs, _in_lines):
        if found := [(text, stated) for text, stated in reader(body) if text and text.casefold() != PLACEHOLDER]:
            shared = in_one_unit([stated for _, stated in found])
            texts = [without_ends(text) for text, _ in found]
            return tuple(CandidateResponse(text, share) for text, share in zip(texts, shared, strict=True))
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
    """The candidate that is the response: drawn by ``shares``, by chance that follows from the arguments alone."""
    digest = hashlib.sha256(json.dumps([item, trial, reply]).encode()).digest()
    left = (int.from_bytes(digest[:8], "big") >> (64 - _DOUBLES)) / 2**_DOUBLES
    possible = [(candidate, share) for candidate, share in zip(candidates, shares(candidates), strict=True) if share]
    for candidate, share in possible:
        left -= share
        if left < 0:
            return candidate
    return possible[-1][0]  # shares may sum to a little less than 1


def one_response(response: Response, asked: int, item: str, trial: int) -> Response:
    """What counts as the response in what a model wrote: all of it, or one of several responses."""
    if asked == 1 or not response.text:
        return response
    candidates = find_candidates(response.text)
    text = draw(candidates, item, trial, response.text).text if candidates else ""
    return replace(response, text=text, written=response.text)


def _without_ends_in_texts(body: str) -> str:
    """The reply in which nothing ends the turn inside a text whose own end a tag or a JSON string shows."""
    spans = [
        (tag.end(), following.start())
        for tag, following in pairwise(_tags(body))
        if not tag["close"] and following["close"] and tag["name"].lower() == following["name"].lower()
    ]
    parts, position = [], 0
    for start, end in spans or [found.span("text") for found in _RE["json_text"].finditer(body)]:
        parts += [body[position:start], without_ends(body[start:end])]
        position = end
    return "".join([*parts, body[position:]])


# --- Tags


def _tags(body: str) -> list[re.Match[str]]:
    """The tags of responses; escaped ones only where there are no others."""
    found = list(_RE["tag"].finditer(body))
    return [tag for tag in found if tag[0][0] == "<"] or found


def _in_tags(body: str) -> Iterator[_Read]:
    """A response reaches from its tag to that of the next; a last one that was cut is left out."""
    tags = _tags(body)
    ends = [*(tag.start() for tag in tags[1:]), len(body)]
    pieces = [
        (tag["close"] + tag["name"].lower(), tag, body[tag.end() : end]) for tag, end in zip(tags, ends, strict=False)
    ]
    names = [name for name, *_ in pieces]
    around = names.count("response") > 1 or ("response" in names and names.count("probability") < 2)
    opens = [i for i, name in enumerate(names) if name == ("response" if around else "text")]
    stated = [i for i, name in enumerate(names) if name == "probability"]
    if len(stated) == len(opens) and any(alone(pieces[i][2]) for i in stated if i < opens[0]):
        opens = stated  # every probability stands before the tag of its response
    groups = [pieces[start:end] for start, end in pairwise([*opens, len(pieces)])]
    if len(groups) > 1:
        place = groups[0][0][1].start()
        led = any(map(str.isalpha, body[max(body.rfind("\n", 0, place) + 1, place - 200) : place]))
        told = any(name[0] == "/" or (name == "probability" and alone(text)) for name, _, text in groups[0])
        groups = groups[led and not told :]  # without a sentence about tags
    cut = [{name for name, *_ in group} - {name[1:] for name, *_ in group} for group in groups]
    cut = [{name for name in names if name[0] != "/"} for names in cut]
    if len(groups) > 1 and cut[-1] not in (set(), {"response"}) and not any(cut[:-1]):
        groups = groups[:-1]
    for group in groups:
        yield from _response_in_group(group)


def _response_in_group(group: Sequence[_Piece]) -> Iterable[_Read]:
    names = [name for name, *_ in group]
    end = names.index("/response") if "/response" in names else len(names)
    opening = names.index("text") if "text" in names[:end] else end
    before = "".join(content for name, _, content in group[:opening] if not name.endswith("probability"))
    if opening < end and not any(map(str.isalpha, before)):
        # What looks like a tag of a text inside is part of it.
        inside = group[opening : max((i for i in range(end) if names[i] == "/text"), default=opening + 1)]
    else:
        inside = [piece for piece in group[:end] if piece[0] != "probability"]
    inner = (f"{tag[0] if name.endswith('text') else ''}{content}" for name, tag, content in inside[1:])
    text = "".join([inside[0][2], *inner]) if inside else ""
    section = _RE["section"].match(text)
    text = (section[1] if section else _without_unmatched_fence(text)).strip()
    if text.lstrip("`jsonJSON \n").startswith(("{", "[")) and (held := list(_in_json(text))):
        return held
    found = [] if section else marks(text)
    own = None
    if found and not text[found[-1].end() :].strip(" \t\n.:;,*_–-"):
        own, text = read(found[-1]), text[: found[-1].start()].rstrip(_BEFORE_MARK)
    stated = [
        *(alone(content) for name, _, content in group if name == "probability"),
        *(in_attribute(tag["rest"]) for name, tag, _ in group if name[0] != "/" and tag["rest"]),
        *(alone(content) for name, _, content in group if name in ("/response", "/text")),
    ]
    return [(text.strip(), next(filter(None, stated), own))]


def _without_unmatched_fence(text: str) -> str:
    fences = list(_RE["fence"].finditer(text)) if "```" in text or "~~~" in text else []
    return text[: fences[-1].start()] + text[fences[-1].end() :] if len(fences) % 2 else text


# --- JSON


def _in_json(body: str) -> Iterable[_Read]:
    """Responses as objects, of which at least one states a probability: nothing else says that they are several.

    Of a list or an object that never ends, because the reply was cut, the objects that do end are read.
    """
    entries: list[Mapping[str, Any]] = []
    for _ in range(3 if "{" in body else 0):
        found = json_in(body)
        entries += [entry for value in found.values for entry in _response_objects(value.value)]
        if found.opens is None:
            break
        body = body[found.opens + 1 :]
    read = [(_member(entry, _TEXT_MEMBERS), _member(entry, _PROBABILITY_MEMBERS)) for entry in entries]
    return [_from_json(*members) for members in read] if any(stated is not None for _, stated in read) else []


def _response_objects(value: Any, depth: int = 2) -> Iterator[Mapping[str, Any]]:  # noqa: ANN401 - decoded JSON
    text = _member(value, _TEXT_MEMBERS)
    if text is not None and _member(text, _PROBABILITY_MEMBERS) is None:
        # A list is what an object holds that repeats its names: then it is several responses that run together.
        if not isinstance(_member(value, _PROBABILITY_MEMBERS), list):
            yield value
    elif isinstance(value, (list, Mapping)) and depth:
        for part in value if isinstance(value, list) else value.values():
            yield from _response_objects(part, depth - 1)


def _member(entry: Any, names: Sequence[str]) -> Any:  # noqa: ANN401 - decoded JSON
    by_name = {key.strip().lower(): value for key, value in entry.items()} if isinstance(entry, Mapping) else {}
    return next((by_name[name] for name in names if by_name.get(name) is not None), None)


def _from_json(text: Any, stated: Any) -> _Read:  # noqa: ANN401 - decoded JSON
    if isinstance(text, list) and all(isinstance(part, str) for part in text):
        text = "\n".join(text)
    text = text.strip() if isinstance(text, str) else json.dumps(text, ensure_ascii=False)
    if isinstance(stated, str):
        return text, alone(stated)
    is_number = isinstance(stated, (int, float)) and not isinstance(stated, bool)
    return text, Stated(float(stated)) if is_number and 0 <= stated < math.inf else None


# --- Labels, lists and lines


def _behind_labels(body: str) -> Iterable[_Read]:
    """Responses behind "Response 1:", "Response 2:" and so on."""
    texts = _split(body, "label")
    bare = not any(map(marks, texts)) and all(len(bare_marks(text)) == 1 for text in texts)
    return _without_marks(texts, bare_marks if bare else marks) if texts else []


def _listed(body: str) -> Iterable[_Read]:
    """Entries of a numbered or bulleted list, each with one probability, which all or none of them name."""
    for pattern in ("number", "bullet", "indented_bullet"):
        texts = _split(body, pattern)
        for find in (marks, bare_marks):
            if texts and all(len(find(text)) == 1 for text in texts):
                return _without_marks(texts, find)
    return []


def _in_lines(body: str) -> Iterable[_Read]:
    """Responses of a line each, which all end with a probability; a line before them may end with a colon."""
    lines = [line for line in body.split("\n") if line.strip() and not _RE["fence"].match(line)]
    lines = lines[1:] if lines and lines[0].rstrip(" *_").endswith(":") else lines
    if len(lines) > 2 and _RE["about_the_list"].search(lines[-1]) and not _ending_probability(lines[-1]):
        lines = lines[:-1]
    return _without_marks(lines, _ending_probability) if len(lines) > 1 and all(map(_ending_probability, lines)) else []


def _ending_probability(line: str) -> list[re.Match[str]]:
    found = marks(line) or bare_marks(line)
    return found if len(found) == 1 and found[0].start() and ends_line(line, found[0].end()) else []


def _in_paragraphs(body: str) -> Iterable[_Read]:
    """Responses without a mark, above a line that states the probability; a sentence may end the reply."""
    ends = []
    for mark in marks(body):
        line = body[max(body.rfind("\n", 0, mark.start()) + 1, mark.start() - 200) : mark.start()]
        fills = _RE["line_opens"].match(line) and ends_line(body, mark.end())
        if fills or body[mark.end() :].lstrip(" \t.")[:2] == "\n\n":
            ends.append(mark)
    rest = body[ends[-1].end() :].strip(_AFTER_MARK + "\n`-") if ends else ""
    if len(ends) < 2 or (rest and ("\n" in rest or not _RE["about_the_list"].search(rest))):
        return []
    starts = [0, *(mark.end() for mark in ends[:-1])]
    texts = [body[start : mark.start()].lstrip(_AFTER_MARK) for start, mark in zip(starts, ends, strict=True)]
    lead, _, first = texts[0].strip().partition("\n\n")
    if first and "\n" not in lead and lead.rstrip(" *_").endswith(":"):
        texts[0] = first
    texts = [_without_rules(text).rstrip(_BEFORE_MARK + ">") for text in texts]
    return zip(_unnamed(texts), map(read, ends), strict=True) if all(texts) else []


def _without_marks(texts: Sequence[str], find: Callable[[str], Sequence[re.Match[str]]]) -> Iterable[_Read]:
    """Where all probabilities but the last end their texts, what stands behind the last is no part of its response."""
    split = []
    for text in texts:
        mark = next(reversed(find(text)), None)
        before, after = (text[: mark.start()], text[mark.end() :]) if mark else (text, "")
        shown = mark[0].rstrip() if mark else ""
        ends = shown[len(shown.rstrip("*_")) :]  # of emphasis that began in the text
        before = before.rstrip(_BEFORE_MARK) + (ends if ends and shown.count(ends) == 1 else "")
        split.append((before, after.lstrip(_AFTER_MARK), read(mark)))
    ended = (
        len(split) > 1 and split[-1][0].strip() and all(stated and not after.strip() for _, after, stated in split[:-1])
    )
    whole = [f"{before}{after}" for before, after, _ in split]
    whole[-1] = split[-1][0] if ended else whole[-1]
    return zip(_unnamed(list(map(_without_rules, whole))), [stated for *_, stated in split], strict=True)


def _unnamed(texts: Sequence[str]) -> Sequence[str]:
    """The texts without "Text:", if each begins so."""
    name = _RE["name_of_text"]
    return [name.sub("", text, count=1) for text in texts] if all(map(name.match, texts)) else texts


def _without_rules(text: str) -> str:
    return _RE["rules"].sub("", _without_unmatched_fence(text).strip()).strip()


def _split(body: str, pattern: str) -> list[str]:
    """What stands behind each match, at least two, whose numbers must count from 1; nothing where they do not."""
    heads = list(_RE[pattern].finditer(body))
    numbers = [int(head["number"]) for head in heads if head["number"]]
    if len(heads) < 2 or (numbers and numbers != list(range(1, len(heads) + 1))):
        return []
    ends = [*(head.start() for head in heads[1:]), len(body)]
    # Emphasis that begins before the number and does not end with it is the text's.
    return [(not head["plain"]) * head["bold"] + body[head.end() : end] for head, end in zip(heads, ends, strict=True)]
