"""Statistics of scores: numpy and scipy only. It imports nothing of the rest of the package."""

from helm_creativity.psychometrics.uncertainty import standard_error

__all__ = ["standard_error"]
