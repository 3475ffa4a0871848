"""Judges' replies, read as ratings on a scale or as a letter."""

from helm_creativity.judging.replies.letters import read_letter
from helm_creativity.judging.replies.reading import read_score, read_scores
from helm_creativity.judging.replies.types import Choice, Missing, Reading, Scale

__all__ = ["Choice", "Missing", "Reading", "Scale", "read_letter", "read_score", "read_scores"]
