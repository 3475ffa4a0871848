"""Which format a file of word vectors has, and the reader for it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from helm_creativity.embeddings.binary_vectors import (
    FASTTEXT_MAGIC,
    PICKLE,
    read_fasttext_binary,
    read_gensim,
    read_word2vec_binary,
)
from helm_creativity.embeddings.sources import DamagedError, Source
from helm_creativity.embeddings.text_vectors import VectorBlock, parse_header, read_text, trailing_numbers
from helm_creativity.errors import BadArguments, BrokenVectors
from helm_creativity.safe_text import quoted

FORMATS = {
    "glove": "text, a word and its numbers on each line",
    "word2vec": "the same after a line with the number of vectors and the dimension; also FastText's .vec",
    "word2vec-bin": "word2vec's binary format",
    "fasttext-bin": "a FastText model; needs memory for all of it",
    "gensim": "what KeyedVectors.save wrote, a Python pickle: it can run any code, so use only files that you trust",
}


class VectorFile(NamedTuple):
    """An open file of word vectors."""

    format: str
    unit: str
    dimension: int
    blocks: Iterator[VectorBlock]


def read_vectors(source: Source, format: str | None = None) -> VectorFile:  # noqa: A002 - the word that users type
    """Opens a file of word vectors."""
    if format is not None and format not in FORMATS:
        raise BadArguments(f"unknown format {quoted(format)}; expected one of {', '.join(FORMATS)}")
    try:
        head = source.head()
    except DamagedError as error:
        raise BrokenVectors(f"{source.path}, line 1: {error}") from error
    if not head:
        raise BrokenVectors(f"{source.path}, line 1: the file is empty")
    if format is None and PICKLE.match(head):
        raise BrokenVectors(
            f"{source.path}: a Python pickle, as gensim saves its vectors. It can run any code. If you trust it, read "
            "it with: helm-creativity embeddings fetch NAME --from FILE --format gensim"
        )
    name = format or sniff(head)
    if name == "word2vec-bin":
        return VectorFile(name, "record", *read_word2vec_binary(source))
    if name == "fasttext-bin":
        return VectorFile(name, "record", *read_fasttext_binary(source))
    if name == "gensim":
        return VectorFile(name, "record", *read_gensim(source))
    return VectorFile(name, "line", *read_text(source, header=name == "word2vec"))


def sniff(head: bytes) -> str:
    """The format of a file that begins with ``head``.

    A first line of exactly two whole numbers is a header; what follows it is text if the next line ends with a number
    or holds nothing but printable characters. (Text of dimension 1 whose first word is a whole number looks like
    a header, and a few bytes of binary look like text: then the format must be named.)
    """
    if head.startswith(FASTTEXT_MAGIC):
        return "fasttext-bin"
    if parse_header(head) is None:
        return "glove"
    second, ended, _ = head.partition(b"\n")[2].partition(b"\n")
    if ended and trailing_numbers(second) > 0:
        return "word2vec"
    return "word2vec" if _printable(second) else "word2vec-bin"


def _printable(line: bytes) -> bool:
    try:
        return line.decode("utf-8").rstrip("\r").isprintable()
    except UnicodeDecodeError:
        return False
