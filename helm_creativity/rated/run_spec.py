"""Run spec functions of rooms of open answers, which all take the same arguments."""

from __future__ import annotations

from collections.abc import Callable

from helm.benchmark.run_spec import RunSpec, run_spec_function

from helm_creativity.hosting import MAX_TOKENS, NEUTRAL, Arguments, Sampling, adapter
from helm_creativity.judging.designs import SEED
from helm_creativity.judging.run_spec import judge_settings, judged_run_spec
from helm_creativity.judging.settings import JUDGE_TEMPERATURE, JUDGE_TOKENS, JudgeSettings
from helm_creativity.rated.annotator import RatedAnnotator
from helm_creativity.rated.hosted import RatedMetric, RatedScenario
from helm_creativity.rated.instrument import CREATIVITY

TRIALS = 3
"""Answers an item (Beaty et al. 2026, appendix I: three repetitions per cell)."""


def rated_run_spec(scenario: type[RatedScenario], metric: type[RatedMetric]) -> Callable[..., RunSpec]:
    """Registers the run spec function of a room under the name of its group, and returns it."""
    card = scenario.room.card

    def run_spec(
        judges: str = "",
        design: str = "",
        seed: int = SEED,
        protocol: str = card.default_protocol,
        temp: float = 1.0,
        max_tokens: int = MAX_TOKENS,
        judge_temp: float = JUDGE_TEMPERATURE,
        judge_max_tokens: int = JUDGE_TOKENS,
        weighted: bool = False,
        instruction: str = NEUTRAL,
        **unknown: object,
    ) -> RunSpec:
        """Open answers that judges rate as a whole.

        Args:
            judges: deployments joined with ``+``. There is no default.
            design: ``all``, which is the default, ``planned_missing=M`` or ``draw=M``, with its ``seed``.
            seed: see design.
            protocol: see the card.
            temp: temperature of the answers, 0 to 2.
            max_tokens: limit for an answer, thoughts included.
            judge_temp: temperature of the judges.
            judge_max_tokens: limit for a reply of theirs.
            weighted: ratings weighted by the probabilities of the numbers that a judge might have given.
            instruction: ``neutral``, or one that stands before every prompt: ``creative``, ``effective``.
            unknown: refused, like everything else that is wrong, before any request is made.
        """
        with Arguments(card.group) as arguments:
            arguments.none_of(unknown, run_spec)
            arguments.one_of("protocol", protocol, card.protocols)
            how = seed, judge_temp, judge_max_tokens, False, weighted, [CREATIVITY]
            panel = judge_settings(arguments, judges, design, *how)
            sampling = arguments.sampling(temp, max_tokens, instruction)
        return _run_spec(scenario, metric, protocol, panel, sampling)

    function: Callable[..., RunSpec] = run_spec_function(card.group)(run_spec)
    return function


def _run_spec(
    scenario: type[RatedScenario], metric: type[RatedMetric], protocol: str, panel: JudgeSettings, sampling: Sampling
) -> RunSpec:
    asked = {"protocol": protocol}
    return judged_run_spec(
        group=scenario.room.card.group,
        named={**asked, **panel.named, **sampling.named},
        scenario=scenario,
        scenario_args={**asked, **panel.titles},
        metric=metric,
        metric_args={**asked, **panel.args, "signature": scenario.room.run_signature(protocol, panel)},
        adapter_spec=adapter(sampling, TRIALS),
        annotator=RatedAnnotator,
        settings=panel,
    )
