"""The forms in which a reply holds several responses with their probabilities, each read by one function.

The usual form, tags, comes first. A text is passed on as it was written, without the mark of its list and without its
probability.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from helm_creativity.text.json_values import JsonFound, json_in
from helm_creativity.text.probabilities import (
    NAMES,
    Stated,
    alone,
    bare_marks,
    ends_line,
    in_attribute,
    is_named,
    marks,
    read,
)

_TAG_NAME = r"\s{0,3}(?P<close>/?)\s{0,3}(?P<name>response|text|probability)(?:[ _-]?\d{1,3})?"
_TAG = re.compile(
    rf"<{_TAG_NAME}(?P<rest>\s[^<>]{{0,99}})?>|(?P<opens><!\[[A-Z]{{5}}\[)|(?P<shuts>\]\]>)", re.IGNORECASE
)
_ESCAPED_TAG = re.compile(
    rf"(?:&lt;|\\<){_TAG_NAME}(?P<rest>\s[^<>&\\]{{0,99}})?(?:&gt;|\\?>)|(?P<opens>(?!))|(?P<shuts>(?!))", re.IGNORECASE
)
_JSON_TEXT = re.compile(
    r'"(?:text|response|answer|content|candidate)"\s{0,9}:\s{0,9}"(?P<text>[^"\\]*(?:\\.[^"\\]*)*)"\s{0,9}[,}]',
    re.IGNORECASE | re.DOTALL,
)
"""A member of a JSON object that holds a response, up to what follows it."""
_SECTION = re.compile(r"\s*<!\[[A-Z]{5}\[(.*)\]\]>\s*\Z", re.DOTALL)
"""A marked section of XML, in which tags are text."""
# In the twelve languages that the names of the probability are known in.
_RESPONSE_NAMES = (
    r"response|candidate|option|answer|antwort|réponse|respuesta|risposta|resposta|antwoord|odpověď"
    r"|الإجابة|إجابة|回答|答案|응답|답변"
)
_LABEL = re.compile(
    rf"^[ \t>]{{0,8}}(?:#{{1,6}}[ \t]{{1,3}})?[*_]{{0,3}}(?:{_RESPONSE_NAMES})[ \t]{{0,3}}#?(?P<number>\d{{1,3}})(?!\w)"
    r"[*_]{0,3}[ \t]{0,3}[:.)：]?[*_]{0,3}",
    re.IGNORECASE | re.MULTILINE,
)
_NUMBER = re.compile(
    r"^[ \t]{0,3}(?:#{1,6}[ \t]{1,3})?(?P<bold>[*_]{0,3})[(\[#]?(?P<number>\d{1,3})"
    r"(?:[.):\]]{1,2}|[ \t]?[–—-](?=[ \t]))(?P<plain>[*_]{0,3})[ \t]{1,4}",
    re.MULTILINE,
)
_BULLET = re.compile(r"^[-*+•–—▪●◦][ \t]{1,4}", re.MULTILINE)
_INDENTED_BULLET = re.compile(r"(?:\A|^[ \t]{1,4})[-*+•–—▪●◦][ \t]{1,4}", re.MULTILINE)
_NAME_OF_TEXT = re.compile(rf"[*_]{{0,3}}(?:text|{_RESPONSE_NAMES})[*_]{{0,3}}[:：][*_]{{0,3}}[ \t]*", re.IGNORECASE)
_LINE_OPENS = re.compile(r"[ \t>]*(?:[-*+•–—][ \t]+)?\Z")
_RULE = re.compile(r"[ \t]*(?:-{3,}|\*{3,}|_{3,})[ \t]*")
_ABOUT_THE_LIST = re.compile(r"probabilit|\b(?:responses?|candidates?|hope|let me|these|drew|sum)\b", re.IGNORECASE)
_FENCE = re.compile(r"^[ \t>]*(?:```|~~~)[^\n`]*(?:\n|\Z)", re.MULTILINE)
_TABLE_RULE = re.compile(r"[ \t]*\|?[ \t]*:?-{1,300}:?[ \t]*(?:\|[ \t]*:?-{1,300}:?[ \t]*)+\|?[ \t]*")
_CELL_END = re.compile(r"(?<!\\)\|")
_HEAD_OF_TEXT = re.compile(rf"[*_ ]*(?:(?:complete )?(?:text|{_RESPONSE_NAMES})s?)[*_ ]*", re.IGNORECASE)
_RESPONSE, _TEXT, _STATED = "response", "text", "probability"
_TEXT_MEMBERS = (_TEXT, _RESPONSE, "answer", "content", "candidate")
_PROBABILITY_MEMBERS = tuple(name.lower() for name in NAMES)
_BEFORE_MARK = " \t\n,;–—-"
_AFTER_MARK = " \t*_:.,–—"


class Read(NamedTuple):
    """A response with its probability as it was written."""

    text: str
    stated: Stated | None


Reader = Callable[[str], Iterable[Read]]


def readers(body: str) -> tuple[Reader, ...]:
    """All forms, in the order in which they are tried: JSON before tags where an object opens before the first tag."""
    tag, brace = _TAG.search(body), body.find("{")
    first = (in_json, in_tags) if brace >= 0 and (tag is None or brace < tag.start()) else (in_tags, in_json)
    return (*first, behind_labels, in_table, listed, in_paragraphs, in_lines)


def with_closed_texts(body: str, change: Callable[[str], str]) -> str:
    """The reply with every text changed whose end its form shows: that of a tag, or of a member of a JSON object."""
    named = [tag for tag in _TAG.finditer(body) if tag["name"]]
    if not named:
        named = list(_ESCAPED_TAG.finditer(body))
    spans = [
        (tag.end(), following.start())
        for tag, following in pairwise(named)
        if not tag["close"] and following["close"] and tag["name"].lower() == following["name"].lower()
    ]
    spans = spans or [found.span("text") for found in _JSON_TEXT.finditer(body)]
    ends = [0, *(end for _, end in spans)]
    starts = [*(start for start, _ in spans), len(body)]
    parts = [body[end:start] for end, start in zip(ends, starts, strict=True)]
    return parts[0] + "".join(
        change(body[start:end]) + part for (start, end), part in zip(spans, parts[1:], strict=True)
    )


def _without_unmatched_fence(text: str) -> str:
    fences = list(_FENCE.finditer(text)) if "```" in text or "~~~" in text else []
    if len(fences) % 2 == 0:
        return text
    return text[: fences[-1].start()] + text[fences[-1].end() :]


# Tags


class _Piece(NamedTuple):
    """A tag with what follows it up to the next one."""

    tag: str
    name: str
    closes: bool
    rest: str
    content: str


def in_tags(body: str) -> Iterator[Read]:
    """Responses in tags; a last one that was cut is left out."""
    tags = _tags(body)
    ends = [*(tag.start() for tag in tags[1:]), len(body)]
    pieces = [
        _Piece(tag[0], tag["name"].lower(), bool(tag["close"]), tag["rest"] or "", body[tag.end() : end])
        for tag, end in zip(tags, ends, strict=False)
    ]
    opens = [place for place, piece in enumerate(pieces) if piece.name == _RESPONSE and not piece.closes]
    if not opens and any(piece.name == _TEXT and not piece.closes for piece in pieces):
        opens = [0]
    if opens and any(piece.name == _STATED and alone(piece.content) for piece in pieces[: opens[0]]):
        # Then every probability stands before the tag of its response.
        opens = [_behind(pieces, first, place) for first, place in pairwise([-1, *opens])]
    groups = [pieces[start:end] for start, end in pairwise([*opens, len(pieces)])]
    if len(groups) > 1 and _only_names_tags(groups[0]):
        led = [_has_words_before(body, tags[place].start()) for place in opens]
        closed = len(groups[0]) == 1 and all(len(group) > 1 for group in groups[1:])
        # A sentence that speaks of tags before the first response opens some that nothing else marks.
        if closed or (led[0] and not any(led[1:])):
            groups = groups[1:]
    if len(groups) > 1 and _is_truncated(groups[-1]) and all(map(_is_complete, groups[:-1])):
        groups = groups[:-1]
    for group in groups:
        yield from _responses_in_group(group)


def _tags(body: str) -> list[re.Match[str]]:
    """The tags of responses outside whole texts and marked sections; escaped ones only where there are no others."""
    found = list(_TAG.finditer(body))
    if not any(tag["name"] for tag in found):
        found = list(_ESCAPED_TAG.finditer(body))
    return _outside_texts(body, _outside_sections(found))


def _outside_sections(found: Sequence[re.Match[str]]) -> list[re.Match[str]]:
    tags: list[re.Match[str]] = []
    held: list[re.Match[str]] | None = None
    for tag in found:
        if tag["opens"]:
            held = [] if held is None else held
        elif tag["shuts"]:
            held = None
        else:
            (tags if held is None else held).append(tag)
    return [*tags, *(held or ())]  # what is never closed is no section


def _outside_texts(body: str, tags: Sequence[re.Match[str]]) -> list[re.Match[str]]:
    """The tags without those that belong to a text: between ``<response><text>`` and ``</text><probability>``."""
    names = [(tag["name"].lower(), bool(tag["close"])) for tag in tags]
    touches = [False, *(not body[tag.end() : following.start()].strip() for tag, following in pairwise(tags))]
    opening, closing, after = (_TEXT, False), (_TEXT, True), {(_STATED, False), (_RESPONSE, True)}
    before = {(_RESPONSE, False), (_STATED, True), (_RESPONSE, True)}
    kept: list[re.Match[str]] = []
    begun: int | None = None  # how many were kept when the text opened that now may end
    for place, name in enumerate(names):
        preceding = names[place - 1] if touches[place] else None
        if name == opening and (preceding in before or place == 0):
            kept.append(tags[place])
            begun = len(kept)
            continue
        if name == (_RESPONSE, False) and preceding == (_RESPONSE, True):
            begun = None
        ends = place + 1 < len(names) and touches[place + 1] and names[place + 1] in after
        if begun is not None and name == closing and ends:
            del kept[begun:]
            begun = None
        kept.append(tags[place])
    return kept


def _behind(pieces: Sequence[_Piece], first: int, place: int) -> int:
    between = range(first + 1, place)
    return max((at for at in between if pieces[at].name == _STATED and not pieces[at].closes), default=place)


def _only_names_tags(pieces: Sequence[_Piece]) -> bool:
    return not any(piece.closes or (piece.name == _STATED and alone(piece.content)) for piece in pieces)


def _has_words_before(body: str, start: int) -> bool:
    line = body[max(body.rfind("\n", max(start - 200, 0), start) + 1, start - 200, 0) : start]
    return any(sign.isalpha() for sign in line)


def _unclosed(pieces: Sequence[_Piece]) -> set[str]:
    return {piece.name for piece in pieces if not piece.closes} - {piece.name for piece in pieces if piece.closes}


def _is_complete(pieces: Sequence[_Piece]) -> bool:
    return not _unclosed(pieces) and any(piece.name == _STATED and alone(piece.content) for piece in pieces)


def _is_truncated(pieces: Sequence[_Piece]) -> bool:
    unclosed = _unclosed(pieces)
    return not unclosed.isdisjoint((_TEXT, _STATED)) or {piece.name for piece in pieces} == unclosed == {_RESPONSE}


def _responses_in_group(pieces: Sequence[_Piece]) -> Iterator[Read]:
    texts = [place for place, piece in enumerate(pieces) if piece.name == _TEXT and not piece.closes]
    inside = next(
        (place for place, piece in enumerate(pieces) if piece.closes and piece.name == _RESPONSE), len(pieces)
    )
    if texts and _are_markup(pieces[:inside], texts[0]):
        yield _response_of_pieces(pieces, _as_it_stands(pieces[:inside]))
    elif len(texts) > 1:
        for start, end in pairwise([*texts, len(pieces)]):
            yield _response_of_pieces(pieces[start:end], pieces[start].content)
    elif texts:
        yield _response_of_pieces(pieces, pieces[texts[0]].content)
    else:
        kept = [piece.content for piece in pieces[:inside] if piece.closes or piece.name == _RESPONSE]
        yield from _responses_in_json("".join(kept)) or [_response_of_pieces(pieces, "".join(kept))]


def _responses_in_json(text: str) -> list[Read]:
    text = _FENCE.sub("", text).strip()
    if not text.startswith(("{", "[")):
        return []
    try:
        value = json.loads(text, strict=False)
    except (ValueError, RecursionError):
        return []
    return _in_entries(list(_response_objects(value)))


def _are_markup(pieces: Sequence[_Piece], first: int) -> bool:
    ends = [piece for piece in pieces if piece.name == _TEXT and piece.closes]
    before = "".join(piece.content for piece in pieces[:first] if piece.name == _RESPONSE)
    return bool(ends) and _has_words(before) and _has_words(ends[-1].content) and not alone(ends[-1].content)


def _has_words(text: str) -> bool:
    return any(sign.isalpha() for sign in text)


def _as_it_stands(pieces: Sequence[_Piece]) -> str:
    end = next((place for place, piece in enumerate(pieces) if piece.name == _STATED), len(pieces))
    start = next((place for place, piece in enumerate(pieces) if piece.name == _RESPONSE), 0)
    return pieces[start].content + "".join(piece.tag + piece.content for piece in pieces[start + 1 : end])


def _response_of_pieces(pieces: Sequence[_Piece], text: str) -> Read:
    if section := _SECTION.match(text):
        own = Read(section[1].strip(), None)
    else:
        text = _without_unmatched_fence(text).strip()
        own = _read_unmarked(text)
    tagged = [alone(piece.content) for piece in pieces if piece.name == _STATED and not piece.closes]
    opening = [in_attribute(piece.rest) for piece in pieces if not piece.closes and piece.rest]
    behind = [alone(piece.content) for piece in pieces if piece.closes and piece.name != _STATED]
    named = next((stated for stated in (*tagged, *opening, *behind) if stated), None)
    return Read(own.text, named or own.stated)


def _read_unmarked(text: str) -> Read:
    found = marks(text)
    if not found or text[found[-1].end() :].strip(" \t\n.:;,*_–-"):
        return Read(text, None)
    return Read(text[: found[-1].start()].rstrip(_BEFORE_MARK), read(found[-1]))


# JSON


def in_json(body: str) -> Iterator[Read]:
    """Responses as objects, of which at least one states a probability: nothing else says that they are several.

    Of a list or an object that never ends, because the reply was cut, the objects that do end are read.
    """
    if "{" not in body:
        return
    yield from _in_entries([entry for value in _values(body) for entry in _response_objects(value)])


def _values(body: str) -> Iterator[Any]:
    """The JSON of a reply, and what is whole in the last value of one that was cut."""
    found: JsonFound = json_in(body)
    for _ in range(3):
        yield from (value.value for value in found.values)
        if found.opens is None:
            return
        body = body[found.opens + 1 :]
        found = json_in(body)


def _in_entries(entries: Sequence[Mapping[str, Any]]) -> list[Read]:
    if all(_first_member(entry, _PROBABILITY_MEMBERS) is None for entry in entries):
        return []
    return [
        Read(_text_in(_first_member(entry, _TEXT_MEMBERS)), _stated_in(_first_member(entry, _PROBABILITY_MEMBERS)))
        for entry in entries
    ]


def _response_objects(value: Any, depth: int = 2) -> Iterator[Mapping[str, Any]]:  # noqa: ANN401 - decoded JSON
    text = _first_member(value, _TEXT_MEMBERS) if isinstance(value, Mapping) else None
    if text is not None and not (isinstance(text, Mapping) and _first_member(text, _PROBABILITY_MEMBERS) is not None):
        # A list is what an object holds that repeats its names: then it is several responses that run together.
        if not isinstance(_first_member(value, _PROBABILITY_MEMBERS), list):
            yield value
    elif isinstance(value, (list, Mapping)) and depth:
        inside: Iterable[Any] = value if isinstance(value, list) else value.values()
        for part in inside:
            yield from _response_objects(part, depth - 1)


def _first_member(entry: Mapping[str, Any], names: Sequence[str]) -> Any:  # noqa: ANN401 - decoded JSON
    by_name = {key.strip().lower(): value for key, value in entry.items()}
    return next((by_name[name] for name in names if by_name.get(name) is not None), None)


def _text_in(value: Any) -> str:  # noqa: ANN401 - decoded JSON
    if isinstance(value, str):
        return value.strip()
    if isinstance(value, list) and all(isinstance(part, str) for part in value):
        return "\n".join(value).strip()
    return "" if value is None else json.dumps(value, ensure_ascii=False)


def _stated_in(value: Any) -> Stated | None:  # noqa: ANN401 - decoded JSON
    if isinstance(value, str):
        return alone(value)
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not 0 <= value < float("inf"):
        return None
    return Stated(float(value))


# Labels and lists


def behind_labels(body: str) -> Iterator[Read]:
    """Responses behind "Response 1:", "Response 2:" and so on."""
    if texts := _split(body, _LABEL):
        if not any(map(marks, texts)) and all(len(bare_marks(text)) == 1 for text in texts):
            yield from _without_marks(texts, bare_marks)
        else:
            yield from _without_marks(texts, marks)


def listed(body: str) -> Iterator[Read]:
    """Entries of a numbered or bulleted list, each with one probability, which all or none of them name."""
    for pattern in (_NUMBER, _BULLET, _INDENTED_BULLET):
        texts = _split(body, pattern)
        for find in (marks, bare_marks):
            if texts and all(len(find(text)) == 1 for text in texts):
                yield from _without_marks(texts, find)
                return


def in_lines(body: str) -> Iterator[Read]:
    """Responses of a line each, which all end with a probability; a line before them may end with a colon."""
    lines = [line for line in body.split("\n") if line.strip() and not _FENCE.match(line)]
    lines = lines[1:] if lines and lines[0].rstrip(" *_").endswith(":") else lines
    if lines and len(lines) > 2 and _ABOUT_THE_LIST.search(lines[-1]) and not _ending_probability(lines[-1]):
        lines = lines[:-1]
    found = [_ending_probability(line) for line in lines]
    if len(lines) > 1 and all(found):
        yield from _without_marks(lines, lambda line: [mark for mark in [_ending_probability(line)] if mark])


def _ending_probability(line: str) -> re.Match[str] | None:
    found = marks(line) or bare_marks(line)
    return found[0] if len(found) == 1 and found[0].start() and ends_line(line, found[0].end()) else None


def in_paragraphs(body: str) -> Iterator[Read]:
    """Responses without a mark, above a line that states the probability; a sentence may end the reply."""
    ends = [mark for mark in marks(body) if _fills_line(body, mark) or body[mark.end() :].lstrip(" \t.")[:2] == "\n\n"]
    rest = body[ends[-1].end() :].strip(_AFTER_MARK + "\n`-") if ends else ""
    if len(ends) < 2 or (rest and ("\n" in rest or not _ABOUT_THE_LIST.search(rest))):
        return
    starts = [0, *(mark.end() for mark in ends[:-1])]
    texts = [body[start : mark.start()].lstrip(_AFTER_MARK) for start, mark in zip(starts, ends, strict=True)]
    lead, parted, first = texts[0].strip().partition("\n\n")
    if parted and "\n" not in lead and lead.rstrip(" *_").endswith(":"):
        texts[0] = first
    texts = [_without_rules(text).rstrip(_BEFORE_MARK + ">") for text in texts]
    if all(texts):
        yield from map(Read, _unnamed(texts), map(read, ends))


def _fills_line(body: str, mark: re.Match[str]) -> bool:
    line = body[
        max(body.rfind("\n", max(mark.start() - 200, 0), mark.start()) + 1, mark.start() - 200, 0) : mark.start()
    ]
    return _LINE_OPENS.match(line) is not None and ends_line(body, mark.end())


def _without_marks(texts: Sequence[str], find: Callable[[str], Sequence[re.Match[str]]]) -> Iterator[Read]:
    """Where all probabilities but the last end their texts, what stands behind the last is no part of its response."""
    split = []
    for text in texts:
        found = find(text)
        mark = found[-1] if found else None
        before, after = (text[: mark.start()], text[mark.end() :]) if mark else (text, "")
        split.append((before.rstrip(_BEFORE_MARK) + _emphasis(mark), after.lstrip(_AFTER_MARK), read(mark)))
    *others, (before, after, last) = split
    ended = before.strip() and others and all(stated and not second.strip() for _, second, stated in others)
    whole = [*(f"{first}{second}" for first, second, _ in others), before if ended else f"{before}{after}"]
    yield from map(Read, _unnamed([_without_rules(text) for text in whole]), [*(stated for *_, stated in others), last])


def _emphasis(mark: re.Match[str] | None) -> str:
    shown = mark[0].rstrip() if mark else ""
    ends = shown[len(shown.rstrip("*_")) :]
    return ends if ends and shown.count(ends) == 1 else ""


def _unnamed(texts: Sequence[str]) -> Sequence[str]:
    """The texts without "Text:", if each begins so."""
    names = [_NAME_OF_TEXT.match(text) for text in texts]
    return [text[name.end() :] for text, name in zip(texts, names, strict=True) if name] if all(names) else texts


def _without_rules(text: str) -> str:
    lines = _without_unmatched_fence(text).strip().split("\n")
    while lines and (not lines[-1].strip() or _RULE.fullmatch(lines[-1])):
        lines.pop()
    first = next((place for place, line in enumerate(lines) if line.strip() and not _RULE.fullmatch(line)), len(lines))
    return "\n".join(lines[first:]).strip()


def _split(body: str, pattern: re.Pattern[str]) -> list[str]:
    """What stands behind each match, at least two, whose numbers must count from 1; nothing where they do not."""
    heads = list(pattern.finditer(body))
    groups = pattern.groupindex
    numbers = [int(head["number"]) for head in heads] if "number" in groups else None
    if len(heads) < 2 or (numbers and numbers != list(range(1, len(heads) + 1))):
        return []
    ends = [*(head.start() for head in heads[1:]), len(body)]
    # Emphasis that begins before the number and does not end with it is the text's.
    bold = [head["bold"] if "bold" in groups and not head["plain"] else "" for head in heads]
    return [sign + body[head.end() : end] for sign, head, end in zip(bold, heads, ends, strict=True)]


# Tables


def in_table(body: str) -> Iterator[Read]:
    """Rows of a Markdown table with a column of probabilities and one of texts; a last row that was cut is left out."""
    lines = body.split("\n")
    rule = next((place for place, line in enumerate(lines) if place and _TABLE_RULE.fullmatch(line)), None)
    if rule is None:
        return
    heads = _cells(lines[rule - 1])
    rows = []
    for line in lines[rule + 1 :]:
        if "|" not in line:
            break
        rows.append(_cells(line))
    stated = [place for place, head in enumerate(heads) if is_named(head)]
    if len(rows) > 1 and len(rows[-1]) < len(heads):
        rows.pop()
    if len(stated) != 1 or any(len(row) != len(heads) for row in rows):
        return
    texts = [place for place, head in enumerate(heads) if _HEAD_OF_TEXT.fullmatch(head)]
    texts = texts or [
        place
        for place in range(len(heads))
        if place != stated[0] and not all(row[place].strip("#.*_ ").isdigit() for row in rows)
    ]
    if len(texts) == 1:
        percent = "%" in heads[stated[0]]
        for row in rows:
            found = alone(row[stated[0]])
            found = found._replace(whole=100.0) if found and percent and not found.whole else found
            yield Read(row[texts[0]].replace("\\|", "|"), found)


def _cells(line: str) -> list[str]:
    line = line.strip().removeprefix("|")
    cells = _CELL_END.split(line)
    return [cell.strip() for cell in (cells[:-1] if len(cells) > 1 and not cells[-1].strip() else cells)]
