"""What follows a story is what follows any answer that is rated as a whole."""

from __future__ import annotations

from helm_creativity.rated.plan import follows

ANSWER_TOKENS = 130
"""Five sentences."""

__all__ = ["ANSWER_TOKENS", "follows"]
