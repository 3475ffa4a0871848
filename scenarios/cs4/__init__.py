"""CS4: a short story under 7 to 39 constraints, of which judges say how many it obeys (Atmakuru et al. 2024)."""

from typing import TYPE_CHECKING

from helm_creativity.benchmark.names import lazy_names

if TYPE_CHECKING:
    from helm_creativity.scenarios.cs4.scenario import Cs4Metric, Cs4Scenario

__all__ = ["Cs4Metric", "Cs4Scenario"]

if not TYPE_CHECKING:  # otherwise a type checker would let every name pass
    __getattr__ = lazy_names(__name__, "scenario", __all__)
