"""From both stages' answers to PACE scores and reasons."""

from collections import Counter
from types import SimpleNamespace

import numpy as np
import pytest
from support.pace import ASSOCIATES, REFUSAL, REST, SEED, STAGE1, note, one, pace_scorer, results, row

from helm_creativity.benchmark.loading import get_benchmark
from helm_creativity.benchmark.protocols import Embedded, RunScorer
from helm_creativity.benchmark.types import FailureReason
from helm_creativity.embeddings.builtin import builtin
from helm_creativity.scenarios.pace import benchmark as module
from helm_creativity.scenarios.pace.scoring import pace

PACE = get_benchmark("pace")
WHOLE = results(["dog", *REST])
BUILTIN = pace_scorer()
NOUNS = builtin().nouns[::900]


@pytest.fixture
def scorer(toy):
    return pace_scorer(toy)


ONE = results(["dog"])


def alone(scorer, reply):
    """The outcome of a seed with one chain, from ``dog``."""
    return one(scorer, ONE, note([reply]))


def whole_from(associate, *more):
    """A chain of all other words."""
    return results([associate, *(word for word in ["dog", *REST] if word != associate), *more])


def test_words_at_right_angles_score_1(scorer):
    """In all three chains, which begin with the seed and their associates."""
    sample_score = one(scorer, STAGE1, note([results([word, *REST]) for word in ASSOCIATES]))
    assert sample_score.details["chains"][0] == [SEED, "dog", *REST]
    assert sample_score.details["chain_distances"][0] == pytest.approx(1)
    assert [chain[:3] for chain in sample_score.details["chains"][1:]] == [
        ["cat", "river", "thimble"],
        ["cat", "lamp", "thimble"],
    ]
    assert sample_score.submetrics["n_chains"] == 3
    assert sample_score.submetrics["chain_failure_rate"] == 0


def test_an_associate_that_stage_2_repeats_counts_once(scorer):
    """Twice, it would be at distance 0 from itself."""
    # The chain has 12 words at right angles: score 1. Counted twice: 1 - (1/2)/12.
    repeated, left_out = alone(scorer, WHOLE), alone(scorer, results(REST))
    assert repeated.score == left_out.score == pytest.approx(1)
    assert repeated.details["chains"] == left_out.details["chains"] == [[SEED, "dog", *REST]]
    assert (repeated.submetrics["repeats"], repeated.submetrics["chain_ttr"]) == (0, 1)
    assert alone(scorer, results(["DOG ", *REST])).score == pytest.approx(1)


def test_unknown_words_are_dropped_and_counted(scorer):
    """What follows them moves up; they are listed under the answer's spelling."""
    sample_score = alone(scorer, results(["dog", "Zzz", *REST, "qqq", "qqq"]))
    assert sample_score.score == pytest.approx(1)
    assert sample_score.details["unknown_entries"] == ["Zzz", "qqq", "qqq"]
    assert sample_score.submetrics["unknown_rate"] == pytest.approx(3 / 15)
    assert (
        sample_score.submetrics["chain_length"],
        sample_score.submetrics["chain_ttr"],
        sample_score.submetrics["repeats"],
    ) == (12, 1, 0)


def test_a_chain_has_twenty_entries_at_most():
    """Known or not: what stands behind them is not looked at."""
    words = ["zzz", *NOUNS[:30]]
    sample_score = one(BUILTIN, ONE, note([results(words)]))
    assert sample_score.details["chains"] == [["cat", "dog", *NOUNS[:17]]]
    assert sample_score.submetrics["chain_length"] == 19
    assert sample_score.submetrics["unknown_rate"] == pytest.approx(1 / 20)


def test_fewer_than_ten_known_words_are_no_chain(scorer):
    """Seed and associate are two of the ten."""
    assert alone(scorer, results(REST[:8])).score == pytest.approx(1)
    sample_score = alone(scorer, results([*REST[:7], "zzz", "qqq", "xxx"]))
    assert (sample_score.score, sample_score.failure_reason) == (None, FailureReason.TOO_FEW_VALID)
    assert sample_score.details["chain_reasons"] == ["too_few_valid"]
    assert sample_score.details["chain_distances"] == [None]
    assert (sample_score.submetrics["n_chains"], sample_score.submetrics["chain_failure_rate"]) == (0, 1)


