"""Run spec functions of rooms of open answers, which all take the same arguments."""

from __future__ import annotations

from collections.abc import Callable

from helm.benchmark.run_spec import RunSpec

from helm_creativity.hosting import Arguments, Settings
from helm_creativity.judging.benchmark import judged_benchmark
from helm_creativity.rated.annotator import RatedAnnotator
from helm_creativity.rated.hosted import RatedMetric, RatedScenario
from helm_creativity.rated.instrument import CREATIVITY

TRIALS = 3
"""Answers an item (Beaty et al. 2026, appendix I: three repetitions per cell)."""


def rated_run_spec(scenario: type[RatedScenario], metric: type[RatedMetric]) -> Callable[..., RunSpec]:
    """Registers the run spec function of a room under the name of its group, and returns it."""

    @judged_benchmark(scenario, metric, RatedAnnotator, trials=TRIALS, weighs=[CREATIVITY])
    def rated(arguments: Arguments) -> Settings:
        """Open answers that judges rate as a whole."""
        return {}

    return rated
