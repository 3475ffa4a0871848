"""How long an answer is."""

ANSWER_TOKENS = 60
"""A list of some ten to twenty words."""
