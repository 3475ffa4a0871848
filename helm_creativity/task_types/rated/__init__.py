"""The family of benchmarks whose response is one text that judges rate as a whole."""
