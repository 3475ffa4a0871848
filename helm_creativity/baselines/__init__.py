"""Responses without a language model: what a benchmark scores without any thought."""
