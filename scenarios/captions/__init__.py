"""Captions: one line for a described cartoon, rated for how funny it is."""
