"""Metaphor completion: one text for each unfinished sentence, rated as a whole (Beaty et al. 2026)."""
