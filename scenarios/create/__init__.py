"""CREATE (Wadhwa et al. 2026): associative creativity by paths between entities."""

from typing import TYPE_CHECKING

from helm_creativity.benchmark.names import lazy_names

if TYPE_CHECKING:
    from helm_creativity.scenarios.create.scenario import CreateMetric, CreateScenario

__all__ = ["CreateMetric", "CreateScenario"]

if not TYPE_CHECKING:  # otherwise a type checker would let every name pass
    __getattr__ = lazy_names(__name__, "scenario", __all__)
