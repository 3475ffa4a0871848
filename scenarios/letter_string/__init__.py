"""Counterfactual letter-string analogies: the example's change, done to another string (Lewis and Mitchell 2025)."""

from helm_creativity.benchmark.names import helm_classes

__getattr__ = helm_classes(__name__)
