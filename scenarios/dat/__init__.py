"""Divergent Association Task: name words as different from one another as possible (Olson et al. 2021)."""
