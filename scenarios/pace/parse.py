"""The words of a reply to either stage, and the chain that they make."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from helm_creativity.core.types import FailureReason, Response
from helm_creativity.scenarios.pace.scoring import LONGEST, join_chain, without_first
from helm_creativity.text.lists import too_long
from helm_creativity.text.pairs import ExplainedEntry, parse_pairs
from helm_creativity.text.response import unanswered


@dataclass(frozen=True)
class Stage:
    """The words of a response to one stage with their reasons, or why there are none."""

    pairs: tuple[ExplainedEntry, ...] = ()
    failure_reason: FailureReason | None = None


def read_stage(response: Response, n: int) -> Stage:
    """The entries of a response to a prompt for ``n`` of them."""
    reason = unanswered(response, n)
    if reason is not None:
        return Stage(failure_reason=reason)
    pairs = parse_pairs(response.text, n)
    if pairs is None:
        return Stage(failure_reason=FailureReason.UNPARSABLE)
    if too_long(len(pairs), n):
        return Stage(failure_reason=FailureReason.TOO_LONG)
    return Stage(pairs)


def associates(stage: Stage, seed: str, chains: int) -> tuple[ExplainedEntry, ...]:
    """The first ``chains`` different words of stage 1, the seed itself not among them."""
    different: dict[str, ExplainedEntry] = {}
    for pair in stage.pairs:
        if (key := pair.word.casefold()) != seed.casefold():
            different.setdefault(key, pair)
    return tuple(different.values())[:chains]


@dataclass
class Chain:
    """One chain on its way to a distance."""

    results: tuple[str, ...] = ()
    entries: tuple[str, ...] = ()
    reason: FailureReason | None = None
    full: bool | None = None
    words: tuple[str, ...] = ()
    unknown: tuple[str, ...] = ()
    estimated: tuple[str, ...] = ()
    distance: float | None = None


def chain_in_reply(seed: str, associate: str, response: Response, asked: int) -> Chain:
    """The chain in a response to stage 2."""
    stage = read_stage(response, asked)
    if stage.failure_reason is not None:
        return Chain(reason=stage.failure_reason)
    results = tuple(pair.word for pair in stage.pairs)
    return Chain(results, join_chain(seed, associate, results), full=len(results) == asked)


def chain_in_file(seed: str, words: Sequence[str]) -> Chain:
    """A whole chain, which may begin with the seed. It repeats no prompt, so every word behind the seed is its own."""
    if not words:
        return Chain(reason=FailureReason.EMPTY)
    return Chain(tuple(words), (seed, *without_first(seed, words))[:LONGEST])
