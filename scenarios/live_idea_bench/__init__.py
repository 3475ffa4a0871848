"""LiveIdeaBench: scientific ideas from a single keyword, rated by a panel of model judges (Ruan et al. 2024)."""

from typing import TYPE_CHECKING

from helm_creativity.benchmark.names import lazy_names

if TYPE_CHECKING:
    from helm_creativity.scenarios.live_idea_bench.scenario import LiveIdeaBenchMetric, LiveIdeaBenchScenario

__all__ = ["LiveIdeaBenchMetric", "LiveIdeaBenchScenario"]

if not TYPE_CHECKING:  # otherwise a type checker would let every name pass
    __getattr__ = lazy_names(__name__, "scenario", __all__)
