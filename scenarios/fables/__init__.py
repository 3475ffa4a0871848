"""Fables out of five elements, rated by judges (the TinyFabulist of KlusAI Labs)."""

from helm_creativity.benchmark.names import helm_classes

__getattr__ = helm_classes(__name__)
