"""Design problems: one solution for each, rated as a whole (Beaty et al. 2026)."""
