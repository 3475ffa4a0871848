"""Counterfactual letter-string analogies: the example's change, done to another string (Lewis and Mitchell 2025)."""
