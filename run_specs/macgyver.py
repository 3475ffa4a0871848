"""``creativity_macgyver``: everyday problems with a few things at hand, judged correct or not by a panel of judges."""

from __future__ import annotations

from helm_creativity.hosting import Arguments, Settings
from helm_creativity.judging.benchmark import judged_benchmark
from helm_creativity.scenarios.macgyver.annotator import MacGyverAnnotator
from helm_creativity.scenarios.macgyver.metric import MacGyverMetric
from helm_creativity.scenarios.macgyver.protocols import DESIGN, ITEMS, TEMPERATURE, TRIALS
from helm_creativity.scenarios.macgyver.scenario import MacGyverScenario


@judged_benchmark(MacGyverScenario, MacGyverMetric, MacGyverAnnotator, trials=TRIALS, temp=TEMPERATURE, design=DESIGN)
def macgyver(arguments: Arguments, items: str = "own") -> Settings:
    """MacGyver-like problems.

    Args:
        arguments: checks them.
        items: ``own``, the problems of this package, or ``macgyver2024``, the authors' 1,683.
    """
    return {"items": arguments.one_of("items", items, ITEMS)}
