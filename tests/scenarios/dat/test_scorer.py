"""From answers to DAT scores and reasons."""

from dataclasses import replace

import pytest
from support.dat import TEN, dat_scorer, one

from helm_creativity.benchmark.loading import get_benchmark
from helm_creativity.benchmark.sources import find_source
from helm_creativity.benchmark.types import FailureReason
from helm_creativity.embeddings.builtin import builtin, estimates_signature
from helm_creativity.embeddings.registry import check_embeddings
from helm_creativity.embeddings.specs import CATALOGUE
from helm_creativity.lexicon.lexicon import OLSON, Dictionary
from helm_creativity.scenarios.dat.scoring import dat
from helm_creativity.task_types.word_list.scorer import MeanDistanceScorer


@pytest.fixture
def scorer(toy):
    return dat_scorer("olson2021", toy, None)


def test_the_first_seven_valid_words_are_scored(scorer):
    """Not the first seven entries, and not all valid words."""
    sample_score = one(scorer, words=["zzz", "cat", "cat", *TEN])
    assert sample_score.details["scored_words"] == ["cat", "dog", "thimble", "river", "idea", "lamp", "golf"]
    assert sample_score.details["unknown_entries"] == ["zzz"]
    assert sample_score.details["repeated_entries"] == ["cat", "cat"]
    assert sample_score.submetrics["unknown_rate"] == pytest.approx(1 / 13)
    assert sample_score.submetrics["repeated_rate"] == pytest.approx(2 / 13)


def test_mctb_scores_from_seven_to_twelve_words(toy):
    """Up to the first twelve valid words of twenty."""
    scorer = dat_scorer("mctb2025", toy, None)
    assert len(one(scorer, words=[*TEN, "paris", "culdesac", "cat"]).details["scored_words"]) == 12
    assert len(one(scorer, words=TEN[:7]).details["scored_words"]) == 7
    assert one(scorer, words=TEN[:6]).failure_reason is FailureReason.TOO_FEW_VALID


def test_ensemble_is_the_mean_of_the_scores(toy):
    """Never of the vectors: under the built-in table and ``toy`` the score lies half way."""
    words = ["cat", "dog", "thimble", "river", "idea", "lamp", "golf"]
    alone = one(dat_scorer("olson2021", "builtin", None), words=words).score
    assert one(dat_scorer("olson2021", f"builtin+{toy}", None), words=words).score == pytest.approx((alone + 100) / 2)


def test_builtin_score_is_the_formula_on_its_rows():
    """The slow way: look the words up, average over pairs."""
    words = list(builtin().nouns[::6000][:7])
    expected = dat(builtin().embed(words).vectors)
    assert one(dat_scorer("olson2021", "builtin", None), words=words).score == pytest.approx(float(expected), abs=1e-4)


def normed(embedding, dictionary):
    """The DAT's card, with norms of people under an embedding whose scores are the percentiles."""
    card = get_benchmark("dat").card
    norm = next(norm for norm in card.norms if norm.quantiles)
    settings = {**norm.settings, "embedding": embedding, "dictionary": dictionary}
    return replace(card, norms=(replace(norm, settings=settings, quantiles=tuple(range(101))),))


def test_percentile_holds_for_the_norms_settings_only(toy):
    """Protocol, vectors and dictionary by their checksums, and no instruction; otherwise it is undefined."""
    official = Dictionary(f"olson2021@sha256:{find_source(OLSON).sha256[:12]}", frozenset(TEN))
    other = Dictionary("olson2021@sha256:000000000000", frozenset(TEN))
    (signature,) = check_embeddings(toy)

    its = normed(signature, official.signature)

    def percentile(protocol, embedding, dictionary, card=its, **settings):
        chosen = get_benchmark("dat").settings_type(
            protocol=protocol, embedding=embedding, dictionary="none", **settings
        )
        chosen.__dict__["words"] = dictionary
        scorer = MeanDistanceScorer(card, chosen)
        return one(scorer, words=TEN).submetrics["human_percentile"]

    # The words are orthogonal.
    assert percentile("olson2021", toy, official) == pytest.approx(100)
    assert percentile("olson2021", toy, official, instruction="creative") is None
    assert percentile("olson2021", toy, other) is None
    assert percentile("olson2021", toy, None) is None
    assert percentile("mctb2025", toy, official) is None
    assert percentile("olson2021", f"{toy}+builtin", official) is None
    assert percentile("olson2021", toy, official, replace(get_benchmark("dat").card, norms=())) is None


def test_percentiles_under_glove_and_under_the_builtin_table():
    """Each norm names its vectors and words by checksum; a new table needs new norms, and this says so."""
    norms = {norm.settings["embedding"]: norm for norm in get_benchmark("dat").card.norms if norm.quantiles}
    (table,) = check_embeddings("builtin")
    glove = f"glove-840b@sha256:{CATALOGUE['glove-840b'].unpacked_sha256[:12]}/300d"
    encoder = "sbert-mpnet@rev:e8c3b32edf54/768d"
    assert set(norms) == {glove, table, f"{table}/{estimates_signature()}", encoder}
    assert (norms[glove].n, norms[glove].mean, norms[glove].sd) == (8572, 78.19, 6.77)
    assert norms[glove].settings["dictionary"] == f"olson2021@sha256:{find_source(OLSON).sha256[:12]}"
    assert (norms[table].n, norms[table].mean, norms[table].sd) == (8568, 73.62, 3.85)
    estimated = norms[f"{table}/{estimates_signature()}"]
    assert (estimated.n, estimated.mean, estimated.sd) == (8572, 73.77, 3.88)
    # 76.49 is the 78th percentile of people there and 76.62 the 79th.
    words = ["lamp", "algorithm", "golf", "playground", "orchestra", "spaghetti", "crocodile"]
    found = one(dat_scorer("olson2021", "builtin", None), words=words)
    assert found.score == pytest.approx(76.5631, abs=1e-4)
    assert found.submetrics["human_percentile"] == pytest.approx(78.56, abs=0.05)
