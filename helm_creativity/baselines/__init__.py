"""Answers without a language model: what a benchmark scores when nobody thinks."""
