"""Novelty, appropriateness and specificity of responses, and what a run says of itself, against random nouns."""

import itertools
import math
import random

import numpy as np
import pytest
import scipy.spatial.distance
import scipy.stats
from hypothesis import given
from hypothesis import strategies as st
from support.cdat import CountingScorer, cdat, make_vectors, one, row, rows_of_nouns, score_run
from support.directions import directions, unit
from support.tagger import fetched_tagger

from helm_creativity.benchmark.types import FailureReason
from helm_creativity.embeddings.builtin import builtin
from helm_creativity.scenarios.cdat.scoring import appropriateness, specificity
from helm_creativity.task_types.word_list.scoring import mean_distances

FOR_ROCK = ["quickly", "slowly", "softly", "loudly", "gladly", "sadly", "badly"]
FOR_WOLF = ["warmly", "coldly", "boldly", "fairly", "kindly", "rarely", "surely"]
FORMS = ["rock", "rocks", "rocking", "rocked", "rocky", "bedrock", "wolf", "wolves", "dry", "dries", *FOR_ROCK]
HYPHENS = ["rock", "rocks", "well-being", "x-ray", "paris", "earbud", "idea", "softly", "quickly"]
NAMES = ("novelty", "appropriateness", "appropriateness_200")
approx = pytest.approx


def axis(*shares):
    """A vector of 17 numbers from pairs of position and number."""
    given = dict(shares)
    return [given.get(place, 0.0) for place in range(17)]


def at_right_angles(folder, name, words):
    return make_vectors(folder, name, {word: axis((i, 1)) for i, word in enumerate(words)})


@pytest.fixture(scope="module")
def angles(home, tmp_path_factory):
    """Two cues at right angles, seven adverbs that belong to each, and seven nouns in all.

    ``FOR_ROCK``: cosine 3/5 to rock, 0 to wolf, 9/25 to each other. ``FOR_WOLF``: 4/5 to wolf, 0 to rock, 16/25 to each
    other. WordNet has no noun among them. The seven nouns are the cues and five others, of which idea and river have
    cosines 3/5 and 4/5 to wolf, and the rest is at right angles to both cues.
    """
    vectors = {"rock": axis((0, 1)), "wolf": axis((1, 1)), **dict.fromkeys(["lamp", "golf", "violin"], axis((2, 1)))}
    vectors |= {"idea": axis((1, 0.6), (2, 0.8)), "river": axis((1, 0.8), (2, 0.6))}
    vectors |= {word: axis((0, 0.6), (i, 0.8)) for i, word in enumerate(FOR_ROCK, 3)}
    vectors |= {word: axis((1, 0.8), (i, 0.6)) for i, word in enumerate(FOR_WOLF, 3)}
    return make_vectors(tmp_path_factory.mktemp("angles"), "angles", vectors)


@pytest.fixture(scope="module")
def forms(home, tmp_path_factory):
    """Cues with their forms, and seven adverbs, all at right angles."""
    return at_right_angles(tmp_path_factory.mktemp("forms"), "forms", FORMS)


@pytest.fixture
def both():
    """Responses of appropriateness 60 to rock and 80 to wolf."""
    return [row(words=FOR_ROCK, cue="rock"), row(words=FOR_WOLF, cue="wolf")]


def slowly(words, cue):
    """Eq. 2 and 3 as they are printed: one cosine at a time."""
    cosine = scipy.spatial.distance.cosine
    novelty = 100 * np.mean([cosine(a, b) for a, b in itertools.permutations(words, 2)])
    return novelty, 100 * np.mean([1 - cosine(cue, word) for word in words])


def both_numbers(lists, cues, vectors):
    return np.array([mean_distances(lists, vectors), appropriateness(lists, cues, vectors)])


def test_formulas_by_hand():
    """Rows shorter than one are not stretched: the built-in table's keep their lengths."""
    # Cosines between words: 3/5, -1, -3/5, distances 2/5, 2, 8/5: mean 4/3. To the cue: 0, 4/5, 0: mean 4/15.
    rows = np.array([[1, 0], [3 / 5, 4 / 5], [-1, 0], [0, 1]])
    assert both_numbers([range(3)], [3], rows).ravel() == approx([400 / 3, 400 / 15])
    # The dot product of (1/2, 0) and itself is 1/4, where a cosine would be 1.
    assert both_numbers([range(2)], [2], np.array([[0.5, 0.0]] * 3)).ravel() == approx([75, 25])


