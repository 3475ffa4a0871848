"""Design briefs: one concept for each, rated for novelty, usefulness and clarity."""

from helm_creativity.benchmark.names import helm_classes

__getattr__ = helm_classes(__name__)