@pytest.mark.parametrize(
    ("broken", "reason"),
    [
        ("", "empty"),
        (REFUSAL, "refused"),
        ({"text": WHOLE, "finish_reason": "content_filter"}, "refused"),
        ({"text": WHOLE, "finish_reason": "length"}, "truncated"),
        ({"text": "", "failed": True}, "failed"),
        (WHOLE[:-20], "unparsable"),
        (results(REST[:3]), "too_few_valid"),
        (results(["dog"] * 201), "too_long"),
    ],
)
def test_a_broken_chain_leaves_the_mean_of_the_others(scorer, broken, reason):
    """Whatever broke it, and wherever it stands; it is no 0."""
    distances = [1, (11 + 11 / 12) / 12]
    for place in range(3):
        first, second = (associate for number, associate in enumerate(ASSOCIATES) if number != place)
        replies = [whole_from(first), whole_from(second, "cat")]
        replies.insert(place, broken)
        sample_score = one(scorer, STAGE1, note(replies))
        assert sample_score.score == pytest.approx(np.mean(distances))
        assert sample_score.submetrics["n_chains"] == 2
        assert sample_score.submetrics["chain_failure_rate"] == pytest.approx(1 / 3)
        assert sample_score.submetrics["chain_length"] == 12.5
        assert sample_score.submetrics["repeats"] == 0.5
        assert [reason for reason in sample_score.details["chain_reasons"] if reason] == [reason]
        assert sample_score.details["chain_reasons"][place] == reason
        assert sample_score.details["chain_distances"][place] is None


def test_the_type_token_ratio_is_that_of_all_chains_as_they_are_spelt(scorer):
    """The published count: of the words of stage 2, known or not, without the seed; lost chains add none."""
    # 11, 11 and 12 words (the seed at the head of the last is none). Distinct: the 10 of REST, dog, Dog and zzz.
    chains = [["dog", *REST], ["Dog", *REST], ["Cat", "zzz", *REST, "dog"]]
    whole = one(scorer, STAGE1, note([results(words) for words in chains]))
    assert whole.submetrics["ttr"] == pytest.approx(13 / 34)
    lost = one(scorer, STAGE1, note([results(chains[0]), REFUSAL, results(["zzz", "river"])]))
    assert (lost.submetrics["n_chains"], lost.submetrics["ttr"]) == (1, pytest.approx(12 / 13))


def test_another_number_of_entries_is_counted_and_scored(scorer):
    """20 are asked; each chain counts for itself."""
    twenty = results(["dog", *REST, *REST[:9]])
    assert alone(scorer, twenty).submetrics["wrong_count_rate"] == 0
    # 19 are 20 with the seed, and 21 are cut to as many.
    for words in (["dog", *REST, *REST[:8]], ["dog", *REST, *REST], REST):
        assert alone(scorer, results(words)).submetrics["wrong_count_rate"] == 1
    assert one(scorer, STAGE1, note([twenty, WHOLE, ""])).submetrics["wrong_count_rate"] == 0.5


def test_score_is_the_formula_on_the_rows_of_the_words():
    """The slow way, over three chains of different lengths."""
    chains = [NOUNS[:18], NOUNS[18:30], NOUNS[30:45]]
    sample_score = one(BUILTIN, STAGE1, note([results(chain) for chain in chains]))
    expected = [
        pace(builtin().embed(["cat", associate, *chain]).vectors)
        for associate, chain in zip(ASSOCIATES, chains, strict=True)
    ]
    assert sample_score.details["chain_distances"] == pytest.approx(expected, abs=1e-6)
    assert sample_score.score == pytest.approx(np.mean(expected), abs=1e-6)


def test_an_ensemble_is_the_mean_of_the_scores(toy):
    """And a word counts if both know it."""
    words = [*[word for word in REST if word not in ("top-hat", "culdesac", "paris")], "cat"]
    one, other, both = (
        pace_scorer(name).score([row(ONE, note([results(words)]))])[0].score
        for name in ("builtin", toy, f"builtin+{toy}")
    )
    assert both == pytest.approx((one + other) / 2)
    assert one != pytest.approx(other, abs=0.01)
    sample_score = alone(pace_scorer(f"builtin+{toy}"), results([*words, "culdesac"]))
    assert sample_score.details["unknown_entries"] == ["culdesac"]


def test_questions_of_the_run_are_counted(scorer):
    """Over all seeds, whatever came of them; a seed without an annotation asked nothing."""
    lost = {"text": "", "failed": True}
    rows = [row(STAGE1, note([WHOLE, lost, lost])), row(ONE, note([lost])), row(""), row(STAGE1, {})]
    assert isinstance(scorer, RunScorer)
    assert scorer.score_run(rows, scorer.score(rows)) == {"stage2_questions": 4, "stage2_failed": 3}


def test_each_word_is_embedded_once(monkeypatch):
    """Over all chains of all seeds, and of later batches."""
    asked = Counter()

    def embed(texts):
        asked.update(texts)
        return Embedded(np.eye(99, dtype=np.float32)[: len(texts)], np.ones(len(texts), bool))

    fake = SimpleNamespace(name="x", signature="x", dimension=99, knows=lambda t: np.ones(len(t), bool), embed=embed)
    monkeypatch.setattr(module, "load_embeddings", lambda name: (fake,))
    scorer = pace_scorer()
    for _ in range(2):
        scorer.score([row(STAGE1, note([results(REST)] * 3)), row(STAGE1, note([results(REST[::-1])] * 3))])
    assert asked == Counter({SEED, *ASSOCIATES, *REST})
