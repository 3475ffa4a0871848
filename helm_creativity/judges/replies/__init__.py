"""Judges' replies, read as ratings on a scale, one for each of many texts or not, as a letter, a word or categories.

The readers' many patterns are compiled when the first reply is read, not when this package is loaded: every
``helm-run`` on the machine loads it.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from helm_creativity.judges.replies.types import Choice, Groups, Missing, Placed, Reading, Scale

if TYPE_CHECKING:
    from helm_creativity.judges.replies.groups import read_groups
    from helm_creativity.judges.replies.letters import read_letter
    from helm_creativity.judges.replies.places import read_places
    from helm_creativity.judges.replies.scores import read_score, read_scores
    from helm_creativity.judges.replies.words import read_first_word, read_word

__all__ = [
    "Choice",
    "Groups",
    "Missing",
    "Placed",
    "Reading",
    "Scale",
    "read_first_word",
    "read_groups",
    "read_letter",
    "read_places",
    "read_score",
    "read_scores",
    "read_word",
]

_READERS = {
    "read_first_word": "words",
    "read_groups": "groups",
    "read_letter": "letters",
    "read_places": "places",
    "read_score": "scores",
    "read_scores": "scores",
    "read_word": "words",
}


def __getattr__(name: str) -> Any:  # noqa: ANN401 - one of the readers
    if name not in _READERS:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_READERS[name]}"), name)
