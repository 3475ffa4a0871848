"""CREATE (Wadhwa et al. 2026): associative creativity by paths between entities."""

from helm_creativity.benchmark.names import helm_classes

__getattr__ = helm_classes(__name__)
