"""Artificial Hivemind: how unlike one model's responses to one open-ended prompt are (Jiang et al. 2025)."""

from helm_creativity.benchmark.names import helm_classes

__getattr__ = helm_classes(__name__)
