"""HELM's classes of Parallel Association Chain Evaluation."""

from helm_creativity.helm.metric import CreativityMetric
from helm_creativity.helm.scenario import CreativityScenario


class PaceScenario(CreativityScenario):
    """Seed words, from each of which chains of associations are asked for.

    An instance is a seed. ``extra_data`` has it as ``seed``. The chains are asked by the run's annotator.
    """

    benchmark_name = "pace"


class PaceMetric(CreativityMetric):
    """How far each word of a chain is from all words before it.

    It reads the chains from what ``CreativityAnnotator`` noted, so the run needs that
    annotator, and an instance needs ``seed`` in its ``extra_data``.
    """

    benchmark_name = "pace"