@given(st.lists(st.tuples(st.lists(st.integers(0, 19), min_size=2, max_size=9), st.integers(0, 19)), max_size=12))
def test_a_batch_agrees_with_the_definitions(answers):
    """Whatever the lengths, in their places."""
    vectors = unit(np.random.default_rng(0).normal(size=(20, 8))).astype(np.float32)
    found = both_numbers([words for words, _ in answers], [cue for _, cue in answers], vectors)
    expected = [slowly(vectors[words], vectors[cue]) for words, cue in answers]
    assert found == approx(np.reshape(expected, (-1, 2)).T, abs=1e-4)


LISTS = st.lists(st.lists(st.integers(0, 5), min_size=1, max_size=4), min_size=2, max_size=5)


@given(directions(9, 4), LISTS, st.lists(st.integers(6, 8), min_size=3, max_size=3))
def test_specificity_is_what_it_says(vectors, lists, more):
    """Fit to the own cue less the mean over the others; three cues, of which at least two are asked."""
    cues = [6, 7, *more][: len(lists)]
    found = specificity(lists, cues, vectors.astype(np.float32))
    for words, cue, value in zip(lists, cues, found, strict=True):
        fits = {other: 100 * np.mean([vectors[word] @ vectors[other] for word in words]) for other in set(cues)}
        expected = fits[cue] - np.mean([fit for other, fit in fits.items() if other != cue])
        assert value == approx(expected, abs=1e-3)


def test_a_response_by_hand(angles, forms):
    """An ensemble is the mean of the members' numbers, never of vectors."""
    # Every word has cosine 3/5 to the cue and 9/25 to every other: 100·(1 - 9/25), 100·3/5, 100 + 60; or all are 0.
    for embedding, expected in ((angles, [64, 60, 160]), (f"{angles}+{forms}", [82, 30, 130])):
        found = one(cdat(embedding), words=FOR_ROCK, cue="rock")
        assert [found.submetrics[name] for name in NAMES] == approx(expected, abs=1e-4)
        assert found.score == found.submetrics["novelty"]


@pytest.mark.parametrize(
    ("cue", "word", "is_cue"),
    [
        *[("rock", word, True) for word in ("rock", "rocks", "rocking", "rocked", "ROCKS")],
        *[("rock", word, False) for word in ("rocky", "bedrock", "wolf")],
        *[("wolf", "wolves", True), ("wolf", "rocks", False), ("rocks", "rock", True), ("dry", "dries", True)],
    ],
)
def test_the_cue_and_its_inflections_are_dropped_and_counted(forms, cue, word, is_cue):
    """Whatever the case; derivations and compounds are words of their own."""
    found = one(cdat(forms), words=[word, *FOR_ROCK], cue=cue)
    assert found.details["cue_entries"] == [word] * is_cue
    assert found.details["scored_words"] == (FOR_ROCK if is_cue else [word, *FOR_ROCK[:6]])
    assert found.submetrics["cue_rate"] == approx(is_cue / 8)
    few = one(cdat(forms), words=[word, *FOR_ROCK[1:]], cue=cue)
    assert (few.failure_reason is FailureReason.TOO_FEW_VALID) == (few.score is None) == is_cue


def test_only_nouns_of_wordnet_count_for_nakajima(angles):
    """Plurals included; what else has a vector is unknown."""
    words = [*FOR_ROCK[:3], "lamp", "golf", "violin", "river", "idea", "wolf"]
    found = one(cdat(angles, "wordnet", "nakajima2026"), words=words, cue="rock")
    assert (found.failure_reason, found.submetrics["n_valid"]) == (FailureReason.TOO_FEW_VALID, 6)
    assert found.details["unknown_entries"] == FOR_ROCK[:3]
    assert one(cdat(angles, "none", "nakajima2026"), words=words, cue="rock").score is not None
    words = ["quickly", "wolves", "cities", "mice", "lamps", "ideas", "rivers", "violins"]
    assert one(cdat("builtin", "wordnet", "nakajima2026"), words=words, cue="rock").details["scored_words"] == words[1:]


