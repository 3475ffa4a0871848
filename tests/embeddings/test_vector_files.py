"""Files of word vectors in every format: what is read, however it is packed, and where a broken one is broken."""

import gzip
import hashlib
import pickle
import re
import struct
import zipfile

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from helm_creativity.embeddings import vector_files
from helm_creativity.embeddings.vector_files import open_source, read_vectors
from helm_creativity.errors import BadArguments, BrokenVectors, CreativityError

WORDS = ["the", "café", ". . .", "1", "nan", "naïve\u00a0space", "\u2028"]
ROWS = np.array(
    [[0.5, -1, 2e-3], [1, 0, 0], [3, 4, 0], [-0.25, 8, 1e5], [1, 2, 3], [7, 7, 7], [0, 0, 1]], dtype=np.float32
)


def glove(words, rows, ending="\n"):
    lines = [f"{word} {' '.join(map(repr, row))}" for word, row in zip(words, rows.tolist(), strict=True)]
    return "".join(line + ending for line in lines).encode()


def word2vec(words, rows, ending="\n"):
    return f"{len(words)} {rows.shape[1]}\n".encode() + glove(words, rows, ending)


def binary(words, rows):
    records = [word.encode() + b" " + row.astype("<f4").tobytes() for word, row in zip(words, rows, strict=True)]
    return f"{len(words)} {rows.shape[1]}\n".encode() + b"".join(record + b"\n" for record in records)


WRITERS = {"glove": glove, "word2vec": word2vec, "word2vec-bin": binary}
ONE_WORD = [word for word in WORDS if " " not in word]
FEW = ROWS[: len(ONE_WORD)]
# Format, bytes, words, rows, and the number of the first line or record.
CONTENTS = [
    ("glove", glove(WORDS, ROWS), WORDS, ROWS, 1),
    ("word2vec", word2vec(ONE_WORD, FEW), ONE_WORD, FEW, 2),
    ("word2vec", word2vec(ONE_WORD, FEW, " \n"), ONE_WORD, FEW, 2),  # FastText's .vec
    ("word2vec", word2vec(ONE_WORD, FEW, "\r\n"), ONE_WORD, FEW, 2),
    ("word2vec", b"2 3\n\xff 1 0 0\nb 3 4 0\n", ["\udcff", "b"], ROWS[1:3], 2),
    ("word2vec-bin", binary(ONE_WORD, FEW), ONE_WORD, FEW, 1),
]


def read(path, kind=None, member=None):
    """Words, vectors and their numbers, and what the file was taken for."""
    with open_source(path, member) as source:
        file = read_vectors(source, kind)
        blocks = list(file.blocks)
        numbers = [block.first + i for block in blocks for i in range(len(block.words))]
        words = [word for block in blocks for word in block.words]
        return words, np.concatenate([block.vectors for block in blocks]), numbers, file.format, source.sha256


def shrink(monkeypatch, **sizes):
    for name, size in sizes.items():
        monkeypatch.setattr(vector_files, name, size)


def write(tmp_path, content):
    path = tmp_path / "vectors.txt"
    path.write_bytes(content)
    return path


@pytest.mark.parametrize(("packing", "chunk"), [("plain", 1), ("plain", 1 << 20), ("gzip", 1 << 20), ("zip", 3)])
@pytest.mark.parametrize(("kind", "content", "words", "rows", "first"), CONTENTS)
def test_every_format_is_found_out_however_it_is_packed(
    tmp_path, monkeypatch, kind, content, words, rows, first, packing, chunk
):
    """The digest is that of the unpacked bytes, so the packing cannot change a signature."""
    shrink(monkeypatch, CHUNK=chunk, HEAD=max(chunk, 60))
    path = write(tmp_path, gzip.compress(content) if packing == "gzip" else content)
    if packing == "zip":
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr("__MACOSX/ignored", "")
            archive.writestr("inside.txt", content)
    found_words, found_rows, *found = read(path)
    assert found_words == words
    np.testing.assert_array_equal(found_rows, rows)
    assert found_rows.dtype == np.float32
    assert found == [list(range(first, first + len(words))), kind, hashlib.sha256(content).hexdigest()]


characters = st.characters(exclude_characters="\n \r\0", exclude_categories=["Cs"])
plain_words = st.lists(st.text(characters, min_size=1, max_size=12), min_size=1, unique=True)
finite = st.floats(width=32, allow_nan=False, allow_infinity=False)


@given(plain_words, st.integers(2, 5), st.data(), st.sampled_from(list(WRITERS)))
def test_any_words_and_finite_numbers_survive_a_round_trip(tmp_path_factory, words, dimension, data, kind):
    numbers = data.draw(st.lists(finite, min_size=len(words) * dimension, max_size=len(words) * dimension))
    rows = np.array(numbers, dtype=np.float32).reshape(len(words), dimension)
    found_words, found_rows, *_ = read(write(tmp_path_factory.getbasetemp(), WRITERS[kind](words, rows)), kind)
    assert found_words == words
    np.testing.assert_array_equal(found_rows, rows)


