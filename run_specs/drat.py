"""``creativity_drat``: the Divergent Remote Association Test."""

from __future__ import annotations

from dataclasses import asdict

from helm.benchmark.run_spec import RunSpec, run_spec_function

from helm_creativity.hosting import MAX_TOKENS, NEUTRAL, Arguments, adapter, creativity_run_spec, word_settings
from helm_creativity.scenarios.drat.measure import UTILITIES
from helm_creativity.scenarios.drat.metric import DratMetric
from helm_creativity.scenarios.drat.protocols import ASKED, BANKS, EMBEDDING, Rule, pool_label, pool_words
from helm_creativity.scenarios.drat.scenario import DratScenario
from helm_creativity.scenarios.drat.scorer import CARD, prompts_of, require_task, signature_of

STANDARD = Rule()


@run_spec_function(CARD.group)
def get_drat_run_spec(
    protocol: str = CARD.default_protocol,
    bank: str = "scientific",
    k: int = 4,
    utility: str = STANDARD.utility,
    quantile: float = STANDARD.quantile,
    n_min: int = STANDARD.n_min,
    pool: str = STANDARD.pool,
    embedding: str = "",
    dictionary: str = "",
    temp: float = 1.0,
    max_tokens: int = MAX_TOKENS,
    instruction: str = NEUTRAL,
    **unknown: object,
) -> RunSpec:
    """The DRAT.

    Args:
        protocol: see the card.
        bank: of anchor sets: ``scientific`` or ``conceptnet``.
        k: anchors a set, 2 to 4.
        utility: over the anchors: ``max``, ``min`` or ``avg``.
        quantile: of the pool's utilities, which a word must exceed, 0 to 1.
        n_min: survivors below which the score is 0, 2 to 10.
        pool: ``cue_words`` (the paper's), ``nouns``, or a file with one word a line.
        embedding: a name, or names joined with ``+``; all-mpnet-base-v2 if left out.
        dictionary: ``olson2021``, ``wordnet`` or ``none``, which is the paper's.
        temp: temperature, 0 to 2.
        max_tokens: limit for an answer, thoughts included.
        instruction: ``neutral``, or one that stands before every prompt: ``creative``, ``effective``.
        unknown: refused, with all else that is wrong, before any request is made.
    """
    with Arguments(CARD.group) as arguments:
        arguments.none_of(unknown, get_drat_run_spec)
        protocol, bank, k = _task(arguments, protocol, bank, k)
        words = word_settings(arguments, embedding, dictionary, EMBEDDING, "none")
        rule = _rule(arguments, utility, quantile, n_min, pool)
        arguments.check(lambda: words.usable and require_task(rule, words.embedding, bank, k), False)
        sampling = arguments.sampling(temp, max_tokens, instruction)
    named = {"protocol": protocol, "bank": bank, "k": k, **_named(rule), **words.named}
    signed = signature_of(rule, words.embedding, words.words, prompts_of(bank, k))
    return creativity_run_spec(
        group=CARD.group,
        named={**named, **sampling.named},
        scenario=DratScenario,
        scenario_args=named,
        metric=DratMetric,
        metric_args={"bank": bank, "k": k, "rule": asdict(rule), **words.args, "signature": signed},
        adapter_spec=adapter(sampling, 1),
    )


def _task(arguments: Arguments, protocol: str, bank: str, k: int) -> tuple[str, str, int]:
    """What is asked, checked."""
    return (
        arguments.one_of("protocol", protocol, CARD.protocols),
        arguments.one_of("bank", bank, BANKS),
        arguments.whole("k", k, 2, 4),
    )


def _rule(arguments: Arguments, utility: object, quantile: object, n_min: object, pool: object) -> Rule:
    """The threshold's settings, checked."""
    rule = Rule(
        arguments.one_of("utility", utility, UTILITIES),
        arguments.number("quantile", quantile, 0, 1),
        arguments.whole("n_min", n_min, 2, ASKED),
        str(pool),
    )
    arguments.check(lambda: bool(pool_words(rule.pool)), False)
    return rule


def _named(rule: Rule) -> dict[str, object]:
    """Those of its settings that are not the paper's, as run names show them."""
    shown = {**asdict(rule), "quantile": f"{rule.quantile:.12g}", "pool": pool_label(rule.pool)}
    return {name: shown[name] for name, value in asdict(rule).items() if value != asdict(STANDARD)[name]}
