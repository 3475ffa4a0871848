"""Puns: one sentence that plays on two meanings of a word, rated for how funny it is."""

from typing import TYPE_CHECKING

from helm_creativity.benchmark.names import lazy_names

if TYPE_CHECKING:
    from helm_creativity.scenarios.puns.scenario import PunsMetric, PunsScenario

__all__ = ["PunsMetric", "PunsScenario"]

if not TYPE_CHECKING:  # otherwise a type checker would let every name pass
    __getattr__ = lazy_names(__name__, "scenario", __all__)
