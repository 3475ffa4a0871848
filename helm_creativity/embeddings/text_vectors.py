"""Reads word vectors from text: GloVe, word2vec's text format and FastText's ``.vec``.

One line is one word: the word, then d numbers, separated by single spaces. word2vec and FastText begin with a line
``n d``. GloVe has no such line, and some of its words contain spaces (``. . .``), so that numbers are counted from the
right. Only a line feed ends a line: words may hold any other character that some would take for a line break.

gensim reads the same formats, but keeps all vectors in memory, drops duplicates with a line in its log and does not
say where a broken line is; that is why this reader exists. A block of lines is parsed by one call of numpy. When
numpy refuses a block, or there is anything unusual in it, the block is parsed again line by line, by the definition,
which finds the line to blame.

A last line without a line break counts if it has all its numbers, with a warning: whether its last digits are missing
cannot be seen.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from helm_creativity.embeddings.sources import DamagedError, Source
from helm_creativity.errors import BrokenVectors
from helm_creativity.safe_text import module_logger, quoted

logger = module_logger(__name__)

NUMBER = re.compile(rb"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?")
HEADER = re.compile(rb"(\d{1,18}) (\d{1,18})[ \r]*")
NUMERIC = b"0123456789+-.eE "
LONGEST_LINE = 1 << 24
MOST_COLUMNS = 100_000


class VectorBlock(NamedTuple):
    """Some consecutive vectors of a file.

    Attributes:
        words: m words as in the file; bytes that are not UTF-8 appear as lone surrogates.
        vectors: shape (m, d), float32, finite.
        positions: shape (m,), int64: numbers of the lines (or of the records), from 1.
    """

    words: list[str]
    vectors: NDArray[np.float32]
    positions: NDArray[np.int64]


def parse_header(head: bytes) -> tuple[int, int] | None:
    """``(n, d)`` if the first line is a header, else None."""
    line, _, _ = head.partition(b"\n")
    match = HEADER.fullmatch(line)
    return (int(match[1]), int(match[2])) if match else None


def require_header(source: Source) -> tuple[int, int]:
    """The header, or ``BrokenVectors`` if there is none with a plausible dimension."""
    line = source.head().partition(b"\n")[0]
    found = parse_header(line)
    if found is None or not 1 <= found[1] <= MOST_COLUMNS:
        raise BrokenVectors(
            f"{source.path}, line 1: expected the number of vectors and the dimension, got {quoted(line[:60])}"
        )
    return found


def trailing_numbers(line: bytes) -> int:
    """How many numbers stand at the end of the line; its first field is a word whatever it looks like."""
    count = 0
    for field in reversed(line.rstrip(b" \r").split(b" ")[1:]):
        if not NUMBER.fullmatch(field):
            break
        count += 1
    return count


def read_text(source: Source, header: bool) -> tuple[int, Iterator[VectorBlock]]:
    """Reads a text file of vectors."""
    if header:
        promised, dimension = require_header(source)
        return dimension, _blocks(source, dimension, promised)
    first = source.head().partition(b"\n")[0]
    dimension = trailing_numbers(first)
    if dimension < 1:
        raise BrokenVectors(f"{source.path}, line 1: expected a word and numbers, got {quoted(first[:60])}")
    return dimension, _blocks(source, dimension, None)


def decode(words: Sequence[bytes]) -> list[str]:
    """Words as text; see ``VectorBlock`` for what is not UTF-8."""
    try:
        return b"\n".join(words).decode("utf-8").split("\n")
    except UnicodeDecodeError:
        return [word.decode("utf-8", "surrogateescape") for word in words]


def _blocks(source: Source, dimension: int, promised: int | None) -> Iterator[VectorBlock]:
    last = 0
    for number, lines in _lines(source):
        last = number + len(lines) - 1
        if promised is not None and last - 1 > promised:
            raise BrokenVectors(
                f"{source.path}, line {promised + 2}: the header promises {promised} vectors, but here is another line"
            )
        if promised is not None and number == 1:
            number, lines = 2, lines[1:]
        if lines:
            yield _parse(source, lines, number, dimension)
    if promised is not None and last - 1 < promised:
        raise BrokenVectors(
            f"{source.path}, line {last}: the file ends after {last - 1} vectors, but its header promises {promised}"
        )


def _lines(source: Source) -> Iterator[tuple[int, list[bytes]]]:
    """Whole lines without their line feeds, with the number of the first."""
    number, rest = 1, b""
    try:
        for chunk in source.chunks():
            *lines, rest = (rest + chunk).split(b"\n")
            if len(rest) > LONGEST_LINE:
                raise BrokenVectors(
                    f"{source.path}, line {number + len(lines)}: no line break within {LONGEST_LINE} bytes; is it text?"
                )
            if lines:
                yield number, lines
            number += len(lines)
    except DamagedError as error:
        raise BrokenVectors(f"{source.path}, line {number}: {error}") from error
    if rest:
        yield number, [rest]
        logger.warning("%s, line %d: the last line has no line break; taken as complete", source.path, number)


def _parse(source: Source, lines: list[bytes], number: int, dimension: int) -> VectorBlock:
    positions = np.arange(number, number + len(lines), dtype=np.int64)
    words, numbers = zip(*(_split(line, dimension) for line in lines), strict=True)
    if all(words) and not b"".join(numbers).translate(None, NUMERIC):
        try:
            text = [fields.decode("ascii") for fields in numbers]
            vectors = np.loadtxt(text, dtype=np.float32, delimiter=" ", comments=None, ndmin=2)
        except ValueError:
            vectors = np.empty((0, 0), dtype=np.float32)
        if vectors.shape == (len(lines), dimension) and bool(np.isfinite(vectors).all()):
            return VectorBlock(decode(words), vectors, positions)
    rows = [
        _parse_line(source, line, int(position), dimension) for line, position in zip(lines, positions, strict=True)
    ]
    return VectorBlock(decode([word for word, _ in rows]), np.stack([row for _, row in rows]), positions)


def _split(line: bytes, dimension: int) -> tuple[bytes, bytes]:
    """Word and numbers of a line; no word when the line needs a closer look."""
    line = line.rstrip(b" \r")
    word, _, numbers = line.partition(b" ")
    if numbers.count(b" ") == dimension - 1:
        return word, numbers
    word, *fields = line.rsplit(b" ", dimension)
    return (b"", b"") if NUMBER.fullmatch(word.rpartition(b" ")[2]) else (word, b" ".join(fields))


def _parse_line(source: Source, line: bytes, position: int, dimension: int) -> tuple[bytes, NDArray[np.float32]]:
    word, *fields = line.rstrip(b" \r").rsplit(b" ", dimension)
    place = f"{source.path}, line {position}:"
    if len(fields) < dimension or (b" " in word and NUMBER.fullmatch(word.rpartition(b" ")[2])):
        raise BrokenVectors(f"{place} expected a word and {dimension} numbers, got {trailing_numbers(line)} numbers")
    if not word:
        raise BrokenVectors(f"{place} no word before the {dimension} numbers")
    with np.errstate(over="ignore"):
        row = np.array([float(field) if NUMBER.fullmatch(field) else np.nan for field in fields], dtype=np.float32)
    if not np.isfinite(row).all():
        wrong = int(np.flatnonzero(~np.isfinite(row))[0])
        raise BrokenVectors(
            f"{place} expected a finite number in column {wrong + 1} of {dimension}, got {quoted(fields[wrong])}"
        )
    return word, row
