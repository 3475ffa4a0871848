"""``creativity_novelty``: how many different answers a prompt gets, and what they are worth."""

from __future__ import annotations

from functools import partial

from helm_creativity.hosting import Arguments, Chosen
from helm_creativity.judging.benchmark import judged_benchmark
from helm_creativity.scenarios.novelty.annotator import NoveltyAnnotator
from helm_creativity.scenarios.novelty.measure import PATIENCE
from helm_creativity.scenarios.novelty.metric import NoveltyMetric
from helm_creativity.scenarios.novelty.prompt_sets import items_of, label_of
from helm_creativity.scenarios.novelty.protocols import JUDGES, UNJUDGED, K, Way, way_of
from helm_creativity.scenarios.novelty.scenario import NoveltyScenario


@judged_benchmark(NoveltyScenario, NoveltyMetric, NoveltyAnnotator, without=(UNJUDGED,), asks=("same", "k"))
def novelty(
    arguments: Arguments,
    protocol: str,
    prompts: str = "own",
    k: int = K,
    patience: float = PATIENCE,
    same: str = JUDGES,
    threshold: float | str = "",
) -> Chosen:
    """NoveltyBench.

    Args:
        arguments: checks them.
        protocol: see the card. ``zhang2025_distinct`` needs no judges where an embedding decides.
        prompts: ``own``, 100 of this package; ``curated`` or ``wildchat``, the authors', or either of them with
            ``@COMMIT``; or a file.
        k: answers that count; so many are asked for. More (``num_trials``) take the place of those that fail.
        patience: of a reader: the probability of asking for another answer.
        same: who decides which answers are the same: ``judges``, or an embedding by its name, such as ``sbert-minilm``.
        threshold: cosine from which they are, where an embedding decides; known for some.
    """
    n = arguments.whole("k", k, 2, 100)
    p = arguments.number("patience", patience, 0, 1)
    asked = arguments.usable(prompts, items_of, "own")
    way = arguments.check(partial(way_of, protocol, n, p, same, threshold), Way(protocol, n, p))
    named = {"prompts": label_of(asked), **way.named}
    return Chosen({"prompts": asked, **way.args}, named, trials=n, titled={**named, "prompts": asked})
