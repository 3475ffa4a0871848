"""Puns: one sentence that plays on two meanings of a word, rated for how funny it is."""
