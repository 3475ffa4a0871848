"""What an answer to stage 1, and one to stage 2, says."""

from __future__ import annotations

from dataclasses import dataclass

from helm_creativity import responses
from helm_creativity.responses import Answer, Unscored, unanswered


@dataclass(frozen=True)
class Stage:
    """The words of one answer with their reasons, or why there are none."""

    pairs: tuple[responses.Pair, ...] = ()
    unscored: Unscored | None = None


def read_stage(answer: Answer, asked: int) -> Stage:
    """The entries of an answer that was asked for ``asked`` of them."""
    reason = unanswered(answer, asked)
    if reason is not None:
        return Stage(unscored=reason)
    pairs = responses.parse_pairs(answer.text, asked)
    if pairs is None:
        return Stage(unscored=Unscored.UNPARSABLE)
    if responses.too_long(len(pairs), asked):
        return Stage(unscored=Unscored.TOO_LONG)
    return Stage(pairs)


def associates(stage: Stage, seed: str, chains: int) -> tuple[responses.Pair, ...]:
    """The first ``chains`` different words of stage 1, the seed itself not among them."""
    different: dict[str, responses.Pair] = {}
    for pair in stage.pairs:
        if (key := pair.word.casefold()) != seed.casefold():
            different.setdefault(key, pair)
    return tuple(different.values())[:chains]
