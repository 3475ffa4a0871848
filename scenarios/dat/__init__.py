"""Divergent Association Task: name words as different from one another as possible (Olson et al. 2021)."""

from typing import TYPE_CHECKING

from helm_creativity.benchmark.names import lazy_names

if TYPE_CHECKING:
    from helm_creativity.scenarios.dat.scenario import DatMetric, DatScenario

__all__ = ["DatMetric", "DatScenario"]

if not TYPE_CHECKING:  # otherwise a type checker would let every name pass
    __getattr__ = lazy_names(__name__, "scenario", __all__)
