"""NoveltyBench: how many different responses a prompt gets, and what they are worth to a reader (Zhang et al. 2025)."""

from helm_creativity.benchmark.names import helm_classes

__getattr__ = helm_classes(__name__)
