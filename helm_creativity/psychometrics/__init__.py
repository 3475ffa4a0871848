"""Statistics of scores and of judges, on numpy and scipy only."""
