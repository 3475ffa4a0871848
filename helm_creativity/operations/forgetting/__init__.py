"""Drops replies from HELM's cache, so that the next run asks for them again."""
