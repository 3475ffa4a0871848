"""Whether ``TOP`` is a top: what the baselines score is held against it, and against the oracle's own answers.

No card says how high a score can be, and many have no end that anybody knows. So a ``TOP`` is believed if what needs no
intelligence does not score more, if something scores less, and if it is near what the oracle's answers have.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from helm_creativity.baselines.players import PLAYERS
from helm_creativity.checking.answers import Answers
from helm_creativity.checking.played import Played
from helm_creativity.checking.problem import Broken, Finding, Problem, Remark
from helm_creativity.checking.subject import Subject

problem = partial(Problem, "oracle")

SLACK = 1 / 3
"""How far ``TOP`` may lie below the oracle's answers, as a share of what lies between these and the lowest score.

Some room is needed: a ``TOP`` may hold for several embeddings, or for any number of answers.
"""
NEAR = 1e-6
"""Difference of two scores that are one, as a share of them."""


def tops(subject: Subject) -> Iterator[Finding]:
    """What speaks against ``TOP``. What perfect answers lack to reach it is told elsewhere."""
    answers = subject.answers
    best = _best(answers)
    lowest: list[float] = []
    try:
        for player in PLAYERS:
            played = subject.played(player)
            scores = [one.score for one in answers.score(played.rows)]
            lowest += [score for score in scores if score is not None]
            yield from _higher(player, played, scores, best)
    except Broken as broken:
        if broken.problem.check != "baselines":
            raise
        yield Remark(f"TOP was not held against the baselines, which have problems: {broken}")
        return
    if perfect := [one.score for one in answers.outcomes if one.score is not None]:
        yield from _bounds(answers, min(perfect), lowest)


def _best(answers: Answers) -> dict[str, float]:
    """The most that an answer of the oracle's scores, by item."""
    found: dict[str, float] = {}
    for asked, one in zip(answers.asked, answers.outcomes, strict=True):
        if one.score is not None:
            found[asked.item] = max(one.score, found.get(asked.item, one.score))
    return found


def _higher(player: str, played: Played, scores: Sequence[float | None], best: dict[str, float]) -> Iterator[Finding]:
    """Answers of a baseline that score more than the oracle's to the same item."""
    pairs = [(item, score) for item, score in zip(played.items, scores, strict=True) if score is not None]
    higher = [(item, score) for item, score in pairs if item in best and score > best[item] + NEAR * abs(best[item])]
    if higher:
        item, score = max(higher, key=lambda one: one[1] - best[one[0]])
        yield problem(
            f"{len(higher)} of {len(scores)} answers of the {player} player score more than the perfect ones; that to "
            f"{item} scores {score:g}, the perfect one {best[item]:g}",
            "let oracle(fields) answer as well and raise TOP, or mend the scorer if such an answer is worth less",
        )


def _bounds(answers: Answers, least: float, scores: Sequence[float]) -> Iterator[Finding]:
    """Whether something scores less than ``TOP``, and ``TOP`` is about what the least of the perfect answers has."""
    top = answers.top
    lowest = min([*scores, *(() if any(score < top for score in scores) else _swapped(answers))], default=None)
    if lowest is None:
        yield Remark("no answer but perfect ones has a score, so that nothing was held against TOP")
    elif lowest >= top:
        yield problem(
            f"nothing that was tried scores below TOP = {top:g}: neither answers of the baselines nor perfect ones to "
            "other items",
            "let oracle(fields) give answers at the upper end of the score, and TOP be what the least of them scores",
        )
    elif top < least - SLACK * (least - lowest):
        yield problem(
            f"TOP = {top:g} is far below every perfect answer, of which the least scores {least:g}; the lowest answer "
            f"of a baseline scores {lowest:g}",
            f"write TOP = {least:g}, or a little less: what every perfect answer reaches, and no other easily",
        )


def _swapped(answers: Answers) -> list[float]:
    """What perfect answers score to other items, where they are others."""
    given = [row.answer for row in answers.rows if row.answer is not None]
    turned = [*given[1:], *given[:1]]
    if turned == given:
        return []
    return [one.score for one in answers.score(answers.with_answers(turned)) if one.score is not None]
