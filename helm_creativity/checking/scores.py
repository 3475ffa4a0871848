"""Checks: a perfect answer scores at the top, none is no score, and words around an answer make no difference."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence

from helm_creativity.checking.answers import BEFORE, BEHIND, THOUGHTS, Answers, Asked
from helm_creativity.checking.problem import Finding, NotApplicable, Problem, Remark
from helm_creativity.checking.subject import Subject
from helm_creativity.checking.tops import tops
from helm_creativity.responses import Unscored
from helm_creativity.rooms import Outcome, Row

UNANSWERED = "derive the scorer from AnswerScorer, or ask helm_creativity.responses.unanswered before reading anything"
ALIKE = 1e-9
"""Difference of two scores that are one, as a share of them."""


def oracle(subject: Subject) -> Iterator[Finding]:
    """Whether each of the oracle's answers reaches the top, and whether that is one."""
    answers = subject.answers
    outcomes, n = answers.outcomes, len(answers.rows)
    if answers.left_out:
        yield Remark(f"the last {answers.left_out:,} of {answers.left_out + n:,} answers were left out")
    unscored = [(asked, one) for asked, one in _pairs(answers, outcomes) if one.unscored]
    if unscored:
        yield Problem(
            "oracle",
            f"{len(unscored)} of {n} perfect answers have no score; that to {unscored[0][0]} {_worth(unscored[0][1])}",
            "mend oracle.py if its answer is not one, otherwise what reads it",
        )
    yield from _infinite(answers)
    scored = [(one.score, asked) for asked, one in _pairs(answers, outcomes) if one.score is not None]
    low = [(score, str(asked)) for score, asked in scored if score < answers.top and not _alike(score, answers.top)]
    if low:
        score, asked_of = min(low)
        yield Problem(
            "oracle",
            f"{len(low)} of {n} perfect answers score below TOP = {answers.top:g}; that to {asked_of} scores {score:g}",
            "mend oracle.py if its answer or TOP is wrong, the item if nothing reaches the top, otherwise the scorer",
        )
    yield from tops(subject)


def _infinite(answers: Answers) -> Iterator[Finding]:
    """Numbers that are none."""
    for asked, one in _pairs(answers, answers.outcomes):
        for name, value in {"score": one.score, **one.facets}.items():
            if value is not None and not math.isfinite(value):
                yield Problem(
                    "oracle",
                    f"{name} of the answer to {asked} is {value}, which HELM cannot keep",
                    "give None where a number is undefined",
                )
                return


def empty(subject: Subject) -> Iterator[Finding]:
    """Whether an answer without text is unscored as empty."""
    answers = subject.answers
    return _unscored("empty", answers, answers.empty, Unscored.EMPTY, "an answer without text")


def refused(subject: Subject) -> Iterator[Finding]:
    """Whether a refusal is unscored as refused."""
    answers = subject.answers
    return _unscored("refused", answers, answers.refused, Unscored.REFUSED, "a refusal")


def cut(subject: Subject) -> Iterator[Finding]:
    """Whether an answer cut at the token limit is unscored as truncated, whatever arrived of it."""
    if why := str(getattr(subject.oracle, "CUT", "")).strip():
        raise NotApplicable(why)
    answers = subject.answers
    return _unscored("cut", answers, answers.cut, Unscored.TRUNCATED, "a perfect answer cut at the token limit")


def _unscored(check: str, answers: Answers, rows: Sequence[Row], reason: Unscored, what: str) -> Iterator[Finding]:
    """Answers that have a score, or no score for another reason."""
    wrong = [(asked, one) for asked, one in _pairs(answers, answers.score(rows)) if one.unscored is not reason]
    if wrong:
        asked, one = wrong[0]
        yield Problem(check, f"{what}, to {asked}, {_worth(one)}; expected unscored as {reason}", UNANSWERED)


def chatty(subject: Subject) -> Iterator[Finding]:
    """Whether thoughts before an answer, and words around it, leave its score as it is."""
    answers = subject.answers
    around = {"thoughts before it": (THOUGHTS, "")}
    if why := str(getattr(subject.oracle, "CHATTER", "")).strip():
        yield Remark(f"words around an answer count, thoughts aside: {why}")
    else:
        around |= {f"{BEFORE!r} before it": (BEFORE, ""), f"{BEHIND!r} behind it": ("", BEHIND)}
    for what, (before, behind) in around.items():
        if moved := _moved(answers, answers.score(answers.around(before, behind))):
            yield Problem(
                "chatty",
                f"with {what}, {len(moved)} of {len(answers.rows)} answers score otherwise; {moved[0]}",
                "read answers with helm_creativity.responses, whose readers know such words; where they cannot be told "
                'from the answer, say why in oracle.py: CHATTER = "..."',
            )


def steady(subject: Subject) -> Iterator[Finding]:
    """Whether the same answers score the same again, in any order."""
    answers = subject.answers
    if len(answers.rows) < 2:
        raise NotApplicable("there is one answer only")
    again = subject.make_scorer()
    trials = {
        "scored a second time": answers.score(answers.rows, again),
        "scored in reverse order": answers.score(answers.rows[::-1])[::-1],
    }
    for what, outcomes in trials.items():
        if moved := _moved(answers, outcomes):
            yield Problem(
                "steady",
                f"{what}, {len(moved)} of {len(answers.rows)} answers are worth something else; {moved[0]}",
                "seed whatever draws, keep nothing between answers, and let no score depend on the other rows",
            )
    if names := _differing(answers.of_run(), answers.of_run(again)):
        yield Problem("steady", f"of_run gives another value of {names} a second time", "seed whatever draws in of_run")


def _moved(answers: Answers, outcomes: Sequence[Outcome]) -> list[str]:
    """Answers that are worth something else than before, in words."""
    return [
        f"that to {asked} {_worth(one)}, bare {_worth(bare)}"
        for (asked, bare), one in zip(_pairs(answers, answers.outcomes), outcomes, strict=True)
        if not _alike(bare.score, one.score) or bare.unscored is not one.unscored
    ]


def _worth(outcome: Outcome) -> str:
    return f"is {outcome.unscored}" if outcome.score is None else f"scores {outcome.score:g}"


def _differing(one: Mapping[str, float | None], other: Mapping[str, float | None]) -> str:
    """Names of the numbers that two scorers do not agree in."""
    return ", ".join(name for name in one if not _alike(one[name], other.get(name)))


def _alike(one: float | None, other: float | None) -> bool:
    if one is None or other is None:
        return one is other
    return math.isclose(one, other, rel_tol=ALIKE, abs_tol=ALIKE)


def _pairs(answers: Answers, outcomes: Sequence[Outcome]) -> list[tuple[Asked, Outcome]]:
    return list(zip(answers.asked, outcomes, strict=True))
