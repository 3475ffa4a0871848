"""The table that ships with the package."""

import hashlib
import json
from pathlib import Path

import numpy as np
import pytest

import helm_creativity.embeddings.builtin as package
from helm_creativity.embeddings.builtin import builtin, signature, table
from helm_creativity.embeddings.builtin.plurals import lemmas
from helm_creativity.files import sha256_of

HERE = Path(package.__file__).parent
# Anchors of the DRAT that are more than one word (Schapiro et al. 2026, appendix F.3).
PHRASES = ["ant colony", "immune system", "phase transition", "supply chain", "voting algorithm"]


def test_the_files_are_those_of_the_checksum():
    """The signature that stands beside every score names these very bytes."""
    files = ["codes.npy", "scales.npy", "texts.txt", "plurals.txt"]
    digest = hashlib.sha256("".join(sha256_of(HERE / name) for name in files).encode()).hexdigest()
    assert table()["sha256"] == digest
    assert signature() == f"builtin-mpnet-pca256-int8@sha256:{digest[:12]}/256d"


def test_the_table_is_small_enough_to_ship():
    """At most 12 MB."""
    assert sum(path.stat().st_size for path in HERE.iterdir() if path.is_file()) <= 12e6


def test_counts_and_fidelity_are_as_documented():
    """About 41,000 nouns; DAT scores agree with the full encoder."""
    facts = json.loads((HERE / "table.json").read_text())
    assert len(builtin().nouns) == facts["nouns"] == 41466
    assert facts["texts"] == facts["nouns"] + len(PHRASES)
    assert facts["fidelity"]["spearman"] >= 0.998
    assert facts["fidelity"]["mean_absolute_error"] < 0.2


def test_rows_are_codes_times_scale():
    """The row of a noun, decoded by hand from the files."""
    row = (HERE / "texts.txt").read_text().splitlines().index("thimble")
    expected = np.load(HERE / "codes.npy")[row].astype(np.float32) * np.load(HERE / "scales.npy")[row]
    vectors, known = builtin().embed(["thimble"])
    assert known.tolist() == [True]
    assert vectors.dtype == np.float32
    assert vectors[0].tolist() == expected.tolist()


def test_rows_are_not_stretched_to_length_one():
    """The projection loses length; putting it back would change every score."""
    lengths = np.linalg.norm(builtin().embed(builtin().nouns[:500]).vectors, axis=1)
    assert lengths.max() < 1
    assert lengths.min() < 0.97


def test_phrases_of_the_drat_are_known():
    """Multi-word anchors are encoded as one string each."""
    assert builtin().knows(PHRASES).all()
    assert not set(PHRASES) & set(builtin().nouns)


@pytest.mark.parametrize(
    ("word", "lemma"),
    [("cat", "cat"), ("cats", "cat"), ("boxes", "box"), ("churches", "church"), ("cities", "city"), ("feet", "foot")],
)
def test_a_plural_has_the_vector_of_its_singular(word, lemma):
    """By WordNet's rules and its list of exceptions."""
    assert builtin().lemma(word) == lemma
    vectors, known = builtin().embed([word, lemma])
    assert known.all()
    assert vectors[0].tolist() == vectors[1].tolist()


@pytest.mark.parametrize("word", ["xyzzy", "", "Cat", "ly", "paris"])
def test_other_texts_are_unknown(word):
    """No vector, and the mask says so."""
    vectors, known = builtin().embed([word])
    assert known.tolist() == [False]
    assert not vectors.any()
    assert builtin().knows([word]).tolist() == [False]


def test_words_in_ss_are_no_plurals():
    """``glass`` is not the plural of ``glas``."""
    assert list(lemmas("glass")) == []
    assert list(lemmas("men")) == []
    assert list(lemmas("boxes")) == ["boxe", "box"]


def test_proper_nouns_are_those_without_a_common_sense():
    """``china`` is a cup too."""
    assert builtin().is_proper_noun("paris")
    assert not builtin().is_proper_noun("china")
    assert not builtin().is_proper_noun("cat")


def test_related_words_are_nearer_than_unrelated_ones():
    """The order of the encoder survives."""
    cat, dog, thimble = builtin().embed(["cat", "dog", "thimble"]).vectors
    assert cat @ dog > cat @ thimble


def test_no_text_gives_no_row():
    """An empty batch is a batch."""
    assert builtin().embed([]).vectors.shape == (0, 256)


@pytest.mark.encoders
def test_scores_under_the_table_agree_with_the_encoder():
    """Random nouns under the real all-mpnet-base-v2: Spearman 0.998 or better, mean error under 0.2 points."""
    from scipy.stats import spearmanr
    from support.encoders import real_encoder

    from helm_creativity.embeddings.encoders import SentenceEncoder
    from helm_creativity.embeddings.models import parse_model
    from helm_creativity.embeddings.similarity import mean_pairwise_distance

    folder = real_encoder("all-mpnet-base-v2")
    if folder is None:
        pytest.skip("all-mpnet-base-v2 is not on this machine")
    rng = np.random.default_rng(7)
    words = [builtin().nouns[i] for i in rng.choice(len(builtin().nouns), 400, replace=False)]
    picks = np.stack([rng.choice(400, 7, replace=False) for _ in range(2000)])
    full = 100 * mean_pairwise_distance(SentenceEncoder(parse_model(str(folder))).embed(words).vectors[picks])
    here = 100 * mean_pairwise_distance(builtin().embed(words).vectors[picks])
    assert spearmanr(full, here).statistic >= 0.998
    assert np.abs(full - here).mean() < 0.2
