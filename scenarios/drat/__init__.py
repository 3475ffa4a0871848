"""Divergent Remote Association Test: unrelated words that apply to remote anchors (Schapiro et al. 2026)."""

from typing import TYPE_CHECKING

from helm_creativity.benchmark.names import lazy_names

if TYPE_CHECKING:
    from helm_creativity.scenarios.drat.scenario import DratMetric, DratScenario

__all__ = ["DratMetric", "DratScenario"]

if not TYPE_CHECKING:  # otherwise a type checker would let every name pass
    __getattr__ = lazy_names(__name__, "scenario", __all__)
