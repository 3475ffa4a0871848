"""HELM's classes of paraphrases of metaphors."""

from helm_creativity.helm.metric import CreativityMetric
from helm_creativity.helm.scenario import CreativityScenario


class MunchScenario(CreativityScenario):
    """Sentences with a metaphor, each with two words in its place. ``extra_data`` has all fields of an item."""

    benchmark_name = "munch"


class MunchMetric(CreativityMetric):
    """Percentage of metaphors whose apt paraphrases are found."""

    benchmark_name = "munch"
