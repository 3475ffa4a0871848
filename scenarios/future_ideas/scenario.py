"""HELM's classes of ideas for future research."""

from helm_creativity.task_types.rated.scenario import RatedMetric, RatedScenario


class FutureIdeasScenario(RatedScenario):
    """What papers say, from each of which an idea is asked. ``extra_data`` has all fields of an item."""

    benchmark_name = "future_ideas"


class FutureIdeasMetric(RatedMetric):
    """How judges find each idea: mean of novelty, relevance and feasibility, 1 to 5."""

    benchmark_name = "future_ideas"
