"""Fables out of five elements, rated by judges (the TinyFabulist of KlusAI Labs)."""

from typing import TYPE_CHECKING

from helm_creativity.benchmark.names import lazy_names

if TYPE_CHECKING:
    from helm_creativity.scenarios.fables.scenario import FablesMetric, FablesScenario

__all__ = ["FablesMetric", "FablesScenario"]

if not TYPE_CHECKING:  # otherwise a type checker would let every name pass
    __getattr__ = lazy_names(__name__, "scenario", __all__)
