"""The table that ships with the package."""

import hashlib
import json
from pathlib import Path

import numpy as np
import pytest
from builtin_table import FILES, NAME
from support.quantised import decoded

import helm_creativity.embeddings.builtin as package
from helm_creativity.benchmark.files.source_files import file_sha256
from helm_creativity.embeddings.builtin import builtin, facts, signature, table
from helm_creativity.embeddings.builtin.estimates import ESTIMATE_FILES
from helm_creativity.embeddings.builtin.rows import read_graded

HERE = Path(package.__file__).parent


def test_the_files_are_those_of_the_checksums():
    digests = "".join(file_sha256(HERE / name) for name in ESTIMATE_FILES)
    estimates = hashlib.sha256((digests + json.dumps(facts("estimates")["weights"], sort_keys=True)).encode())
    assert estimates.hexdigest() == facts("estimates")["sha256"]
    digest = hashlib.sha256("".join(file_sha256(HERE / name) for name in FILES).encode()).hexdigest()
    assert table()["sha256"] == digest
    assert signature() == f"{NAME}@sha256:{digest[:12]}/{builtin().dimension}d"


def test_counts_and_fidelity_are_as_documented():
    """About 96,000 words; DAT scores of random nouns agree with the full encoder, of common nouns twice as well."""
    facts = json.loads((HERE / "table.json").read_text())
    assert len(builtin().nouns) == facts["nouns"] == 41466
    assert len(builtin().texts) == facts["texts"] == 95966
    assert facts["fidelity"]["spearman"] >= 0.998
    assert facts["fidelity"]["mean_absolute_error"] < 0.105
    assert facts["fidelity_common"]["spearman"] >= 0.9995
    assert facts["fidelity_common"]["mean_absolute_error"] < 0.05


@pytest.mark.parametrize(("word", "common"), [("dog", True), ("thimble", False)])
def test_a_row_is_what_its_codes_mean(word, common):
    table, place = read_graded(HERE), builtin().texts.index(word)
    assert table.are_common[place] == common
    rows, bits, levels = table.common if common else table.others
    vectors, known = builtin().embed([word])
    assert known.tolist() == [True]
    assert vectors.dtype == np.float32
    rank = int((table.are_common[:place] == common).sum())
    assert vectors[0].tolist() == decoded(rows[rank], bits, levels)


@pytest.mark.parametrize("word", ["happy", "running", "quickly", "smartphone", "t-shirt", "dna", "", "Cat"])
def test_a_word_with_a_row_need_not_be_a_noun(word):
    """Nouns are WordNet's single words of letters, as before there were rows for others."""
    assert builtin().lemma(word) == ("running" if word == "running" else None)
    assert word == "running" or word not in builtin().nouns


@pytest.mark.parametrize(
    ("word", "lemma"),
    [("cat", "cat"), ("cats", "cat"), ("boxes", "box"), ("churches", "church"), ("cities", "city"), ("feet", "foot")],
)
def test_the_lemma_of_a_plural_is_its_singular(word, lemma):
    """By WordNet's rules and its list of exceptions, whether or not the plural has a row."""
    assert builtin().lemma(word) == lemma
    assert builtin().knows([word]).all()


@pytest.mark.parametrize(
    ("word", "stem"), [("narwhals", "narwhal"), ("aardwolves", "aardwolf"), ("abnegates", "abnegate")]
)
def test_a_rare_form_has_the_vector_of_its_stem(word, stem):
    assert word not in builtin().texts
    assert builtin().stem(word) == stem
    vectors, known = builtin().embed([word, stem])
    assert known.all()
    assert vectors[0].tolist() == vectors[1].tolist()


def test_proper_nouns_are_those_without_a_common_sense():
    """``china`` is a cup too."""
    assert [word for word in ("paris", "china", "cat") if builtin().is_proper_noun(word)] == ["paris"]


@pytest.mark.parametrize("word", ["xyzzy", "", "Cat", "swimming pool", "paris"])
def test_other_texts_are_unknown(word):
    vectors, known = builtin().embed([word])
    assert known.tolist() == [False]
    assert not vectors.any()
    assert builtin().knows([word]).tolist() == [False]
