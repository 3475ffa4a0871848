"""What judges are asked about the triples of a path: how large a class each belongs to, and whether it is a fact.

Wadhwa et al. 2026 ask for both as JSON (prompts D.1 and D.2). Judgements count only where there is exactly one for each
triple and every one of them can be read; otherwise all are missing for the path, with a reason. Their program takes an
unreadable size for a strength of 0 and an unreadable label for a hallucination, and does not count judgements.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from operator import itemgetter
from pathlib import Path
from statistics import fmean
from typing import Any

from helm_creativity.benchmark.ratings import MissingReason, ParsedRating
from helm_creativity.benchmark.rubrics import Composed, Rubric
from helm_creativity.benchmark.types import Response
from helm_creativity.parsing.json_values import json_in, without_fences
from helm_creativity.scenarios.create.scoring import class_score

_LONGEST, _MOST_TRIES = 50_000, 3
_JUDGEMENT = re.compile(r"\s*(?:final[ _])?judge?ments?\s*", re.IGNORECASE)
_COUNTED = re.compile(r"\s*(?:triple|judge?ment)?[\s_#-]{0,3}(\d{1,3})\s*", re.IGNORECASE)
_NUMBER_OF = re.compile(r"triple(?:_number|_index|_id)?|number|index|id", re.IGNORECASE)
# A number without quotes, as it was written: no library should decide what 1,200 or 100-500 is.
_BARE = re.compile(
    r"(judge?ments?[\"'“”‘’]?\s{0,9}:\s{0,9})([^\s\"'“‘\[{}\]][^}\]\n]{0,80}?)"
    r"(?=\s{0,60}(?:,\s{0,60}[\"'“‘}\]]|[}\]\n]|//|#))",
    re.IGNORECASE,
)
_FORM = re.compile(r"\s*(?:\.{3}|…|<?(?:string|integer|int|number)>?|.*\|.*)\s*", re.IGNORECASE | re.DOTALL)
_LINE_START = re.compile(r"(?m)^[ \t]*(?=\[\s*[{\"'\d]|\{\s*[\"'“])")
_LIST_LINE = re.compile(r"(?m)^(?:[^\[\]{}\n]{0,80}[:=])?[ \t]*\[([^\[\]{}]{0,9000})\][ \t]{0,20}\.?[ \t]{0,20}$")
_ENUMERATED = re.compile(r"(?:triple[ \t]?)?\d{1,3}[ \t]?[.):][ \t]+|[-•][ \t]+", re.IGNORECASE)
_PARTS = re.compile(r"\s*;\s*|,\s+")
_FINAL = re.compile(
    r"\b(?:final(?:ly)?|wait|correct(?:ed|ion)|revis(?:ed|ion)|on reflection|on second thought|instead|better)\b",
    re.IGNORECASE,
)
Words = list["str | None"]


def judgements_in(text: str, n: int) -> tuple[list[Words], bool, bool]:
    """The words of the judgements of n triples, each time that they stand there; none where these are not n.

    Then whether the last ones are called final, and whether they never close. Read are a list of objects with the key
    "judgment", in any of its spellings and numbers; an object with a list under that key; objects that follow one
    another; objects whose keys number the triples from 1; and, where nothing has such a key, a list of plain values on
    a line of its own, and lines of plain values. What repeats the form that was asked is left out.
    """
    values, text, half = _values(text[-_LONGEST:])
    if half:
        return [], False, True
    parts: list[tuple[list[str | None], int, int, bool]] = [
        (list(map(_words, judged)), start, end, isinstance(value, dict) and len(judged) == 1)
        for value, start, end in values
        if (judged := _judgements(value))
    ]
    if not parts:
        for line in filter(itemgetter(1), _LIST_LINE.finditer(text)):
            listed = line[1].rstrip(", \n").split(",")
            parts.append(([word.strip(" \t\n\"'“”‘’") for word in listed], line.start(), line.end(), False))
    parts = [part for part in parts if not any(word is not None and _FORM.fullmatch(word) for word in part[0])]
    if not parts and not any(bracket in text for bracket in "[{"):
        lines = [line.strip().replace("**", "") for line in without_fences(text).splitlines() if line.strip()]
        words = [_ENUMERATED.sub("", line, count=1) if _ENUMERATED.match(line) else line for line in lines]
        parts = [([*(_PARTS.split(words[0]) if len(words) == 1 else words)], 0, 0, False)]
    if n > 1 and len(parts) > 1 and all(single for *_, single in parts):
        parts = [([words[0] for words, *_ in parts], 0, 0, False)]
    if not parts or len(parts[-1][0]) != n:
        return [], False, False
    fitting = [part for part in parts if len(part[0]) == n]
    between = text[fitting[-2][2] : fitting[-1][1]] if len(fitting) > 1 else ""
    return [words for words, *_ in fitting], bool(_FINAL.search(between)), False


def _values(text: str) -> tuple[list[tuple[Any, int, int]], str, bool]:
    """All JSON and its places in the text, whose numbers stay as they were written, and whether a part never closes."""
    found, start = json_in(text), 0
    if found.half or any(value.mended for value in found.values):
        text = _BARE.sub(r'\1"\2"', text)
        found = json_in(text)
    values = [(value.value, value.start, value.end) for value in found.values]
    # A bracket in prose that is never closed, as of the classes that the prompt defines, holds all that follows.
    for _ in range(_MOST_TRIES):
        line = _LINE_START.search(text, max(start, values[-1][2] if values else 0)) if found.half else None
        if not line or not re.search(r"[\[{]", text[start : line.end()]):
            break
        start = line.end()
        found = json_in(text[start:])
        values += [(value.value, value.start + start, value.end + start) for value in found.values]
    return values, text, found.half


def _judgements(value: Any) -> list[Any]:  # noqa: ANN401 - decoded JSON
    """The judgements in a value, None for each that is none of its own."""
    if isinstance(value, list):
        if len(value) == 1:
            return _judgements(value[0])
        records = [_judgements(record) if isinstance(record, dict) else [] for record in value]
        named = [list(filter(_NUMBER_OF.fullmatch, record)) if isinstance(record, dict) else [] for record in value]
        order = [record[names[0]] if names else None for record, names in zip(value, named, strict=True)]
        if sorted(number for number in order if type(number) is int) == list(range(1, len(order) + 1)):
            records = [records[order.index(number)] for number in range(1, len(order) + 1)]
        return [record[0] if len(record) == 1 else None for record in records] if any(records) else []
    if not isinstance(value, dict):
        return []
    numbers = [_COUNTED.fullmatch(key) for key in value]
    if numbers and [int(number[1]) if number else 0 for number in numbers] == list(range(1, len(numbers) + 1)):
        records = [_judgements(part) if isinstance(part, (dict, list)) else [part] for part in value.values()]
        return [record[0] if len(record) == 1 else None for record in records]
    if named := [part for key, part in value.items() if _JUDGEMENT.fullmatch(key)]:
        (judged, *others) = named
        if others:
            return [None]
        inside = judged if isinstance(judged, list) else [judged]
        if any(isinstance(part, (dict, list)) for part in inside):
            return _judgements(judged) or [None]
        return judged if isinstance(judged, list) else _PARTS.split(judged) if isinstance(judged, str) else [judged]
    inner = [part for part in value.values() if isinstance(part, (dict, list))]
    return _judgements(inner[0]) if len(inner) == 1 else []


def _words(value: Any) -> str | None:  # noqa: ANN401 - decoded JSON
    if isinstance(value, str):
        return value.strip("*` ")
    return None if value is None or isinstance(value, (bool, dict, list)) else str(value)


_NUMBER = re.compile(
    r"[+-]?(?:\d{1,3}(?:([, '_])\d{3})(?:\1\d{3})*|\d{1,400})(?:\.\d{1,20})?(?:e[+]?\d{1,3})?", re.IGNORECASE
)
_LABEL = re.compile(r"(?:(not|non) )?hallucinated")
# Readers of replies leave raised figures out, as marks of footnotes; of 10⁶ that would leave 10.
_RAISED = str.maketrans({raised: f"^{figure}" for figure, raised in enumerate("⁰¹²³⁴⁵⁶⁷⁸⁹")})
_LONGEST_WORDS = 500
_AROUND = " \t\n.,;:!\"'`*"
_UNPARSABLE = ParsedRating(None, MissingReason.UNPARSABLE)


def read_sizes(response: Response, triples: Sequence[str]) -> Composed:
    """How specific a path is to a judge: the least class score of its triples, eq. 7.

    Read are whole numbers, also as text ("12"), with decimals that are 0 (12.0), with thousands set apart (1,200 or
    1_200) or as a power (1e6). Ranges, words beside the number ("about 500", "2 million") and true or false are
    UNPARSABLE; 12.5 is OFF_SCALE; a class below 0 is OUT_OF_RANGE. One of 0, though the
    triple itself belongs to it, is as small as a class can be, to the paper too.
    """
    return _composed(response, len(triples), _size, lambda sizes: float(min(class_score(size) for size in sizes)))


def read_labels(response: Response, triples: Sequence[str]) -> Composed:
    """Which share of a path's triples are facts to a judge.

    Labels are "hallucinated" and "not hallucinated" in any case and spacing. Every other word is UNPARSABLE, "factual"
    and "true" too: it may be true that the triple is a fact, or true that it is hallucinated.
    """
    return _composed(response, len(triples), _label, fmean)


def read_labels_by_program(response: Response, triples: Sequence[str]) -> Composed:
    """The same with labels as the authors' program understands them: whatever contains "not" says that it is a fact.

    So "notable forgery" and "cannot be verified" are facts. Other words than "hallucinated" and what contains "not" are
    hallucinations to the program, and missing here.
    """
    return _composed(response, len(triples), _label_by_program, fmean)


def _composed(
    response: Response, n: int, read: Callable[[str], ParsedRating], whole: Callable[[Sequence[float]], float]
) -> Composed:
    from helm_creativity.judges.replies.text import own_reply, unasked, unfound
    from helm_creativity.parsing.turns import own_turn

    reason = unasked(response) or (None if n else MissingReason.NOT_ASKED)
    if reason:
        return Composed(ParsedRating(None, reason))
    response = replace(response, text=response.text.translate(_RAISED))
    found, is_final, half = judgements_in(own_turn(response.text), n)
    readings = [tuple(_UNPARSABLE if words is None else read(words) for words in each) for each in found]
    reply = own_reply(response)
    if not readings or readings[-1] == (_UNPARSABLE,) * n or (half and not reply.ended):
        return Composed(ParsedRating(None, unfound(reply)))
    if any(reading != readings[-1] for reading in readings) and not is_final:
        return Composed(ParsedRating(None, MissingReason.AMBIGUOUS))
    parts = tuple(reading.value for reading in readings[-1] if reading.value is not None)
    if len(parts) < n:
        return Composed(next(reading for reading in readings[-1] if reading.value is None))
    return Composed(ParsedRating(whole(parts)), parts)


def _size(words: str) -> ParsedRating:
    words = words.strip(" \t\n\"'")
    if len(words) > _LONGEST_WORDS or not _NUMBER.fullmatch(words):
        return _UNPARSABLE
    size = float(re.sub("[, '_]", "", words))
    if not 0 <= size < math.inf:
        return ParsedRating(None, MissingReason.OUT_OF_RANGE)
    return ParsedRating(size) if size.is_integer() else ParsedRating(None, MissingReason.OFF_SCALE)


def _label(words: str) -> ParsedRating:
    spelt = " ".join(re.split(r"[\s_-]+", words[:_LONGEST_WORDS].casefold().strip(_AROUND)))
    found = _LABEL.fullmatch(spelt)
    return ParsedRating(1.0 if found[1] else 0.0) if found else _UNPARSABLE


def _label_by_program(words: str) -> ParsedRating:
    """1 for what contains "not"."""
    return ParsedRating(1.0) if "not" in words.lower() else _label(words)


HERE = Path(__file__).parent

EXPLAINED = 120
"""Tokens in which a judge explains itself on a triple."""

_ASKED: dict[str, Any] = {"each": "triples", "shown": ("path",), "reply_tokens": EXPLAINED}
SPECIFICITY = Rubric("specificity", HERE, "strength", ("specificity",), composed=read_sizes, **_ASKED)
FACTUALITY = Rubric("factuality", HERE, "factuality", ("factuality",), composed=read_labels, **_ASKED)
FACTUALITY_BY_PROGRAM = replace(FACTUALITY, name="factuality_by_program", composed=read_labels_by_program)
"""The same question, its reply read as the authors' program does."""

