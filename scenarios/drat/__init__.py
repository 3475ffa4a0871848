"""Divergent Remote Association Test: unrelated words that apply to remote anchors (Schapiro et al. 2026)."""
