"""Short stories from three cue words: Divergent Semantic Integration, and creativity as judges see it."""

from helm_creativity.benchmark.names import helm_classes

__getattr__ = helm_classes(__name__)
