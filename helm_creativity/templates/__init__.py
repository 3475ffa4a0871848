"""Writes the first version of a benchmark, which runs at once and passes every check.

What is written stands in ``files``: a folder for each kind, ``common`` for what they share, and ``project`` for
what a project outside this repository needs beside the benchmark.
"""
