"""Scientific thinking: one text for each task, rated as a whole (Beaty et al. 2026)."""
