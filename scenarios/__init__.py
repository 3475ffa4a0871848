"""Benchmarks: one folder each, found by name. Free of HELM, so that cards and measures are read without it."""
