"""Counterfactual letter-string analogies: the example's change, done to another string (Lewis and Mitchell 2025)."""

from typing import TYPE_CHECKING

from helm_creativity.benchmark.names import lazy_names

if TYPE_CHECKING:
    from helm_creativity.scenarios.letter_string.scenario import LetterStringMetric, LetterStringScenario

__all__ = ["LetterStringMetric", "LetterStringScenario"]

if not TYPE_CHECKING:  # otherwise a type checker would let every name pass
    __getattr__ = lazy_names(__name__, "scenario", __all__)
