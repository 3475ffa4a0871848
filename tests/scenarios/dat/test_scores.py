"""From words to DAT scores and percentiles: by hand, against slow definitions, and as papers print them."""

import itertools
from dataclasses import replace

import numpy as np
import pytest
import scipy.spatial.distance
from hypothesis import given
from hypothesis import strategies as st
from support.dat import TEN, dat_scorer, one
from support.directions import directions, unit

from helm_creativity.benchmark.loading import get_benchmark
from helm_creativity.benchmark.norms import human_percentile
from helm_creativity.benchmark.sources import find_source
from helm_creativity.benchmark.types import FailureReason
from helm_creativity.embeddings.builtin import builtin, estimates_signature
from helm_creativity.embeddings.registry import check_embeddings
from helm_creativity.embeddings.specs import CATALOGUE
from helm_creativity.lexicon.lexicon import OLSON, Dictionary
from helm_creativity.scenarios.dat.scoring import dat, dat_of_lists
from helm_creativity.task_types.word_list.scorer import MeanDistanceScorer

DAT = get_benchmark("dat")
NORMS = [norm for norm in DAT.card.norms if norm.quantiles]
ALGORITHM = "lamp algorithm golf playground orchestra spaghetti crocodile"
HUNDREDTHS = st.integers(0, 11_600).map(lambda n: n / 100)
"""As norms are printed."""


def pair_by_pair(rows):
    """The definition, one pair at a time."""
    return 100 * np.mean([scipy.spatial.distance.cosine(a, b) for a, b in itertools.combinations(rows, 2)])


@pytest.mark.parametrize(
    ("rows", "score"),
    [
        # Seven corners of a regular simplex: every cosine is -1/6, so every distance is 7/6, the most there can be.
        (unit(np.eye(7) - 1 / 7), 700 / 6),
        # Angles of 60, 90 and 90 degrees: distances 1/2, 1, 1, mean 5/6.
        ([[1, 0, 0], [1 / 2, np.sqrt(3) / 2, 0], [0, 0, 1]], 500 / 6),
        # Rows shorter than one, as the built-in table's, are not stretched: a dot product of 1/4, a cosine of 1.
        ([[0.5, 0.0], [0.5, 0.0]], 75),
    ],
)
def test_scores_by_hand(rows, score):
    assert dat(np.array(rows)) == pytest.approx(score)


@given(directions(7, 5), st.lists(st.lists(st.integers(0, 19), min_size=2, max_size=6), max_size=12))
def test_it_agrees_with_the_definition_pair_by_pair(rows, lists):
    """Responses are grouped by length inside; the scores come back in order."""
    assert dat(rows) == pytest.approx(pair_by_pair(rows), abs=1e-9)
    vectors = unit(np.random.default_rng(0).normal(size=(20, 8))).astype(np.float32)
    assert dat_of_lists(lists, vectors) == pytest.approx([pair_by_pair(vectors[row]) for row in lists], abs=1e-4)


@pytest.mark.glove
@pytest.mark.parametrize(
    ("words", "score", "digits"),
    [
        # Olson et al. 2021, and the report of the Multimodal Creative Thinking Benchmark 2025, to the last digit.
        *[("cat dog", 19.83, 0.005), ("cat thimble", 87.87, 0.005), ("dog algorithm", 95.55, 0.005)],
        *[("arm eyes feet hand head leg body", 50.31, 0.005), (ALGORITHM, 88.52, 0.005)],
        ("hippo jumper machinery prickle tickets tomato violin", 95, 0.5),
    ],
)
def test_printed_scores(glove, words, score, digits):
    vectors, known = glove.embed(words.split())
    assert known.all()
    assert dat(vectors) == pytest.approx(score, abs=digits)


def test_the_first_seven_valid_words_are_scored(toy):
    """Not the first seven entries, and not all valid words."""
    sample_score = one(dat_scorer("olson2021", toy), words=["zzz", "cat", "cat", *TEN])
    assert sample_score.details["scored_words"] == TEN[:7]
    assert sample_score.details["unknown_entries"] == ["zzz"]
    assert sample_score.details["repeated_entries"] == ["cat", "cat"]
    rates = [sample_score.submetrics[name] for name in ("unknown_rate", "repeated_rate")]
    assert rates == pytest.approx([1 / 13, 2 / 13])


def test_mctb_scores_from_seven_to_twelve_words(toy):
    """Up to the first twelve valid words of twenty."""
    scorer = dat_scorer("mctb2025", toy)
    assert len(one(scorer, words=[*TEN, "paris", "culdesac", "cat"]).details["scored_words"]) == 12
    assert len(one(scorer, words=TEN[:7]).details["scored_words"]) == 7
    assert one(scorer, words=TEN[:6]).failure_reason is FailureReason.TOO_FEW_VALID


