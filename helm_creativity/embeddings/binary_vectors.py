"""Reads word vectors from binary files: word2vec's format, FastText's models, and what gensim saves.

word2vec's format is a line ``n d``, then n records: a word, a space, d little-endian float32, and, in the files of
the original program, a line feed. gensim reads it in a stream, but into one array of all vectors, and answers a
damaged file with an ``EOFError`` that has no position or with words that were never there. Bounded memory and errors
that say where need the reader below.

FastText's ``.bin`` is a whole model, and what a word's vector is depends on its n-grams; gensim computes that. It
needs memory for the whole model (about 7 GB for the official ones), and its errors have no position. Vectors that
FastText would make up for words outside its vocabulary are not kept.

gensim's own files are pickles of the vocabulary; the vectors lie in the pickle or, where they are many, in ``.npy``
files beside it, which gensim maps into memory. A pickle runs whatever code its maker put in. So this format is never
guessed: the user has to name it.
"""

from __future__ import annotations

import glob
import re
import struct
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from helm_creativity.benchmark.files.untrusted_files import UNREADABLE
from helm_creativity.embeddings.sources import DamagedError, Source
from helm_creativity.embeddings.text_vectors import VectorBlock, decode, require_header
from helm_creativity.errors import BadArguments, BrokenVectors
from helm_creativity.safe_text import quoted

FASTTEXT_MAGIC = struct.pack("<i", 793712314)
LONGEST_WORD = 1 << 16
GENSIM_ROWS = 4096
PICKLE = re.compile(rb"\x80[\x02-\x05]")


def read_word2vec_binary(source: Source) -> tuple[int, Iterator[VectorBlock]]:
    """Reads word2vec's binary format."""
    promised, dimension = require_header(source)
    return dimension, _blocks(source, promised, dimension)


def _blocks(source: Source, promised: int, dimension: int) -> Iterator[VectorBlock]:
    start = source.head().index(b"\n") + 1
    window = _Window(source, start)
    record = 0
    while record < promised:
        words: list[bytes] = []
        rows: list[bytes] = []
        while record + len(words) < promised:
            entry = window.take(4 * dimension)
            if entry is not None:
                words.append(entry[0])
                rows.append(entry[1])
                continue
            if words:
                break
            window.more(f"{source.path}, record {record + 1} of {promised}")
        yield _block(source, words, rows, record + 1, dimension)
        record += len(words)
    window.expect_end(f"{source.path}: the header promises {promised} vectors")


class _Window:
    def __init__(self, source: Source, start: int) -> None:
        self._chunks = source.chunks()
        self._buffer = next(self._chunks)
        self._start = start

    def take(self, size: int) -> tuple[bytes, bytes] | None:
        """The next word and its ``size`` bytes, or None when the window does not reach far enough."""
        space = self._buffer.find(b" ", self._start)
        end = space + 1 + size
        if space < 0 or end > len(self._buffer):
            return None
        word = self._buffer[self._start : space].lstrip(b"\n")
        self._start = end
        return word, self._buffer[space + 1 : end]

    def more(self, place: str) -> None:
        rest = self._buffer[self._start :]
        if len(rest) > LONGEST_WORD and b" " not in rest:
            raise BrokenVectors(f"{place}: no word within {LONGEST_WORD} bytes; is the dimension in the header right?")
        try:
            chunk = next(self._chunks, b"")
        except DamagedError as error:
            raise BrokenVectors(f"{place}: {error}") from error
        if not chunk:
            raise BrokenVectors(f"{place}: the file ends here, but its header promises more; download the file again")
        self._buffer, self._start = rest + chunk, 0

    def expect_end(self, promise: str) -> None:
        """Raises ``BrokenVectors`` if anything but line feeds follows."""
        rest = self._buffer[self._start :]
        try:
            while not rest.strip(b"\n"):
                rest = next(self._chunks)
        except StopIteration:
            return
        except DamagedError as error:
            raise BrokenVectors(f"{promise}, and after the last: {error}") from error
        raise BrokenVectors(f"{promise}, but more data follow the last of them")


def _block(source: Source, words: list[bytes], rows: list[bytes], first: int, dimension: int) -> VectorBlock:
    vectors: NDArray[np.float32] = (
        np.frombuffer(b"".join(rows), dtype="<f4").reshape(-1, dimension).astype(np.float32, copy=False)
    )
    finite = np.logical_and.reduce(np.isfinite(vectors), axis=1)
    for i, word in enumerate(words):
        if not word or b"\n" in word or not finite[i]:
            what = "a number that is not finite" if not finite[i] else f"the word {word[:60]!r}"
            raise BrokenVectors(
                f"{source.path}, record {first + i}: {what}; is the dimension {dimension} in the header right?"
            )
    return VectorBlock(decode(words), vectors, np.arange(first, first + len(words), dtype=np.int64))


def read_fasttext_binary(source: Source) -> tuple[int, Iterator[VectorBlock]]:
    """Reads the vocabulary of a FastText model through gensim. See the top of this module for what that costs."""
    if source.packed:
        raise BadArguments(f"{source.path}: unpack the FastText model first; gensim reads it from a plain file")
    from gensim.models.fasttext import load_facebook_vectors

    try:
        model = load_facebook_vectors(str(source.path))
    except (*UNREADABLE, EOFError, NotImplementedError, AssertionError, MemoryError, struct.error) as error:
        raise BrokenVectors(f"{source.path}: gensim cannot read it as a FastText model: {quoted(error)}") from error
    return int(model.vector_size), _gensim_blocks(source, model.index_to_key, model.vectors)


def read_gensim(source: Source) -> tuple[int, Iterator[VectorBlock]]:
    """Reads what ``KeyedVectors.save`` of gensim wrote, by running the pickle. See the top of this module."""
    if source.packed:
        raise BadArguments(f"{source.path}: unpack gensim's file first; gensim reads it from a plain file")
    from gensim.models import KeyedVectors

    try:
        vectors = KeyedVectors.load(str(source.path), mmap="r")
    except Exception as error:  # unpickling raises whatever the bytes make it raise
        raise BrokenVectors(f"{source.path}: gensim cannot read it as KeyedVectors: {quoted(error)}") from error
    if not isinstance(vectors, KeyedVectors):
        kind = type(vectors).__name__
        raise BrokenVectors(f"{source.path}: expected KeyedVectors of gensim, got {kind}; save the wv of a model")
    return int(vectors.vector_size), _gensim_blocks(source, vectors.index_to_key, vectors.vectors)


def _gensim_blocks(source: Source, words: list[str], vectors: NDArray[np.float32]) -> Iterator[VectorBlock]:
    for start in range(0, len(words), GENSIM_ROWS):
        rows = slice(start, start + GENSIM_ROWS)
        encoded = [word.encode("utf-8", "surrogateescape") for word in words[rows]]
        raw = [row.tobytes() for row in vectors[rows].astype("<f4")]
        yield _block(source, encoded, raw, start + 1, vectors.shape[1])
    for _ in source.chunks():
        pass
    for beside in sorted(source.path.parent.glob(f"{glob.escape(source.path.name)}.*.npy")):
        source.add(beside)
