"""From answers to one prompt to scores and reasons."""

from collections import Counter
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.hivemind import ANGLES

from helm_creativity.baselines.responses import baseline_response
from helm_creativity.baselines.word_choosers import CHOOSERS
from helm_creativity.benchmark.base import sample_in_row
from helm_creativity.benchmark.loading import get_benchmark
from helm_creativity.benchmark.types import FailureReason, Response, Sample
from helm_creativity.embeddings.registry import require_single
from helm_creativity.errors import BadArguments, EmbeddingNotFound
from helm_creativity.results.run_stats import run_stats
from helm_creativity.scenarios.hivemind.benchmark import EMBEDDING, HivemindScorer, TextVectors

BENCHMARK = get_benchmark("hivemind")
CARD = BENCHMARK.card
words = st.sampled_from(sorted(ANGLES))


def row(text, prompt="p", **answer):
    """One answer."""
    return Sample(Response(text, **{"finish_reason": "stop", **answer}), {"prompt": prompt})


def scorer_with(embedding):
    """Of one embedding."""
    return HivemindScorer(CARD, TextVectors(embedding))


def scores(rows, embedding="compass"):
    """Of each answer."""
    return [sample_score.score for sample_score in scorer_with(embedding).score(rows)]


def stats(rows, embedding="compass"):
    """Of a run."""
    scorer = scorer_with(embedding)
    sample_scores = scorer.score(rows)
    return run_stats(sample_scores, [row.fields["prompt"] for row in rows], scorer.score_run(rows, sample_scores))


def test_an_answer_is_compared_with_the_others_of_its_prompt():
    """And with no answer to another one, in whatever order they come."""
    rows = [row("east"), row("Go west.", "q"), row("north"), row("west", "q"), row("northeast")]
    # east: 90° and 45° away; north: 90° and 45°; northeast: 45° twice. The two of q: 0°.
    near = 100 * (1 - 0.5**0.5)
    assert scores(rows) == pytest.approx([(100 + near) / 2, 0, (100 + near) / 2, 0, near], abs=1e-5)


def test_every_prompt_weighs_the_same():
    """Though fewer of its answers could be scored."""
    rows = [row("east"), row("north"), row("east", "q"), row("east", "q"), row("", "q"), row("north", "q")]
    found = stats(rows)
    # p: 100. q: pairs at 0, 100, 100: mean 200/3. Not the mean of five answers, (2·100 + 3·200/3) / 5 = 80.
    assert found["score"] == pytest.approx((100 + 200 / 3) / 2)
    assert found["score_se"] == pytest.approx((100 - 200 / 3) / 2)
    # One of the four answers to q is worth 0: (3·200/3) / 4 = 50.
    assert found["score_failures_as_zero"] == pytest.approx((100 + 50) / 2)
    assert (found["num_answers"], found["num_instances"], found["valid_rate"]) == (6, 2, pytest.approx(5 / 6))


@given(st.lists(st.lists(words, min_size=3, max_size=3), min_size=2, max_size=5))
def test_the_error_is_that_of_prompts(prompts):
    """Not of answers, of which those to one prompt are alike: the sd of means over √K."""
    rows = [row(text, str(place)) for place, texts in enumerate(prompts) for text in texts]
    found, means = stats(rows), np.reshape(scores(rows), (-1, 3)).mean(axis=1)
    assert found["score"] == pytest.approx(means.mean())
    assert found["score_se"] == pytest.approx(means.std(ddof=1) / len(means) ** 0.5, abs=1e-9)


def test_answers_to_different_prompts_show_where_unrelated_ones_lie():
    """Every pair of prompts weighs the same, whatever the number of answers."""
    rows = [row("east"), row("east"), row("east"), row("north", "q"), row("west", "q"), row("!", "r")]
    # Mean vectors (1, 0) and (-1/2, 1/2): similarity -1/2. The third prompt has no answer.
    assert stats(rows)["between_prompts"] == pytest.approx(150)
    assert stats(rows[:3])["between_prompts"] is None
    assert stats(rows[:3])["score_se"] is None


