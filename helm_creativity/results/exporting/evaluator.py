"""Who ran an evaluation, in the words of Every Eval Ever's schema."""

from __future__ import annotations

from dataclasses import dataclass

UNKNOWN = "unknown"
RELATIONSHIPS = ("first_party", "third_party", "collaborative", "other")
"""What may be said of the evaluator and the maker of a model."""


@dataclass(frozen=True)
class Evaluator:
    """Who ran the evaluation.

    Attributes:
        organization: its name.
        relationship: to the makers of the models, one of ``RELATIONSHIPS``.
    """

    organization: str = UNKNOWN
    relationship: str = "other"
