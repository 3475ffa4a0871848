"""What a user may choose about the statistics."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from helm_creativity.errors import BadArguments

LEVEL = 0.95
"""Of all intervals."""


@dataclass(frozen=True)
class Options:
    """Settings of an analysis.

    Attributes:
        title: of the report; "" for the suites' names.
        draws: of every bootstrap.
        seed: of all that is random, so that the same suites give the same report.
        covariates: numbers by name and model, beside the benchmarks.
        capability: names of covariates or benchmarks that stand for general capability.
        groups: the group of each model; None for the part of its name before the slash.
    """

    title: str = ""
    draws: int = 1000
    seed: int = 0
    covariates: Mapping[str, Mapping[str, float]] = field(default_factory=dict)
    capability: tuple[str, ...] = ()
    groups: Mapping[str, str] | None = None

    def __post_init__(self) -> None:
        if self.draws < 100:
            raise BadArguments(f"expected at least 100 draws for an interval of {LEVEL:.0%}, got {self.draws}")

    def generator(self, *purpose: int) -> np.random.Generator:
        """Random numbers for one purpose, the same whatever else is computed."""
        return np.random.default_rng([self.seed, *purpose])
