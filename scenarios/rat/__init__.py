"""Remote Associates Test: find the one word that makes a compound with each of three (Mednick 1962)."""

from typing import TYPE_CHECKING

from helm_creativity.benchmark.names import lazy_names

if TYPE_CHECKING:
    from helm_creativity.scenarios.rat.scenario import RatMetric, RatScenario

__all__ = ["RatMetric", "RatScenario"]

if not TYPE_CHECKING:  # otherwise a type checker would let every name pass
    __getattr__ = lazy_names(__name__, "scenario", __all__)
