"""``creativity_live_idea_bench``: scientific ideas from single keywords, rated by a panel of judges."""

from __future__ import annotations

from helm.benchmark.run_spec import RunSpec, run_spec_function

from helm_creativity.hosting import MAX_TOKENS, NEUTRAL, Arguments, Sampling, adapter
from helm_creativity.judging.designs import SEED
from helm_creativity.judging.run_spec import judge_settings, judged_run_spec
from helm_creativity.judging.settings import JUDGE_TEMPERATURE, JUDGE_TOKENS, JudgeSettings
from helm_creativity.scenarios.live_idea_bench.annotator import LiveIdeaAnnotator
from helm_creativity.scenarios.live_idea_bench.metric import LiveIdeaMetric
from helm_creativity.scenarios.live_idea_bench.protocols import FORMS, KEYWORDS, PROTOCOLS
from helm_creativity.scenarios.live_idea_bench.scenario import LiveIdeaScenario
from helm_creativity.scenarios.live_idea_bench.scorer import CARD, prompts_of, run_signature


@run_spec_function(CARD.group)
def get_live_idea_bench_run_spec(
    judges: str = "",
    design: str = "",
    seed: int = SEED,
    protocol: str = CARD.default_protocol,
    keywords: str = "own",
    form: str = "plain",
    temp: float = PROTOCOLS[CARD.default_protocol].temperature,
    max_tokens: int = MAX_TOKENS,
    instruction: str = NEUTRAL,
    judge_temp: float = JUDGE_TEMPERATURE,
    judge_max_tokens: int = JUDGE_TOKENS,
    **unknown: object,
) -> RunSpec:
    """LiveIdeaBench.

    Args:
        judges: deployments joined with ``+``. There is no default.
        design: ``draw=3``, which is the paper's, ``planned_missing=M``, or ``all``, with its ``seed``.
        seed: see design.
        protocol: see the card.
        keywords: ``own``, 216 of this package, or ``official``, the authors' 1,180.
        form: ``plain``, or ``reasoning``, which asks for the idea behind "Final Idea:".
        temp: temperature of the ideas, 0 to 2.
        max_tokens: limit for an answer, thoughts included.
        instruction: ``neutral``, or one that stands before every prompt: ``creative``, ``effective``.
        judge_temp: temperature of the judges.
        judge_max_tokens: limit for a reply of theirs.
        unknown: refused, like everything else that is wrong, before any request is made.
    """
    with Arguments(CARD.group) as arguments:
        arguments.none_of(unknown, get_live_idea_bench_run_spec)
        one = PROTOCOLS[arguments.one_of("protocol", protocol, PROTOCOLS)]
        asked = arguments.one_of("keywords", keywords, KEYWORDS), arguments.one_of("form", form, FORMS)
        arguments.check(lambda: prompts_of(*asked), "")
        panel = judge_settings(arguments, judges, design or one.design, seed, judge_temp, judge_max_tokens)
        sampling = arguments.sampling(temp, max_tokens, instruction)
    return _run_spec({"protocol": protocol, "keywords": keywords, "form": form}, panel, sampling)


def _run_spec(asked_for: dict[str, str], panel: JudgeSettings, sampling: Sampling) -> RunSpec:
    shown = {name: value for name, value in asked_for.items() if value != "plain"}
    signature = run_signature(**asked_for, judges=panel)
    return judged_run_spec(
        group=CARD.group,
        named={**shown, **panel.named, **sampling.named},
        scenario=LiveIdeaScenario,
        scenario_args={**asked_for, **panel.titles},
        metric=LiveIdeaMetric,
        metric_args={**asked_for, **panel.args, "signature": signature, "trials_count": True},
        adapter_spec=adapter(sampling, PROTOCOLS[asked_for["protocol"]].trials),
        annotator=LiveIdeaAnnotator,
        settings=panel,
        annotator_args={"protocol": asked_for["protocol"], "form": asked_for["form"]},
    )
