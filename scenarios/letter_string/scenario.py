"""HELM's classes of counterfactual letter-string analogies."""

from helm_creativity.helm.metric import CreativityMetric
from helm_creativity.helm.scenario import CreativityScenario


class LetterStringScenario(CreativityScenario):
    """An example of how a string is changed, and another string to be changed alike.

    An instance is a problem. ``extra_data`` has its parts: ``alphabet``, ``before``, ``after``, ``target``, ``answer``.
    """

    benchmark_name = "letter_string"


class LetterStringMetric(CreativityMetric):
    """Accuracy, over all problems and by kind of change and of alphabet.

    It needs all that ``LetterStringScenario`` puts into ``extra_data``.
    """

    benchmark_name = "letter_string"
