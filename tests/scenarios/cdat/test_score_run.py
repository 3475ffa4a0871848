"""What a run of the conditional DAT says of itself: Welch's test against random nouns."""

import json
import math
import random

import pytest
import scipy.stats
from support.cdat import BENCHMARK, CountingScorer, cdat, nearest_nouns, row, rows_of_nouns, score_run
from support.process import python
from support.words import WORDS

from helm_creativity.core.protocols import RunScorer
from helm_creativity.embeddings.builtin import builtin
from helm_creativity.words.cues import CUE_WORDS
from helm_creativity.words.inflections import is_inflection

FOR_ROCK = ["quickly", "slowly", "softly", "loudly", "gladly", "sadly", "badly"]
FOR_WOLF = ["warmly", "coldly", "boldly", "fairly", "kindly", "rarely", "surely"]
RUN_STATS = ["random_appropriateness", "specificity", "gate_difference", "gate_p_value"]


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


def test_the_sign_of_the_difference_is_the_direction(scorer):
    """Words that fit worse than random ones are as unlike them."""
    # Words of the other cue: 0 and 0 against the means 100/7 and 240/7.
    # x has no variance: b = 100 as above, df = 2 - 1, and for 1 P(|T| >= t) = 1 - 2/π·arctan t.
    stats = score_run(scorer, [row(words=FOR_WOLF, cue="rock"), row(words=FOR_ROCK, cue="wolf")])
    assert stats["gate_difference"] == pytest.approx(-170 / 7, abs=1e-4)
    assert stats["gate_p_value"] == pytest.approx(1 - 2 / math.pi * math.atan(17 / 7), abs=1e-6)


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


def test_nothing_scored_says_nothing(scorer):
    """Undefined, not 0."""
    assert score_run(scorer, [row("", cue="rock"), row("", cue="wolf")]) == dict.fromkeys(RUN_STATS)
    assert score_run(scorer, []) == dict.fromkeys(RUN_STATS)


def test_fewer_than_seven_nouns_are_no_baseline(forms):
    """The embedding knows four: rock, rocking, bedrock and wolf, and plurals are not drawn."""
    rows = [row(words=FOR_ROCK, cue="rock"), row(words=FOR_ROCK, cue="wolf")]
    scorer = cdat(forms)
    assert all(sample_score.score is not None for sample_score in scorer.score(rows))
    assert score_run(scorer, rows) == {**dict.fromkeys(RUN_STATS), "specificity": pytest.approx(0)}


def test_in_an_ensemble_values_are_averaged_and_nouns_are_known_to_all(angles, square, both):
    """One of the members knows an eighth noun, which is never drawn."""
    # x = 30, 40. Under square every cue has cosine 1 to itself only: y = 100/7 and (240/7 + 100/7)/2 = 170/7.
    stats = score_run(cdat(f"{angles}+{square}"), both)
    assert stats["random_appropriateness"] == pytest.approx(135 / 7, abs=1e-4)
    assert stats["gate_difference"] == pytest.approx(35 - 135 / 7, abs=1e-4)
    expected = scipy.stats.ttest_ind([30, 40], [100 / 7, 170 / 7], equal_var=False).pvalue
    assert stats["gate_p_value"] == pytest.approx(expected, abs=1e-6)


def test_near_words_pass_and_random_ones_do_not():
    """Under the built-in table, with the 50 cues."""
    scorer = cdat()
    near = score_run(scorer, rows_of_nouns(lambda cue: nearest_nouns(cue, 15), CUE_WORDS[::5]))
    far = score_run(scorer, random_answers())
    assert near["gate_p_value"] < 1e-5
    assert near["gate_difference"] > 20
    assert far["gate_p_value"] > 0.1
    assert abs(far["gate_difference"]) < 3


def test_draws_differ_between_cues_and_have_seven_different_nouns():
    """Uniformly from WordNet's nouns, none of them a form of its cue."""
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
    assert not any(is_inflection(noun, cue) for cue in CUE_WORDS for noun in counting._random_nouns(cue))


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


def test_another_process_draws_the_same_nouns():
    """Nothing depends on the order of sets or on a global source of chance."""
    here = score_run(cdat(), random_answers()[:8])
    answers = json.dumps([[cue, random_nouns(cue)] for cue in CUE_WORDS[:8]])
    code = (
        "import json\n"
        "from helm_creativity.core.types import Sample\n"
        "from helm_creativity.core.loading import get_benchmark\n"
        "benchmark = get_benchmark('cdat')\n"
        "scorer = benchmark.scorer(benchmark.settings(embedding='builtin'))\n"
        f"rows = [Sample(None, {{'cue': cue, 'words': words}}) for cue, words in json.loads({answers!r})]\n"
        "print(json.dumps(scorer.score_run(rows, scorer.score(rows))))"
    )
    assert python(code) == here


def test_the_random_baseline_is_pinned():
    """It belongs to the card's version: another seed or another way to draw is another measurement."""
    stats = score_run(cdat(), random_answers())
    assert stats["random_appropriateness"] == pytest.approx(19.5564, abs=1e-3)


def test_stats_of_the_run_are_those_of_the_card(scorer, both):
    """In its order, and numbers that HELM can write."""
    assert isinstance(scorer, RunScorer)
    stats = score_run(scorer, both)
    assert (
        list(stats) == [submetric.name for submetric in BENCHMARK.card.submetrics if submetric.of == "run"] == RUN_STATS
    )
    assert {type(value) for value in stats.values()} == {float}
