"""MacGyver-like problems: an everyday mishap, a few things at hand, and sometimes no way out (Tian et al. 2024)."""
