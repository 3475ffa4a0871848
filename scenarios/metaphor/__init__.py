"""Metaphor completion: sentences to be ended by a metaphor (Beaty et al. 2026)."""