packed = (vector_files.GZIP_MAGIC, vector_files.ZIP_MAGIC, vector_files.FASTTEXT_MAGIC)
plain_bytes = st.binary(max_size=200).filter(lambda content: not content.startswith(packed))


@given(plain_bytes, st.sampled_from([*WRITERS, None]))
def test_any_bytes_are_read_or_refused(tmp_path_factory, content, kind):
    path, blocks = write(tmp_path_factory.getbasetemp(), content), []
    message = str(path)
    try:
        with open_source(path) as source:
            file = read_vectors(source, kind)
            blocks.extend((block, file.dimension) for block in file.blocks)
    except BrokenVectors as error:
        message = str(error)
    assert message.startswith(str(path))
    assert all(block.vectors.shape == (len(block.words), dimension) for block, dimension in blocks)
    assert all(np.isfinite(block.vectors).all() for block, _ in blocks)


@pytest.fixture(scope="module")
def saved(tmp_path_factory):
    """What gensim saved: FastText in the format of the original program, Word2Vec, and its vectors in all formats."""
    from gensim.models import Word2Vec
    from gensim.models.fasttext import FastText, save_facebook_model

    folder, corpus = tmp_path_factory.mktemp("gensim"), [["cat", "dog", "möuse"], ["dog", "house", "möuse"]] * 5
    options = {"vector_size": 4, "min_count": 1, "epochs": 1, "seed": 1, "workers": 1}
    save_facebook_model(FastText(corpus, bucket=50, **options), str(folder / "fasttext"))
    model = Word2Vec(corpus, **options)
    model.save(str(folder / "word2vec"))
    model.wv.save(str(folder / "one[1].kv"))
    model.wv.save(str(folder / "two[1].kv"), sep_limit=1)
    model.wv.save_word2vec_format(str(folder / "text"))
    model.wv.save_word2vec_format(str(folder / "binary"), binary=True)
    return folder


@pytest.mark.parametrize(
    ("name", "kind", "first"),
    [
        *(("text", "word2vec", 2), ("binary", "word2vec-bin", 1), ("fasttext", "fasttext-bin", 1)),
        *(("one[1].kv", "gensim", 1), ("two[1].kv", "gensim", 1)),
    ],
)
def test_what_gensim_saved_is_read_as_gensim_reads_it(saved, name, kind, first):
    """Files of vectors beside it are part of the digest."""
    from gensim.models import KeyedVectors
    from gensim.models.fasttext import load_facebook_vectors

    is_fasttext = name == "fasttext"
    theirs = load_facebook_vectors(str(saved / name)) if is_fasttext else KeyedVectors.load(str(saved / "one[1].kv"))
    words, rows, *found = read(saved / name, "gensim" if kind == "gensim" else None)
    assert words == theirs.index_to_key
    np.testing.assert_array_equal(rows, theirs.vectors)
    files = sorted(path for path in saved.iterdir() if path.name.startswith(name))
    assert (len(files) > 1) == (name == "two[1].kv")
    digest = hashlib.sha256(b"".join(file.read_bytes() for file in files)).hexdigest()
    assert found == [list(range(first, first + 4)), kind, digest]


@pytest.mark.parametrize(
    ("name", "change", "kind", "message"),
    [
        ("word2vec", bytes, None, r"a Python pickle, .* --format gensim"),  # it can run any code
        ("word2vec", bytes, "gensim", "expected KeyedVectors of gensim, got Word2Vec; save the wv"),
        ("word2vec", lambda content: content[:200], "gensim", "gensim cannot read it as KeyedVectors"),
        ("word2vec", lambda _: pickle.dumps({"cat": [1]}), "gensim", "gensim cannot read it as KeyedVectors"),
        ("fasttext", lambda content: content[:200], None, "gensim cannot read it as a FastText model"),
        ("fasttext", gzip.compress, None, "unpack the file first"),
    ],
)
def test_what_gensim_cannot_or_must_not_read_is_refused(saved, tmp_path, name, change, kind, message):
    path = write(tmp_path, change((saved / name).read_bytes()))
    with pytest.raises(CreativityError, match=message):
        read(path, kind)