_FORM_OF_LISTS = re.compile(r"(?:relation|entity)\d|\.{3}|…")
# The prompt shows lists in round brackets, and some replies have them.
_ROUND = re.compile(r"(:\s{0,9})\(([^()]{0,20000})\)(?=\s{0,9}[,}])")


def read_extraction(response: Response, traces: Sequence[str]) -> Composed:
    """How many entities and relations a judge found in a reasoning trace, each as often as it is listed."""
    from helm_creativity.judges.replies.text import own_reply, unasked, unfound
    from helm_creativity.parsing.turns import own_turn

    if reason := unasked(response):
        return Composed(ParsedRating(None, reason))
    text = _ROUND.sub(r"\1[\2]", own_turn(response.text))
    found = {counts for value in json_in(text).values if (counts := _list_lengths(value.value))}
    if len(found) != 1:
        return Composed(ParsedRating(None, MissingReason.AMBIGUOUS if found else unfound(own_reply(response))))
    (counts,) = found
    return Composed(ParsedRating(counts[0]), counts)


def _list_lengths(value: Any) -> tuple[float, ...]:  # noqa: ANN401 - decoded JSON
    """Lengths of both lists, with and without repetitions; () where a value is not what was asked."""
    by_name = {key.strip().lower(): names for key, names in value.items()} if isinstance(value, dict) else {}
    lists = []
    for keys in (("entities", "entity"), ("relation", "relations")):
        names = next((by_name[key] for key in keys if key in by_name), None)
        if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
            return ()
        lists.append([spelt for name in names if (spelt := " ".join(name.casefold().split()))])
    if any(_FORM_OF_LISTS.fullmatch(name) for names in lists for name in names):
        return ()
    return (*(float(len(names)) for names in lists), *(float(len(set(names))) for names in lists))


EXTRACTION = Rubric(
    "extraction",
    HERE,
    "extraction",
    ("entities",),
    each="traces",
    shown=("trace",),
    composed=read_extraction,
    counts=True,
    reply_tokens=400,
)
"""Prompt G.1: what a reasoning trace names. It rates nothing."""
