"""HELM's classes of scientific thinking."""

from helm_creativity.task_types.rated.scenario import RatedMetric, RatedScenario


class ScientificThinkingScenario(RatedScenario):
    """Situations, for each of which a hypothesis, a question or an experiment is asked.

    ``extra_data`` has all fields of an item.
    """

    benchmark_name = "scientific_thinking"


class ScientificThinkingMetric(RatedMetric):
    """How creative judges find each response as a whole, 10 to 50."""

    benchmark_name = "scientific_thinking"
