"""Design problems: one solution for each, rated as a whole (Beaty et al. 2026)."""

from typing import TYPE_CHECKING

from helm_creativity.benchmark.names import lazy_names

if TYPE_CHECKING:
    from helm_creativity.scenarios.design_problems.scenario import DesignProblemsMetric, DesignProblemsScenario

__all__ = ["DesignProblemsMetric", "DesignProblemsScenario"]

if not TYPE_CHECKING:  # otherwise a type checker would let every name pass
    __getattr__ = lazy_names(__name__, "scenario", __all__)
