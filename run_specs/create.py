"""``creativity_create``: many paths from one entity to another, judged by a panel."""

from __future__ import annotations

from helm.benchmark.run_spec import RunSpec, run_spec_function

from helm_creativity.hosting import MAX_TOKENS, NEUTRAL, Arguments, Sampling, adapter
from helm_creativity.judging.designs import SEED
from helm_creativity.judging.run_spec import judge_settings, judged_run_spec
from helm_creativity.judging.settings import JUDGE_TEMPERATURE, JUDGE_TOKENS, JudgeSettings
from helm_creativity.scenarios.create.annotator import CreateAnnotator
from helm_creativity.scenarios.create.items import queries_of
from helm_creativity.scenarios.create.metric import CreateMetric
from helm_creativity.scenarios.create.protocols import PROMPTINGS, PROTOCOLS, TEMPERATURE
from helm_creativity.scenarios.create.scenario import CreateScenario
from helm_creativity.scenarios.create.settings import (
    CARD,
    EMBEDDING,
    QUERIES,
    Asked,
    require_embeddings,
    run_signature,
    samples_of,
)


@run_spec_function(CARD.group)
def get_create_run_spec(
    judges: str = "",
    design: str = "",
    seed: int = SEED,
    protocol: str = CARD.default_protocol,
    prompting: str = PROMPTINGS[0],
    samples: int | str = "",
    queries: str = QUERIES,
    embedding: str = EMBEDDING,
    temp: float = TEMPERATURE,
    max_tokens: int = MAX_TOKENS,
    judge_temp: float = JUDGE_TEMPERATURE,
    judge_max_tokens: int = JUDGE_TOKENS,
    instruction: str = NEUTRAL,
    **unknown: object,
) -> RunSpec:
    """CREATE.

    Args:
        judges: deployments joined with ``+``. There is no default.
        design: ``all``, which is the default, ``planned_missing=M`` or ``draw=M``, with its ``seed``.
        seed: see design.
        protocol: see the card.
        prompting: ``original``, ``creative``, ``verbalized``, ``iterative`` or ``resample``.
        samples: answers that ``resample`` pools, the first one included.
        queries: ``own``, those of this package; ``official`` or ``official@COMMIT``, the authors'; or a file.
        embedding: a name, or names joined with ``+``.
        temp: temperature of the answers, 0 to 2.
        max_tokens: limit for an answer, thoughts included.
        judge_temp: temperature of the judges.
        judge_max_tokens: limit for a reply of theirs.
        instruction: ``neutral``, or one that stands before every prompt: ``creative``, ``effective``.
        unknown: refused, like everything else that is wrong, before any request is made.
    """
    with Arguments(CARD.group) as arguments:
        arguments.none_of(unknown, get_create_run_spec)
        arguments.one_of("protocol", protocol, PROTOCOLS)
        how = arguments.one_of("prompting", prompting, PROMPTINGS)
        pooled = arguments.check(lambda: samples_of(how, samples), 1)
        arguments.check(lambda: len(queries_of(queries)), 0)
        arguments.check(lambda: require_embeddings(embedding), None)
        panel = judge_settings(arguments, judges, design, seed, judge_temp, judge_max_tokens)
        sampling = arguments.sampling(temp, max_tokens, instruction)
    return _run_spec(Asked(protocol, how, pooled, queries, embedding), panel, sampling)


def _run_spec(asked: Asked, panel: JudgeSettings, sampling: Sampling) -> RunSpec:
    """The run spec of arguments that are right."""
    shown = asked.titles
    return judged_run_spec(
        group=CARD.group,
        named={**asked.named, **panel.named, **sampling.named},
        scenario=CreateScenario,
        scenario_args={**shown, "queries": asked.queries, **panel.titles},
        metric=CreateMetric,
        metric_args={**asked._asdict(), **panel.args, "signature": run_signature(asked, panel)},
        adapter_spec=adapter(sampling, 1),
        annotator=CreateAnnotator,
        settings=panel,
        annotator_args={name: getattr(asked, name) for name in ("protocol", "prompting", "samples")},
    )
