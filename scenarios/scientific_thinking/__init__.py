"""Scientific thinking: one text for each task, rated as a whole (Beaty et al. 2026)."""

from helm_creativity.benchmark.names import helm_classes

__getattr__ = helm_classes(__name__)
