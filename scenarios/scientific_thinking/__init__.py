"""Scientific creative thinking: hypotheses, research questions and experiments (Beaty et al. 2026)."""
