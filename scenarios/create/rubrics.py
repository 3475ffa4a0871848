"""What judges are asked about the triples of a path: how large a class each belongs to, and whether it is a fact.

Wadhwa et al. 2026 ask for both as JSON (prompts D.1 and D.2). Judgements count only where there is exactly one for each
triple and every one of them can be read; otherwise all are missing for the path, with a reason.

Their program takes an unreadable size for a strength of 0 and an unreadable label for a hallucination, and does
not count judgements. Here these are missing under either protocol: a judge's slip says nothing about the path.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

from helm_creativity.core.ratings import MissingReason, ParsedRating
from helm_creativity.core.rubrics import Composed, Rubric
from helm_creativity.core.types import Response
from helm_creativity.scenarios.create.scoring import class_score
from helm_creativity.text.json_values import JsonFound, json_in, without_fences

_LONGEST = 50_000
_MOST_TRIES = 3
_DEEPEST = 6
_JUDGEMENT = re.compile(r"(?:final )?judge?ments?", re.IGNORECASE)
_COUNTED = re.compile(r"(?:triple|judge?ment)?[\s_#-]{0,3}(\d{1,3})", re.IGNORECASE)
_NUMBER_OF = frozenset({"triple", "triple_number", "triple_index", "triple_id", "number", "index", "id"})
# A number without quotes, as it was written: no library should decide what 1,200 or 100-500 is.
_BARE = re.compile(
    r"(judge?ments?[\"'“”‘’]?\s{0,9}:\s{0,9})([^\s\"'“‘\[{}\]][^}\]\n]{0,80}?)"
    r"(?=\s{0,60}(?:,\s{0,60}[\"'“‘}\]]|[}\]\n]|//|#))",
    re.IGNORECASE,
)
_FORM = re.compile(r"\.{3}|…|<?(?:string|integer|int|number)>?|.*\|.*", re.IGNORECASE | re.DOTALL)
_LINE_START = re.compile(r"(?m)^[ \t]*(?=\[\s*[{\"'\d]|\{\s*[\"'“])")
_OPENS = re.compile(r"[\[{]")
_LIST_LINE = re.compile(r"(?m)^(?:[^\[\]{}\n]{0,80}[:=])?[ \t]*\[([^\[\]{}]{0,9000})\][ \t]{0,20}\.?[ \t]{0,20}$")
_ENUMERATED = re.compile(r"(?:triple[ \t]?)?(\d{1,3})[ \t]?[.):][ \t]+|[-•][ \t]+", re.IGNORECASE)
_PARTS = re.compile(r"\s*;\s*|,\s+")
_FINAL = re.compile(
    r"\b(?:final(?:ly)?|wait|correct(?:ed|ion)|revis(?:ed|ion)|on reflection|on second thought|instead|better)\b",
    re.IGNORECASE,
)
Words = tuple["str | None", ...]


class _Part(NamedTuple):
    """The judgements of one part of a reply, None for each that has no words of its own."""

    words: Words
    start: int
    end: int
    single: bool = False


class Judgements(NamedTuple):
    """The words of n judgements."""

    readings: tuple[Words, ...] = ()
    is_final: bool = False
    half: bool = False


def judgements_in(text: str, n: int) -> Judgements:
    """The words of the judgements of n triples; no readings where there is not exactly one for each.

    Read are a list of objects with the key "judgment", in any of its spellings and numbers; an object with a list under
    that key; objects that follow one another; objects whose keys number the triples from 1; and, where nothing has such
    a key, a list of plain values on a line of its own, and lines of plain values. What repeats the form that was asked
    is left out.
    """
    text = text[-_LONGEST:]
    parts, half = _keyed(text)
    if half:
        return Judgements(half=True)
    if not parts:
        parts = [
            _Part(tuple(_plain_words(line[1])), *line.span()) for line in _LIST_LINE.finditer(text) if line[1].strip()
        ]
        parts = [part for part in parts if not any(map(_is_placeholder, part.words))]
    if not parts and not any(bracket in text for bracket in "[{"):
        words = _lines(text)
        return Judgements((words,) if len(words) == n else ())
    if n > 1 and len(parts) > 1 and all(part.single for part in parts):
        return Judgements((words,)) if len(words := tuple(part.words[0] for part in parts)) == n else Judgements()
    if not parts or len(parts[-1].words) != n:
        return Judgements()
    fitting = [part for part in parts if len(part.words) == n]
    between = text[fitting[-2].end : fitting[-1].start] if len(fitting) > 1 else ""
    return Judgements(tuple(part.words for part in fitting), bool(_FINAL.search(between)))


def _keyed(text: str) -> tuple[list[_Part], bool]:
    """The parts under keys for judgements, and whether one of them never closes."""
    found = json_in(text)
    if found.half or any(value.mended for value in found.values):
        text = _BARE.sub(r'\1"\2"', text)
        found = json_in(text)
    parts = _judgement_parts(found, 0)
    start, tries = found.values[-1].end if found.values else 0, _MOST_TRIES
    # A bracket in prose that is never closed holds all that follows.
    while found.half and tries and (line := _LINE_START.search(text, start)):
        if not _OPENS.search(text, start, line.end()):
            break
        start, tries = line.end(), tries - 1
        found = json_in(text[start:])
        parts += _judgement_parts(found, start)
    return parts, found.half


def _judgement_parts(found: JsonFound, offset: int) -> list[_Part]:
    """The parts of all values that hold judgements and do not repeat the form."""
    return [
        _Part(words, value.start + offset, value.end + offset, single=isinstance(value.value, dict) and len(words) == 1)
        for value in found.values
        if (words := _judgements(value.value)) and not any(map(_is_placeholder, words))
    ]


def _judgements(value: Any, depth: int = 0) -> Words:  # noqa: ANN401 - decoded JSON
    if depth > _DEEPEST:
        return ()
    if isinstance(value, list):
        if len(value) == 1:
            return _judgements(value[0], depth + 1)
        each = [_judgements(record, depth + 1) if isinstance(record, dict) else () for record in value]
        words = tuple(own_words[0] if len(own_words) == 1 else None for own_words in each)
        return _by_number(value, words) if any(each) else ()
    if not isinstance(value, dict):
        return ()
    if numbered := _numbered(value, depth):
        return numbered
    named = [_under(judged) for key, judged in value.items() if _JUDGEMENT.fullmatch(key.replace("_", " ").strip())]
    if named:
        return named[0] if all(judgements == named[0] for judgements in named) else (None,)
    inner = [part for part in value.values() if isinstance(part, (dict, list))]
    return _judgements(inner[0], depth + 1) if len(inner) == 1 else ()


def _under(value: Any) -> Words:  # noqa: ANN401 - decoded JSON
    if isinstance(value, list) and not any(isinstance(part, (dict, list)) for part in value):
        return tuple(map(_words, value))
    if isinstance(value, (dict, list)):
        return _judgements(value, 1) or (None,)
    words = _words(value)
    return (words,) if words is None else tuple(_PARTS.split(words))


def _numbered(value: dict[str, Any], depth: int) -> Words:
    """Judgements under keys that number the triples: {"1": 5, "2": 20}, {"triple_1": {"judgment": 5}}."""
    keys = [_COUNTED.fullmatch(key.strip()) for key in value]
    if not keys or [int(key[1]) if key else 0 for key in keys] != list(range(1, len(keys) + 1)):
        return ()
    each = [
        _judgements(judged, depth + 1) if isinstance(judged, (dict, list)) else (_words(judged),)
        for judged in value.values()
    ]
    return tuple(own_words[0] if len(own_words) == 1 else None for own_words in each)


def _by_number(records: Sequence[Any], words: Words) -> Words:
    """The words in the order of the numbers that their records have; nothing where these are not 1 to n."""
    numbers = [
        next((number for key, number in record.items() if key.lower() in _NUMBER_OF and type(number) is int), None)
        for record in records
        if isinstance(record, dict)
    ]
    known = [number for number in numbers if number is not None]
    if not known or known == list(range(len(words))):
        return words
    if sorted(known) != list(range(1, len(words) + 1)):
        return (None,) * len(words)
    return tuple(words[known.index(number)] for number in range(1, len(words) + 1))


def _words(value: Any) -> str | None:  # noqa: ANN401 - decoded JSON
    if isinstance(value, str):
        return value.strip("*` ")
    if value is None or isinstance(value, (bool, dict, list)):
        return None
    return "1e999" if math.isinf(value) else str(value)


def _is_placeholder(words: str | None) -> bool:
    return words is not None and bool(_FORM.fullmatch(words.strip()))


def _plain_words(values: str) -> list[str]:
    return [value.strip(" \t\n\"'“”‘’") for value in values.rstrip(", \n").split(",")]


def _lines(text: str) -> Words:
    """Lines of a reply that has nothing else, numbered or not; or one line with as many parts."""
    lines = [line.strip().replace("**", "") for line in without_fences(text).splitlines() if line.strip()]
    heads = [_ENUMERATED.match(line) for line in lines]
    numbers = [int(head[1]) for head in heads if head and head[1]]
    if numbers and numbers != list(range(1, len(lines) + 1)):
        return ()
    words = [line[head.end() if head else 0 :] for line, head in zip(lines, heads, strict=True)]
    return tuple(_PARTS.split(words[0]) if len(words) == 1 else words)


_NUMBER = r"[+-]?(?:\d{1,3}(?:([, '_])\d{3})(?:\1\d{3})*|\d{1,400})(?:\.\d{1,20})?(?:e[+]?\d{1,3})?"
_LABEL = r"(?:(not|non) )?hallucinated"
# Readers of replies leave raised figures out, as marks of footnotes; of 10⁶ that would leave 10.
_RAISED = str.maketrans({raised: f"^{figure}" for figure, raised in enumerate("⁰¹²³⁴⁵⁶⁷⁸⁹")})
_LONGEST_WORDS = 500
_AROUND = " \t\n.,;:!\"'`*"
Reader = Callable[[str], ParsedRating]


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
    return _composed(response, len(triples), _label, _mean)


def read_labels_by_program(response: Response, triples: Sequence[str]) -> Composed:
    """The same with labels as the authors' program understands them: whatever contains "not" says that it is a fact.

    So "notable forgery" and "cannot be verified" are facts. Other words than "hallucinated" and what contains "not" are
    hallucinations to the program, and missing here.
    """
    return _composed(response, len(triples), _label_by_program, _mean)


def _mean(labels: Sequence[float]) -> float:
    return sum(labels) / len(labels)


def _composed(response: Response, n: int, read: Reader, whole: Callable[[Sequence[float]], float]) -> Composed:
    readings = _readings(response, n, read)
    if isinstance(readings, MissingReason):
        return Composed(ParsedRating(None, readings))
    parts = tuple(reading.value for reading in readings if reading.value is not None)
    if len(parts) < n:
        return Composed(next(reading for reading in readings if reading.value is None))
    return Composed(ParsedRating(whole(parts)), parts)


def _readings(response: Response, n: int, read: Reader) -> Sequence[ParsedRating] | MissingReason:
    from helm_creativity.judges.replies.text import own_reply, unasked, unfound
    from helm_creativity.text.turns import own_turn

    if reason := unasked(response):
        return reason
    if not n:
        return MissingReason.NOT_ASKED
    response = replace(response, text=response.text.translate(_RAISED))
    found = judgements_in(own_turn(response.text), n)
    unparsable = ParsedRating(None, MissingReason.UNPARSABLE)
    readings = [tuple(unparsable if words is None else read(words) for words in reading) for reading in found.readings]
    reply = own_reply(response)
    if not readings or readings[-1] == (unparsable,) * n or (found.half and not reply.ended):
        return unfound(reply)
    if any(reading != readings[-1] for reading in readings) and not found.is_final:
        return MissingReason.AMBIGUOUS
    return readings[-1]


def _size(words: str) -> ParsedRating:
    words = words.strip(" \t\n\"'")
    if len(words) > _LONGEST_WORDS or not re.fullmatch(_NUMBER, words, re.IGNORECASE):
        return ParsedRating(None, MissingReason.UNPARSABLE)
    size = float(re.sub("[, '_]", "", words))
    if not 0 <= size < math.inf:
        return ParsedRating(None, MissingReason.OUT_OF_RANGE)
    return ParsedRating(size) if size.is_integer() else ParsedRating(None, MissingReason.OFF_SCALE)


def _label(words: str) -> ParsedRating:
    found = re.fullmatch(_LABEL, _spelt(words))
    return ParsedRating(None, MissingReason.UNPARSABLE) if found is None else ParsedRating(1.0 if found[1] else 0.0)


def _label_by_program(words: str) -> ParsedRating:
    """1 for what contains "not"."""
    return ParsedRating(1.0) if "not" in words.lower() else _label(words)


def _spelt(words: str) -> str:
    return " ".join(re.split(r"[\s_-]+", words.casefold().strip(_AROUND))) if len(words) <= _LONGEST_WORDS else ""


HERE = Path(__file__).parent

EXPLAINED = 120
"""Tokens in which a judge explains itself on a triple."""

SPECIFICITY = Rubric(
    "specificity",
    HERE,
    "strength",
    ("specificity",),
    each="triples",
    shown=("path",),
    composed=read_sizes,
    reply_tokens=EXPLAINED,
)
FACTUALITY = replace(
    SPECIFICITY, name="factuality", user="factuality", dimensions=("factuality",), composed=read_labels
)
FACTUALITY_BY_PROGRAM = replace(FACTUALITY, name="factuality_by_program", composed=read_labels_by_program)
"""The same question, its reply read as the authors' program does."""

