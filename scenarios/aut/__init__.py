"""Alternate uses of everyday objects (Guilford 1967), scored by vectors or by judges."""

from helm_creativity.benchmark.names import helm_classes

__getattr__ = helm_classes(__name__)
