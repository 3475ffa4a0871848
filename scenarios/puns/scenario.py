"""HELM's classes of puns."""

from helm_creativity.task_types.rated.scenario import RatedMetric, RatedScenario


class PunsScenario(RatedScenario):
    """Words with two meanings, on both of which a sentence plays. ``extra_data`` has all fields of an item."""

    benchmark_name = "puns"


class PunsMetric(RatedMetric):
    """How funny judges find each sentence, 1 to 5."""

    benchmark_name = "puns"
