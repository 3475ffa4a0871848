"""The baselines' answers to the S-DAT."""

import itertools
from functools import partial

import pytest
from support.benchmarks import scorer_of
from support.tongues import LANGUAGES, nouns

from helm_creativity.baselines.responses import baseline_response
from helm_creativity.baselines.word_choosers import CHOOSERS
from helm_creativity.benchmark.loading import get_benchmark
from helm_creativity.benchmark.types import Response, Sample

BENCHMARK = get_benchmark("sdat")
ASKED, CONSTRAINTS = (BENCHMARK.options[name].allowed for name in ("asked", "constraint"))
answer = partial(baseline_response, BENCHMARK)


def prompt(language, asked, constraint):
    return BENCHMARK.render(f"{language}_own", n_words=asked, constraint=constraint).text


def chooser(strategy, seed=1):
    return CHOOSERS[strategy]("builtin", seed)


@pytest.mark.parametrize(("asked", "constraint"), list(itertools.product(ASKED, CONSTRAINTS)))
@pytest.mark.parametrize("strategy", sorted(CHOOSERS))
def test_every_prompt_is_answered_in_its_language(many_tongues, strategy, asked, constraint):
    """With as many nouns as asked, all of which fulfil the constraint and are scored."""
    scorer = scorer_of("sdat", asked=asked, embedding=many_tongues)
    for language in LANGUAGES:
        fitting = {noun[language] for noun in nouns() if noun[constraint] == "1"}
        reply = answer(prompt(language, asked, constraint), chooser(strategy))
        words = reply.split("\n")
        assert len(words) == len(set(words)) == asked
        assert set(words) <= fitting
        (sample_score,) = scorer.score([Sample(Response(reply), {"language": language})])
        assert sample_score.score == pytest.approx(100)
        assert (sample_score.submetrics["n_valid"], sample_score.submetrics["wrong_count_rate"]) == (asked, 0)


@pytest.mark.parametrize("strategy", sorted(CHOOSERS))
def test_one_seed_chooses_one_set_of_concepts_in_every_language(strategy):
    """The choice is made in English."""
    concepts = set()
    for language in LANGUAGES:
        number = {noun[language]: i for i, noun in enumerate(nouns())}
        reply = answer(prompt(language, 10, "none"), chooser(strategy))
        concepts.add(tuple(number[word] for word in reply.split("\n")))
    assert len(concepts) == 1


def test_the_greedy_one_beats_chance():
    """By the vectors that it chooses by."""
    scorer = scorer_of("sdat", embedding="builtin")

    def mean(strategy):
        replies = [answer(prompt("en", 10, "none"), chooser(strategy, seed)) for seed in range(10)]
        scores = [
            sample_score.score
            for sample_score in scorer.score([Sample(Response(reply), {"language": "en"}) for reply in replies])
        ]
        return sum(scores) / len(scores)

    assert mean("greedy") > mean("random") + 3
