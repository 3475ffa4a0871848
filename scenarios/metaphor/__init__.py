"""Metaphor completion: one text for each unfinished sentence, rated as a whole (Beaty et al. 2026)."""

from helm_creativity.benchmark.names import helm_classes

__getattr__ = helm_classes(__name__)
