import gzip
import hashlib
import re
import struct
import zipfile

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from helm_creativity.embeddings import text_vectors
from helm_creativity.embeddings.formats import read_vectors, sniff
from helm_creativity.embeddings.sources import open_source
from helm_creativity.errors import BadArguments, BrokenVectors, FileProblem
from helm_creativity.files import sha256_of

WORDS = ["the", "café", ". . .", "1", "nan", "naïve\u00a0space", "\u2028"]
ROWS = np.array(
    [[0.5, -1, 2e-3], [1, 0, 0], [3, 4, 0], [-0.25, 8, 1e5], [1, 2, 3], [7, 7, 7], [0, 0, 1]], dtype=np.float32
)


def glove(words, rows):
    """GloVe's format."""
    return "".join(
        f"{word} {' '.join(repr(float(x)) for x in row)}\n" for word, row in zip(words, rows, strict=True)
    ).encode()


def word2vec(words, rows, ending=b"\n"):
    """word2vec's text format."""
    return f"{len(words)} {rows.shape[1]}\n".encode() + glove(words, rows).replace(b"\n", ending)


def binary(words, rows, separator=b"\n"):
    """word2vec's binary format."""
    records = [
        word.encode() + b" " + row.astype("<f4").tobytes() + separator for word, row in zip(words, rows, strict=True)
    ]
    return f"{len(words)} {rows.shape[1]}\n".encode() + b"".join(records)


def read(path, kind=None, member=None):
    """All words, vectors and positions of a file, with what it was taken for."""
    with open_source(path, member) as source:
        file = read_vectors(source, kind)
        blocks = list(file.blocks)
        words = [word for block in blocks for word in block.words]
        positions = np.concatenate([block.positions for block in blocks])
        return words, np.concatenate([block.vectors for block in blocks]), positions, file.format, source.sha256


def write(tmp_path, content, name="vectors.txt"):
    """Path of a new file."""
    path = tmp_path / name
    path.write_bytes(content)
    return path


ONE_WORD = [word for word in WORDS if " " not in word]
FEW = ROWS[: len(ONE_WORD)]
CONTENTS = {
    "glove": (glove(WORDS, ROWS), WORDS, ROWS, 1),
    "word2vec": (word2vec(ONE_WORD, FEW), ONE_WORD, FEW, 2),
    "word2vec-bin": (binary(ONE_WORD, FEW), ONE_WORD, FEW, 1),
}


@pytest.mark.parametrize("packing", ["plain", "gzip", "zip"])
@pytest.mark.parametrize("kind", CONTENTS)
def test_reads_every_format_however_it_is_packed_and_named(tmp_path, kind, packing):
    """Format and packing are found out from the bytes, and words, numbers and positions are those of the file."""
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


@pytest.mark.parametrize("ending", [b" \n", b"\r\n"])
def test_line_ends_of_fasttext_and_windows_are_not_part_of_the_numbers(tmp_path, ending):
    """A blank or a carriage return before the line feed is ignored."""
    words, rows, *_ = read(write(tmp_path, word2vec(ONE_WORD, FEW, ending)))
    assert words == ONE_WORD
    np.testing.assert_array_equal(rows, FEW)


def test_binary_without_line_feeds_is_read_too(tmp_path):
    """Files of gensim have no line feed after a record."""
    words, rows, *_ = read(write(tmp_path, binary(ONE_WORD, FEW, b"")), "word2vec-bin")
    assert words == ONE_WORD
    np.testing.assert_array_equal(rows, FEW)


@pytest.mark.parametrize("kind", CONTENTS)
def test_blocks_do_not_depend_on_where_the_chunks_of_the_file_end(tmp_path, monkeypatch, kind):
    """Reading one byte at a time gives the same vectors at the same positions."""
    content, words, rows, first = CONTENTS[kind]
    monkeypatch.setattr("helm_creativity.embeddings.sources.CHUNK", 1)
    monkeypatch.setattr("helm_creativity.embeddings.sources.HEAD", 40)
    found_words, found_rows, positions, *_ = read(write(tmp_path, content), kind)
    assert found_words == words
    np.testing.assert_array_equal(found_rows, rows)
    assert positions.tolist() == list(range(first, first + len(words)))


def test_the_slow_path_reads_what_the_fast_path_reads(tmp_path, monkeypatch):
    """Line by line, by the definition, the numbers are the same."""
    path = write(tmp_path, glove(WORDS, ROWS))
    fast = read(path)
    monkeypatch.setattr(text_vectors, "NUMERIC", b"")
    slow = read(path)
    assert fast[0] == slow[0]
    np.testing.assert_array_equal(fast[1], slow[1])


