"""Verbal analogies, each with two words to choose from (Webb et al. 2023)."""

from helm_creativity.benchmark.names import helm_classes

__getattr__ = helm_classes(__name__)
