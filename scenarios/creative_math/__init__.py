"""CreativeMath: a solution of a problem that is correct and differs from the known ones (Ye et al. 2024)."""

from helm_creativity.benchmark.names import helm_classes

__getattr__ = helm_classes(__name__)
