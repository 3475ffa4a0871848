"""NoveltyBench: how many different responses a prompt gets, and what they are worth to a reader (Zhang et al. 2025)."""

from typing import TYPE_CHECKING

from helm_creativity.benchmark.names import lazy_names

if TYPE_CHECKING:
    from helm_creativity.scenarios.novelty.scenario import NoveltyMetric, NoveltyScenario

__all__ = ["NoveltyMetric", "NoveltyScenario"]

if not TYPE_CHECKING:  # otherwise a type checker would let every name pass
    __getattr__ = lazy_names(__name__, "scenario", __all__)
