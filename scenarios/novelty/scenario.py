"""HELM's classes of NoveltyBench."""

from helm_creativity.helm.metric import CreativityMetric
from helm_creativity.helm.scenario import CreativityScenario


class NoveltyScenario(CreativityScenario):
    """Prompts with many good responses, each asked several times.

    An instance is a prompt. ``extra_data`` has it as ``prompt``, with its ``id`` and ``category``.
    """

    benchmark_name = "novelty"


class NoveltyMetric(CreativityMetric):
    """How many different responses a prompt gets, and what they are worth to a reader.

    It reads ratings from what ``CreativityAnnotator`` noted, so the run needs that
    annotator, and an instance needs ``id`` or ``prompt`` in its ``extra_data``.
    """

    benchmark_name = "novelty"
