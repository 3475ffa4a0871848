"""Artificial Hivemind: how unlike one model's answers to one open-ended prompt are (Jiang et al. 2025)."""
