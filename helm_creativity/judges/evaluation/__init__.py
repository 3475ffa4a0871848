"""Judges examined on public sets of texts that people have judged."""
