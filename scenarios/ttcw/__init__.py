"""Torrance Test of Creative Writing: a short story from a plot, under fourteen tests (Chakrabarty et al. 2024)."""

from helm_creativity.benchmark.names import helm_classes

__getattr__ = helm_classes(__name__)
