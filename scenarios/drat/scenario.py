"""HELM's classes of the Divergent Remote Association Test."""

from helm_creativity.helm.metric import CreativityMetric
from helm_creativity.helm.scenario import CreativityScenario


class DratScenario(CreativityScenario):
    """Sets of remote anchors, to several of which each of ten unlike nouns must apply.

    An instance is a set of anchors. ``extra_data`` has them as ``anchors``, a list.
    """

    benchmark_name = "drat"


class DratMetric(CreativityMetric):
    """Mean semantic distance between the words of a response that are relevant to their anchors.

    It needs ``anchors`` in the ``extra_data`` of an instance.
    """

    benchmark_name = "drat"
