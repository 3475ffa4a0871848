"""CreativeMath: a solution of a problem that is correct and differs from the known ones (Ye et al. 2024)."""
