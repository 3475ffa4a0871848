"""HELM's classes of the hard Divergent Association Task."""

from helm_creativity.helm.metric import CreativityMetric
from helm_creativity.helm.scenario import CreativityScenario


class HardDatScenario(CreativityScenario):
    """Letters, each with twenty words: nouns must begin with the one and be unlike the others.

    An instance is a letter. ``extra_data`` has it as ``letter``, and the words as ``given``.
    """

    benchmark_name = "hard_dat"


class HardDatMetric(CreativityMetric):
    """Mean semantic distance between the words of a response and the given ones.

    It needs ``letter`` and ``given`` in the ``extra_data`` of an instance.
    """

    benchmark_name = "hard_dat"
