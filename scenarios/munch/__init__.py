"""MUNCH: which words can take the place of a metaphor (Tong et al. 2024)."""

from typing import TYPE_CHECKING

from helm_creativity.benchmark.names import lazy_names

if TYPE_CHECKING:
    from helm_creativity.scenarios.munch.scenario import MunchMetric, MunchScenario

__all__ = ["MunchMetric", "MunchScenario"]

if not TYPE_CHECKING:  # otherwise a type checker would let every name pass
    __getattr__ = lazy_names(__name__, "scenario", __all__)
