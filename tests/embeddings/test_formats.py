"""Readers of word vectors: every format, however it is packed."""

import gzip
import hashlib
import pickle
import zipfile

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.vector_files import ROWS, WORDS, binary, glove, read, word2vec, write

from helm_creativity.benchmark.files.source_files import file_sha256
from helm_creativity.embeddings.vector_files import open_source, read_vectors, sniff
from helm_creativity.errors import BadArguments, BrokenVectors

ONE_WORD = [word for word in WORDS if " " not in word]
FEW = ROWS[: len(ONE_WORD)]
CONTENTS = {
    "glove": (glove(WORDS, ROWS), WORDS, ROWS, 1),
    "word2vec": (word2vec(ONE_WORD, FEW), ONE_WORD, FEW, 2),
    "word2vec-bin": (binary(ONE_WORD, FEW), ONE_WORD, FEW, 1),
}


@pytest.mark.parametrize(("packing", "chunk"), [("plain", 1), ("plain", 1 << 20), ("gzip", 1 << 20), ("zip", 3)])
@pytest.mark.parametrize("kind", CONTENTS)
def test_reads_every_format_however_it_is_packed_and_named(tmp_path, monkeypatch, kind, packing, chunk):
    """Format and packing are found out from the bytes, and words, numbers and positions are those of the file."""
    monkeypatch.setattr("helm_creativity.embeddings.vector_files.CHUNK", chunk)
    monkeypatch.setattr("helm_creativity.embeddings.vector_files.HEAD", max(chunk, 60))
    content, words, rows, first = CONTENTS[kind]
    path = write(tmp_path, gzip.compress(content) if packing == "gzip" else content, "some.file")
    if packing == "zip":
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr("__MACOSX/ignored", "")
            archive.writestr("inside.txt", content)
    found_words, found_rows, positions, found_format, digest = read(path)
    assert found_words == words
    np.testing.assert_array_equal(found_rows, rows)
    assert found_rows.dtype == np.float32
    assert positions.tolist() == list(range(first, first + len(words)))
    assert found_format == kind
    # The digest is that of the unpacked bytes, so the packing cannot change a signature.
    assert digest == hashlib.sha256(content).hexdigest()


def test_text_with_a_broken_first_vector_is_not_taken_for_binary():
    assert sniff(b"2 3\na 1 2 x\nb 1 2 3\n") == "word2vec"
    assert sniff(b"2 3\n\xff 1 2 3\nb 1 2 3\n") == "word2vec"
    assert sniff(binary(ONE_WORD, FEW)) == "word2vec-bin"
    assert sniff(glove(WORDS, ROWS)) == "glove"


characters = st.characters(exclude_characters="\n \r\0", exclude_categories=["Cs"])
plain_words = st.lists(st.text(characters, min_size=1, max_size=12), min_size=1, unique=True)
finite = st.floats(width=32, allow_nan=False, allow_infinity=False)


@given(plain_words, st.integers(2, 5), st.data(), st.sampled_from(list(CONTENTS)))
def test_any_words_and_finite_numbers_survive_a_round_trip(tmp_path_factory, words, dimension, data, kind):
    numbers = data.draw(st.lists(finite, min_size=len(words) * dimension, max_size=len(words) * dimension))
    rows = np.array(numbers, dtype=np.float32).reshape(len(words), dimension)
    writer = {"glove": glove, "word2vec": word2vec, "word2vec-bin": binary}[kind]
    path = tmp_path_factory.getbasetemp() / "round-trip"
    path.write_bytes(writer(words, rows))
    found_words, found_rows, *_ = read(path, kind)
    assert found_words == words
    np.testing.assert_array_equal(found_rows, rows)


@given(st.binary(max_size=200), st.sampled_from([*CONTENTS, None]))
def test_no_bytes_make_a_reader_fail_in_another_way(tmp_path_factory, content, kind):
    """Whatever a file holds, it is either read or refused with ``BrokenVectors``."""
    if content.startswith((b"\x1f\x8b", b"PK\x03\x04", b"\xba\x16\x4f\x2f")):
        return
    path = tmp_path_factory.getbasetemp() / "noise"
    path.write_bytes(content)
    blocks, message = [], str(path)
    try:
        with open_source(path) as source:
            file = read_vectors(source, kind)
            for block in file.blocks:
                blocks.append((block, file.dimension))
    except BrokenVectors as error:
        message = str(error)
    assert message.startswith(str(path))
    for block, dimension in blocks:
        assert block.vectors.shape == (len(block.words), dimension)
        assert np.isfinite(block.vectors).all()


