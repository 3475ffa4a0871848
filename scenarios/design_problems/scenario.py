"""HELM's classes of design problems."""

from helm_creativity.task_types.rated.scenario import RatedMetric, RatedScenario


class DesignProblemsScenario(RatedScenario):
    """Design problems, for each of which a solution is asked. ``extra_data`` has all fields of an item."""

    benchmark_name = "design_problems"


class DesignProblemsMetric(RatedMetric):
    """How creative judges find each solution as a whole, 10 to 50."""

    benchmark_name = "design_problems"
