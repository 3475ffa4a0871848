"""``creativity_aut``: alternate uses of everyday objects, scored by vectors and by judges."""

from __future__ import annotations

from functools import partial

from helm_creativity.hosting import Arguments, Chosen, vector_settings
from helm_creativity.judging.benchmark import judged_benchmark
from helm_creativity.scenarios.aut.annotator import AutAnnotator
from helm_creativity.scenarios.aut.metric import AutMetric
from helm_creativity.scenarios.aut.objects import object_sets
from helm_creativity.scenarios.aut.protocols import PROTOCOLS
from helm_creativity.scenarios.aut.scenario import AutScenario
from helm_creativity.scenarios.aut.scorer import require_vectors

UNJUDGED = [name for name, one in PROTOCOLS.items() if one.judges_optional]


# Under every protocol there is a question whose ratings can be weighted: see Protocol.of_each_use.
@judged_benchmark(AutScenario, AutMetric, AutAnnotator, without=UNJUDGED, weighs=(), asks=["protocol"])
def aut(arguments: Arguments, protocol: str, objects: str = "", embedding: str = "") -> Chosen:
    """Alternate uses.

    Args:
        arguments: checks them.
        protocol: see the card. Only ``wenger2025`` does without judges.
        objects: ``mctb2025``, ``wenger2025`` or ``all``; the protocol's own if left out.
        embedding: a name, or names joined with ``+``; the protocol's own if left out.
    """
    one = PROTOCOLS[protocol]
    chosen = arguments.one_of("objects", one.objects if objects == "" else objects, object_sets())
    vectors = vector_settings(arguments, embedding, one.embedding, partial(require_vectors, chosen))
    return vectors.chosen({"objects": chosen}, trials=one.trials)
