"""How long an answer is."""

ANSWER_TOKENS = 35
"""A JSON array of ten words."""
