"""Puns: one sentence that plays on two meanings of a word, rated for how funny it is."""

from helm_creativity.benchmark.names import helm_classes

__getattr__ = helm_classes(__name__)
