"""The table of printed and recomputed numbers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from helm_creativity.core.claims import parse_printed
from helm_creativity.operations.fidelity.checking import STATES, CheckedClaim
from helm_creativity.reporting.numbers import count, signed
from helm_creativity.reporting.tables import Cell, Column, Table, Undefined
from helm_creativity.safe_text import counted

MORE, MOST = 2, 6
"""Decimals of a recomputed number beyond the printed ones, so that a reader sees how it rounds; and the most of all."""


def fidelity_table(checked: Sequence[CheckedClaim]) -> Table:
    """A row for each claim; reasons and how many rows are in which state stand below."""
    columns = (
        Column("what", "what", left=True),
        Column("benchmark", "benchmark", left=True),
        Column("paper", "paper", left=True),
        Column("place", "place", left=True, in_text=False),
        Column("printed", "printed"),
        Column("recomputed", "recomputed"),
        Column("n", "n", count),
        Column("difference", "difference"),
        Column("state", "state", left=True),
        Column("reason", "reason", data_only=True),
        Column("source", "source", left=True, in_text=False),
        Column("licence", "licence", data_only=True),
    )
    states = Counter(claim.state for claim in checked)
    summary = ", ".join(f"{states[state]} {state}" for state in STATES)
    return Table(
        "fidelity",
        columns,
        [_row(claim) for claim in checked],
        notes=[f"{counted(len(checked), 'number')}: {summary}"],
    )


def _row(checked: CheckedClaim) -> tuple[object, ...]:
    claim, found, difference = checked.claim, checked.found, checked.difference
    decimals = min(MOST, max(0, -int(parse_printed(claim.printed).as_tuple().exponent)) + MORE)
    none = Undefined(checked.why)

    def recomputed(value: float) -> str:
        return f"{value:.{decimals}f}"

    return (
        claim.what,
        checked.subject,
        claim.paper,
        claim.place,
        claim.printed,
        none if found is None else Cell(found.value, format=recomputed),
        none if found is None else found.n,
        none if difference is None else Cell(difference, format=signed(decimals)),
        Cell(checked.state, why="" if found is None else checked.why),
        checked.why,
        checked.sources,
        ", ".join(dict.fromkeys(source.licence for source in claim.files)),
    )
