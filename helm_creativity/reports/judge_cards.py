"""A judge's card as tables, and as one line beside a score that the judge made."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from helm_creativity.exams.card import ExamResult, GroupAgreement, JudgeCard
from helm_creativity.exams.statistics import WITHIN, Agreement, ExamEstimate, names_for
from helm_creativity.exams.types import ScaleKind
from helm_creativity.results.numbers import (
    between,
    both_ends,
    correlation,
    count,
    fixed,
    in_brackets,
    signed,
)
from helm_creativity.results.table import Column, Table, Undefined, or_undefined
from helm_creativity.results.table_agreement import TableAgreement
from helm_creativity.safe_text import counted

NOT_EXAMINED = "not examined"

TITLES = {
    "kappa": "Cohen's kappa",
    "weighted_kappa": "kappa with quadratic weights",
    "r": "Pearson's r",
    "rho": "Spearman's ρ",
    "r_within": "Pearson's r within items",
    "rho_within": "Spearman's ρ within items",
    "alpha": "Krippendorff's alpha of people and judge",
    "accuracy": "accuracy",
    "balanced_accuracy": "balanced accuracy",
    "bias": "bias (judge minus people)",
    "error": "mean absolute error",
    "rmse": "root mean square error",
    "rise": "mean rise",
}
SHORT = {"kappa": "κ", "r": "r", "rise": "rise"}
"""The statistics that stand for a judge, as lines name them."""

_NO_VALUE = "the judge or people gave one rating to everything, or nothing was rated"
_NONE_WITHIN = "no item has several responses that people and the judge rated differently"
_NO_INTERVAL = "there are too few items to resample"
_NO_CEILING = "people do not agree with each other"
_STATISTICS = (
    Column("statistic", "statistic", left=True),
    Column("value", "value", fixed(3)),
    Column("interval", "95 % over items", between(fixed(3)), parts=("low", "high")),
)


def card_tables(judge: str, results: Sequence[ExamResult]) -> list[Table]:
    """What is known of a judge: in a line per set, then the agreement on each."""
    lines = [f"{result.set}: {result_line(result)}" for result in results]
    tables = [table for result in results for table in _result_tables(result)]
    return [Table("judge", title=f"Judge {judge}", notes=lines), *tables]


def card_line(card: JudgeCard | None) -> str:
    """``ocsai r .61 (.52 to .70), n = 200; ttcw κ .05 (-.01 to .11), n = 504``, or that there was no exam."""
    if card is None:
        return NOT_EXAMINED
    return "; ".join(f"{result.set} {result_line(result)}" for result in card.results) or NOT_EXAMINED


def result_line(result: ExamResult) -> str:
    """The statistic that stands for the judge, its interval, and on how many responses it rests."""
    name, main = result.main
    n = f"n = {result.agreement.n:,}"
    if main.value is None:
        return f"{SHORT[name]} undefined, {n}"
    write = signed(2) if result.kind is ScaleKind.PAIRED else correlation()
    return f"{SHORT[name]} {write(main.value)}{in_brackets(main.low, main.high, write)}, {n}"


def _result_tables(result: ExamResult) -> Iterator[Table]:
    rows = agreement_rows(result.kind, result.agreement)
    rows += [_row(f"r of length and ratings by {who}", found) for who, found in result.length.items()]
    yield Table("agreement", _STATISTICS, rows, f"{result.set}: {result.title}", notes=_notes(result))
    for by, groups in (("source", result.by_source), ("length", result.by_length)):
        if groups:
            yield _group_table(result, by, groups)


def agreement_rows(kind: ScaleKind, agreement: Agreement) -> list[tuple[Any, ...]]:
    """Name, value and interval of each statistic, then of those that people's own agreement allows."""
    rows = [
        _row(TITLES[name], estimate, _NONE_WITHIN if name in WITHIN else _NO_VALUE)
        for name, estimate in agreement.values.items()
    ]
    name = TITLES[names_for(kind)[0]]
    if agreement.raters > 1:
        rows += [
            _row("Krippendorff's alpha of people alone", agreement.people_alpha),
            _row(f"{name}, two people", agreement.two_people),
            _row(f"{name}, judge and one person", agreement.judge_and_one),
        ]
        if kind in (ScaleKind.ORDINAL, ScaleKind.INTERVAL):
            rows.append(_row("r of a judge without error", agreement.ceiling, _NO_CEILING))
    return rows


def table_agreement_tables(found: Sequence[TableAgreement]) -> list[Table]:
    """Agreement of each judge of a table with people: one table per judge."""
    return [
        Table(
            "agreement",
            _STATISTICS,
            agreement_rows(agreed.kind, agreed.agreement),
            agreed.judge,
            notes=[
                f"{agreed.agreement.n:,} of {counted(agreed.rows, 'response')} compared, {_basis(agreed.agreement)}; "
                f"without a rating by the judge: {agreed.missing:,}",
                *_divided(agreed.agreement),
                f"scale: {agreed.kind.value}",
                *agreed.notes,
            ],
        )
        for agreed in found
    ]


def _notes(result: ExamResult) -> list[str]:
    agreement, by_people = result.agreement, result.kind is not ScaleKind.PAIRED
    missing = ", ".join(f"{reason} {n:,}" for reason, n in sorted(result.missing.items()))
    return [
        f"{counted(len(result.ratings), 'response')} of {result.available:,} asked about (sample: {result.sample}), "
        f"{agreement.n:,} compared, {_basis(agreement, by_people)}",
        f"missing ratings: {missing or 'none'}" + (f"; first error: {result.error}" if result.error else ""),
        *_divided(agreement),
        f"scale: {result.kind.value}, {result.low:g} to {result.high:g}",
        f"taken on {result.taken}, temperature {result.temperature:g}, {result.max_tokens:,} tokens",
        f"questions {result.questions}, labels {result.labels}",
        *result.notes,
        f"data: {result.licence or 'licence unknown'}" + (f"; {result.citation}" if result.citation else ""),
    ]


def _basis(agreement: Agreement, by_people: bool = True) -> str:
    people = f"; ratings by people per response: {agreement.raters:.3g}" if by_people else ""
    return f"to {counted(agreement.items, 'item')}{people}"


def _divided(agreement: Agreement) -> list[str]:
    return [f"people are divided on {counted(agreement.tied, 'response')}, left out"] if agreement.tied else []


def _row(title: str, estimate: ExamEstimate, why: str = _NO_VALUE) -> tuple[Any, ...]:
    return title, *_cells(estimate, why)


def _cells(estimate: ExamEstimate, why: str) -> tuple[Any, Any]:
    if estimate.value is None:
        return Undefined(why), Undefined(why)
    return estimate.value, or_undefined(both_ends(estimate.low, estimate.high), _NO_INTERVAL)


def _group_table(result: ExamResult, by: str, groups: Sequence[GroupAgreement]) -> Table:
    name = TITLES[result.main[0]]
    write = signed(3) if result.kind is ScaleKind.PAIRED else correlation(3)
    columns = [
        Column("group", by, left=True),
        Column("n", "n", count),
        Column("value", name, write),
        Column("interval", "95 % over items", between(write), parts=("low", "high")),
    ]
    if "bias" in result.agreement.values:
        columns += [
            Column("bias", "bias", signed(3)),
            Column("bias_interval", "95 % over items", between(signed(3)), parts=("low", "high")),
        ]
    rows = [
        (group.name, group.n, *_cells(group.main, _NO_VALUE), *(_cells(group.bias, _NO_VALUE) if group.bias else ()))
        for group in groups
    ]
    return Table(f"by_{by}", columns, rows, f"{result.set}, by {by}")
