"""Ratings by place: under the names of the dimensions, in a table, or nothing but as many numbers as were asked."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from helm_creativity.judges.replies.dicts import DictContainer, DictText
from helm_creativity.judges.replies.keys import number_in
from helm_creativity.judges.replies.labels import label_pattern
from helm_creativity.judges.replies.names import dimension_of, key_words
from helm_creativity.judges.replies.numbers import Number, number_at
from helm_creativity.judges.replies.text import Reply
from helm_creativity.judges.replies.types import Scale

_JOINT = r"[\s,;/&|+\"'()\[\]:-]{1,12}(?:and[\s\"']{1,3})?"
_KIND = r"(?:[\s_-]{0,3}(?:score|rating)s?)?"
_GAP = r"[\s:=|()\[\]\"'>→-]{1,60}(?:(?:are|is)[\s:(\[]{1,4})?"
_FIGURE = r"[-+]?\d{1,15}(?:\.\d{1,6})?(?:[ \t]?/[ \t]?\d{1,15})?"
_APART = r"(?:[\s,;|&\"')(\]\[]{1,12}(?:and[\s]{1,3})?)"
_ONLY_NUMBERS = re.compile(rf"[\s\W]{{0,40}}{_FIGURE}(?:{_APART}{_FIGURE}){{1,20}}[\s\W]{{0,40}}")
_WORDS_BEFORE = re.compile(
    r"\W{0,20}(?:[A-Za-z]{1,20}[ \t]{0,3}){0,4}[:=]\s{0,5}|[\s`]{0,9}(?:json|python|text|plaintext)\n"
)
_NUMBERS = re.compile(_FIGURE)
_ITEM = re.compile(r"(?m)^[ \t]{0,5}(\d{1,2})[.)][ \t]{1,5}(?=[-+\d])")
_RULE = re.compile(r"[\s|:+-]+")


def under_names(reply: Reply, labels: Sequence[str], scale: Scale) -> dict[str, Number]:
    """As many numbers as dimensions behind a row of all their names: "Originality, feasibility: 7, 6"."""
    names = "|".join(rf"(?:{label_pattern(label)})" for label in labels)
    count = len(labels) - 1
    row = re.compile(
        rf"(?<![A-Za-zÀ-ÿ])(?P<names>(?:{names}){_KIND}(?:{_JOINT}(?:{names}){_KIND}){{{count}}})(?![A-Za-zÀ-ÿ]){_GAP}"
        rf"(?P<figures>{_FIGURE}(?:{_APART}{_FIGURE}){{{count}}})(?![\d/]|[.,]\d|{_APART}\d)",
        re.IGNORECASE,
    )
    result: dict[str, Number] = {}
    for match in row.finditer(reply.text):
        places = sorted((match["names"].lower().find(label.lower()), label) for label in labels)
        if places[0][0] < 0:
            continue
        numbers = list(_numbers(reply, match.start("figures"), match.end("figures"), scale))
        if len(numbers) == len(labels):
            result = dict(zip((label for _, label in places), numbers, strict=True))
    return result


def in_table(reply: Reply, labels: Sequence[str], scale: Scale) -> dict[str, Number]:
    """The ratings of a Markdown table with the dimensions as heads of its columns; of several rows the last."""
    result: dict[str, Number] = {}
    wanted = {key_words(label): label for label in labels}
    columns: dict[int, str] = {}
    position = 0
    for line in reply.text.split("\n"):
        position += len(line) + 1
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")] if "|" in line else []
        heads = {index: label for index, cell in enumerate(cells) if (label := _label_of(cell, wanted))}
        if len(heads) > 1 or not cells:
            columns = heads
        elif columns and not _RULE.fullmatch(line):
            closed = line.rstrip().endswith("|") or position < len(reply.text)
            for index, label in columns.items():
                number = number_in(cells[index], scale) if index < len(cells) else None
                if number is not None:
                    result[label] = number._replace(
                        unfinished=reply.truncated and not closed and index == len(cells) - 1
                    )
    return result


def in_order(
    reply: Reply, containers: Sequence[DictContainer], labels: Sequence[str], scale: Scale
) -> dict[str, Number]:
    """The numbers of a reply that holds nothing else, if they are as many as asked; or of its last such list."""
    if reply.truncated:
        return {}
    text = _without_items(reply.text)
    before = _WORDS_BEFORE.match(text)
    start = before.end() if before else 0
    numbers: list[Number] = []
    if _ONLY_NUMBERS.fullmatch(text, start):
        numbers = list(_numbers(Reply(text, False, True, False, False), start, len(text), scale))
    elif lists := [one.values for one in containers if one.closed and not one.pairs and len(one.values) == len(labels)]:
        parts = [number_in(value.text, scale) if isinstance(value, DictText) else None for value in lists[-1]]
        numbers = [number for number in parts if number is not None]
    return dict(zip(labels, numbers, strict=True)) if len(numbers) == len(labels) else {}


def _numbers(reply: Reply, start: int, end: int, scale: Scale) -> Iterator[Number]:
    """The numbers of a part of the reply that holds nothing else."""
    for match in _NUMBERS.finditer(reply.text, start, end):
        number = number_at(match[0].replace(",", "."), 0, scale)
        if number is not None:
            yield number._replace(unfinished=reply.truncated and reply.unfinished(match.end()))


def _without_items(text: str) -> str:
    """The text without the numbers of a numbered list, if they count from 1."""
    marks = [int(item[1]) for item in _ITEM.finditer(text)]
    return _ITEM.sub("", text) if marks == list(range(1, len(marks) + 1)) else text


def _label_of(cell: str, wanted: dict[str, str]) -> str | None:
    """The dimension that a cell of a table names."""
    dimension = dimension_of(cell, wanted)
    return dimension[0] if dimension else None
