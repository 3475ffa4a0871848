"""What a benchmark is: its settings, card, items and prompts, the values that are scored, and how it is found by name.

Knows nothing of HELM.
"""
