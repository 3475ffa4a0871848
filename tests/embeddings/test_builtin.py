"""The table that ships with the package, how its rows are rounded, and which texts it holds."""

import hashlib
import json
from pathlib import Path

import numpy as np
import pytest
from builtin_table import FILES, NAME, write_graded
from hypothesis import given
from hypothesis import strategies as st
from quantise import quantise
from table_words import read_exceptions, read_nouns, texts_of_table

import helm_creativity.embeddings.builtin as package
from helm_creativity.benchmark.files.source_files import file_sha256
from helm_creativity.embeddings.builtin import builtin, facts, signature, table
from helm_creativity.embeddings.builtin.estimates import ESTIMATE_FILES
from helm_creativity.embeddings.builtin.rows import Graded, Quantised, read_graded

HERE = Path(package.__file__).parent


def test_the_files_are_those_of_the_checksums():
    digests = "".join(file_sha256(HERE / name) for name in ESTIMATE_FILES)
    weights = json.dumps(facts("estimates")["weights"], sort_keys=True)
    assert hashlib.sha256((digests + weights).encode()).hexdigest() == facts("estimates")["sha256"]
    digest = hashlib.sha256("".join(file_sha256(HERE / name) for name in FILES).encode()).hexdigest()
    assert table()["sha256"] == digest
    assert signature() == f"{NAME}@sha256:{digest[:12]}/{builtin().dimension}d"


def test_counts_and_fidelity_are_as_documented():
    """DAT scores of random nouns agree with the full encoder, those of common nouns twice as well."""
    assert (len(builtin().nouns), len(builtin().texts)) == (table()["nouns"], table()["texts"]) == (41466, 95966)
    rare, common = table()["fidelity"], table()["fidelity_common"]
    assert (rare["spearman"] >= 0.998, rare["mean_absolute_error"] < 0.105) == (True, True)
    assert (common["spearman"] >= 0.9995, common["mean_absolute_error"] < 0.05) == (True, True)


@pytest.mark.parametrize(
    ("word", "lemma", "stem"),
    [
        *((word, None, word) for word in ("happy", "quickly", "smartphone", "t-shirt", "dna")),
        *((word, word, word) for word in ("cat", "running", "china", "glass")),
        # Plurals by WordNet's rules and its list of exceptions; rare ones and verbs have the vector of their stem.
        *(("cats", "cat", "cats"), ("boxes", "box", "boxes"), ("churches", "church", "churches")),
        *(("cities", "city", "cities"), ("feet", "foot", "feet"), ("firemen", "fireman", "firemen")),
        *(("narwhals", "narwhal", "narwhal"), ("aardwolves", "aardwolf", "aardwolf"), ("abnegates", None, "abnegate")),
        *((text, None, None) for text in ("", "Cat", "xyzzy", "swimming pool", "paris")),
    ],
)
def test_a_text_has_a_noun_and_the_vector_of_its_stem(word, lemma, stem):
    assert (builtin().lemma(word), builtin().stem(word)) == (lemma, stem)
    assert builtin().is_proper_noun(word) == (word in ("dna", "paris"))  # china is a cup too
    assert (word in builtin().nouns, word in builtin().texts) == (word == lemma, word == stem)
    vectors, known = builtin().embed([word, stem or ""])
    assert known.tolist() == [stem is not None] * 2 == builtin().knows([word]).tolist() * 2
    assert vectors[0].tolist() == vectors[1].tolist()
    assert vectors.any() == (stem is not None)


def decoded(row, bits, levels):
    """A row the slow way: as one binary number, the longest codes first."""
    digits, values = "".join(f"{byte:08b}" for byte in row.tolist()), {}
    for column in sorted(range(len(bits)), key=lambda column: -int(bits[column])):
        length, first = int(bits[column]), sum(2 ** int(before) for before in bits[:column])
        values[column], digits = levels[first + int(digits[:length] or "0", 2)], digits[length:]
    return [values[column] for column in range(len(bits))]


