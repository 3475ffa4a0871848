"""Ideas for future research out of what a paper says, rated by judges (Kumar et al. 2024)."""

from typing import TYPE_CHECKING

from helm_creativity.benchmark.names import lazy_names

if TYPE_CHECKING:
    from helm_creativity.scenarios.future_ideas.scenario import FutureIdeasMetric, FutureIdeasScenario

__all__ = ["FutureIdeasMetric", "FutureIdeasScenario"]

if not TYPE_CHECKING:  # otherwise a type checker would let every name pass
    __getattr__ = lazy_names(__name__, "scenario", __all__)
