"""Fig-QA: which of two meanings a figurative sentence has (Liu et al. 2022)."""

from helm_creativity.benchmark.names import helm_classes

__getattr__ = helm_classes(__name__)