@given(st.lists(st.integers(0, 10), min_size=1, max_size=9), st.integers(1, 5), st.integers(0, 9))
def test_codes_are_decoded_digit_by_digit(lengths, n, seed):
    rng, bits = np.random.default_rng(seed), np.array(lengths, dtype=np.uint8)
    rows = rng.integers(0, 256, (n, -(-int(bits.sum()) // 8)), dtype=np.uint8)
    levels = rng.standard_normal(int((2 ** bits.astype(int)).sum())).astype(np.float32)
    expected = [decoded(row, bits, levels) for row in rows]
    np.testing.assert_array_equal(Quantised(rows, bits, levels).decode(np.arange(n)), np.array(expected))


@pytest.mark.parametrize(("word", "common"), [("dog", True), ("thimble", False)])
def test_a_row_is_what_its_codes_mean(word, common):
    graded, place = read_graded(HERE), builtin().texts.index(word)
    assert graded.are_common[place] == common
    rows, bits, levels = graded.common if common else graded.others
    rank = int((graded.are_common[:place] == common).sum())
    (vector,) = builtin().embed([word]).vectors
    assert vector.dtype == np.float32
    assert vector.tolist() == decoded(rows[rank], bits, levels)


@given(st.lists(st.booleans(), min_size=1, max_size=12), st.integers(0, 9))
def test_rows_of_two_grades_are_told_apart(are_common, seed):
    """The first grade's are 1, 2..., the second's -1, -2..."""
    common = np.array(are_common)
    parts = [
        Quantised(np.arange(n, dtype=np.uint8)[:, None] * 16, np.array([4], np.uint8), sign * np.arange(1.0, 17.0))
        for n, sign in ((common.sum(), 1), ((~common).sum(), -1))
    ]
    places = np.random.default_rng(seed).integers(0, len(common), 20).tolist()
    expected = [(1 if common[i] else -1) * (1 + (common[:i] == common[i]).sum()) for i in places]
    assert Graded(*parts, common).decode(places)[:, 0].tolist() == expected


def test_the_same_rows_give_the_same_table(tmp_path):
    rows = np.random.default_rng(0).standard_normal((301, 16)) / np.arange(1, 17) + np.eye(16)[0]
    rows = (rows / np.linalg.norm(rows, axis=1, keepdims=True)).astype(np.float32)
    first, second = (quantise(rows, np.arange(301), np.arange(301) < 150, (7, 5)) for _ in range(2))
    write_graded(first, tmp_path)
    contents = [
        [part.tobytes() for part in (*found.common, *found.others, found.are_common)]
        for found in (first, second, read_graded(tmp_path))
    ]
    assert contents[0] == contents[1] == contents[2]


SENSES = ["cat 0", "wolf 0 brother-in-law 0", "china 0 China 0", "DNA 0 Paris 0 swimming_pool 0 nether_region 0"]
FILES_OF_LISTS = {
    "data.noun": [f"0000000{i} 05 n 0{len(sense.split()) // 2} {sense} 000 | x" for i, sense in enumerate(SENSES)],
    "noun.exc": ["wolves wolf", "feet foot"],
    "index.noun": [f"{word} x 1" for word in " ".join(SENSES).lower().split() if word != "0"],
    "index.verb": ["gallivant x 1", "yodel x 1", "give_up x 1"],
    "index.adj": ["  1 a notice", "self-made x 1", "ill-starred x 1"],
    "index.adv": [],
    "cntlist.rev": ["swimming_pool%1:06:00:: 1 2", "yodel%2:32:00:: 1 1", "self-made%3:00:00:: 1 4"],
    "english-words.35": ["run", "runs", "cats", "it's"],
    "american-words.60": ["smartphone", "smartphones", "wolves", "café"],
    "english-words.70": ["zyzzyva"],
    "english-abbreviations.40": ["DNA", "Mr"],
    "english-proper-names.35": ["Paris"],
}


def test_the_texts_are_those_of_the_rules(tmp_path):
    """From small files in the formats of WordNet and SCOWL."""
    for name, lines in FILES_OF_LISTS.items():
        (tmp_path / name).write_text("".join(f"{line}\n" for line in lines), "latin-1")
    nouns = read_nouns(tmp_path)
    assert nouns == (["cat", "china", "wolf"], ["dna", "paris"], ["dna"])
    assert read_exceptions(tmp_path, set(nouns.common)) == [("wolves", "wolf")]
    texts = texts_of_table(tmp_path, tmp_path, nouns)
    assert texts == sorted(set(texts))
    assert {"cat", "china", "wolf", "brother-in-law", "swimming-pool", "yodel", "self-made"} <= set(texts)
    assert {"run", "runs", "cats", "smartphone", "wolves", "dna", "ant colony"} <= set(texts)
    assert not {"smartphones", "it's", "café", "zyzzyva", "mr", "paris"} & set(texts)
    assert not {"gallivant", "give-up", "ill-starred", "nether-region", "swimming_pool"} & set(texts)
