"""How long an answer is."""

ANSWER_TOKENS = 30
"""Ten words."""
