"""Verbal analogies, each with two words to choose from (Webb et al. 2023)."""
