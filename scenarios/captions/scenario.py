"""HELM's classes of captions."""

from helm_creativity.task_types.rated.scenario import RatedMetric, RatedScenario


class CaptionsScenario(RatedScenario):
    """Described cartoons, for each of which a caption is asked. ``extra_data`` has all fields of an item."""

    benchmark_name = "captions"


class CaptionsMetric(RatedMetric):
    """How funny judges find each caption, 1 to 5."""

    benchmark_name = "captions"
