"""Parallel Association Chain Evaluation: chains of free associations from a seed (Qiu & Hu 2025)."""
