"""From answers to novelty, appropriateness and reasons."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.cdat import cdat, make_vectors, one, row
from support.dat import TEN
from support.tagger import fetched_tagger

from helm_creativity.benchmark.types import FailureReason
from helm_creativity.embeddings.builtin import builtin

SEVEN = ["quickly", "slowly", "softly", "loudly", "gladly", "sadly", "badly"]
HYPHENS = ["rock", "rocks", "well-being", "x-ray", "paris", "earbud", "idea", "softly", "quickly"]


@pytest.fixture
def scorer(toy):
    return cdat(toy)


@pytest.fixture
def strict(forms):
    return cdat(forms)


def test_words_that_belong_to_the_cue(angles):
    """All three numbers, by hand."""
    # Every word has cosine 3/5 to the cue and 9/25 to every other: 100·3/5, 100·(1 - 9/25), 100 + 60.
    sample_score = one(cdat(angles), words=SEVEN, cue="rock")
    assert sample_score.score == pytest.approx(64, abs=1e-4)
    assert sample_score.submetrics["novelty"] == sample_score.score
    assert sample_score.submetrics["appropriateness"] == pytest.approx(60, abs=1e-4)
    assert sample_score.submetrics["appropriateness_200"] == pytest.approx(160, abs=1e-4)


def test_the_first_seven_valid_words_are_scored(scorer):
    """Not the first seven entries, and not all valid words."""
    sample_score = one(scorer, words=["zzz", "Paris", "cat", "cat", *TEN])
    assert sample_score.details["scored_words"] == ["cat", *TEN[1:7]]
    assert sample_score.details["unknown_entries"] == ["zzz"]
    assert sample_score.details["repeated_entries"] == ["cat", "cat"]
    assert sample_score.details["cue_entries"] == ["Paris"]
    assert sample_score.submetrics["n_valid"] == 10
    assert sample_score.submetrics["unknown_rate"] == pytest.approx(1 / 14)
    assert sample_score.submetrics["repeated_rate"] == pytest.approx(2 / 14)
    assert sample_score.submetrics["cue_rate"] == pytest.approx(1 / 14)


@pytest.mark.parametrize(
    ("cue", "word"),
    [
        *[("rock", "rock"), ("rock", "rocks"), ("rock", "rocking"), ("rock", "rocked"), ("rock", "ROCKS")],
        *[("wolf", "wolves"), ("Wolf", "wolves"), ("wolf", "Wolf"), ("rocks", "rock"), ("dry", "dries")],
    ],
)
def test_the_cue_and_its_inflections_are_dropped_and_counted(strict, cue, word):
    """Plurals, irregular ones too, -ing and -ed, whatever the case."""
    sample_score = one(strict, words=[word, *SEVEN], cue=cue.lower())
    assert sample_score.details["cue_entries"] == [word]
    assert sample_score.submetrics["cue_rate"] == pytest.approx(1 / 8)
    assert sample_score.submetrics["n_valid"] == 7
    assert sample_score.details["scored_words"] == SEVEN
    assert strict.refuse(row(cue=cue), word.lower()) == "cue"


@pytest.mark.parametrize(("cue", "word"), [("rock", "rocky"), ("rock", "bedrock"), ("rock", "wolf"), ("wolf", "rocks")])
def test_derivations_compounds_and_other_words_count(strict, cue, word):
    """They are words of their own."""
    sample_score = one(strict, words=[word, *SEVEN], cue=cue)
    assert sample_score.details["cue_entries"] == []
    assert sample_score.submetrics["cue_rate"] == 0
    assert sample_score.details["scored_words"] == [word, *SEVEN[:6]]


def test_too_few_are_left_without_the_cue(strict):
    """Seven words of which one is the cue."""
    sample_score = one(strict, words=["rocks", *SEVEN[:6]], cue="rock")
    assert sample_score.failure_reason is FailureReason.TOO_FEW_VALID
    assert sample_score.score is None
    assert sample_score.submetrics["n_valid"] == 6
    assert sample_score.submetrics["cue_rate"] == pytest.approx(1 / 7)
    assert {sample_score.submetrics[name] for name in ("novelty", "appropriateness", "appropriateness_200")} == {None}
    assert one(strict, words=["rocks", *SEVEN[:6]], cue="wolf").score == pytest.approx(100)


def test_ensemble_is_the_mean_of_the_members(angles, square):
    """Of all three numbers, never of the vectors."""
    # angles: 64 and 60; square: 100 and 0.
    sample_score = one(cdat(f"{angles}+{square}"), words=SEVEN, cue="rock")
    assert sample_score.score == pytest.approx(82, abs=1e-4)
    assert sample_score.submetrics["appropriateness"] == pytest.approx(30, abs=1e-4)
    assert sample_score.submetrics["appropriateness_200"] == pytest.approx(130, abs=1e-4)


def test_only_nouns_of_wordnet_count_for_nakajima(angles):
    """Seven of them, plurals included; what else has a vector is unknown."""
    nouns = ["lamp", "golf", "violin", "river", "idea", "wolf"]
    strict = cdat(angles, "wordnet", "nakajima2026")
    sample_score = one(strict, words=[*SEVEN[:3], *nouns], cue="rock")
    assert sample_score.failure_reason is FailureReason.TOO_FEW_VALID
    assert sample_score.details["unknown_entries"] == SEVEN[:3]
    assert sample_score.submetrics["n_valid"] == 6
    assert one(cdat(angles, "none", "nakajima2026"), words=[*SEVEN[:3], *nouns], cue="rock").score is not None
    plurals = ["wolves", "cities", "mice", "lamps", "ideas", "rivers", "violins"]
    loose = cdat("builtin", "wordnet", "nakajima2026")
    assert one(loose, words=["quickly", *plurals], cue="rock").details["scored_words"] == plurals


def test_nakajimas_words_keep_their_spelling_and_the_cue_counts(home, tmp_path):
    """Hyphens and proper nouns stay, the cue is scored and counted, and a word's tag is enough."""
    rows = np.eye(len(HYPHENS)).tolist()
    vectors = make_vectors(tmp_path, "hyphens", dict(zip(HYPHENS, rows, strict=True)))
    words = [
        *("Well-being", "wellbeing", "rock", "ROCKS!", "rocks", "x-ray", "Paris", "softly", "quickly", "ear-bud"),
        *("earbud", "idea"),
    ]
    with fetched_tagger():
        sample_score = one(cdat(vectors, "nakajima2026", "nakajima2026"), words=words, cue="rock")
    assert sample_score.details["scored_words"] == ["well-being", "rock", "rocks", "x-ray", "paris", "earbud", "idea"]
    assert sample_score.details["unknown_entries"] == ["wellbeing", "softly", "quickly", "ear-bud"]
    assert sample_score.details["repeated_entries"] == ["rocks"]
    assert sample_score.details["cue_entries"] == ["rock", "ROCKS!", "rocks"]
    assert sample_score.submetrics["cue_rate"] == pytest.approx(3 / 12)
    assert sample_score.score == pytest.approx(100)
    # Of seven words at right angles one is the cue: 100·1/7.
    assert sample_score.submetrics["appropriateness"] == pytest.approx(100 / 7)


@given(
    st.lists(st.sampled_from(builtin().nouns), min_size=7, max_size=7, unique=True), st.sampled_from(["rock", "joy"])
)
def test_the_published_scale_is_200_less_the_mean_distance(words, cue):
    """And 100 more than eq. 3, from 0 to 200."""
    scorer = cdat()
    submetrics = one(scorer, words=[*words, "fjord", "kelp", "apathy"], cue=cue).submetrics
    scored = one(scorer, words=[*words, "fjord", "kelp", "apathy"], cue=cue).details["scored_words"]
    distances = 1 - builtin().embed(scored).vectors @ builtin().embed([cue]).vectors[0]
    assert submetrics["appropriateness_200"] == pytest.approx(200 - 100 * np.mean(distances), abs=1e-3)
    assert submetrics["appropriateness_200"] == submetrics["appropriateness"] + 100
    assert 0 <= submetrics["appropriateness_200"] <= 200