@pytest.mark.filterwarnings("ignore:unclosed file:ResourceWarning")  # gensim leaves files without a header open
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
@pytest.mark.parametrize("kind", CONTENTS)
def test_gensim_reads_the_same(tmp_path, kind):
    from gensim.models import KeyedVectors

    rng = np.random.default_rng(4)
    words = [f"w{i}é" for i in range(300)]
    rows = rng.normal(size=(300, 7)).astype(np.float32)
    writer = {"glove": glove, "word2vec": word2vec, "word2vec-bin": binary}[kind]
    path = write(tmp_path, writer(words, rows))
    theirs = KeyedVectors.load_word2vec_format(str(path), binary=kind == "word2vec-bin", no_header=kind == "glove")
    found_words, found_rows, *_ = read(path)
    assert found_words == theirs.index_to_key
    np.testing.assert_array_equal(found_rows, theirs.vectors)


@pytest.fixture(scope="module")
def fasttext_model(tmp_path_factory):
    """A tiny FastText model in the format of the original program."""
    from gensim.models.fasttext import FastText, save_facebook_model

    path = tmp_path_factory.mktemp("fasttext") / "model.bin"
    corpus = [["cat", "dog", "mouse"], ["dog", "house", "mouse"]] * 5
    save_facebook_model(FastText(corpus, vector_size=4, min_count=1, bucket=50, epochs=1, seed=1, workers=1), str(path))
    return path


def test_the_vocabulary_of_a_fasttext_model_is_read_through_gensim(fasttext_model):
    from gensim.models.fasttext import load_facebook_vectors

    words, rows, positions, kind, digest = read(fasttext_model)
    theirs = load_facebook_vectors(str(fasttext_model))
    assert kind == "fasttext-bin"
    assert words == theirs.index_to_key
    np.testing.assert_array_equal(rows, theirs.vectors)
    assert positions.tolist() == [1, 2, 3, 4]
    assert digest == file_sha256(fasttext_model)


@pytest.mark.parametrize("limit", [1, 1 << 20])
def test_vectors_that_gensim_saved_are_read_where_the_user_says_so(tmp_path, monkeypatch, limit):
    """Whether or not the vectors lie in a file of their own, which is then part of the digest; never by guessing."""
    from gensim.models import KeyedVectors

    rows = np.random.default_rng(6).normal(size=(50, 5)).astype(np.float32)
    theirs = KeyedVectors(5)
    theirs.add_vectors([f"w{i}" for i in range(50)], rows)
    path = tmp_path / "v[1].kv"
    theirs.save(str(path), sep_limit=limit)
    beside = sorted(file for file in tmp_path.iterdir() if file != path)
    assert [file.name for file in beside] == (["v[1].kv.vectors.npy"] if limit == 1 else [])
    words, found, positions, kind, digest = read(path, "gensim")
    assert (words, kind, positions.tolist()) == (theirs.index_to_key, "gensim", list(range(1, 51)))
    np.testing.assert_array_equal(found, rows)
    assert digest == hashlib.sha256(b"".join(file.read_bytes() for file in [path, *beside])).hexdigest()
    with pytest.raises(BrokenVectors, match=r"a Python pickle, .* --format gensim"):
        read(path)


def test_pickles_of_something_else_are_refused(tmp_path):
    from gensim.models import Word2Vec

    model = Word2Vec([["cat", "dog"]] * 5, vector_size=4, min_count=1, seed=1, workers=1)
    model.save(str(tmp_path / "model"))
    with pytest.raises(BrokenVectors, match="expected KeyedVectors of gensim, got Word2Vec; save the wv"):
        read(tmp_path / "model", "gensim")
    for content in (pickle.dumps({"cat": [1, 2]}), (tmp_path / "model").read_bytes()[:200]):
        with pytest.raises(BrokenVectors, match="gensim cannot read it as KeyedVectors"):
            read(write(tmp_path, content), "gensim")


def test_a_fasttext_model_that_is_cut_or_packed_is_refused(fasttext_model, tmp_path):
    cut = write(tmp_path, fasttext_model.read_bytes()[:200])
    with pytest.raises(BrokenVectors, match="gensim cannot read it as a FastText model"):
        read(cut)
    packed = write(tmp_path, gzip.compress(fasttext_model.read_bytes()), "m.bin.gz")
    with pytest.raises(BadArguments, match="unpack the file first"):
        read(packed)


@pytest.mark.parametrize("ending", [b" \n", b"\r\n"])
def test_line_ends_of_fasttext_and_windows_are_not_part_of_the_numbers(tmp_path, ending):
    """A blank or a carriage return before the line feed is ignored."""
    words, rows, *_ = read(write(tmp_path, word2vec(ONE_WORD, FEW, ending)))
    assert words == ONE_WORD
    np.testing.assert_array_equal(rows, FEW)
