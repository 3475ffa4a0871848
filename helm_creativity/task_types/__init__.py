"""Kinds of benchmarks: what those of one kind share, and data alone can make."""
