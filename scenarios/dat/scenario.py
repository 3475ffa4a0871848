"""HELM's classes of the Divergent Association Task."""

from helm_creativity.helm.metric import CreativityMetric
from helm_creativity.helm.scenario import CreativityScenario


class DatScenario(CreativityScenario):
    """Prompts that ask for words as different from one another as possible.

    The instances are the prompts of the protocol, five at most. ``extra_data`` has ``asked``, how many words that is.
    """

    benchmark_name = "dat"


class DatMetric(CreativityMetric):
    """Mean semantic distance between the words of a response.

    It needs nothing of an instance: the responses to any prompt that asks for a list of words can be scored.
    """

    benchmark_name = "dat"
