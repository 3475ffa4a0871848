"""NoveltyBench: how many different answers a prompt gets, and what they are worth to a reader (Zhang et al. 2025)."""
