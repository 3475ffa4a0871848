"""Conditional Divergent Association Task: unrelated words that all belong to a cue (Nakajima et al. 2026)."""
