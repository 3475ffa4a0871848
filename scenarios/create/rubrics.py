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

from helm_creativity.core.ratings import Missing, Reading
from helm_creativity.core.rubrics import Composed, Rubric
from helm_creativity.core.types import Response
from helm_creativity.scenarios.create.measure import class_score

# The patterns have no compiled form at load: registering the benchmark imports this module.
_NUMBER = r"[+-]?(?:\d{1,3}(?:([, '_])\d{3})(?:\1\d{3})*|\d{1,400})(?:\.\d{1,20})?(?:e[+]?\d{1,3})?"
_LABEL = r"(?:(not|non) )?hallucinated"
# Readers of replies leave raised figures out, as marks of footnotes; of 10⁶ that would leave 10.
_RAISED = str.maketrans({raised: f"^{figure}" for figure, raised in enumerate("⁰¹²³⁴⁵⁶⁷⁸⁹")})
_LONGEST = 500
_AROUND = " \t\n.,;:!\"'`*"

Reader = Callable[[str], Reading]


def read_sizes(response: Response, triples: Sequence[str]) -> Composed:
    """How specific a path is to a judge: the least class score of its triples, eq. 7.

    Read are whole numbers, also as text ("12"), with decimals that are 0 (12.0), with thousands set apart (1,200 or
    1_200) or as a power (1e6). Ranges, words beside the number ("about 500", "2 million") and true or false are
    UNPARSABLE; 12.5 is OFF_SCALE; a class below 0 is OUT_OF_RANGE. One of 0, though the
    triple itself belongs to it, is as small as a class can be, to the paper too.

    Args:
        response: the judge's reply to prompt D.1.
        triples: of the path, in order.

    Returns:
        The score, 1 to 5, and the size of each triple's class, 0 or more; missing unless each has one.
    """
    return _composed(response, len(triples), _size, lambda sizes: float(min(class_score(size) for size in sizes)))


def read_labels(response: Response, triples: Sequence[str]) -> Composed:
    """Which share of a path's triples are facts to a judge.

    Labels are "hallucinated" and "not hallucinated" in any case and spacing. Every other word is UNPARSABLE, "factual"
    and "true" too: it may be true that the triple is a fact, or true that it is hallucinated.

    Args:
        response: the judge's reply to prompt D.2.
        triples: of the path, in order.

    Returns:
        The share, 0 to 1, and 1 for each triple that is a fact, else 0; missing unless each has a label.
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
    """The value of a path of n triples by the judgements of a reply, or why it is missing."""
    readings = _readings(response, n, read)
    if isinstance(readings, Missing):
        return Composed(Reading(None, readings))
    parts = tuple(one.value for one in readings if one.value is not None)
    if len(parts) < n:
        return Composed(next(one for one in readings if one.value is None))
    return Composed(Reading(whole(parts)), parts)


def _readings(response: Response, n: int, read: Reader) -> Sequence[Reading] | Missing:
    """One reading for each triple, or why there are none."""
    from helm_creativity.judges.replies.text import reply_of, unasked, unfound
    from helm_creativity.scenarios.create.judge_replies import judgements_in
    from helm_creativity.text.turns import own_turn

    if reason := unasked(response):
        return reason
    if not n:
        return Missing.NOT_ASKED
    response = replace(response, text=response.text.translate(_RAISED))
    found = judgements_in(own_turn(response.text), n)
    readings = [tuple(_read(words, read) for words in one) for one in found.readings]
    reply = reply_of(response)
    if not readings or readings[-1] == (Reading(None, Missing.UNPARSABLE),) * n or (found.half and not reply.ended):
        return unfound(reply)
    if any(one != readings[-1] for one in readings) and not found.is_final:
        return Missing.AMBIGUOUS
    return readings[-1]


def _read(words: str | None, read: Reader) -> Reading:
    return Reading(None, Missing.UNPARSABLE) if words is None else read(words)


def _size(words: str) -> Reading:
    """The size of a class."""
    words = words.strip(" \t\n\"'")
    if len(words) > _LONGEST or not re.fullmatch(_NUMBER, words, re.IGNORECASE):
        return Reading(None, Missing.UNPARSABLE)
    size = float(re.sub("[, '_]", "", words))
    if not 0 <= size < math.inf:
        return Reading(None, Missing.OUT_OF_RANGE)
    return Reading(size) if size.is_integer() else Reading(None, Missing.OFF_SCALE)


def _label(words: str) -> Reading:
    """1 for a fact, 0 for a hallucination."""
    found = re.fullmatch(_LABEL, _spelt(words))
    return Reading(None, Missing.UNPARSABLE) if found is None else Reading(1.0 if found[1] else 0.0)


def _label_by_program(words: str) -> Reading:
    """1 for what contains "not"."""
    return Reading(1.0) if "not" in words.lower() else _label(words)


def _spelt(words: str) -> str:
    """Words of a label in one spelling."""
    return " ".join(re.split(r"[\s_-]+", words.casefold().strip(_AROUND))) if len(words) <= _LONGEST else ""


HERE = Path(__file__).parent

EXPLAINED = 120
"""Tokens in which a judge explains itself on a triple."""

SPECIFICITY = Rubric(
    "specificity", HERE, "strength", ("specificity",), each="triples", composed=read_sizes, reply_tokens=EXPLAINED
)
FACTUALITY = Rubric(
    "factuality", HERE, "factuality", ("factuality",), each="triples", composed=read_labels, reply_tokens=EXPLAINED
)
FACTUALITY_BY_PROGRAM = Rubric(
    "factuality_by_program",
    HERE,
    "factuality",
    ("factuality",),
    each="triples",
    composed=read_labels_by_program,
    reply_tokens=EXPLAINED,
)
"""The same question, its reply read as the authors' program does."""
