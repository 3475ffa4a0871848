"""Divergent Association Task: name words as different from one another as possible (Olson et al. 2021)."""

from helm_creativity.benchmark.names import helm_classes

__getattr__ = helm_classes(__name__)
