"""What a run of the conditional DAT says of itself: Welch's test against random nouns."""

import math
import random

import pytest
import scipy.stats
from support.cdat import CountingScorer, cdat, nearest_nouns, row, rows_of_nouns, score_run
from support.words import WORDS

from helm_creativity.embeddings.builtin import builtin
from helm_creativity.lexicon.word_files import CUE_WORDS

FOR_ROCK = ["quickly", "slowly", "softly", "loudly", "gladly", "sadly", "badly"]
FOR_WOLF = ["warmly", "coldly", "boldly", "fairly", "kindly", "rarely", "surely"]


@pytest.fixture
def scorer(angles):
    return cdat(angles)


@pytest.fixture
def both():
    """Answers of appropriateness 60 to rock and 80 to wolf."""
    return [row(words=FOR_ROCK, cue="rock"), row(words=FOR_WOLF, cue="wolf")]


def random_nouns(cue, n=7):
    """Other random nouns than the scorer's own."""
    return random.Random(cue).sample(builtin().nouns, n)


def random_answers():
    """Nouns that have nothing to do with the cues."""
    return rows_of_nouns(random_nouns)


def test_worked_by_hand(scorer, both):
    """The embedding knows seven nouns, so that every draw is all of them."""
    # Cosines of the seven nouns to rock: 1 and six times 0, mean 1/7; to wolf: 1, 4/5, 3/5 and 0, mean 12/35.
    # x = 60, 80: mean 70, s² = 200, a = 100. y = 100/7, 240/7: mean 170/7, s² = 200, b = 100.
    # t = (70 - 170/7) / √200, df = 200² / (100² + 100²) = 2, and P(|T| >= t) = 1 - t/√(2 + t²) for 2.
    t = (320 / 7) / math.sqrt(200)
    stats = score_run(scorer, both)
    assert stats["random_appropriateness"] == pytest.approx(170 / 7, abs=1e-4)
    assert stats["gate_difference"] == pytest.approx(320 / 7, abs=1e-4)
    assert stats["gate_p_value"] == pytest.approx(1 - t / math.sqrt(2 + t * t), abs=1e-6)


def test_specificity_by_hand(scorer, both):
    """To the own cue less to the other, a mean over the cues."""
    # The words fit rock at 60 and wolf at 0, and wolf at 80 and rock at 0: (60 + 80) / 2.
    assert score_run(scorer, both)["specificity"] == pytest.approx(70, abs=1e-4)
    # Exchanged: -60 and -80 in the other order.
    exchanged = [row(words=FOR_WOLF, cue="rock"), row(words=FOR_ROCK, cue="wolf")]
    assert score_run(scorer, exchanged)["specificity"] == pytest.approx(-70, abs=1e-4)


def test_every_cue_weighs_the_same_in_specificity(scorer, both):
    """However often it was answered."""
    # Three more answers to rock fit wolf at 80 and rock at 0: (60 - 3·80)/4 = -45; wolf stays at 80.
    stats = score_run(scorer, [*both, *[row(words=FOR_WOLF, cue="rock")] * 3])
    assert stats["specificity"] == pytest.approx((-45 + 80) / 2, abs=1e-4)


def test_a_model_deaf_to_its_cues_passes_the_gate_and_is_found_out():
    """Common words are nearer to common cues than WordNet's rare nouns are; to their own cue they are no nearer."""
    deaf = score_run(cdat(), [row(words=WORDS, cue=cue) for cue in CUE_WORDS])
    near = rows_of_nouns(lambda cue: nearest_nouns(cue, 15), CUE_WORDS)
    assert deaf["gate_p_value"] < 0.001
    assert deaf["gate_difference"] > 0
    # One of the words is a cue, for which the eighth takes its place.
    assert abs(deaf["specificity"]) < 0.5
    assert score_run(cdat(), near)["specificity"] > 20


def test_a_cue_counts_once_however_often_it_was_answered(scorer, both):
    """Means by cue, not answers."""
    # Three more answers to rock fit at 0: its mean is 15, that of wolf stays 80.
    stats = score_run(scorer, [*both, *[row(words=FOR_WOLF, cue="rock")] * 3])
    assert stats["random_appropriateness"] == pytest.approx(170 / 7, abs=1e-4)
    assert stats["gate_difference"] == pytest.approx((15 + 80) / 2 - 170 / 7, abs=1e-4)
    expected = scipy.stats.ttest_ind([15, 80], [100 / 7, 240 / 7], equal_var=False).pvalue
    assert stats["gate_p_value"] == pytest.approx(expected, abs=1e-6)


def test_repeating_all_answers_proves_nothing_new(scorer, both):
    """The number of cues is the size of the sample."""
    assert score_run(scorer, both * 20) == pytest.approx(score_run(scorer, both))


def test_answers_without_a_score_are_left_out(scorer, both):
    """And a cue without any scored answer has no random nouns either."""
    silent = [row("", cue="rock"), row(words=FOR_ROCK[:3], cue="lamp")]
    assert score_run(scorer, [*silent, *both]) == pytest.approx(score_run(scorer, both))


def test_one_cue_is_no_sample(scorer):
    """There is a random baseline but no test."""
    stats = score_run(scorer, [row(words=FOR_ROCK, cue="rock")] * 3)
    assert stats["random_appropriateness"] == pytest.approx(100 / 7, abs=1e-4)
    assert (stats["gate_difference"], stats["gate_p_value"]) == (None, None)


def test_draws_differ_between_cues_and_have_seven_different_nouns():
    """Uniformly from WordNet's nouns."""
    counting = CountingScorer("builtin")
    rows = random_answers()
    sample_scores = counting.score(rows)
    before = len(counting.counting[0].embedded)
    counting.score_run(rows, sample_scores)
    drawn = counting.counting[0].embedded[before:]
    # 350 of 41,466, less the few that were drawn twice or are words of the answers.
    assert 330 < len(drawn) == len(set(drawn)) <= 350
    assert set(drawn) <= set(builtin().nouns)
    # Spread over the alphabet: each quarter has its share, 87 ± 4·8.
    rank = {noun: i for i, noun in enumerate(builtin().nouns)}
    quarters = [4 * rank[noun] // len(rank) for noun in drawn]
    assert all(55 < quarters.count(quarter) < 120 for quarter in range(4))


def test_order_and_number_of_answers_do_not_move_the_random_nouns():
    """Each cue has a seed of its own."""
    scorer = cdat()
    rows = random_answers()
    whole, turned = score_run(scorer, rows), score_run(scorer, rows[::-1])
    assert turned == pytest.approx(whole, rel=1e-9)
    halves = [score_run(scorer, some)["random_appropriateness"] for some in (rows[:25], rows[25:])]
    assert sum(halves) / 2 == pytest.approx(whole["random_appropriateness"], rel=1e-6)
    others = score_run(scorer, rows_of_nouns(lambda cue: nearest_nouns("river", 9), CUE_WORDS))
    assert others["random_appropriateness"] == pytest.approx(whole["random_appropriateness"], abs=1e-4)


def test_the_random_baseline_is_pinned():
    """It belongs to the card's version: another seed or another way to draw is another measurement."""
    stats = score_run(cdat(), random_answers())
    assert stats["random_appropriateness"] == pytest.approx(19.5564, abs=1e-3)
