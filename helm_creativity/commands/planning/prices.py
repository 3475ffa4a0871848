"""What tokens cost."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from helm_creativity.commands.planning.amounts import Load
from helm_creativity.errors import BadArguments
from helm_creativity.safe_text import quoted

TOKENS_A_PRICE = 1_000_000


class Price(NamedTuple):
    """The price of a million tokens, in any currency."""

    prompt: float
    completion: float


class LoadCost(NamedTuple):
    """What a load costs where responses are as they should be, and at most."""

    typical: float
    most: float


def parse_prices(texts: Iterable[str]) -> dict[str, Price]:
    """Prices by name of a deployment, from ``NAME=PROMPT/COMPLETION``."""
    prices: dict[str, Price] = {}
    for text in texts:
        name, price = _parsed(text)
        if name in prices:
            raise BadArguments(f"--price has {name} twice: keep one")
        prices[name] = price
    return prices


def _parsed(text: str) -> tuple[str, Price]:
    name, sign, both = text.rpartition("=")
    try:
        price = Price(*map(float, both.split("/")))
    except (TypeError, ValueError):
        price = Price(math.nan, math.nan)
    if not (sign and name.strip() and all(0 <= dollars < math.inf for dollars in price)):
        raise BadArguments(
            "--price must be NAME=PROMPT/COMPLETION, a deployment and its prices per million tokens, such as "
            f"openai/gpt-4o-2024-11-20=2.5/10, got {quoted(text)}"
        )
    return name.strip(), price


def price_load(load: Load, price: Price) -> LoadCost:
    """What a load costs, without what providers take for thoughts, batches or a cache of theirs."""
    return LoadCost(
        (load.prompt * price.prompt + load.completion * price.completion) / TOKENS_A_PRICE,
        (load.prompt_most * price.prompt + load.completion_most * price.completion) / TOKENS_A_PRICE,
    )


def unused(prices: Mapping[str, Price], asked: Iterable[str]) -> list[str]:
    """Names with a price that are not asked: mostly misspelt ones."""
    return sorted(set(prices) - set(asked))
