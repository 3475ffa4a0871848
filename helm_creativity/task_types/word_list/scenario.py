"""HELM's classes of benchmarks whose responses are lists of words."""

from helm_creativity.helm_plugin.metric import CreativityMetric
from helm_creativity.helm_plugin.scenario import CreativityScenario


class WordListScenario(CreativityScenario):
    """The items of a benchmark, as in ``WordListScenario(benchmark="dat")``; ``extra_data`` has their fields."""


class WordListMetric(CreativityMetric):
    """The score of the words of a response, as in ``WordListMetric(benchmark="dat")``."""
