"""How far a judge agrees with people: ``helm-creativity judge-agreement``."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from helm_creativity.errors import BadArguments
from helm_creativity.judging.labelled import LabelledAnswer, LabelledSet
from helm_creativity.judging.ratings import Verdict
from helm_creativity.psychometrics import (
    Kappa,
    KappaInterval,
    accuracy,
    balanced_accuracy,
    bootstrap_kappa,
    cohen_kappa,
    confusion_matrix,
)

BOOTSTRAP_SEED = 42
RIGHT, WRONG = "right", "wrong"


@dataclass(frozen=True)
class Agreement:
    """People and a judge on n answers that the judge rated.

    Attributes:
        labels: the k classes.
        matrix: shape (k, k): rows are people's classes, columns the judge's.
        accuracy: share of answers that both put in one class; None for none.
        balanced: the same by class of people, its mean; None for none.
        kappa: with its large-sample standard error.
        interval: of kappa, by resampling whole clusters; None where there are too few.
    """

    labels: tuple[str, ...]
    matrix: NDArray[np.int64]
    accuracy: float | None
    balanced: float | None
    kappa: Kappa
    interval: KappaInterval | None


def sample_of(answers: Sequence[LabelledAnswer], size: int | None, seed: int) -> list[LabelledAnswer]:
    """A simple random sample without replacement, in the order of the answers; all where ``size`` is None or larger.

    Raises:
        BadArguments: for a size below 1.
    """
    if size is not None and size < 1:
        raise BadArguments(f"a sample must have 1 answer or more, got {size}")
    if size is None or size >= len(answers):
        return list(answers)
    return [answers[i] for i in sorted(random.Random(seed).sample(range(len(answers)), size))]


def rating_of(verdict: Verdict) -> tuple[float | None, str]:
    """What the judge said, or why nothing can be told from it."""
    (reading,) = verdict.readings.values()
    return reading.value, str(reading.missing or "")


def agreements(
    answers: LabelledSet, asked: Sequence[LabelledAnswer], verdicts: Sequence[Verdict]
) -> tuple[Agreement, Agreement]:
    """Agreement on all classes, then on right and wrong alone. Answers that the judge did not rate are left out."""
    told = [
        (one, value)
        for one, verdict in zip(asked, verdicts, strict=True)
        if (value := rating_of(verdict)[0]) is not None
    ]
    clusters = [one.cluster for one, _ in told]
    people, judge = [one.rating for one, _ in told], [value for _, value in told]
    names = {value: answers.classes[value] for value in answers.classes}
    two = {value: RIGHT if value in answers.right else WRONG for value in answers.classes}
    return (
        _agreement([names[one] for one in people], [names[one] for one in judge], tuple(names.values()), clusters),
        _agreement([two[one] for one in people], [two[one] for one in judge], (RIGHT, WRONG), clusters),
    )


def _agreement(
    people: Sequence[str], judge: Sequence[str], labels: tuple[str, ...], clusters: Sequence[str]
) -> Agreement:
    matrix = confusion_matrix(people, judge, labels)
    rng = np.random.default_rng(BOOTSTRAP_SEED)
    interval = bootstrap_kappa(people, judge, labels, clusters, rng)
    return Agreement(labels, matrix, accuracy(matrix), balanced_accuracy(matrix), cohen_kappa(matrix), interval)


def agreement_text(
    answers: LabelledSet, asked: Sequence[LabelledAnswer], verdicts: Sequence[Verdict], header: Mapping[str, str]
) -> str:
    """What the command prints.

    Args:
        answers: all that are labelled.
        asked: those that the judge was asked about.
        verdicts: what it said of each.
        header: settings by name, for the first lines.
    """
    values = [rating_of(verdict) for verdict in verdicts]
    missing = Counter(reason for value, reason in values if value is None)
    came = len(values) - missing.total()
    left_out = "; ".join(f"{n:,} {reason}" for reason, n in answers.skipped.items() if n)
    lines = [f"{name}: {value}" for name, value in header.items()]
    lines.append(
        f"answers: {len(asked):,} of {len(answers.answers):,} labelled, to {len({one.cluster for one in asked}):,} "
        f"items{f' (left out: {left_out})' if left_out else ''}"
    )
    reasons = ", ".join(f"{reason} {n:,}" for reason, n in sorted(missing.items()))
    lines.append(f"ratings that came: {came:,}, missing: {missing.total():,}{f' ({reasons})' if reasons else ''}")
    if error := next((verdict.error for verdict in verdicts if verdict.error), ""):
        lines.append(f"first error: {error}")
    lines += [f"note: {note}" for note in answers.notes]
    for title, one in zip(("all classes", "right or wrong"), agreements(answers, asked, verdicts), strict=True):
        lines += ["", *_table(title, one), *_numbers(one)]
    return "\n".join(lines)


def _table(title: str, one: Agreement) -> list[str]:
    """The confusion matrix, people's classes in rows."""
    wide = max(len(label) for label in (*one.labels, "people \\ judge"))
    columns = [max(len(label), 6) for label in one.labels]
    head = "  ".join(label.rjust(width) for label, width in zip(one.labels, columns, strict=True))
    rows = [
        f"  {label:{wide}}  " + "  ".join(f"{n:{width},}" for n, width in zip(row, columns, strict=True))
        for label, row in zip(one.labels, one.matrix.tolist(), strict=True)
    ]
    return [f"{title}:", f"  {'people ' + chr(92) + ' judge':{wide}}  {head}", *rows]


def _numbers(one: Agreement) -> list[str]:
    """What is made of the matrix."""
    kappa = _number(one.kappa.value)
    if one.kappa.se is not None:
        kappa += f" (standard error {one.kappa.se:.3f})"
    between = "undefined"
    if one.interval is not None:
        resamples = f"{one.interval.draws:,} resamples, seed {BOOTSTRAP_SEED}"
        between = f"{one.interval.low:.3f} to {one.interval.high:.3f} ({resamples})"
    return [
        f"  n {int(one.matrix.sum()):,}, accuracy {_number(one.accuracy)}, balanced accuracy {_number(one.balanced)}",
        f"  Cohen's kappa {kappa}, 95 % interval over items {between}",
    ]


def _number(value: float | None) -> str:
    return "undefined" if value is None else f"{value:.3f}"
