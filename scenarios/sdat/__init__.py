"""Synthetic Divergent Association Task: unrelated words in twelve languages (Haase et al. 2025)."""

from helm_creativity.benchmark.names import helm_classes

__getattr__ = helm_classes(__name__)
