"""Torrance Test of Creative Writing: a short story from a plot, under fourteen tests (Chakrabarty et al. 2024)."""

from typing import TYPE_CHECKING

from helm_creativity.benchmark.names import lazy_names

if TYPE_CHECKING:
    from helm_creativity.scenarios.ttcw.scenario import TtcwMetric, TtcwScenario

__all__ = ["TtcwMetric", "TtcwScenario"]

if not TYPE_CHECKING:  # otherwise a type checker would let every name pass
    __getattr__ = lazy_names(__name__, "scenario", __all__)
