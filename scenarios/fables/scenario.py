"""HELM's classes of fables."""

from helm_creativity.task_types.rated.scenario import RatedMetric, RatedScenario


class FablesScenario(RatedScenario):
    """Elements of fables. ``extra_data`` has all fields of an item."""

    benchmark_name = "fables"


class FablesMetric(RatedMetric):
    """How judges find each fable: mean of grammar, creativity, moral clarity and adherence, 1 to 10."""

    benchmark_name = "fables"
