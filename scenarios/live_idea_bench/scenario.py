"""HELM's classes of LiveIdeaBench."""

from helm_creativity.helm.metric import CreativityMetric
from helm_creativity.helm.scenario import CreativityScenario


class LiveIdeaBenchScenario(CreativityScenario):
    """Scientific keywords, from each of which an idea is asked.

    An instance is a keyword. ``extra_data`` has it as ``keyword``, with its ``category``.
    """

    benchmark_name = "live_idea_bench"


class LiveIdeaBenchMetric(CreativityMetric):
    """Originality, feasibility, clarity, fluency and flexibility of the ideas, as judges rate them.

    It reads ratings from what ``CreativityAnnotator`` noted, so the run needs that
    annotator, and an instance needs ``keyword`` in its ``extra_data``.
    """

    benchmark_name = "live_idea_bench"
