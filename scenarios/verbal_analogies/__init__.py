"""Verbal analogies, each with two words to choose from (Webb et al. 2023)."""

from typing import TYPE_CHECKING

from helm_creativity.benchmark.names import lazy_names

if TYPE_CHECKING:
    from helm_creativity.scenarios.verbal_analogies.scenario import VerbalAnalogiesMetric, VerbalAnalogiesScenario

__all__ = ["VerbalAnalogiesMetric", "VerbalAnalogiesScenario"]

if not TYPE_CHECKING:  # otherwise a type checker would let every name pass
    __getattr__ = lazy_names(__name__, "scenario", __all__)
