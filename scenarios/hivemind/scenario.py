"""HELM's classes of the Artificial Hivemind."""

from helm_creativity.helm.metric import CreativityMetric
from helm_creativity.helm.scenario import CreativityScenario


class HivemindScenario(CreativityScenario):
    """Open-ended prompts, to each of which several responses are compared.

    An instance is a prompt. ``extra_data`` has it as ``prompt``, with its ``id`` and ``category``.
    """

    benchmark_name = "hivemind"


class HivemindMetric(CreativityMetric):
    """How unlike the responses to one prompt are, by their embeddings.

    It needs ``id`` or ``prompt`` in the ``extra_data`` of an instance, and several trials.
    """

    benchmark_name = "hivemind"
