"""How long an answer is."""

ANSWER_TOKENS = 200
"""Five paths of three links."""