def test_nakajimas_words_keep_their_spelling_and_the_cue_counts(home, tmp_path):
    """Hyphens and proper nouns stay, the cue is scored and counted, and a word's tag is enough."""
    words = ["Well-being", "wellbeing", "rock", "ROCKS!", "rocks", "x-ray", "Paris", "softly", "quickly", "ear-bud"]
    with fetched_tagger():
        scorer = cdat(at_right_angles(tmp_path, "hyphens", HYPHENS), "nakajima2026", "nakajima2026")
        found = one(scorer, words=[*words, "earbud", "idea"], cue="rock")
    assert found.details["scored_words"] == ["well-being", "rock", "rocks", "x-ray", "paris", "earbud", "idea"]
    assert found.details["unknown_entries"] == ["wellbeing", "softly", "quickly", "ear-bud"]
    assert (found.details["repeated_entries"], found.details["cue_entries"]) == (["rocks"], ["rock", "ROCKS!", "rocks"])
    # Of seven words at right angles one is the cue: 100·1/7.
    names = ("novelty", "appropriateness", "cue_rate")
    assert [found.submetrics[name] for name in names] == approx([100, 100 / 7, 3 / 12])


def test_a_run_by_hand(angles, both):
    """The embedding knows seven nouns, so that every draw is all of them."""
    # Cosines of the seven nouns to rock: 1 and six times 0, mean 1/7; to wolf: 1, 4/5, 3/5 and 0, mean 12/35.
    # x = 60, 80: mean 70, s² = 200, a = 100. y = 100/7, 240/7: mean 170/7, s² = 200, b = 100.
    # t = (70 - 170/7) / √200, df = 200² / (100² + 100²) = 2, and P(|T| >= t) = 1 - t/√(2 + t²) for 2.
    # The words fit rock at 60 and wolf at 0, and wolf at 80 and rock at 0: specificity (60 + 80) / 2.
    t = (320 / 7) / math.sqrt(200)
    scorer = cdat(angles)
    stats = score_run(scorer, both)
    assert stats["gate_p_value"] == approx(1 - t / math.sqrt(2 + t * t), abs=1e-6)
    names = ("random_appropriateness", "gate_difference", "specificity")
    assert [stats[name] for name in names] == approx([170 / 7, 320 / 7, 70], abs=1e-4)
    # Responses without a score, their cues, and all responses once more prove nothing new.
    silent = [row("", cue="rock"), row(words=FOR_ROCK[:3], cue="lamp")]
    assert score_run(scorer, [*silent, *both * 20]) == approx(stats)
    # Three more responses to rock fit it at 0 and wolf at 80: rock's mean is 15, and (60 - 3·80)/4 = -45; wolf's 80.
    stats = score_run(scorer, [*both, *[row(words=FOR_WOLF, cue="rock")] * 3])
    expected = scipy.stats.ttest_ind([15, 80], [100 / 7, 240 / 7], equal_var=False).pvalue
    assert [stats["gate_difference"], stats["specificity"]] == approx([95 / 2 - 170 / 7, (-45 + 80) / 2], abs=1e-4)
    assert stats["gate_p_value"] == approx(expected, abs=1e-6)
    # One cue is no sample.
    stats = score_run(scorer, both[:1] * 3)
    assert stats["random_appropriateness"] == approx(100 / 7, abs=1e-4)
    assert [stats[name] for name in ("gate_p_value", "gate_difference", "specificity")] == [None] * 3


def test_draws_are_spread_over_the_nouns_and_differ_between_cues_alone():
    """Each cue has a seed of its own; the baseline belongs to the card's version."""
    counting = CountingScorer("builtin")
    rows = rows_of_nouns(lambda cue: random.Random(cue).sample(builtin().nouns, 7))
    scores = counting.score(rows)
    before = len(counting.counting[0].embedded)
    whole = counting.score_run(rows, scores)
    drawn = counting.counting[0].embedded[before:]
    # 350 of 41,466, less the few that were drawn twice or are words of the responses.
    assert 330 < len(drawn) == len(set(drawn)) <= 350
    # Spread over the alphabet: each quarter has its share, 87 ± 4·8.
    quarters = [4 * builtin().nouns.index(noun) // len(builtin().nouns) for noun in drawn]
    assert all(55 < quarters.count(quarter) < 120 for quarter in range(4))
    assert score_run(cdat(), rows[::-1]) == approx(whole, rel=1e-9)
    halves = [score_run(cdat(), some)["random_appropriateness"] for some in (rows[:25], rows[25:])]
    assert sum(halves) / 2 == approx(whole["random_appropriateness"], rel=1e-6)
