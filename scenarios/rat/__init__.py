"""Remote Associates Test: find the one word that makes a compound with each of three (Mednick 1962)."""

from helm_creativity.benchmark.names import helm_classes

__getattr__ = helm_classes(__name__)
