"""``creativity_hivemind``: open-ended prompts, asked again and again."""

from __future__ import annotations

from helm_creativity.hosting import Arguments, Chosen, benchmark
from helm_creativity.scenarios.hivemind.metric import HivemindMetric
from helm_creativity.scenarios.hivemind.scenario import HivemindScenario
from helm_creativity.scenarios.hivemind.texts import EMBEDDING, require_single

TRIALS = 10


@benchmark(HivemindScenario, HivemindMetric, trials=TRIALS)
def hivemind(arguments: Arguments, embedding: str = EMBEDDING) -> Chosen:
    """Artificial Hivemind.

    Args:
        arguments: checks them.
        embedding: of the answers, a single one: a sentence encoder, or ``builtin`` and the like for trying it out.
    """
    name = str(embedding)
    return Chosen({"embedding": name}, {"embedding": arguments.check(lambda: require_single(name), name)})
