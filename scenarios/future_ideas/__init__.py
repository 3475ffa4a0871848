"""Ideas for future research out of what a paper says, rated by judges (Kumar et al. 2024)."""

from helm_creativity.benchmark.names import helm_classes

__getattr__ = helm_classes(__name__)
