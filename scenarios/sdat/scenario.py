"""HELM's classes of the synthetic Divergent Association Task."""

from helm_creativity.helm.metric import CreativityMetric
from helm_creativity.helm.scenario import CreativityScenario


class SdatScenario(CreativityScenario):
    """One prompt in each of twelve languages, for unlike nouns in that language.

    An instance is a language. ``extra_data`` has its code as ``language``.
    """

    benchmark_name = "sdat"


class SdatMetric(CreativityMetric):
    """Mean semantic distance between the words of a response under a multilingual encoder.

    It needs ``language`` in the ``extra_data`` of an instance.
    """

    benchmark_name = "sdat"
