"""Torrance Test of Creative Writing: a short story from a plot, under fourteen tests (Chakrabarty et al. 2024)."""
