"""Numbers, names and titles as a page shows them: the fewest digits that say what is known, and a true minus."""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Sequence
from functools import cache
from types import MappingProxyType
from typing import TYPE_CHECKING

from helm_creativity.core.registry import list_entries
from helm_creativity.reports.plots.style import percent, shown
from helm_creativity.reports.reasons import shares_text
from helm_creativity.results import numbers
from helm_creativity.results.numbers import DASH
from helm_creativity.safe_text import counted

if TYPE_CHECKING:
    from helm_creativity.results.findings import Findings
    from helm_creativity.results.study import ScoreColumn

_STRANGE = frozenset({"Cc", "Cs", "Co", "Cn"})
_TURNING = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


def clean(text: str) -> str:
    """Without signs that no file can hold, that steer what shows them, or that turn the direction of what follows."""
    if text.isascii() and text.isprintable():
        return text
    strange = {sign for sign in text if unicodedata.category(sign) in _STRANGE and not sign.isspace()} | _TURNING
    return re.sub(r"[^\S\u00a0\u202f]+", " ", "".join("\ufffd" if sign in strange else sign for sign in text)).strip()


def signed(value: float | None, decimals: int = 2) -> str:
    """A number that says of itself on which side of 0 it is; a dash where there is none."""
    return shown(value, decimals, sign=True)


def interval_text(low: float | None, high: float | None, decimals: int = 2) -> str:
    """Both ends, or a dash."""
    return (
        DASH if low is None or high is None else numbers.typeset(numbers.between(numbers.fixed(decimals))((low, high)))
    )


def who(models: int, baselines: int) -> str:
    """How many models and baselines; of nothing but baselines only these."""
    if baselines and not models:
        return counted(baselines, "baseline")
    return counted(models, "language model") + (f" and {counted(baselines, 'baseline')}" if baselines else "")


def listed(names: Sequence[str], most: int = 3) -> str:
    """Some names, and how many more there are."""
    if len(names) > most + 1:
        return f"{', '.join(names[:most])} and {len(names) - most} more"
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def significant(value: float, digits: int = 3) -> str:
    """With its sign and so many digits that say something, no more than four of them decimals."""
    first = math.floor(math.log10(abs(value))) if value else 0
    return signed(value, min(4, max(0, digits - 1 - first)))


def capitalised(text: str) -> str:
    """With a capital at the beginning, and the rest as it is."""
    return text[:1].upper() + text[1:]


def typeset(text: str) -> str:
    """With the apostrophe of print in genitives."""
    return re.sub(r"(?<=\w)'(?=s\b)|(?<=s)'(?=\s\w)", "’", text)


def sentence(reason: str) -> str:
    """Why there is no such statistic; ``reason`` as in ``findings.Absent``."""
    return f"There is none because {typeset(reason.rstrip('.'))}."


COMMON = MappingProxyType(
    {
        "score": "Score",
        "score_se": "Standard error",
        "score_failures_as_zero": "Score (failures\N{NO-BREAK SPACE}=\N{NO-BREAK SPACE}0)",
        "valid_rate": "Scored",
        "raw_score": "Raw score",
        "length_free_score": "Score at equal length",
        "num_instances": "Items",
        "num_answers": "Responses",
        "judge_coverage": "Judge coverage",
        "z": "z",
    }
)
SHARES = ("_rate", "_coverage")
COUNTS = "num_"
SCORES = ("score_se", "score_failures_as_zero", "raw_score", "length_free_score")
"""Stats in the units of the score."""


@cache
def _submetrics() -> dict[tuple[str, str], tuple[str, str]]:
    return {
        (benchmark.card.group, submetric.name): (submetric.short_title, submetric.title)
        for benchmark in list_entries()
        for submetric in benchmark.card.submetrics
    }


def stat_title(name: str, group: str, full: bool = False) -> str:
    """A stat's title: the common one, the card's, or its name with spaces."""
    if name in COMMON:
        return COMMON[name]
    known = _submetrics().get((group, name))
    return known[full] if known else name.replace("_", " ").capitalize()


def column_noun(columns: Sequence[ScoreColumn]) -> str:
    """What columns are counted as: benchmarks, unless one of these has several columns."""
    return "benchmark" if len({column.group for column in columns}) == len(columns) else "column"


def stat_text(name: str, value: float, decimals: int = 2) -> str:
    """A stat: shares in percent, counts as they are, scores as the others of the table, the rest with two decimals."""
    if name.endswith(SHARES) and 0 <= value <= 1:
        return percent(value)
    return shown(value, 0 if name.startswith(COUNTS) else decimals if name in SCORES else 2)


def score_reason(findings: Findings, row: int, place: int) -> str:
    """Why a model has no score in a column, as far as the study says."""
    if findings.study.runs and (row, place) not in findings.study.runs:
        return "not run"
    explained = failures_text(findings, row, place)
    return f"no response could be scored ({explained})" if explained else "no score in its run"


def failures_text(findings: Findings, row: int, place: int) -> str:
    """Why responses of a model have no score in a column, with shares; "" where all have or the run does not say."""
    return shares_text({reason: float(values[row, place]) for reason, values in findings.failures.items()})
