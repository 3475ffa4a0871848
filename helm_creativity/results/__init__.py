"""HELM's output folders as tables. Reads files; never imports HELM."""

from helm_creativity.results.leaderboard import leaderboard
from helm_creativity.results.runs import Run, read_suite

__all__ = ["Run", "leaderboard", "read_suite"]
