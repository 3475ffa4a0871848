"""Captions: one line for a described cartoon, rated for how funny it is."""

from typing import TYPE_CHECKING

from helm_creativity.benchmark.names import lazy_names

if TYPE_CHECKING:
    from helm_creativity.scenarios.captions.scenario import CaptionsMetric, CaptionsScenario

__all__ = ["CaptionsMetric", "CaptionsScenario"]

if not TYPE_CHECKING:  # otherwise a type checker would let every name pass
    __getattr__ = lazy_names(__name__, "scenario", __all__)
