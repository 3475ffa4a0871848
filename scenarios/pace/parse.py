"""The words of a reply to either stage, and the chain that they make."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from helm_creativity.core.types import FailureReason, Response
from helm_creativity.scenarios.pace.scoring import LONGEST, join_chain, without_first
from helm_creativity.text.lists import too_long
from helm_creativity.text.pairs import ExplainedEntry, parse_pairs
from helm_creativity.text.response import unanswered


def read_stage(response: Response, n: int) -> tuple[ExplainedEntry, ...] | FailureReason:
    """The words of a response to a prompt for ``n`` of them with their reasons, or why there are none."""
    if (reason := unanswered(response, n)) is not None:
        return reason
    pairs = parse_pairs(response.text, n)
    if pairs is None:
        return FailureReason.UNPARSABLE
    return FailureReason.TOO_LONG if too_long(len(pairs), n) else pairs


def associates(pairs: Sequence[ExplainedEntry], seed: str, chains: int) -> list[ExplainedEntry]:
    """The first ``chains`` different words of stage 1, the seed itself not among them."""
    different: dict[str, ExplainedEntry] = {}
    for pair in pairs:
        different.setdefault(pair.word.casefold(), pair)
    different.pop(seed.casefold(), None)
    return list(different.values())[:chains]


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
    pairs = read_stage(response, asked)
    if isinstance(pairs, FailureReason):
        return Chain(reason=pairs)
    results = tuple(pair.word for pair in pairs)
    return Chain(results, join_chain(seed, associate, results), full=len(results) == asked)


def chain_in_file(seed: str, words: Sequence[str]) -> Chain:
    """A whole chain, which may begin with the seed. It repeats no prompt, so every word behind the seed is its own."""
    entries = (seed, *without_first(seed, words))[:LONGEST]
    return Chain(tuple(words), entries) if words else Chain(reason=FailureReason.EMPTY)
