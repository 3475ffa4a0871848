"""``creativity_aut``: alternate uses of everyday objects, scored by vectors and by judges."""

from __future__ import annotations

from helm.benchmark.run_spec import RunSpec, run_spec_function

from helm_creativity.hosting import MAX_TOKENS, NEUTRAL, Arguments, Sampling, adapter
from helm_creativity.judging.designs import SEED
from helm_creativity.judging.run_spec import judge_settings, judged_run_spec
from helm_creativity.judging.settings import JUDGE_TEMPERATURE, JUDGE_TOKENS, JudgeSettings
from helm_creativity.scenarios.aut.annotator import AutAnnotator
from helm_creativity.scenarios.aut.metric import AutMetric
from helm_creativity.scenarios.aut.objects import object_sets
from helm_creativity.scenarios.aut.protocols import PROTOCOLS
from helm_creativity.scenarios.aut.scenario import AutScenario
from helm_creativity.scenarios.aut.scorer import CARD, embedding_label, require_vectors, run_signature


@run_spec_function(CARD.group)
def get_aut_run_spec(
    judges: str = "",
    design: str = "",
    seed: int = SEED,
    protocol: str = CARD.default_protocol,
    objects: str = "",
    embedding: str = "",
    temp: float = 1.0,
    max_tokens: int = MAX_TOKENS,
    judge_temp: float = JUDGE_TEMPERATURE,
    judge_max_tokens: int = JUDGE_TOKENS,
    weighted: bool = False,
    instruction: str = NEUTRAL,
    **unknown: object,
) -> RunSpec:
    """Alternate uses.

    Args:
        judges: deployments joined with ``+``. Only ``wenger2025`` does without.
        design: ``all``, which is the default, ``planned_missing=M`` or ``draw=M``, with its ``seed``.
        seed: see design.
        protocol: see the card.
        objects: ``mctb2025``, ``wenger2025`` or ``all``; the protocol's own if left out.
        embedding: a name, or names joined with ``+``; the protocol's own if left out.
        temp: temperature of the answers, 0 to 2.
        max_tokens: limit for an answer, thoughts included.
        judge_temp: temperature of the judges.
        judge_max_tokens: limit for a reply of theirs.
        weighted: ratings weighted by the probabilities of the numbers that a judge might have given.
        instruction: ``neutral``, or one that stands before every prompt: ``creative``, ``effective``.
        unknown: refused, like everything else that is wrong, before any request is made.
    """
    with Arguments(CARD.group) as arguments:
        arguments.none_of(unknown, get_aut_run_spec)
        one = PROTOCOLS[arguments.one_of("protocol", protocol, PROTOCOLS)]
        chosen = arguments.one_of("objects", one.objects if objects == "" else objects, object_sets())
        vectors = one.embedding if embedding == "" else str(embedding)
        arguments.check(lambda: require_vectors(chosen, vectors), False)
        how = seed, judge_temp, judge_max_tokens, one.judges_optional, weighted
        panel = judge_settings(arguments, judges, design, *how)
        sampling = arguments.sampling(temp, max_tokens, instruction)
    return _run_spec({"protocol": protocol, "objects": chosen, "embedding": vectors}, panel, sampling)


def _run_spec(asked_for: dict[str, str], panel: JudgeSettings, sampling: Sampling) -> RunSpec:
    """The run spec of arguments that are right."""
    shown = {**asked_for, "embedding": embedding_label(asked_for["embedding"])}
    return judged_run_spec(
        group=CARD.group,
        named={**shown, **panel.named, **sampling.named},
        scenario=AutScenario,
        scenario_args={**shown, **panel.titles},
        metric=AutMetric,
        metric_args={**asked_for, **panel.args, "signature": run_signature(**asked_for, judges=panel)},
        adapter_spec=adapter(sampling, PROTOCOLS[asked_for["protocol"]].trials),
        annotator=AutAnnotator,
        settings=panel,
        annotator_args={"protocol": asked_for["protocol"]},
    )
