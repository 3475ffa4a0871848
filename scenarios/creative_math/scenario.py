"""HELM's classes of new solutions of problems in mathematics."""

from helm_creativity.task_types.rated.scenario import RatedMetric, RatedScenario


class CreativeMathScenario(RatedScenario):
    """Problems of competitions with known solutions. ``extra_data`` has all fields of an item."""

    benchmark_name = "creative_math"


class CreativeMathMetric(RatedMetric):
    """Whether each solution is correct and new, 0 or 1, as judges say."""

    benchmark_name = "creative_math"
