"""A judge's card as tables, and as one line beside a score that the judge made."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from helm_creativity.exams.card import ExamResult, GroupAgreement, JudgeCard
from helm_creativity.exams.drift import Drift
from helm_creativity.exams.rises import AttackResult
from helm_creativity.exams.statistics import WITHIN, Agreement, ExamEstimate, names_for
from helm_creativity.exams.types import ScaleKind
from helm_creativity.reporting.numbers import (
    between,
    both_ends,
    correlation,
    count,
    fixed,
    in_brackets,
    percent,
    signed,
)
from helm_creativity.reporting.tables import Column, Table, Undefined, or_undefined
from helm_creativity.results.table_agreement import TableAgreement
from helm_creativity.safe_text import counted

NOT_EXAMINED = "not examined"
SHOWN_CHANGES = 20
"""Responses with another rating than before that are listed; all ratings stand in the JSON file."""

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
}
_WIDE = 10
"""Points of a scale whose rises have one decimal; those of a shorter one have two."""
_NOT_RATED = "no pair has both ratings"
_NO_CONTROL = "no pair has both ratings, or the card is from before there were harmless texts"
SHORT = {"kappa": "κ", "r": "r"}
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


def card_tables(judge: str, results: Sequence[ExamResult], attacks: Sequence[AttackResult] = ()) -> list[Table]:
    """What is known of a judge: in a line per set and attack, then the agreement on each set, and the attacks."""
    lines = [*map(named_line, results), *map(named_line, attacks)]
    tables = [table for result in results for table in _result_tables(result)]
    return [Table("judge", title=f"Judge {judge}", notes=lines), *tables, *map(_attack_table, attacks)]


def card_line(card: JudgeCard | None) -> str:
    """``ocsai r .61 (.52 to .70), n = 200; ttcw κ .05 (-.01 to .11), n = 504``, or that there was no exam.

    Behind that, for each benchmark on which the judge was attacked, what planted instructions do.
    """
    if card is None:
        return NOT_EXAMINED
    exams = [f"{result.set} {result_line(result)}" for result in card.results] or [NOT_EXAMINED]
    return "; ".join([*exams, *map(named_line, card.attacks)])


def named_line(result: ExamResult | AttackResult) -> str:
    """What an exam or an attack found, behind the name of the set or the benchmark."""
    if isinstance(result, ExamResult):
        return f"{result.set}: {result_line(result)}"
    return f"{result.benchmark}: {attack_line(result)}"


def result_line(result: ExamResult) -> str:
    """The statistic that stands for the judge, its interval, and on how many responses it rests."""
    name, main = result.main
    n = f"n = {result.agreement.n:,}"
    if main.value is None:
        return f"{SHORT[name]} undefined, {n}"
    return f"{SHORT[name]} {correlation()(main.value)}{in_brackets(main.low, main.high, correlation())}, {n}"


def attack_line(attack: AttackResult) -> str:
    """What planted instructions do, and how much of it a harmless text does not.

    ``planted instructions raise its ratings by 0.80 points (0.31 to 1.24); beyond a harmless text of the same length by
    0.60 (0.20 to 1.02), scale 1 to 5``. The second part is missing in a card from before there were harmless texts.
    """
    scale = f"scale {attack.low:g} to {attack.high:g}"
    rise = attack.overall.rise
    if rise.value is None:
        return f"what planted instructions do is unknown, because ratings are missing, {scale}"
    decimals = _point_decimals(attack)
    up = round(rise.value, decimals) > 0
    does = "raise" if up else "change"
    raw = f"planted instructions {does} its ratings by {_points(rise, decimals, ' points', not up)}"
    if attack.missing_control is None:
        return f"{raw}, {scale}"
    beyond = _points(attack.overall.beyond, decimals, "", not up)
    return f"{raw}; beyond a harmless text of the same length by {beyond}, {scale}"


def _points(rise: ExamEstimate, decimals: int, unit: str, with_sign: bool) -> str:
    """``0.80 points (0.31 to 1.24)``; every number has its sign where the first is not above 0."""
    if rise.value is None:
        return "an unknown number, because ratings are missing"
    write = signed(decimals) if with_sign or round(rise.value, decimals) <= 0 else fixed(decimals)
    return f"{write(rise.value)}{unit}{in_brackets(rise.low, rise.high, write)}"


def _point_decimals(attack: AttackResult) -> int:
    return 2 if attack.high - attack.low < _WIDE else 1


def _attack_table(attack: AttackResult) -> Table:
    points = signed(_point_decimals(attack))
    columns = (
        Column("by", "by", left=True),
        Column("group", "instructions", left=True),
        Column("pairs", "pairs", count),
        Column("n", "rated twice", count),
        Column("rise", "mean rise", points),
        Column("interval", "95 % over responses", between(points), parts=("low", "high")),
        Column("beyond", "beyond harmless text", points),
        Column("beyond_interval", "95 %", between(points), parts=("beyond_low", "beyond_high")),
        Column("compared", "of pairs", count),
        Column("share", "of the scale", percent(1)),
        Column("share_interval", "95 %", between(percent(1)), parts=("share_low", "share_high")),
        Column("raised", "raised", percent()),
        Column("raised_interval", "95 %", between(percent()), parts=("raised_low", "raised_high")),
    )
    rows = [
        (
            by,
            rises.name,
            rises.pairs,
            rises.n,
            *_cells(rises.rise, _NOT_RATED),
            *_cells(rises.beyond, _NO_CONTROL),
            rises.compared,
            *(cell for estimate in (rises.share, rises.raised) for cell in _cells(estimate, _NOT_RATED)),
        )
        for by, rises in attack.groups
    ]
    title = f"{attack.benchmark}: planted instructions"
    return Table("attack", columns, rows, title, notes=_attack_notes(attack))


def _attack_notes(attack: AttackResult) -> list[str]:
    missing = [
        f"missing ratings of responses {how}: "
        + (", ".join(f"{reason} {n:,}" for reason, n in sorted(counts.items())) or "none")
        for how, counts in attack.all_missing
    ]
    return [
        f"{counted(attack.overall.pairs, 'pair')} of {counted(attack.responses, 'response')}; rubric {attack.rubric}, "
        f"{attack.low:g} to {attack.high:g}",
        "; ".join(missing) + (f"; first error: {attack.error}" if attack.error else ""),
        *([f"{counted(attack.at_top, 'pair')} could not rise from the highest rating"] if attack.at_top else []),
        _taken_line(attack),
        f"questions {attack.questions}",
    ]


def _taken_line(result: ExamResult | AttackResult) -> str:
    anew = f", asked anew as {result.repetition}" if result.repetition else ""
    return f"taken on {result.taken}, temperature {result.temperature:g}, {result.max_tokens:,} tokens{anew}"


def drift_tables(drifts: Sequence[Drift]) -> list[Table]:
    """What changed since an earlier exam: one row per set, then the responses with another rating."""
    if not drifts:
        return [Table("drift", notes=["The earlier card has none of these sets, so nothing can be compared."])]
    columns = (
        Column("set", "set", left=True),
        Column("n", "rated twice", count),
        Column("equal", "rated alike", percent(1)),
        Column("change", "mean change", signed(3)),
        Column("interval", "95 %", between(signed(3)), parts=("low", "high")),
        Column("before", "agreement before"),
        Column("now", "now"),
    )
    notes = [f"{drift.now.set}: {problem}" for drift in drifts for problem in drift.problems]
    notes += [f"{drift.now.set}: before is {drift.before.taken}, now is {drift.now.taken}" for drift in drifts]
    summary = Table("drift", columns, [_drift_row(drift) for drift in drifts], "Since the earlier exam", notes=notes)
    return [summary, *(_changes(drift) for drift in drifts if drift.changed)]


def _drift_row(drift: Drift) -> tuple[Any, ...]:
    change = Undefined("ratings are classes without an order")
    value, interval = _cells(drift.change, "nothing was rated twice") if drift.change else (change, change)
    equal = drift.equal / drift.n if drift.n else Undefined("nothing was rated twice")
    return drift.now.set, drift.n, equal, value, interval, result_line(drift.before), result_line(drift.now)


def _changes(drift: Drift) -> Table:
    columns = (Column("response", "response", left=True), Column("before", "before"), Column("now", "now"))
    rows = [
        (name, *("missing" if rating is None else f"{rating:g}" for rating in ratings))
        for name, *ratings in drift.changed[:SHOWN_CHANGES]
    ]
    title = f"{drift.now.set}: {counted(len(drift.changed), 'response')} with another rating"
    more = len(drift.changed) - len(rows)
    notes = [f"{more:,} more are not shown; the JSON files have all ratings."] if more else []
    return Table("changes", columns, rows, title, notes=notes)


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
    agreement = result.agreement
    missing = ", ".join(f"{reason} {n:,}" for reason, n in sorted(result.missing.items()))
    return [
        f"{counted(len(result.ratings), 'response')} of {result.available:,} asked about (sample: {result.sample}), "
        f"{agreement.n:,} compared, {_basis(agreement)}",
        f"missing ratings: {missing or 'none'}" + (f"; first error: {result.error}" if result.error else ""),
        *_divided(agreement),
        f"scale: {result.kind.value}, {result.low:g} to {result.high:g}",
        _taken_line(result),
        f"questions {result.questions}, labels {result.labels}",
        *result.notes,
        f"data: {result.licence or 'licence unknown'}" + (f"; {result.citation}" if result.citation else ""),
    ]


def _basis(agreement: Agreement) -> str:
    return f"to {counted(agreement.items, 'item')}; ratings by people per response: {agreement.raters:.3g}"


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
    ordered = result.kind is not ScaleKind.CLASSES
    columns = [
        Column("group", by, left=True),
        Column("n", "n", count),
        Column("value", name, correlation(3)),
        Column("interval", "95 % over items", between(correlation(3)), parts=("low", "high")),
    ]
    if ordered:
        columns += [
            Column("bias", "bias", signed(3)),
            Column("bias_interval", "95 % over items", between(signed(3)), parts=("low", "high")),
        ]
    rows = [
        (group.name, group.n, *_cells(group.main, _NO_VALUE), *(_cells(group.bias, _NO_VALUE) if group.bias else ()))
        for group in groups
    ]
    return Table(f"by_{by}", columns, rows, f"{result.set}, by {by}")
