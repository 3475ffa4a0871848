"""MacGyver-like problems: an everyday mishap, a few things at hand, and sometimes no way out (Tian et al. 2024)."""

from typing import TYPE_CHECKING

from helm_creativity.benchmark.names import lazy_names

if TYPE_CHECKING:
    from helm_creativity.scenarios.macgyver.scenario import MacGyverMetric, MacGyverScenario

__all__ = ["MacGyverMetric", "MacGyverScenario"]

if not TYPE_CHECKING:  # otherwise a type checker would let every name pass
    __getattr__ = lazy_names(__name__, "scenario", __all__)
