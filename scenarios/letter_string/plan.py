"""How long an answer is."""

ANSWER_TOKENS = 8
"""A string in brackets, of whose characters each is a token of its own."""
