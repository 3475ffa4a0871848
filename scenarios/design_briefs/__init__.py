"""Design briefs: one concept for each, rated for novelty, usefulness and clarity."""

from typing import TYPE_CHECKING

from helm_creativity.benchmark.names import lazy_names

if TYPE_CHECKING:
    from helm_creativity.scenarios.design_briefs.scenario import DesignBriefsMetric, DesignBriefsScenario

__all__ = ["DesignBriefsMetric", "DesignBriefsScenario"]

if not TYPE_CHECKING:  # otherwise a type checker would let every name pass
    __getattr__ = lazy_names(__name__, "scenario", __all__)
