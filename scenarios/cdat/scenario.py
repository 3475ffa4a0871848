"""HELM's classes of the conditional Divergent Association Task."""

from helm_creativity.helm.metric import CreativityMetric
from helm_creativity.helm.scenario import CreativityScenario


class CdatScenario(CreativityScenario):
    """Cue words, to each of which ten unlike nouns must belong.

    An instance is a cue. ``extra_data`` has it as ``cue``.
    """

    benchmark_name = "cdat"


class CdatMetric(CreativityMetric):
    """Mean semantic distance between the words of a response, and how close they are to their cue.

    It needs ``cue`` in the ``extra_data`` of an instance.
    """

    benchmark_name = "cdat"
