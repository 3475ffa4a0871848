"""Synthetic Divergent Association Task: unrelated words in twelve languages (Haase et al. 2025)."""