TEXT_ERRORS = {
    "broken number": (b"a 1 2 3\nb 1 x 3\n", "line 2: expected a finite number in column 2 of 3, got b'x'"),
    "two signs": (b"a 1 2 3\nb 1 1-2 3\n", "line 2: expected a finite number in column 2"),
    "not a number": (b"a 1 2 3\nb 1 2 nan\n", "line 2: expected a finite number in column 3 of 3, got b'nan'"),
    "infinite": (b"a 1 2 3\nb 1 -inf 3\n", "line 2: expected a finite number in column 2"),
    "too large for float32": (b"a 1 2 3\nb 1 1e39 3\n", "line 2: expected a finite number in column 2"),
    "underscore": (b"a 1 2 3\nb 1_0 2 3\n", "line 2: expected a finite number in column 1"),
    "tab": (b"a 1 2 3\nb 1\t2 3\n", "line 2: expected a word and 3 numbers, got 1 numbers"),
    "tab beside a number": (b"a 1 2 3\nb 1 2\t 3\n", "line 2: expected a finite number in column 2 of 3"),
    "two blanks": (b"a 1 2 3\nb 1  3\n", "line 2: expected a finite number in column 2 of 3, got b''"),
    "one number too few": (b"a 1 2 3\nb 1 2\n", "line 2: expected a word and 3 numbers, got 2 numbers"),
    "one number too many": (b"a 1 2 3\nb 1 2 3 4\n", "line 2: expected a word and 3 numbers, got 4 numbers"),
    "too many in one line, too few in another": (b"a 1 2 3\nb 1 2 3 4\nc 1 2\n", "line 2: .* got 4 numbers"),
    "blank line": (b"a 1 2 3\n\nb 1 2 3\n", "line 2: expected a word and 3 numbers, got 0 numbers"),
    "no word": (b"a 1 2 3\n 1 2 3\n", "line 2: "),
    "no numbers": (b"hello\n", "line 1: expected a word and numbers"),
    "empty file": (b"", "line 1: the file is empty"),
    "last line cut": (b"a 1 2 3\nb 1 2", "line 2: expected a word and 3 numbers, got 2 numbers"),
    "fewer lines than promised": (
        b"3 2\na 1 2\nb 1 2\n",
        "line 3: the file ends after 2 vectors, but its header promises 3",
    ),
    "more lines than promised": (b"1 2\na 1 2\nb 1 2\n", "line 3: the header promises 1 vectors"),
    "other dimension than promised": (b"2 3\na 1 2\nb 1 2\n", "line 2: expected a word and 3 numbers, got 2"),
    "first line after a header broken": (b"1 2\na 1 x\n", "line 2: expected a finite number in column 2"),
    "absurd dimension": (b"2 0\na 1 2\n", "line 1: expected the number of vectors and the dimension"),
}


@pytest.mark.parametrize("case", TEXT_ERRORS)
def test_text_errors_name_the_file_and_the_line(tmp_path, case):
    """Whatever is wrong with a text file, the message says where."""
    content, message = TEXT_ERRORS[case]
    path = write(tmp_path, content)
    with pytest.raises(BrokenVectors, match=f"^{re.escape(str(path))}, {message}"):
        read(path)


def test_a_last_line_without_a_line_break_counts_if_it_is_complete(tmp_path, caplog):
    """Editors leave the line break out; whether digits are missing cannot be seen, so it is said."""
    path = write(tmp_path, b"a 1 2 3\nb 4 5 6")
    words, vectors = read(path, "glove")[:2]
    assert list(words) == ["a", "b"]
    assert vectors[1].tolist() == [4, 5, 6]
    assert "line 2: the last line has no line break" in caplog.text


def test_a_number_after_a_word_counts_as_one_number_too_many(tmp_path):
    """Otherwise a line with a number too many would pass as a word with a space in it, as the line before it is."""
    with pytest.raises(BrokenVectors, match="line 2: expected a word and 3 numbers, got 4"):
        read(write(tmp_path, b"a b 1 2 3\na 0 1 2 3\n"), "glove")


def test_an_endless_line_is_refused_before_it_fills_the_memory(tmp_path, monkeypatch):
    """A file without line breaks is not text."""
    monkeypatch.setattr(text_vectors, "LONGEST_LINE", 100)
    with pytest.raises(BrokenVectors, match="line 2: no line break within 100 bytes"):
        read(write(tmp_path, b"a 1 2\n" + b"x" * 200), "glove")


