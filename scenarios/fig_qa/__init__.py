"""Fig-QA: which of two meanings a figurative sentence has (Liu et al. 2022)."""

from typing import TYPE_CHECKING

from helm_creativity.benchmark.names import lazy_names

if TYPE_CHECKING:
    from helm_creativity.scenarios.fig_qa.scenario import FigQaMetric, FigQaScenario

__all__ = ["FigQaMetric", "FigQaScenario"]

if not TYPE_CHECKING:  # otherwise a type checker would let every name pass
    __getattr__ = lazy_names(__name__, "scenario", __all__)
