"""MacGyver-like problems: an everyday mishap, a few things at hand, and sometimes no way out (Tian et al. 2024)."""

from helm_creativity.benchmark.names import helm_classes

__getattr__ = helm_classes(__name__)
