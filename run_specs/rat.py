"""``creativity_rat``: the Remote Associates Test."""

from __future__ import annotations

from helm_creativity.hosting import Arguments, Settings, benchmark
from helm_creativity.scenarios.rat.metric import RatMetric
from helm_creativity.scenarios.rat.protocols import ITEMS, TRIALS
from helm_creativity.scenarios.rat.scenario import RatScenario


@benchmark(RatScenario, RatMetric, trials=TRIALS, temp=0.0)
def rat(arguments: Arguments, items: str = "own") -> Settings:
    """The RAT.

    Args:
        arguments: checks them.
        items: ``own``, 120 problems of this package, or ``bowden2003``, the 144 normed ones.
    """
    return {"items": arguments.one_of("items", items, ITEMS)}
