"""Divergent Remote Association Test: unrelated words that apply to remote anchors (Schapiro et al. 2026)."""

from helm_creativity.benchmark.names import helm_classes

__getattr__ = helm_classes(__name__)
