"""CreativeMath: a solution of a problem that is correct and differs from the known ones (Ye et al. 2024)."""

from typing import TYPE_CHECKING

from helm_creativity.benchmark.names import lazy_names

if TYPE_CHECKING:
    from helm_creativity.scenarios.creative_math.scenario import CreativeMathMetric, CreativeMathScenario

__all__ = ["CreativeMathMetric", "CreativeMathScenario"]

if not TYPE_CHECKING:  # otherwise a type checker would let every name pass
    __getattr__ = lazy_names(__name__, "scenario", __all__)
