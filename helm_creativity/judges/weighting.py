"""Ratings weighted by probability: not the number that a judge wrote, but the mean of those it could have written.

    rating = sum over v of p(v) * v / sum over v of p(v)

where v are the whole numbers on the rubric's scale among the most probable tokens at the place of the rating, and p
their probabilities given everything before. Units and range are those of the scale. Source: G-Eval (Liu et al. 2023,
section 2), which takes the numbers of the scale as they are; here what the server does not list is left out and the
rest is normalised to sum 1. The share, which is the sum before that, says how much of the probability is behind the
mean: the rest is on other words, on numbers off the scale, and on what the server did not list.

The mean is that of the numbers given the judge's own words before the rating. A judge that reasons first has mostly
made up its mind by then, and hardly anything is left to weight.

There is no weighted rating where no probabilities arrived, where the tokens do not make up the reply, where the number
is not one token (many tokenizers write figures one by one, so that 10 is two tokens: a scale of single figures is then
the only one of use), where what stands there is no whole number on the scale ("seven", "7.5"), and where an alternative
may be the beginning of a longer number on the scale: "1" on a scale from 1 to 10, unless the alternatives show that the
tokenizer has longer numbers, or such beginnings have at most 1 % of the share, and then count as they stand.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from helm_creativity.benchmark.ratings import Scale
from helm_creativity.benchmark.rubrics import Rubric
from helm_creativity.errors import BadArguments

TOP_LOGPROBS = 20
"""Alternatives asked for at each place; what OpenAI's interface allows at most."""

UNCLEAR = 0.01
"""Share of the weights that may be on the beginnings of longer numbers."""

_FIGURES = re.compile(r"(?:0|[1-9]\d{0,14})(?![.,]?\d)", re.ASCII)
_ENDS_TURN = re.compile(rb"(?:<[^<>]{1,40}>|\[/?INST\])?")
# Servers round; a logarithm further above 0 than this is that of no probability.
_ROUNDING = 1e-3


class Token(NamedTuple):
    """One token of a reply."""

    data: bytes
    logprob: float
    alternatives: Sequence[tuple[str, float]] = ()


class Weighted(NamedTuple):
    """A weighted rating."""

    value: float
    share: float


def require_weightable(rubrics: Iterable[Rubric]) -> None:
    """For run specs with ``weighted=true``: refuses rubrics whose ratings could not all be weighted.

    What sorts texts into groups, or decides by a word, passes: its values are no ratings, and stay as they are.
    """

    def weightable(scale: Scale | None) -> bool:
        return scale is not None and scale.step == 1 and scale.low >= 0 and float(scale.low).is_integer()

    refused = [rubric.name for rubric in rubrics if not (rubric.decides or weightable(rubric.scale))]
    if refused:
        raise BadArguments(
            "weighted=true needs ratings that are whole numbers, one step apart and not below 0, unlike those of "
            f"{', '.join(refused)}: leave weighted out"
        )


def expected_rating(text: str, tokens: Sequence[Token], span: tuple[int, int], scale: Scale) -> Weighted | None:
    """The weighted rating, or None where there is none; see above."""
    figures = _FIGURES.match(text, span[0])
    token = _token_at(text, tokens, figures.start()) if figures and figures.end() <= span[1] else None
    if figures is None or token is None or token.data.decode(errors="replace").strip() != figures[0]:
        return None
    own = token.data.decode(errors="replace")
    found = list(token.alternatives)
    if found and own not in dict(found):
        found.append((own, token.logprob))
    listed = [(words.strip(), math.exp(logprob)) for words, logprob in found if logprob <= _ROUNDING]
    weights: dict[int, float] = {}
    for words, chance in listed:  # different tokens may have one text
        if _FIGURES.fullmatch(words) and scale.admits(int(words)):
            weights[int(words)] = weights.get(int(words), 0.0) + chance
    share = math.fsum(weights.values())
    if share <= 0 or _unclear(listed, weights, scale) > UNCLEAR * share:
        return None
    value = math.fsum(number * weight for number, weight in weights.items()) / share
    return Weighted(min(max(value, scale.low), scale.high), min(share, 1.0))


def _token_at(text: str, tokens: Sequence[Token], place: int) -> Token | None:
    start = _find_start(text, tokens)
    if start is None:
        return None
    left = start + len(text[:place].encode(errors="surrogatepass"))
    for token in tokens:
        if left < len(token.data):
            return token
        left -= len(token.data)
    return None


def _find_start(text: str, tokens: Sequence[Token]) -> int | None:
    """Position of the reply in the bytes of all tokens. The reply is their end, except for tokens that end a turn."""
    parts = [token.data for token in tokens]
    own = text.encode(errors="surrogatepass").rstrip()
    while own and parts:
        whole = b"".join(parts).rstrip()
        if whole.endswith(own):
            return len(whole) - len(own)
        if not _ENDS_TURN.fullmatch(parts.pop().strip()):
            return None
    return None


def _unclear(listed: Sequence[tuple[str, float]], weights: dict[int, float], scale: Scale) -> float:
    """The weight of numbers that may be the beginning of a longer one on the scale."""
    if any(len(text) > 1 and _FIGURES.fullmatch(text) for text, _ in listed):
        return 0.0
    begun = {str(int(value))[0] for value in scale.values() if value > 9}
    return math.fsum(weight for number, weight in weights.items() if str(number) in begun)
