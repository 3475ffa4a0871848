"""Synthetic Divergent Association Task: unrelated words in twelve languages (Haase et al. 2025)."""

from typing import TYPE_CHECKING

from helm_creativity.benchmark.names import lazy_names

if TYPE_CHECKING:
    from helm_creativity.scenarios.sdat.scenario import SdatMetric, SdatScenario

__all__ = ["SdatMetric", "SdatScenario"]

if not TYPE_CHECKING:  # otherwise a type checker would let every name pass
    __getattr__ = lazy_names(__name__, "scenario", __all__)
