"""MUNCH: which words can take the place of a metaphor (Tong et al. 2024)."""

from helm_creativity.benchmark.names import helm_classes

__getattr__ = helm_classes(__name__)