RELATIONS, ENTITIES = ("relation", "relations"), ("entities", "entity")
"""Names of the two lists that prompt G.1 asks for."""

_FORM_OF_LISTS = re.compile(r"(?:relation|entity)\d|\.{3}|…")
# The prompt shows lists in round brackets, and some replies have them.
_ROUND = re.compile(r"(:\s{0,9})\(([^()]{0,20000})\)(?=\s{0,9}[,}])")


def read_extraction(response: Response, traces: Sequence[str]) -> Composed:
    """How many entities and relations a judge found in a reasoning trace, each as often as it is listed."""
    from helm_creativity.judges.replies.text import own_reply, unasked, unfound
    from helm_creativity.text.turns import own_turn

    if reason := unasked(response):
        return Composed(ParsedRating(None, reason))
    text = _ROUND.sub(r"\1[\2]", own_turn(response.text))
    found = list(dict.fromkeys(counts for value in json_in(text).values if (counts := _list_lengths(value.value))))
    if not found:
        return Composed(ParsedRating(None, unfound(own_reply(response))))
    if len(found) > 1:
        return Composed(ParsedRating(None, MissingReason.AMBIGUOUS))
    return Composed(ParsedRating(found[0][0]), found[0])


def _list_lengths(value: Any) -> tuple[float, ...]:  # noqa: ANN401 - decoded JSON
    """Lengths of both lists, with and without repetitions; () where a value is not what was asked."""
    if not isinstance(value, dict):
        return ()
    by_name = {key.strip().lower(): names for key, names in value.items()}
    lists = [next((by_name[key] for key in keys if key in by_name), None) for keys in (ENTITIES, RELATIONS)]
    texts = [_names(names) for names in lists]
    if any(names is None for names in texts) or any(
        _FORM_OF_LISTS.fullmatch(name) for names in texts for name in names or ()
    ):
        return ()
    known = [names or [] for names in texts]
    return (*(float(len(names)) for names in known), *(float(len(set(names))) for names in known))


def _names(value: Any) -> list[str] | None:  # noqa: ANN401 - decoded JSON
    if not isinstance(value, list) or not all(isinstance(name, str) for name in value):
        return None
    return [spelt for name in value if (spelt := " ".join(name.casefold().split()))]


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
