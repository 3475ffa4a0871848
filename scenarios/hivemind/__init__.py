"""Artificial Hivemind: how unlike one model's responses to one open-ended prompt are (Jiang et al. 2025)."""
