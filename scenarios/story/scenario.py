"""HELM's classes of short stories."""

from helm_creativity.helm.metric import CreativityMetric
from helm_creativity.helm.scenario import CreativityScenario


class ShortStoryScenario(CreativityScenario):
    """Three cue words each, which a story of a few sentences must contain.

    An instance is a set of cues. ``extra_data`` has them as ``cues``, a list.
    """

    benchmark_name = "story"


class ShortStoryMetric(CreativityMetric):
    """Divergent semantic integration of a story, or its creativity as judges rate it.

    It needs nothing of an instance; ``cues`` in its ``extra_data`` are looked for in the story. For ratings the run
    needs ``CreativityAnnotator``.
    """

    benchmark_name = "story"
