"""Runs of named sets of benchmarks: what is run, of which model, and HELM's own programs that do it."""
