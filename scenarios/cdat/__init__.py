"""Conditional Divergent Association Task: unrelated words that all belong to a cue (Nakajima et al. 2026)."""

from helm_creativity.benchmark.names import helm_classes

__getattr__ = helm_classes(__name__)
