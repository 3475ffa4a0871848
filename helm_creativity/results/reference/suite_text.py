"""What a suite's columns predict, as text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from textwrap import fill

from helm_creativity.psychometrics.validity import Correlation, frontier
from helm_creativity.results.findings import Absent, Predicted
from helm_creativity.results.leaderboard import aligned
from helm_creativity.results.reference.names import Matched
from helm_creativity.results.reference.tables import Reference
from helm_creativity.results.reference.text import WIDTH, interval, number, p_value
from helm_creativity.results.study import Study

HEAD = ("column", "n", "valid.", "95 %", "p", "spec.", "95 %", "p", "R", "ceiling")
LEGEND = """\
n: models with all that the row needs. valid.: Pearson's r. spec.: r|g, the capability taken out of the
benchmark alone. R: of the benchmark with the capability over these models. ceiling: the most that the spec.
can be (theorem 1 of Schapiro et al. 2026). p: two-sided, of each row by itself."""


def report(
    found: Sequence[Predicted] | Absent,
    matched: Matched,
    reference: Reference,
    study: Study,
    capability: Sequence[str],
) -> str:
    """A table for each benchmark, and which model was taken for which.

    Args:
        found: cells, those of one outcome together.
        matched: models of the suite and of the reference.
        reference: whose benchmarks.
        study: the suite.
        capability: titles of what was taken out of the benchmarks.
    """
    head = f"validity for the benchmarks of {reference.name}; capability: {', '.join(capability)}"
    if isinstance(found, Absent):
        tables = [f"There is none, because {found.reason}."]
    else:
        tables = [_table(outcome, list(some)) for outcome, some in groupby(found, key=lambda one: one.outcome)]
        tables.append(LEGEND)
    signatures = [f"signature of {one.title}: {one.signature}" for one in study.columns if one.ours]
    return "\n\n".join([head, *tables, "\n".join(_models(matched, reference)), "\n".join(signatures)])


def _table(outcome: str, rows: Sequence[Predicted]) -> str:
    return "\n".join([outcome, *aligned([HEAD, *map(_row, rows)])])


def _row(one: Predicted) -> tuple[str, ...]:
    coupling, ceiling = "-", "-"
    if one.capability is not None:
        coupling, ceiling = number(one.capability), number(frontier(one.validity.r, one.capability)[1])
    return one.predictor, str(one.n), *_correlation(one.validity), *_correlation(one.specificity), coupling, ceiling


def _correlation(found: Correlation | Absent) -> tuple[str, str, str]:
    return ("-", "-", "-") if isinstance(found, Absent) else (number(found.r), interval(found), p_value(found.p))


def _models(matched: Matched, reference: Reference) -> Iterator[str]:
    """Which models were taken for which, and which for none."""
    count = len(matched.models)
    yield f"{count} model{'' if count == 1 else 's'} of the suite {'is' if count == 1 else 'are'} in {reference.name}"
    for words, names, mark in (
        ("of these, by another name", matched.taken_as, "; "),
        ("left out, since several models have a claim to one", matched.ambiguous, "; "),
        ("left out, since the suite has the model by its own name too", matched.gave_way, "; "),
        (f"not in {reference.name}", matched.unmatched, ", "),
    ):
        if names:
            yield fill(f"{words}: {mark.join(names)}", WIDTH, subsequent_indent="  ", break_on_hyphens=False)
