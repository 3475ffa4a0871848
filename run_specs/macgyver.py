"""``creativity_macgyver``: everyday problems with a few things at hand, judged correct or not by a panel of judges."""

from __future__ import annotations

from helm.benchmark.run_spec import RunSpec, run_spec_function

from helm_creativity.hosting import MAX_TOKENS, NEUTRAL, Arguments, Sampling, adapter
from helm_creativity.judging.designs import SEED
from helm_creativity.judging.run_spec import judge_settings, judged_run_spec
from helm_creativity.judging.settings import JUDGE_TEMPERATURE, JUDGE_TOKENS, JudgeSettings
from helm_creativity.scenarios.macgyver.annotator import MacGyverAnnotator
from helm_creativity.scenarios.macgyver.metric import MacGyverMetric
from helm_creativity.scenarios.macgyver.protocols import DESIGN, ITEMS, PROTOCOLS, TEMPERATURE, TRIALS
from helm_creativity.scenarios.macgyver.scenario import MacGyverScenario
from helm_creativity.scenarios.macgyver.scorer import CARD, prompts_of, run_signature


@run_spec_function(CARD.group)
def get_macgyver_run_spec(
    judges: str = "",
    design: str = DESIGN,
    seed: int = SEED,
    protocol: str = CARD.default_protocol,
    items: str = "own",
    temp: float = TEMPERATURE,
    max_tokens: int = MAX_TOKENS,
    instruction: str = NEUTRAL,
    judge_temp: float = JUDGE_TEMPERATURE,
    judge_max_tokens: int = JUDGE_TOKENS,
    **unknown: object,
) -> RunSpec:
    """MacGyver-like problems.

    Args:
        judges: deployments joined with ``+``. There is no default.
        design: ``all``, ``draw=M`` or ``planned_missing=M``, with its ``seed``.
        seed: see design.
        protocol: see the card.
        items: ``own``, the problems of this package, or ``macgyver2024``, the authors' 1,683.
        temp: temperature of the answers, 0 to 2.
        max_tokens: limit for an answer, thoughts included.
        instruction: ``neutral``, or one that stands before every prompt: ``creative``, ``effective``.
        judge_temp: temperature of the judges.
        judge_max_tokens: limit for a reply of theirs.
        unknown: refused, like everything else that is wrong, before any request is made.
    """
    with Arguments(CARD.group) as arguments:
        arguments.none_of(unknown, get_macgyver_run_spec)
        asked = arguments.one_of("items", items, ITEMS), arguments.one_of("protocol", protocol, PROTOCOLS)
        arguments.check(lambda: prompts_of(*asked), "")
        panel = judge_settings(arguments, judges, design, seed, judge_temp, judge_max_tokens)
        sampling = arguments.sampling(temp, max_tokens, instruction)
    return _run_spec({"protocol": protocol, "items": items}, panel, sampling)


def _run_spec(asked_for: dict[str, str], panel: JudgeSettings, sampling: Sampling) -> RunSpec:
    signature = run_signature(**asked_for, judges=panel)
    return judged_run_spec(
        group=CARD.group,
        named={**asked_for, **panel.named, **sampling.named},
        scenario=MacGyverScenario,
        scenario_args={**asked_for, **panel.titles},
        metric=MacGyverMetric,
        metric_args={**asked_for, **panel.args, "signature": signature},
        adapter_spec=adapter(sampling, TRIALS),
        annotator=MacGyverAnnotator,
        settings=panel,
    )
