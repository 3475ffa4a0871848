"""Judges' replies, read as ratings on a scale or as a letter.

The readers' many patterns are compiled when the first reply is read, not when this package is loaded: every
``helm-run`` on the machine loads it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from helm_creativity.judging.replies.types import Choice, Missing, Reading, Scale

if TYPE_CHECKING:
    from helm_creativity.judging.replies.letters import read_letter
    from helm_creativity.judging.replies.reading import read_score, read_scores

__all__ = ["Choice", "Missing", "Reading", "Scale", "read_letter", "read_score", "read_scores"]


def __getattr__(name: str) -> Any:  # noqa: ANN401 - one of the readers
    if name not in ("read_letter", "read_score", "read_scores"):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from helm_creativity.judging.replies import letters, reading

    return getattr(letters if name == "read_letter" else reading, name)