def test_a_header_is_required_where_the_format_has_one(tmp_path):
    """Text without a header is not word2vec's format."""
    with pytest.raises(BrokenVectors, match="line 1: expected the number of vectors and the dimension, got b'a 1 2'"):
        read(write(tmp_path, b"a 1 2\n"), "word2vec")


BROKEN_RECORD = b"3 2\na " + struct.pack("<2f", 1, 2) + b"\nb " + struct.pack("<2f", 1, 2) + b"\n"
BINARY_ERRORS = {
    "cut in a vector": (BROKEN_RECORD + b"c " + b"\0" * 7, "record 3 of 3: the file ends here"),
    "cut before a record": (BROKEN_RECORD, "record 3 of 3: the file ends here"),
    "not finite": (
        b"2 1\na " + struct.pack("<f", 1) + b"\nb " + struct.pack("<f", np.inf),
        "record 2: a number that is not",
    ),
    "no word": (b"1 1\n " + struct.pack("<f", 1), "record 1: the word b''"),
    "line feed in a word": (b"1 1\na\nb " + struct.pack("<f", 1), "record 1: the word b'a.nb'"),
    "more than promised": (
        b"1 1\na " + struct.pack("<f", 1) + b"\nb ",
        "the header promises 1 vectors, but more data follow",
    ),
}


@pytest.mark.parametrize("case", BINARY_ERRORS)
def test_binary_errors_name_the_file_and_the_record(tmp_path, case):
    """Whatever is wrong with a binary file, the message says where."""
    content, message = BINARY_ERRORS[case]
    path = write(tmp_path, content)
    with pytest.raises(BrokenVectors, match=rf"^{re.escape(str(path))}(:|,) {message}"):
        read(path, "word2vec-bin")


def test_a_word_without_end_is_refused_before_it_fills_the_memory(tmp_path, monkeypatch):
    """A wrong dimension sends the reader into the numbers, where no blank may follow for long."""
    monkeypatch.setattr("helm_creativity.embeddings.binary_vectors.LONGEST_WORD", 100)
    monkeypatch.setattr("helm_creativity.embeddings.sources.HEAD", 50)
    monkeypatch.setattr("helm_creativity.embeddings.sources.CHUNK", 50)
    with pytest.raises(BrokenVectors, match="record 1 of 9: no word within 100 bytes"):
        read(write(tmp_path, b"9 2\n" + b"\1" * 1000), "word2vec-bin")


