"""HELM's classes of the Remote Associates Test."""

from helm_creativity.helm.metric import CreativityMetric
from helm_creativity.helm.scenario import CreativityScenario


class RatScenario(CreativityScenario):
    """Three words each; asked for is the one that makes a compound with each of them.

    An instance is a problem. ``extra_data`` has its words as ``stems``, and what is right as ``accepted``.
    """

    benchmark_name = "rat"


class RatMetric(CreativityMetric):
    """Accuracy, over all problems and by band of difficulty.

    It needs ``stems`` and ``accepted`` (several are separated by ``|``) in the ``extra_data`` of an instance.
    """

    benchmark_name = "rat"
