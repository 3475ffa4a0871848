"""Parallel Association Chain Evaluation: chains of free associations from a seed (Qiu & Hu 2025)."""

from typing import TYPE_CHECKING

from helm_creativity.benchmark.names import lazy_names

if TYPE_CHECKING:
    from helm_creativity.scenarios.pace.scenario import PaceMetric, PaceScenario

__all__ = ["PaceMetric", "PaceScenario"]

if not TYPE_CHECKING:  # otherwise a type checker would let every name pass
    __getattr__ = lazy_names(__name__, "scenario", __all__)