def test_the_score_is_the_formula_on_the_words_rows(toy):
    """An ensemble is the mean of the scores, never of the vectors: here half way to the 100 of ``toy``."""
    alone = one(dat_scorer("olson2021", "builtin"), words=TEN[:7]).score
    assert alone == pytest.approx(float(dat(builtin().embed(TEN[:7]).vectors)), abs=1e-4)
    assert one(dat_scorer("olson2021", f"builtin+{toy}"), words=TEN[:7]).score == pytest.approx((alone + 100) / 2)


OFFICIAL, OTHER = (
    Dictionary(f"olson2021@sha256:{sha}", frozenset(TEN)) for sha in (find_source(OLSON).sha256[:12], "0" * 12)
)


@pytest.mark.parametrize(
    ("embedding", "dictionary", "settings", "percentile"),
    [
        ("{toy}", OFFICIAL, {}, pytest.approx(100)),
        ("{toy}", OFFICIAL, {"instruction": "creative"}, None),
        *[("{toy}", OTHER, {}, None), ("{toy}", None, {}, None)],
        ("{toy}", OFFICIAL, {"protocol": "mctb2025"}, None),
        ("{toy}+builtin", OFFICIAL, {}, None),
    ],
)
def test_a_percentile_holds_for_the_norms_settings_only(toy, embedding, dictionary, settings, percentile):
    """Protocol, vectors and dictionary by their checksums, and no instruction; otherwise it is undefined."""
    (signature,) = check_embeddings(toy)
    under = {**NORMS[0].settings, "embedding": signature, "dictionary": OFFICIAL.signature}
    card = replace(DAT.card, norms=(replace(NORMS[0], settings=under, quantiles=tuple(range(101))),))
    named = {"protocol": "olson2021", "embedding": embedding.format(toy=toy), "dictionary": "none", **settings}
    chosen = DAT.settings_type(**named)
    chosen.__dict__["words"] = dictionary
    assert one(MeanDistanceScorer(card, chosen), words=TEN).submetrics["human_percentile"] == percentile
    bare = replace(card, norms=())
    assert one(MeanDistanceScorer(bare, chosen), words=TEN).submetrics["human_percentile"] is None


def test_norms_of_people_under_each_table():
    """Each names its vectors and words by checksum; a new table needs new norms, and this says so."""
    norms = {norm.settings["embedding"]: norm for norm in NORMS}
    (table,) = check_embeddings("builtin")
    glove = f"glove-840b@sha256:{CATALOGUE['glove-840b'].unpacked_sha256[:12]}/300d"
    estimated = f"{table}/{estimates_signature()}"
    assert set(norms) == {glove, table, estimated, "sbert-mpnet@rev:e8c3b32edf54/768d"}
    assert norms[glove].settings["dictionary"] == OFFICIAL.signature
    assert [(norms[key].n, norms[key].mean, norms[key].sd) for key in (glove, table, estimated)] == [
        *((8572, 78.19, 6.77), (8568, 73.62, 3.85), (8572, 73.77, 3.88))
    ]
    # 76.49 is the 78th percentile of people there and 76.62 the 79th.
    found = one(dat_scorer("olson2021", "builtin"), words=ALGORITHM.split())
    assert found.score == pytest.approx(76.5631, abs=1e-4)
    assert found.submetrics["human_percentile"] == pytest.approx(78.56, abs=0.05)


def test_percentiles_by_hand():
    """0 below the least score of people, 100 above the greatest; the mean, 78.19, lies below the median, 78.51."""
    quantiles = NORMS[0].quantiles
    assert [human_percentile(score, quantiles) for score in quantiles] == pytest.approx(range(101))
    assert [human_percentile(score, quantiles) for score in (-100, 23.84, 95.75, 116)] == [0, 0, 100, 100]
    # 78.17 is the 48th percentile and 78.32 the 49th: 48 + .02 / .15. Of the 8,572 people 48.12 % have less.
    assert human_percentile(78.19, quantiles) == pytest.approx(48.1333, abs=1e-4)
    # Shares of the 8,572 people below.
    shares = {60: 1.56, 65: 3.50, 70: 9.01, 75: 27.64, 80: 59.95, 84: 81.46, 88: 94.20, 92: 99.13}
    assert [human_percentile(score, quantiles) for score in shares] == pytest.approx(list(shares.values()), abs=0.12)


@given(st.lists(HUNDREDTHS, min_size=2, max_size=101), st.tuples(*[st.floats(-10, 130)] * 2), st.booleans())
def test_a_percentile_is_numpys_interpolation(people, scores, of_a_person):
    """At a score that several quantiles have it is the middle of theirs; a higher score never has a lower one."""
    quantiles = sorted(people)
    low, high = (human_percentile(score, quantiles) for score in sorted(scores))
    assert 0 <= low <= high <= 100
    asked = quantiles[len(quantiles) // 2] if of_a_person else scores[0]
    shares = np.linspace(0, 100, len(quantiles))
    of_this_score = shares[np.array(quantiles) == asked]
    usual = of_this_score.mean() if len(of_this_score) else np.interp(asked, quantiles, shares)
    assert human_percentile(asked, quantiles) == pytest.approx(float(usual), abs=1e-9)
