"""How long an answer is."""

ANSWER_TOKENS = 40
"""Ten words, in any language."""
