"""``creativity_drat``: the Divergent Remote Association Test."""

from __future__ import annotations

from dataclasses import asdict

from helm_creativity.hosting import Arguments, Chosen, benchmark, word_settings
from helm_creativity.scenarios.drat.measure import UTILITIES
from helm_creativity.scenarios.drat.metric import DratMetric
from helm_creativity.scenarios.drat.protocols import ASKED, BANKS, EMBEDDING, Rule, pool_label, pool_words
from helm_creativity.scenarios.drat.scenario import DratScenario
from helm_creativity.scenarios.drat.scorer import require_task

STANDARD = Rule()


@benchmark(DratScenario, DratMetric)
def drat(
    arguments: Arguments,
    bank: str = "scientific",
    k: int = 4,
    utility: str = STANDARD.utility,
    quantile: float = STANDARD.quantile,
    n_min: int = STANDARD.n_min,
    pool: str = STANDARD.pool,
    embedding: str = "",
    dictionary: str = "",
) -> Chosen:
    """The DRAT.

    Args:
        arguments: checks them.
        bank: of anchor sets: ``scientific`` or ``conceptnet``.
        k: anchors a set, 2 to 4.
        utility: over the anchors: ``max``, ``min`` or ``avg``.
        quantile: of the pool's utilities, which a word must exceed, 0 to 1.
        n_min: survivors below which the score is 0, 2 to 10.
        pool: ``cue_words`` (the paper's), ``nouns``, or a file with one word a line.
        embedding: a name, or names joined with ``+``; all-mpnet-base-v2 if left out.
        dictionary: ``olson2021``, ``wordnet`` or ``none``, which is the paper's.
    """
    bank, k = arguments.one_of("bank", bank, BANKS), arguments.whole("k", k, 2, 4)
    words = word_settings(arguments, embedding, dictionary, EMBEDDING, "none")
    rule = _rule(arguments, utility, quantile, n_min, pool)
    arguments.check(lambda: words.usable and require_task(rule, words.embedding, bank, k), False)
    if arguments.refused:
        return Chosen({})  # a pool of the user's own and what stands in for its vectors need not fit each other
    return words.chosen({"bank": bank, "k": k, "rule": asdict(rule)}, {"bank": bank, "k": k, **_named(rule)})


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