def test_what_is_no_answer_is_in_no_pair():
    """It has its own reason; the others are scored as if it were not there."""
    rows = [row("east"), row("qwertz"), row("north", finish_reason="length"), row("north")]
    found = scorer_with("compass").score(rows)
    assert [row.score for row in found] == [pytest.approx(100), None, None, pytest.approx(100)]
    assert [row.failure_reason for row in found[1:3]] == [FailureReason.TOO_FEW_VALID, FailureReason.TRUNCATED]
    assert set(found[1].submetrics.values()) == {None}


def test_a_single_answer_has_nothing_to_be_compared_with():
    """What is left of a prompt's answers, while another prompt is scored."""
    rows = [row("east"), row(""), row("east", "q"), row("west", "q")]
    found = scorer_with("compass").score(rows)
    assert [sample_score.failure_reason for sample_score in found] == [
        FailureReason.TOO_FEW_VALID,
        FailureReason.EMPTY,
        None,
        None,
    ]
    assert stats(rows)["score"] == pytest.approx(200)
    assert stats(rows)["score_failures_as_zero"] == pytest.approx(100)
    assert stats(rows)["too_few_valid_rate"] == pytest.approx(1 / 4)
    nothing = stats([row("east"), row("west", "q")])
    assert (nothing["score"], nothing["score_se"], nothing["score_failures_as_zero"]) == (None, None, 0)


def test_submetrics_of_an_answer():
    """Its words, and the share of the others that are the same text."""
    found = scorer_with("compass").score([row("Go east."), row("**go  EAST**"), row("north it is"), row("west")])
    assert [sample_score.submetrics["identical_rate"] for sample_score in found] == pytest.approx([1 / 3, 1 / 3, 0, 0])
    assert [sample_score.submetrics["words"] for sample_score in found] == [2, 2, 3, 1]
    assert [sample_score.submetrics["cut_rate"] for sample_score in found] == [0, 0, 0, 0]
    assert found[1].details == {"scored_response": "**go  EAST**"}


def test_a_text_is_the_sum_of_its_known_words():
    """As often as they occur, without words of grammar; of "don't" nothing is left that a table takes for a word."""
    texts = ["The east, the east, and NORTH!", "up", "west", "the", "", "north-east"]
    found = TextVectors("compass").embed(texts)
    assert [vector is None for vector in found] == [False, True, False, True, True, False]
    # (2, 1) / √5.
    assert found[0] == pytest.approx([2 / 5**0.5, 1 / 5**0.5])
    assert found[5] == pytest.approx([0.5**0.5, 0.5**0.5])
    nothing, word = TextVectors("builtin").embed(["I don't, you won’t.", "don"])
    assert (nothing, word is None) == (None, False)


def test_one_embedding_that_is_here():
    """Several, an unknown one, and one that was never fetched are refused by name."""
    require_single("embedding", "compass")
    for name, why in (("compass+builtin", "must be a single embedding"), ("no-such", "unknown embedding 'no-such'")):
        with pytest.raises(BadArguments, match=why):
            require_single("embedding", name)
    with pytest.raises(EmbeddingNotFound, match="fetch sbert-mpnet"):
        require_single("embedding", EMBEDDING)


def test_six_prompts_in_each_of_seventeen_categories():
    """All different; the baselines answer each otherwise each time."""
    assert len({item["prompt"] for item in BENCHMARK.entries}) == 102
    assert set(Counter(item["category"] for item in BENCHMARK.entries).values()) == {6}
    assert all(item["id"].rpartition("-")[0] == item["category"] for item in BENCHMARK.entries)
    for item, strategy in product(BENCHMARK.entries[::20], CHOOSERS):
        text = f"Be creative.\n\n{BENCHMARK.prompt(item).text}"
        first, second = (baseline_response(BENCHMARK, text, CHOOSERS[strategy]("builtin", seed)) for seed in (1, 2))
        assert first != second
        assert len(first.split()) == 7


def test_a_row_of_a_file_names_a_prompt_or_writes_it():
    """One's own has no category."""
    settings = BENCHMARK.settings_type(protocol="jiang2025", embedding="compass")
    entry = BENCHMARK.entries[0]
    known, own = (
        sample_in_row(BENCHMARK, {**more, "response": "east"}, settings).fields
        for more in ({"id": entry["id"]}, {"prompt": "Where to?"})
    )
    assert (known["prompt"], known["category"]) == (entry["prompt"], entry["category"])
    assert (own["prompt"], own["category"]) == ("Where to?", None)