RECORD = b" " + struct.pack("<2f", 1, 2) + b"\n"
TEXT, BINARY = None, "word2vec-bin"
ERRORS = [
    (TEXT, b"2 3\na 1 2 x\nb 1 2 3\n", "line 2: expected a finite number in column 3 of 3, got b'x'"),
    (TEXT, b"a 1 2 3\nb 1 2 nan\n", "line 2: expected a finite number in column 3 of 3, got b'nan'"),
    (TEXT, b"a 1 2 3\nb 1 1e39 3\n", "line 2: expected a finite number in column 2"),  # too large for float32
    (TEXT, b"a 1 2 3\nb 1_0 2 3\n", "line 2: expected a finite number in column 1"),
    (TEXT, b"a 1 2 3\nb 1  3\n", "line 2: expected a finite number in column 2 of 3, got b''"),
    (TEXT, b"a 1 2 3\nb 1 2 3 4\n", "line 2: expected a word and 3 numbers, got 4 numbers"),
    (TEXT, b"a 1 2 3\n\nb 1 2 3\n", "line 2: expected a word and 3 numbers, got 0 numbers"),
    (TEXT, b"a 1 2 3\n 1 2 3\n", "line 2: "),
    (TEXT, b"hello\n", "line 1: expected a word and numbers"),
    (TEXT, b"", "line 1: the file is empty"),
    (TEXT, b"a 1 2 3\nb 1 2", "line 2: expected a word and 3 numbers, got 2 numbers"),
    (TEXT, b"3 2\na 1 2\nb 1 2\n", "line 3: the file ends after 2 vectors, but its header promises 3"),
    (TEXT, b"1 2\na 1 2\nb 1 2\n", "line 3: the header promises 1 vectors"),
    (TEXT, b"9" * 5000 + b" 2\na 1 2\n", "line 2: expected a word and 1 numbers, got 2"),
    (TEXT, b"2 0\na 1 2\n", "line 1: expected the number of vectors and the dimension"),
    (TEXT, b"a 1 2\n" + b"x" * 7000, "line 2: no line break within 6000 bytes"),
    (BINARY, b"9 2\n" + b"\1" * 7000, "record 1 of 9: no word within 6000 bytes"),
    (BINARY, b"2 2\na" + RECORD + b"c " + b"\0" * 7, "record 2 of 2: the file ends here"),
    (BINARY, b"2 2\na" + RECORD, "record 2 of 2: the file ends here"),
    (BINARY, b"2 2\na" + RECORD + b"b " + struct.pack("<2f", 1, np.inf), "record 2: a number that is not finite"),
    (BINARY, b"1 2\n" + RECORD, "record 1: the word b''"),
    (BINARY, b"1 2\na\nb" + RECORD, "record 1: the word b'a.nb'"),
    (BINARY, b"1 2\na" + RECORD + b"b ", "the header promises 1 vectors, but more data follow"),
]


@pytest.mark.parametrize(("kind", "content", "message"), ERRORS)
def test_errors_name_the_file_and_the_line_or_record(tmp_path, monkeypatch, kind, content, message):
    """What has no line break, or no word in it, is refused before it fills the memory."""
    shrink(monkeypatch, LONGEST_LINE=6000, LONGEST_WORD=6000, HEAD=5500, CHUNK=5500)
    path = write(tmp_path, content)
    with pytest.raises(BrokenVectors, match=rf"^{re.escape(str(path))}(:|,) {message}"):
        read(path, kind)


def test_a_last_line_without_a_line_break_counts_if_it_is_complete(tmp_path, caplog):
    """Editors leave the line break out; whether digits are missing cannot be seen, so it is reported."""
    words, vectors, *_ = read(write(tmp_path, b"a 1 2 3\nb 4 5 6"), "glove")
    assert (words, vectors[1].tolist()) == (["a", "b"], [4, 5, 6])
    assert "line 2: the last line has no line break" in caplog.text


@pytest.mark.parametrize("kind", ["glove", "word2vec-bin"])
@pytest.mark.parametrize("packing", ["gzip", "zip"])
def test_compressed_data_that_are_damaged_are_never_taken_for_a_shorter_file(tmp_path, monkeypatch, kind, packing):
    shrink(monkeypatch, CHUNK=1 << 12, HEAD=1 << 12)
    rows = np.random.default_rng(0).normal(size=(20_000, 1)).astype(np.float32)
    content = WRITERS[kind]([f"w{i}" for i in range(20_000)], rows)
    packed = gzip.compress(content, 1)
    path = write(tmp_path, packed[: len(packed) // 2])
    if packing == "zip":
        with zipfile.ZipFile(path, "w") as archive:
            archive.writestr("v", content)
        packed = bytearray(path.read_bytes())
        packed[-200] ^= 1  # in the data: stored as they are, so only the checksum at their end can tell
        path.write_bytes(packed)
    with pytest.raises(BrokenVectors, match=rf"{path}, (line|record) \d{{4,}}.*end early or are damaged"):
        read(path, kind)


def test_of_several_files_in_an_archive_one_must_be_named(tmp_path):
    path = tmp_path / "v.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("x.50d.txt", "a 1 2\n")
        archive.writestr("x.100d.txt", "a 1 2 3\n")
    with pytest.raises(BadArguments, match=r"holds 2 files; choose one with --member: x\.100d\.txt, x\.50d\.txt"):
        read(path)
    with pytest.raises(BadArguments, match=r"holds no file 'y'; it holds: x\.100d\.txt, x\.50d\.txt"):
        read(path, member="y")
    assert read(path, member="x.100d.txt")[1].shape == (1, 3)
