"""HELM's classes of the Torrance Test of Creative Writing."""

from helm_creativity.task_types.rated.scenario import RatedMetric, RatedScenario


class TtcwScenario(RatedScenario):
    """Plots, from each of which a short story is written. ``extra_data`` has all fields of an item."""

    benchmark_name = "ttcw"


class TtcwMetric(RatedMetric):
    """How many of fourteen tests each story passes, 0 to 14, as judges say."""

    benchmark_name = "ttcw"
