"""HELM's classes of design briefs."""

from helm_creativity.task_types.rated.scenario import RatedMetric, RatedScenario


class DesignBriefsScenario(RatedScenario):
    """Briefs, for each of which a concept is asked. ``extra_data`` has all fields of an item."""

    benchmark_name = "design_briefs"


class DesignBriefsMetric(RatedMetric):
    """Mean of how novel, useful and clear judges find each concept, 1 to 10."""

    benchmark_name = "design_briefs"
