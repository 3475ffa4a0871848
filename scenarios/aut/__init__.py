"""Alternate uses of everyday objects (Guilford 1967), scored by vectors or by judges."""

from typing import TYPE_CHECKING

from helm_creativity.benchmark.names import lazy_names

if TYPE_CHECKING:
    from helm_creativity.scenarios.aut.scenario import AutMetric, AutScenario

__all__ = ["AutMetric", "AutScenario"]

if not TYPE_CHECKING:  # otherwise a type checker would let every name pass
    __getattr__ = lazy_names(__name__, "scenario", __all__)
