"""HELM's classes of verbal analogies."""

from helm_creativity.helm.metric import CreativityMetric
from helm_creativity.helm.scenario import CreativityScenario


class VerbalAnalogiesScenario(CreativityScenario):
    """Analogies of words, each with two words to complete it. ``extra_data`` has all fields of an item."""

    benchmark_name = "verbal_analogies"


class VerbalAnalogiesMetric(CreativityMetric):
    """Percentage of analogies that are completed rightly."""

    benchmark_name = "verbal_analogies"
