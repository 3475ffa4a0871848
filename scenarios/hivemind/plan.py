"""How long an answer is."""

ANSWER_TOKENS = 60
"""Two or three sentences, as most prompts ask for."""