@pytest.mark.parametrize("kind", ["glove", "word2vec-bin"])
@pytest.mark.parametrize("packing", ["gzip", "zip"])
def test_compressed_data_that_are_damaged_are_an_error_with_the_place(tmp_path, monkeypatch, kind, packing):
    """Data that end early, or whose checksum is wrong, are never taken for a shorter file."""
    monkeypatch.setattr("helm_creativity.embeddings.sources.CHUNK", 1 << 12)
    monkeypatch.setattr("helm_creativity.embeddings.sources.HEAD", 1 << 12)
    words = [f"w{i}" for i in range(20_000)]
    rows = np.random.default_rng(0).normal(size=(len(words), 1)).astype(np.float32)
    content = (glove if kind == "glove" else binary)(words, rows)
    path = tmp_path / "vectors"
    if packing == "gzip":
        packed = gzip.compress(content, 1)
        path.write_bytes(packed[: len(packed) // 2])
    else:
        with zipfile.ZipFile(path, "w") as archive:
            archive.writestr("v", content)
        packed = bytearray(path.read_bytes())
        packed[-200] ^= 1  # in the data: stored as they are, so only the checksum at their end can tell
        path.write_bytes(packed)
    with pytest.raises(
        BrokenVectors, match=r"(line|record) \d{4,}.*compressed data end early or are damaged"
    ) as caught:
        read(path, kind)
    assert str(path) in str(caught.value)


def test_an_archive_whose_end_is_cut_off_says_so(tmp_path):
    """A zip archive keeps its contents list at the end."""
    path = tmp_path / "v.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("v", "a 1 2\n")
    path.write_bytes(path.read_bytes()[:-10])
    with pytest.raises(BrokenVectors, match="a zip archive that is cut off or damaged"):
        read(path)


def test_of_several_files_in_an_archive_one_must_be_named(tmp_path):
    """The message lists what there is."""
    path = tmp_path / "v.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("x.50d.txt", "a 1 2\n")
        archive.writestr("x.100d.txt", "a 1 2 3\n")
    with pytest.raises(BadArguments, match=r"holds 2 files; say which one with --member: x\.100d\.txt, x\.50d\.txt"):
        read(path)
    with pytest.raises(BadArguments, match=r"holds no file 'y'; it holds: x\.100d\.txt, x\.50d\.txt"):
        read(path, member="y")
    assert read(path, member="x.100d.txt")[1].shape == (1, 3)


def test_missing_files_and_unknown_formats_are_errors(tmp_path):
    """Both are told apart from broken vectors."""
    with pytest.raises(FileProblem, match=r"cannot read .*absent: No such file"):
        read(tmp_path / "absent")
    with pytest.raises(BadArguments, match="unknown format 'excel'; expected one of glove, word2vec"):
        read(write(tmp_path, b"a 1 2\n"), "excel")


def test_bytes_that_are_not_utf8_stay_recognisable(tmp_path):
    """The word comes with lone surrogates, its neighbours unharmed."""
    words, rows, *_ = read(write(tmp_path, b"a 1 2\n\xff\xfe 3 4\n\xc3\xa9 5 6\n"))
    assert words == ["a", "\udcff\udcfe", "é"]
    assert rows.tolist() == [[1, 2], [3, 4], [5, 6]]


def test_text_with_a_broken_first_vector_is_not_taken_for_binary():
    """So that the error speaks of lines."""
    assert sniff(b"2 3\na 1 2 x\nb 1 2 3\n") == "word2vec"
    assert sniff(b"2 3\n\xff 1 2 3\nb 1 2 3\n") == "word2vec"
    assert sniff(binary(ONE_WORD, FEW)) == "word2vec-bin"
    assert sniff(glove(WORDS, ROWS)) == "glove"


plain_words = st.lists(
    st.text(st.characters(exclude_characters="\n \r\0", exclude_categories=["Cs"]), min_size=1, max_size=12),
    min_size=1,
    unique=True,
)
finite = st.floats(width=32, allow_nan=False, allow_infinity=False)


@given(plain_words, st.integers(2, 5), st.data(), st.sampled_from(list(CONTENTS)))
def test_any_words_and_finite_numbers_survive_a_round_trip(tmp_path_factory, words, dimension, data, kind):
    """What is written is read, exactly, in every format."""
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
    """The reader agrees with that of gensim on every format that both read."""
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


@pytest.mark.parametrize("is_binary", [False, True])
def test_files_that_gensim_writes_are_read(tmp_path, is_binary):
    """The writer of gensim leaves out the line feeds of the original program."""
    from gensim.models import KeyedVectors

    theirs = KeyedVectors(5)
    rows = np.random.default_rng(5).normal(size=(50, 5)).astype(np.float32)
    theirs.add_vectors([f"w{i}" for i in range(50)], rows)
    theirs.save_word2vec_format(str(tmp_path / "v"), binary=is_binary)
    words, found, _, kind, _ = read(tmp_path / "v")
    assert kind == ("word2vec-bin" if is_binary else "word2vec")
    assert words == theirs.index_to_key
    np.testing.assert_allclose(found, rows, rtol=1e-6)


@pytest.fixture(scope="module")
def fasttext_model(tmp_path_factory):
    """A tiny FastText model in the format of the original program."""
    from gensim.models.fasttext import FastText, save_facebook_model

    path = tmp_path_factory.mktemp("fasttext") / "model.bin"
    corpus = [["cat", "dog", "mouse"], ["dog", "house", "mouse"]] * 5
    save_facebook_model(FastText(corpus, vector_size=4, min_count=1, bucket=50, epochs=1, seed=1, workers=1), str(path))
    return path


def test_the_vocabulary_of_a_fasttext_model_is_read_through_gensim(fasttext_model):
    """Words and vectors are those that gensim computes from word and n-grams."""
    from gensim.models.fasttext import load_facebook_vectors

    words, rows, positions, kind, digest = read(fasttext_model)
    theirs = load_facebook_vectors(str(fasttext_model))
    assert kind == "fasttext-bin"
    assert words == theirs.index_to_key
    np.testing.assert_array_equal(rows, theirs.vectors)
    assert positions.tolist() == [1, 2, 3, 4]
    assert digest == sha256_of(fasttext_model)


def test_a_fasttext_model_that_is_cut_or_packed_is_refused(fasttext_model, tmp_path):
    """The first is damaged, the second has to be unpacked first."""
    cut = write(tmp_path, fasttext_model.read_bytes()[:200])
    with pytest.raises(BrokenVectors, match="gensim cannot read it as a FastText model"):
        read(cut)
    packed = write(tmp_path, gzip.compress(fasttext_model.read_bytes()), "m.bin.gz")
    with pytest.raises(BadArguments, match="unpack the FastText model first"):
        read(packed)
