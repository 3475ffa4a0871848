"""Hard Divergent Association Task: unrelated words with one initial, unrelated to twenty given words too."""
