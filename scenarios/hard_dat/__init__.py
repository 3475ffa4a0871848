"""Hard Divergent Association Task: unrelated words with one initial, unrelated to twenty given words too."""

from typing import TYPE_CHECKING

from helm_creativity.benchmark.names import lazy_names

if TYPE_CHECKING:
    from helm_creativity.scenarios.hard_dat.scenario import HardDatMetric, HardDatScenario

__all__ = ["HardDatMetric", "HardDatScenario"]

if not TYPE_CHECKING:  # otherwise a type checker would let every name pass
    __getattr__ = lazy_names(__name__, "scenario", __all__)
