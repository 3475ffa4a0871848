"""A judge's card as tables, and as one line beside a score that the judge made."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from helm_creativity.judges.evaluation.card import ExamResult, GroupAgreement, JudgeCard
from helm_creativity.judges.evaluation.types import ScaleKind
from helm_creativity.results.agreement import STATISTICS, TITLES, agreement_rows, basis, ends
from helm_creativity.results.numbers import between, correlation, count, in_brackets, signed
from helm_creativity.results.table import Column, Table
from helm_creativity.safe_text import counted

NOT_EXAMINED = "not examined"
SHORT = {"kappa": "κ", "r": "r", "rise": "rise"}
"""The statistics that stand for a judge, as lines name them."""


def card_tables(judge: str, results: Sequence[ExamResult]) -> list[Table]:
    """What is known of a judge: in a line per set, then the agreement on each."""
    lines = [f"{result.set}: {result_line(result)}" for result in results]
    tables = [table for result in results for table in _result_tables(result)]
    return [Table("judge", title=f"Judge {judge}", notes=lines), *tables]


def card_line(card: JudgeCard | None) -> str:
    """``ocsai r .61 (.52 to .70), n = 200; ttcw κ .05 (-.01 to .11), n = 504``, or that there was no exam."""
    results = card.results if card else ()
    return "; ".join(f"{result.set} {result_line(result)}" for result in results) or NOT_EXAMINED


def result_line(result: ExamResult) -> str:
    """The statistic that stands for the judge, its interval, and on how many responses it rests."""
    name, main = result.main
    n = f"n = {result.agreement.n:,}"
    if main.value is None:
        return f"{SHORT[name]} undefined, {n}"
    write = signed(2) if result.kind is ScaleKind.PAIRED else correlation()
    return f"{SHORT[name]} {write(main.value)}{in_brackets(main.low, main.high, write)}, {n}"


def _result_tables(result: ExamResult) -> Iterator[Table]:
    agreement, by_people = result.agreement, result.kind is not ScaleKind.PAIRED
    rows = list(agreement_rows(result.kind, agreement, result.length))
    compared, *divided = basis(agreement, by_people)
    missing = ", ".join(f"{reason} {n:,}" for reason, n in sorted(result.missing.items()))
    notes = [
        f"{counted(len(result.ratings), 'response')} of {result.available:,} asked about (sample: {result.sample}), "
        f"{compared}",
        f"missing ratings: {missing or 'none'}" + (f"; first error: {result.error}" if result.error else ""),
        *divided,
        f"scale: {result.kind.value}, {result.low:g} to {result.high:g}",
        f"taken on {result.taken}, temperature {result.temperature:g}, {result.max_tokens:,} tokens",
        f"questions {result.questions}, labels {result.labels}",
        *result.notes,
        f"data: {result.licence or 'licence unknown'}" + (f"; {result.citation}" if result.citation else ""),
    ]
    yield Table("agreement", STATISTICS, rows, f"{result.set}: {result.title}", notes=notes)
    for by, groups in (("source", result.by_source), ("length", result.by_length)):
        if groups:
            yield _group_table(result, by, groups)


def _group_table(result: ExamResult, by: str, groups: Sequence[GroupAgreement]) -> Table:
    write = signed(3) if result.kind is ScaleKind.PAIRED else correlation(3)
    columns = [
        Column("group", by, left=True),
        Column("n", "n", count),
        Column("value", TITLES[result.main[0]], write),
        Column("interval", "95 % over items", between(write), of=("low", "high")),
    ]
    if "bias" in result.agreement.values:
        columns += [
            Column("bias", "bias", signed(3)),
            Column("bias_interval", "95 % over items", between(signed(3)), of=("bias_low", "bias_high")),
        ]
    rows = []
    for group in groups:
        bias = ends(group.bias) if group.bias else {}
        of_bias = {"bias": bias.get("value"), "bias_low": bias.get("low"), "bias_high": bias.get("high")}
        rows.append({"group": group.name, "n": group.n, **ends(group.main), **(of_bias if bias else {})})
    return Table(f"by_{by}", columns, rows, f"{result.set}, by {by}")
