"""How far a judge agrees with people, as tables."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from helm_creativity.core.judge_replies import JudgeReply
from helm_creativity.judges.labelled import LabelledAnswer, LabelledSet
from helm_creativity.results.judge_agreement import BOOTSTRAP_SEED, JudgeAgreement, agreements, rating_in
from helm_creativity.results.numbers import between, count, fixed
from helm_creativity.results.table import Column, Table, Undefined, or_undefined

NO_KAPPA = "no response was rated, or people and judge put all of them into one class"
NO_INTERVAL = "there are too few items to resample"
_NUMBERS = (
    Column("classes", "classes", left=True),
    Column("n", "n", count),
    Column("accuracy", "accuracy", fixed(3)),
    Column("balanced_accuracy", "balanced accuracy", fixed(3)),
    Column("kappa", "Cohen's kappa", fixed(3)),
    Column("kappa_se", "± se", fixed(3)),
    Column("interval", "95 % over items", between(fixed(3)), parts=("low", "high")),
)


def agreement_tables(
    answers: LabelledSet,
    asked: Sequence[LabelledAnswer],
    judge_replies: Sequence[JudgeReply],
    header: Mapping[str, str],
) -> list[Table]:
    """What the numbers rest on, the agreement, and one confusion matrix for all classes and one for right or wrong."""
    values = [rating_in(judge_reply) for judge_reply in judge_replies]
    missing = Counter(reason for value, reason in values if value is None)
    left_out = "; ".join(f"{n:,} {reason}" for reason, n in answers.skipped.items() if n)
    reasons = ", ".join(f"{reason} {n:,}" for reason, n in sorted(missing.items()))
    lines = [
        *(f"{name}: {value}" for name, value in header.items()),
        f"responses: {len(asked):,} of {len(answers.answers):,} labelled, to "
        f"{len({label.cluster for label in asked}):,} items{f' (left out: {left_out})' if left_out else ''}",
        f"ratings: {len(values) - missing.total():,}, missing: {missing.total():,}{f' ({reasons})' if reasons else ''}",
    ]
    if error := next((judge_reply.error for judge_reply in judge_replies if judge_reply.error), ""):
        lines.append(f"first error: {error}")
    lines += [f"note: {note}" for note in answers.notes]
    found = list(zip(("all classes", "right or wrong"), agreements(answers, asked, judge_replies), strict=True))
    draws = [agreement.interval.draws for _, agreement in found if agreement.interval is not None]
    notes = [f"intervals: {draws[0]:,} resamples, seed {BOOTSTRAP_SEED}"] if draws else []
    numbers = Table("agreement", _NUMBERS, [_row(title, agreement) for title, agreement in found], notes=notes)
    return [Table("about", notes=lines), numbers, *(_matrix(title, agreement) for title, agreement in found)]


def _row(title: str, agreement: JudgeAgreement) -> tuple[Any, ...]:
    kappa = or_undefined(agreement.kappa.value, NO_KAPPA)
    why = NO_KAPPA if agreement.kappa.value is None else NO_INTERVAL
    interval = Undefined(why) if agreement.interval is None else (agreement.interval.low, agreement.interval.high)
    return (
        title,
        int(agreement.matrix.sum()),
        agreement.accuracy,
        agreement.balanced,
        kappa,
        agreement.kappa.se,
        interval,
    )


def _matrix(title: str, agreement: JudgeAgreement) -> Table:
    columns = (
        Column("people", "people \\ judge", left=True),
        *(Column(label, label, count) for label in agreement.labels),
    )
    rows = [(label, *row) for label, row in zip(agreement.labels, agreement.matrix.tolist(), strict=True)]
    name = title.replace(" ", "_")
    return Table(name, columns, rows, title)
