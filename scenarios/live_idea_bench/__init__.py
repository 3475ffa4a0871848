"""LiveIdeaBench: scientific ideas from a single keyword, rated by a panel of model judges (Ruan et al. 2024)."""

from helm_creativity.benchmark.names import helm_classes

__getattr__ = helm_classes(__name__)
