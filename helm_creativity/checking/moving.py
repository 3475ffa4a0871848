"""Settings of a room's own that stand in name and signature, and that nothing shows anybody to read."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from helm_creativity.checking.problem import Broken, Remark
from helm_creativity.checking.subject import metric_of
from helm_creativity.judging.benchmark import JUDGES

if TYPE_CHECKING:
    from helm_creativity.checking.subject import Subject
    from helm_creativity.checking.varied import Made
    from helm_creativity.rooms import Row

SHARED = ("protocol", "embedding", "dictionary", *JUDGES, "temp", "max_tokens", "instruction")
"""Arguments that this package reads wherever they are offered."""
MOST = 60
"""The oracle's answers that are scored under each value of a setting."""


def unmoving(subject: Subject) -> Iterator[Remark]:
    """Settings of which no other value asks or scores otherwise than the pilot does, as far as it was tried.

    It is told as no fault: a rule may be there for answers that nobody gives here.
    """
    pilot = subject.varied.pilot
    moves: dict[str, bool] = {}
    for made in subject.varied.made[1:]:
        own = [name for name in made.changed if name not in SHARED]
        if len(own) == len(made.changed) == 1 and made.core != pilot.core and not moves.get(own[0]):
            moves[own[0]] = _asks_otherwise(subject, made) or _scores_otherwise(subject, made)
    if names := [name for name, moved in moves.items() if not moved]:
        yield Remark(
            f"no item and no score that was tried depends on {', '.join(names)}: see whether anything reads it"
        )


def _asks_otherwise(subject: Subject, made: Made) -> bool:
    """Whether other items are asked, or in another way; so too where that cannot be told."""
    before, after = subject.varied.pilot.spec, made.spec
    if (before.adapter_spec, before.annotators) != (after.adapter_spec, after.annotators):
        return True
    usual, others = (subject.varied.instances(one) for one in (subject.varied.pilot, made))
    if isinstance(usual, Broken) or isinstance(others, Broken):
        return True
    return [(one.input.text, one.extra_data) for one in usual] != [(one.input.text, one.extra_data) for one in others]


def _scores_otherwise(subject: Subject, made: Made) -> bool:
    """Whether an answer of the oracle or of a baseline is worth something else; so too where that cannot be told."""
    try:
        answers = subject.answers
        scorer = metric_of(made.spec).scorer()
        return any(answers.score(rows) != answers.score(rows, scorer) for rows in _tried(subject)) or (
            answers.of_run() != answers.of_run(scorer)
        )
    except Exception:
        return True


def _tried(subject: Subject) -> Iterator[list[Row]]:
    yield subject.answers.rows[:MOST]
    for player in ("random", "greedy"):
        yield subject.played(player).rows
