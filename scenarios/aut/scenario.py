"""HELM's classes of alternate uses."""

from helm_creativity.helm.metric import CreativityMetric
from helm_creativity.helm.scenario import CreativityScenario


class AutScenario(CreativityScenario):
    """Everyday objects, for which unusual uses are asked.

    An instance is an object. ``extra_data`` has it as ``object``.
    """

    benchmark_name = "aut"


class AutMetric(CreativityMetric):
    """Originality and flexibility of the uses, by vectors or as judges rate them.

    It needs ``object`` in the ``extra_data`` of an instance; for ratings the run needs ``CreativityAnnotator``.
    """

    benchmark_name = "aut"
