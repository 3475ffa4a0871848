"""Hard Divergent Association Task: unrelated words with one initial, unrelated to twenty given words too."""

from helm_creativity.benchmark.names import helm_classes

__getattr__ = helm_classes(__name__)
