"""HELM's classes of metaphors."""

from helm_creativity.task_types.rated.scenario import RatedMetric, RatedScenario


class MetaphorScenario(RatedScenario):
    """Unfinished sentences, each of which a metaphor completes. ``extra_data`` has all fields of an item."""

    benchmark_name = "metaphor"


class MetaphorMetric(RatedMetric):
    """How creative judges find each metaphor as a whole, 10 to 50."""

    benchmark_name = "metaphor"
