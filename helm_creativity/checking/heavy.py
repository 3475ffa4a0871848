"""Libraries that are imported where they are used, and never when a benchmark is loaded."""

from __future__ import annotations

HEAVY = frozenset(
    {
        "datasets",
        "gensim",
        "marisa_trie",
        "matplotlib",
        "nltk",
        "openpyxl",
        "pandas",
        "polars",
        "pooch",
        "pyarrow",
        "scipy",
        "sentence_transformers",
        "torch",
        "tqdm",
        "transformers",
    }
)
