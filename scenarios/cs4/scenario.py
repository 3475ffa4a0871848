"""HELM's classes of stories under constraints."""

from helm_creativity.task_types.rated.scenario import RatedMetric, RatedScenario


class Cs4Scenario(RatedScenario):
    """Instructions with constraints that a short story must obey. ``extra_data`` has all fields of an item."""

    benchmark_name = "cs4"


class Cs4Metric(RatedMetric):
    """The share of the constraints that each story obeys, 0 to 1, as judges say."""

    benchmark_name = "cs4"
