"""HELM's classes of benchmarks whose response is rated as a whole."""

from helm_creativity.helm.metric import CreativityMetric
from helm_creativity.helm.scenario import CreativityScenario


class RatedScenario(CreativityScenario):
    """The items of a benchmark that is data, as in ``RatedScenario(benchmark="metaphor")``.

    An instance is an item. ``extra_data`` has all its fields.
    """


class RatedMetric(CreativityMetric):
    """How creative judges find each response as a whole, 10 to 50.

    It reads ratings from what ``CreativityAnnotator`` noted, so the run needs that annotator.
    """
