"""Choices: what is read of a response."""

import pytest
from support.strangers import Other, entry, installed, with_benchmarks

from helm_creativity.benchmark.loading import load_benchmark
from helm_creativity.benchmark.types import Response, Sample


@pytest.fixture(scope="module")
def verdicts(tmp_path_factory):
    site = with_benchmarks(tmp_path_factory.mktemp("site"), {"verdicts": Other({}, "verdicts")})
    with installed(site):
        yield site, load_benchmark(entry(site, "verdicts"))


@pytest.mark.parametrize(
    ("text", "choices", "score", "reason"),
    [
        ("B\nProbability: 0.8", "ABC", 100, None),
        ('{"answer": "B", "confidence": "80%"}', "ABC", 100, None),
        ("**Answer: (C)**", "ABC", 0, None),
        ("A or B", "ABC", 0, "unparsable"),
        ("Who knows?", "ABC", 0, "unparsable"),
        ("", "ABC", 0, "empty"),
        ("I'm sorry, but I can't help with that request.", "ABC", None, "refused"),
        ("Plausible. Confidence: 60 %", ("plausible", "implausible"), 100, None),
        ("A hammer.", ("hammer", "plum"), 100, None),
        ("The plum", ("hammer", "plum"), 0, None),
        ("Nails are to wood what a *hammer* is to nails.", ("hammer", "plum"), 100, None),
        ("It cannot be a hammer.", ("hammer", "plum"), 0, "unparsable"),
        ("It is a hammer rather than a plum.", ("hammer", "plum"), 100, None),
        ("A hammer, or the plum", ("hammer", "plum"), 0, "unparsable"),
    ],
)
def test_responses(verdicts, text, choices, score, reason):
    benchmark = verdicts[1]
    fields = {"choices": list(choices), "answer": choices[1] if len(choices) == 3 else choices[0]}
    (found,) = benchmark.scorer(benchmark.settings()).score([Sample(Response(text, "stop"), fields)])
    assert (found.score, found.failure_reason) == (score, reason)
