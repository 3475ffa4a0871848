"""CS4: a short story under 7 to 39 constraints, of which judges say how many it obeys (Atmakuru et al. 2024)."""

from helm_creativity.benchmark.names import helm_classes

__getattr__ = helm_classes(__name__)
