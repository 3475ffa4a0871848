"""Parallel Association Chain Evaluation: chains of free associations from a seed (Qiu & Hu 2025)."""

from helm_creativity.benchmark.names import helm_classes

__getattr__ = helm_classes(__name__)
