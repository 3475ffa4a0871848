"""Artificial Hivemind: how unlike one model's responses to one open-ended prompt are (Jiang et al. 2025)."""

from typing import TYPE_CHECKING

from helm_creativity.benchmark.names import lazy_names

if TYPE_CHECKING:
    from helm_creativity.scenarios.hivemind.scenario import HivemindMetric, HivemindScenario

__all__ = ["HivemindMetric", "HivemindScenario"]

if not TYPE_CHECKING:  # otherwise a type checker would let every name pass
    __getattr__ = lazy_names(__name__, "scenario", __all__)
