"""Design problems: one solution each, rated as a whole (Beaty et al. 2026)."""
