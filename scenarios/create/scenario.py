"""HELM's classes of CREATE."""

from helm_creativity.helm.metric import CreativityMetric
from helm_creativity.helm.scenario import CreativityScenario


class CreateScenario(CreativityScenario):
    """Pairs of entities, to be connected by as many paths of facts as come to mind.

    An instance is a query. ``extra_data`` has its ``query``, ``entity_a``, ``entity_b`` and ``rel_b``.
    """

    benchmark_name = "create"


class CreateMetric(CreativityMetric):
    """Creative utility of the paths of a response: how specific, factual and unlike one another they are.

    It reads ratings from what ``CreativityAnnotator`` noted, so the run needs that
    annotator, and an instance needs all that ``CreateScenario`` puts there in its ``extra_data``.
    """

    benchmark_name = "create"
