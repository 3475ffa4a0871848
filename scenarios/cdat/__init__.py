"""Conditional Divergent Association Task: unrelated words that all belong to a cue (Nakajima et al. 2026)."""

from typing import TYPE_CHECKING

from helm_creativity.benchmark.names import lazy_names

if TYPE_CHECKING:
    from helm_creativity.scenarios.cdat.scenario import CdatMetric, CdatScenario

__all__ = ["CdatMetric", "CdatScenario"]

if not TYPE_CHECKING:  # otherwise a type checker would let every name pass
    __getattr__ = lazy_names(__name__, "scenario", __all__)
