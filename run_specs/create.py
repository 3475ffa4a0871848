"""``creativity_create``: many paths from one entity to another, judged by a panel."""

from __future__ import annotations

from helm_creativity.hosting import Arguments, Chosen, vector_settings
from helm_creativity.judging.benchmark import judged_benchmark
from helm_creativity.scenarios.create.annotator import CreateAnnotator
from helm_creativity.scenarios.create.items import queries_of
from helm_creativity.scenarios.create.metric import CreateMetric
from helm_creativity.scenarios.create.protocols import PROMPTINGS, TEMPERATURE
from helm_creativity.scenarios.create.scenario import CreateScenario
from helm_creativity.scenarios.create.settings import EMBEDDING, QUERIES, Asked, samples_of


@judged_benchmark(
    CreateScenario, CreateMetric, CreateAnnotator, temp=TEMPERATURE, asks=["protocol", "prompting", "samples"]
)
def create(
    arguments: Arguments,
    protocol: str,
    prompting: str = PROMPTINGS[0],
    samples: int | str = "",
    queries: str = QUERIES,
    embedding: str = EMBEDDING,
) -> Chosen:
    """CREATE.

    Args:
        arguments: checks them.
        protocol: see the card.
        prompting: ``original``, ``creative``, ``verbalized``, ``iterative`` or ``resample``.
        samples: answers that ``resample`` pools, the first one included.
        queries: ``own``, those of this package; ``official`` or ``official@COMMIT``, the authors'; or a file.
        embedding: a name, or names joined with ``+``.
    """
    how = arguments.one_of("prompting", prompting, PROMPTINGS)
    pooled = arguments.check(lambda: samples_of(how, samples), 1)
    known = arguments.usable(queries, queries_of, QUERIES)
    asked = Asked(protocol, how, pooled, known, vector_settings(arguments, embedding).embedding)
    return Chosen(asked._asdict(), asked.named, titled={**asked.titles, "queries": known})
