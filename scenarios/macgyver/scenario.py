"""HELM's classes of MacGyver-like problems."""

from helm_creativity.helm.metric import CreativityMetric
from helm_creativity.helm.scenario import CreativityScenario


class MacGyverScenario(CreativityScenario):
    """Everyday mishaps with a few things at hand, of which some cannot be solved.

    An instance is a problem. ``extra_data`` has ``problem``, ``tools``, ``solvable`` and a ``reference`` solution.
    """

    benchmark_name = "macgyver"


class MacGyverMetric(CreativityMetric):
    """How judges classify each response: right, partly wrong, wrong, or wrong about whether it can be solved.

    It reads ratings from what ``CreativityAnnotator`` noted, so the run needs that
    annotator, and an instance needs ``problem`` and ``solvable`` in its ``extra_data``.
    """

    benchmark_name = "macgyver"
