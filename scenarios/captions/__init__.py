"""Captions: one line for a described cartoon, rated for how funny it is."""

from helm_creativity.benchmark.names import helm_classes

__getattr__ = helm_classes(__name__)
