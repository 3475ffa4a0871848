"""NoveltyBench: how many different responses a prompt gets, and what they are worth to a reader (Zhang et al. 2025)."""
