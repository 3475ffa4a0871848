"""Ideas for future research out of what a paper says, rated by judges (Kumar et al. 2024)."""
