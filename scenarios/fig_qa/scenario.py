"""HELM's classes of figurative sentences."""

from helm_creativity.helm.metric import CreativityMetric
from helm_creativity.helm.scenario import CreativityScenario


class FigQaScenario(CreativityScenario):
    """Figurative sentences, each with two meanings. ``extra_data`` has all fields of an item."""

    benchmark_name = "fig_qa"


class FigQaMetric(CreativityMetric):
    """Percentage of sentences whose meaning is found."""

    benchmark_name = "fig_qa"
