"""Drops replies from HELM's cache, so that the next run asks for them again."""

RESPONSE, FOLLOW_UP, JUDGE = KINDS = ("response", "follow-up", "judge")
"""Whose replies are dropped: the model's to first prompts and to further ones, and judges'."""
