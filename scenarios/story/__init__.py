"""Short stories from three cue words: Divergent Semantic Integration, and creativity as judges see it."""

from typing import TYPE_CHECKING

from helm_creativity.benchmark.names import lazy_names

if TYPE_CHECKING:
    from helm_creativity.scenarios.story.scenario import ShortStoryMetric, ShortStoryScenario

__all__ = ["ShortStoryMetric", "ShortStoryScenario"]

if not TYPE_CHECKING:  # otherwise a type checker would let every name pass
    __getattr__ = lazy_names(__name__, "scenario", __all__)
