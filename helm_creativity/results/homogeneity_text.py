"""What ``helm-creativity homogeneity`` prints: a line a run, the matrix, and the same as JSON or as rows of a table."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from helm_creativity.results.distinctiveness_text import labels_of
from helm_creativity.results.homogeneity import Estimate, Homogeneity
from helm_creativity.results.homogeneity_runs import Asked
from helm_creativity.results.leaderboard import aligned
from helm_creativity.rooms.standing import is_baseline

MOST = 25
"""Runs whose matrix fits a screen."""
HEAD = ("", "within", "95 %", "to others", "95 %", "equal within", "equal to others", "prompts", "answers", "used")
LEGEND = (
    "cosine similarity of the pairs of answers to the same prompt, mean over prompts; within: of two of one run;\n"
    "to others: of an answer and one of another model; equal: share of the pairs that are the same text"
)
COLUMNS = {
    **dict.fromkeys(("run", "model", "other_run", "other_model"), "string"),
    **dict.fromkeys(("similarity", "low", "high", "identical"), "double"),
    "prompts": "int64",
}
"""Of the table of pairs: Arrow's names of the columns' types."""


class Found(NamedTuple):
    """What was measured, and of what.

    Attributes:
        runs: r runs.
        counted: which of them count in means over runs.
        measured: the numbers.
        about: benchmark, embedding and the like, by name.
        signature: everything that moves them.
    """

    runs: Sequence[Asked]
    counted: Sequence[bool]
    measured: Homogeneity
    about: Mapping[str, Any]
    signature: str


def page(found: Found) -> str:
    """The runs, those most like others first; means over them; the matrix; the signature."""
    order = sorted(range(len(found.runs)), key=lambda row: (-_last(found.measured.others[row]), row))
    labels = labels_of([one.run for one in found.runs])
    numbered = [f"{number}  {labels[row]}" for number, row in enumerate(order, start=1)]
    lines = [(label, *_line(found, row)) for label, row in zip(numbered, order, strict=True)]
    parts = ["\n".join(aligned([HEAD, *lines])), LEGEND, _means(found)]
    parts.append(
        _matrix(found.measured, order)
        if len(order) <= MOST
        else f"the matrix of {len(order)} runs is too wide to print; --out writes it"
    )
    return "\n\n".join([*parts, f"signature: {found.signature}"])


def _last(one: Estimate) -> float:
    return -math.inf if one.value is None else one.value


def _line(found: Found, row: int) -> tuple[str, ...]:
    measured, run = found.measured, found.runs[row]
    own = (measured.similarity[row, row], measured.low[row, row], measured.high[row, row])
    equal = (measured.identical[row, row], measured.identical_to_others[row])
    return (
        *_cells(*map(_or_none, own)),
        *_cells(*measured.others[row]),
        *("-" if math.isnan(one) else f"{one:.1%}" for one in equal),
        f"{measured.prompts[row, row]:,}",
        f"{run.answers:,}",
        f"{run.usable:,}",
    )


def _cells(value: float | None, low: float | None, high: float | None) -> tuple[str, str]:
    return _number(value), "-" if low is None or high is None else f"{low:.3f} to {high:.3f}"


def _number(value: float | None) -> str:
    return "-" if value is None else f"{value:.3f}"


def _or_none(value: float) -> float | None:
    return None if math.isnan(value) else float(value)


def _means(found: Found) -> str:
    """Means over the runs that count, or why there are none."""
    measured = found.measured
    who = "baselines not counted" if any(not one for one in found.counted) else "all runs counted"
    rows = [
        (title, *_cells(*one))
        for title, one in (
            ("between models", measured.between),
            ("within models", measured.within),
            ("within minus between", measured.difference),
        )
    ]
    return "\n".join(aligned([(f"mean over runs ({who})", "", "95 %"), *rows]))


def _matrix(measured: Homogeneity, order: Sequence[int]) -> str:
    """Lower triangle, in the order of the lines above."""
    head = ("", *(str(number) for number in range(1, len(order) + 1)))
    rows = []
    for place, row in enumerate(order):
        some = [measured.similarity[row, other] for other in order[: place + 1]]
        cells = [_number(_or_none(value)) for value in some]
        rows.append((str(place + 1), *cells, *[""] * (len(order) - place - 1)))
    return "\n".join(line.rstrip() for line in aligned([head, *rows]))


def pairs(found: Found) -> Iterator[tuple[Any, ...]]:
    """A row of ``COLUMNS`` for each pair of runs, and for each run with itself: what its own answers have in common."""
    measured = found.measured
    for row, one in enumerate(found.runs):
        for column, other in enumerate(found.runs[: row + 1]):
            place = row, column
            numbers = (measured.similarity, measured.low, measured.high, measured.identical)
            values = (_or_none(array[place]) for array in numbers)
            names = (other.run.name, other.run.model, one.run.name, one.run.model)
            yield (*names, *values, int(measured.prompts[place]))


def as_data(found: Found) -> dict[str, Any]:
    """All of it in plain values."""
    measured = found.measured
    runs = [
        {
            "run": one.run.name,
            "model": one.run.model,
            "baseline": is_baseline(one.run.model),
            "counted": bool(found.counted[row]),
            "within": _or_none(measured.similarity[row, row]),
            "to_others": measured.others[row]._asdict(),
            "identical_to_others": _or_none(measured.identical_to_others[row]),
            "answers": one.answers,
            "usable": one.usable,
        }
        for row, one in enumerate(found.runs)
    ]
    return {
        **found.about,
        "between": measured.between._asdict(),
        "within": measured.within._asdict(),
        "difference": measured.difference._asdict(),
        "runs": runs,
        "pairs": [dict(zip(COLUMNS, one, strict=True)) for one in pairs(found)],
        "signature": found.signature,
    }
