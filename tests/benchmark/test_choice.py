"""Choices: what is read of a response, accuracy and calibration by hand, by law and by a slow definition."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.strangers import Other, entry, installed, with_benchmarks

from helm_creativity.benchmark.loading import load_benchmark
from helm_creativity.benchmark.types import Response, Sample
from helm_creativity.task_types.choice import brier_score, expected_calibration_error, stated_probability

ITEM = {"choices": ["A", "B", "C"], "answer": "B"}


@pytest.fixture(scope="module")
def verdicts(tmp_path_factory):
    site = with_benchmarks(tmp_path_factory.mktemp("site"), {"verdicts": Other({}, "verdicts")})
    with installed(site):
        yield site, load_benchmark(entry(site, "verdicts"))


@pytest.mark.parametrize(
    ("text", "choices", "score", "reason", "probability"),
    [
        ("B\nProbability: 0.8", "ABC", 100, None, 0.8),
        ('{"answer": "B", "confidence": "80%"}', "ABC", 100, None, 0.8),
        ("**Answer: (C)**", "ABC", 0, None, None),
        ("A or B", "ABC", 0, "unparsable", None),
        ("Who knows?", "ABC", 0, "unparsable", None),
        ("", "ABC", 0, "empty", None),
        ("I'm sorry, but I can't help with that request.", "ABC", None, "refused", None),
        ("Plausible. Confidence: 60 %", ("plausible", "implausible"), 100, None, 0.6),
        ("A hammer.", ("hammer", "plum"), 100, None, None),
        ("The plum", ("hammer", "plum"), 0, None, None),
        ("Nails are to wood what a *hammer* is to nails.", ("hammer", "plum"), 100, None, None),
        ("It cannot be a hammer.", ("hammer", "plum"), 0, "unparsable", None),
        ("It is a hammer rather than a plum.", ("hammer", "plum"), 100, None, None),
        ("A hammer, or the plum", ("hammer", "plum"), 0, "unparsable", None),
    ],
)
def test_responses(verdicts, text, choices, score, reason, probability):
    benchmark = verdicts[1]
    fields = {"choices": list(choices), "answer": choices[1] if len(choices) == 3 else choices[0]}
    (found,) = benchmark.scorer(benchmark.settings()).score([Sample(Response(text, "stop"), fields)])
    assert (found.score, found.failure_reason, found.details["probability"]) == (score, reason, probability)


def test_calibration_by_hand(verdicts):
    """0.9 right and 0.8 wrong, 0.7 right: (0.1² + 0.8² + 0.3²) / 3; each in a bin of its own: (0.1 + 0.8 + 0.3) / 3."""
    benchmark = verdicts[1]
    scorer = benchmark.scorer(benchmark.settings())
    texts = ("B\nProbability: 0.9", "A\nProbability: 80%", "B\nProbability: 7/10", "B")
    samples = [Sample(Response(text, "stop"), ITEM) for text in texts]
    scores = scorer.score(samples)
    brier = [score.submetrics["brier"] for score in scores]
    assert brier[:3] == pytest.approx([0.01, 0.64, 0.09])
    assert brier[3] is None
    assert [score.submetrics["stated_rate"] for score in scores] == [1, 1, 1, 0]
    assert scorer.score_run(samples, scores) == {"calibration_error": pytest.approx(1.2 / 3)}
    # In one bin, (0.6, 0.7], the shares count: half are right, 0.65 is said.
    assert expected_calibration_error([0.61, 0.69], [True, False]) == pytest.approx(0.15)


stated = st.lists(st.tuples(st.integers(0, 100).map(lambda n: n / 100), st.booleans()), min_size=1)


@given(stated, st.randoms(use_true_random=False))
def test_laws_of_calibration(pairs, random):
    """From 0 to 1, in any order; at least the distance of the means, and at most the mean distance; as defined."""
    probabilities, right = zip(*pairs, strict=True)
    error = expected_calibration_error(probabilities, right)
    shuffled = random.sample(pairs, len(pairs))
    assert expected_calibration_error(*zip(*shuffled, strict=True)) == pytest.approx(error)
    n = len(pairs)
    assert abs(sum(right) - sum(probabilities)) / n - 1e-9 <= error
    assert error <= sum(abs(p - y) for p, y in pairs) / n + 1e-9
    assert all(0 <= brier_score(p, y) <= 1 for p, y in pairs)
    slow = 0.0
    for m in range(1, 11):
        inside = [(p, y) for p, y in pairs if m == max(1, math.ceil(round(100 * p) / 10))]
        if inside:
            share, mean = (sum(values) / len(inside) for values in zip(*inside, strict=True))
            slow += len(inside) / n * abs(mean - share)
    assert error == pytest.approx(slow)


def test_what_is_undefined_and_what_is_ambiguous():
    assert expected_calibration_error([], []) is None
    assert stated_probability("Probability: 0.2\nProbability: 0.9") is None
