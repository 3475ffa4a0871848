"""How long an answer is."""

ANSWER_TOKENS = 3
"""One word."""
