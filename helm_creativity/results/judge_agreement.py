"""How far a judge agrees with people on labelled responses."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from helm_creativity.core.judge_replies import JudgeReply
from helm_creativity.errors import BadArguments
from helm_creativity.judges.labelled import LabelledAnswer, LabelledSet
from helm_creativity.psychometrics.classification import (
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
class JudgeAgreement:
    """People and a judge on n responses that the judge rated.

    Attributes:
        labels: the k classes.
        matrix: shape (k, k): rows are people's classes, columns the judge's.
        accuracy: share of responses that both put in one class; None for none.
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
    """A random sample without replacement, in the order of the responses; all where ``size`` is None or larger."""
    if size is not None and size < 1:
        raise BadArguments(f"a sample must have 1 response or more, got {size}")
    if size is None or size >= len(answers):
        return list(answers)
    return [answers[i] for i in sorted(random.Random(seed).sample(range(len(answers)), size))]


def rating_in(judge_reply: JudgeReply) -> tuple[float | None, str]:
    """The judge's rating, or why there is none."""
    (reading,) = judge_reply.readings.values()
    return reading.value, str(reading.missing or "")


def agreements(
    answers: LabelledSet, asked: Sequence[LabelledAnswer], judge_replies: Sequence[JudgeReply]
) -> tuple[JudgeAgreement, JudgeAgreement]:
    """Agreement on all classes, then on right and wrong alone. Responses that the judge did not rate are left out."""
    rated = [
        (answer, value)
        for answer, judge_reply in zip(asked, judge_replies, strict=True)
        if (value := rating_in(judge_reply)[0]) is not None
    ]
    clusters = [answer.cluster for answer, _ in rated]
    people, judge = [answer.rating for answer, _ in rated], [value for _, value in rated]
    names = answers.classes
    two = {value: RIGHT if value in answers.right else WRONG for value in answers.classes}
    return (
        _agreement(
            [names[person] for person in people], [names[rating] for rating in judge], tuple(names.values()), clusters
        ),
        _agreement([two[person] for person in people], [two[rating] for rating in judge], (RIGHT, WRONG), clusters),
    )


def _agreement(
    people: Sequence[str], judge: Sequence[str], labels: tuple[str, ...], clusters: Sequence[str]
) -> JudgeAgreement:
    matrix = confusion_matrix(people, judge, labels)
    rng = np.random.default_rng(BOOTSTRAP_SEED)
    interval = bootstrap_kappa(people, judge, labels, clusters, rng)
    return JudgeAgreement(labels, matrix, accuracy(matrix), balanced_accuracy(matrix), cohen_kappa(matrix), interval)
