"""Reads files of word vectors: every format, however it is packed, in one pass and in blocks.

Text (GloVe, word2vec's text format, FastText's ``.vec``): one line is one word, then d numbers, separated by single
spaces. word2vec and FastText begin with a line ``n d``. GloVe has no such line, and some of its words contain spaces
(``. . .``), so that numbers are counted from the right. Only a line feed ends a line: words may hold any other
character that some would take for a line break. A last line without a line break counts if it has all its numbers,
with a warning: whether its last digits are missing cannot be seen.

word2vec's binary format is a line ``n d``, then n records: a word, a space, d little-endian float32, and, in the files
of the original program, a line feed.

gensim reads these formats too, but keeps all vectors in memory, takes seven times as long for text, cannot read GloVe's
words with spaces, and does not say where a broken line is; that is why there are readers here. It does read

* FastText's ``.bin``, a whole model (about 7 GB for the official ones). What a word's vector is depends on its n-grams;
  vectors that FastText would make up for words outside its vocabulary are not kept;
* gensim's own files, pickles of the vocabulary, with large arrays in ``.npy`` files beside them. A pickle runs whatever
  code its maker put in, so that this format is never guessed: the user has to name it.
"""

from __future__ import annotations

import contextlib
import glob
import gzip
import hashlib
import re
import struct
import zipfile
import zlib
from collections import deque
from collections.abc import Iterator, Sequence
from itertools import chain, takewhile
from pathlib import Path
from typing import IO, NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from helm_creativity.benchmark.files.untrusted_files import open_file
from helm_creativity.errors import BadArguments, BrokenVectors, FileProblem
from helm_creativity.safe_text import module_logger, quoted

logger = module_logger(__name__)

FORMATS = {
    "glove": "text, a word and its numbers on each line",
    "word2vec": "the same after a line with the number of vectors and the dimension; also FastText's .vec",
    "word2vec-bin": "word2vec's binary format",
    "fasttext-bin": "a FastText model; needs memory for all of it",
    "gensim": "what KeyedVectors.save wrote, a Python pickle: it can run any code, so use only files that you trust",
}
CHUNK = 1 << 21
HEAD = 1 << 20
GZIP_MAGIC, ZIP_MAGIC, FASTTEXT_MAGIC = b"\x1f\x8b", b"PK\x03\x04", struct.pack("<i", 793712314)
PICKLE = re.compile(rb"\x80[\x02-\x05]")
NUMBER = re.compile(rb"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?")
NUMERIC = b"0123456789+-.eE "
HEADER = re.compile(rb"(\d{1,18}) (\d{1,18})[ \r]*")
LARGEST = float(np.finfo(np.float32).max)
LONGEST_LINE = 1 << 24
LONGEST_WORD = 1 << 16
MOST_COLUMNS = 100_000
GENSIM_ROWS = 4096


class VectorBlock(NamedTuple):
    """Some consecutive vectors of a file.

    Attributes:
        words: m words as in the file; bytes that are not UTF-8 appear as lone surrogates.
        vectors: shape (m, d), float32, finite.
        first: number of the first one's line (or record), from 1.
    """

    words: list[str]
    vectors: NDArray[np.float32]
    first: int


class VectorFile(NamedTuple):
    """An open file of word vectors; a ``unit`` is a line or a record."""

    format: str
    unit: str
    dimension: int
    blocks: Iterator[VectorBlock]


class Source:
    """One pass over the unpacked bytes of a file, hashed on the way. ``place`` is where its reader is."""

    def __init__(self, path: Path, file: IO[bytes], stream: IO[bytes]) -> None:
        self.path = path
        self.packed = stream is not file
        self.bytes = 0
        self.place = ""
        self.tell = file.tell
        self._stream = stream
        self._digest = hashlib.sha256()
        self._head = b""

    @property
    def sha256(self) -> str:
        """Hexadecimal SHA-256 of the unpacked bytes read so far; it does not depend on how they are packed."""
        return self._digest.hexdigest()

    def head(self) -> bytes:
        """The first bytes (at most 1 MiB), which ``chunks`` yields again."""
        self._head = self._head or self._read(HEAD)
        return self._head

    def chunks(self) -> Iterator[bytes]:
        """All unpacked bytes, in order."""
        yield self.head()
        while chunk := self._read(CHUNK):
            yield chunk

    def finish(self, further: Sequence[Path] = ()) -> None:
        """Reads the rest, and further files that belong to this one, for ``sha256`` and ``bytes``."""
        deque(self.chunks(), maxlen=0)
        for path in further:
            with open_file(path) as self._stream:
                while self._read(CHUNK):
                    pass

    def broken(self, problem: object, place: str | None = None) -> BrokenVectors:
        """An error that says where the file is broken."""
        where = self.place if place is None else place
        return BrokenVectors(f"{self.path}{', ' if where else ''}{where}: {problem}")

    def _read(self, size: int) -> bytes:
        try:
            chunk = self._stream.read(size)
        except (EOFError, zlib.error, gzip.BadGzipFile, zipfile.BadZipFile) as error:
            raise self.broken(
                f"the compressed data end early or are damaged ({error}); download the file again"
            ) from error
        except OSError as error:
            raise FileProblem(f"cannot read {self.path}: {error.strerror or error}") from error
        self._digest.update(chunk)
        self.bytes += len(chunk)
        return chunk


@contextlib.contextmanager
def open_source(path: Path, member: str | None = None) -> Iterator[Source]:
    """Opens a plain, gzip or zip file; which of them, its first bytes tell."""
    with contextlib.ExitStack() as stack:
        try:
            file = stack.enter_context(open_file(path))
            magic = file.read(4)
            file.seek(0)
        except OSError as error:
            raise FileProblem(f"cannot read {path}: {error.strerror or error}") from error
        stream: IO[bytes] = file
        if magic.startswith(GZIP_MAGIC):
            stream = cast(IO[bytes], stack.enter_context(gzip.GzipFile(fileobj=file)))
        elif magic == ZIP_MAGIC:
            stream = stack.enter_context(_open_member(path, file, member))
        yield Source(path, file, stream)


def _open_member(path: Path, file: IO[bytes], member: str | None) -> IO[bytes]:
    try:
        archive = zipfile.ZipFile(file)
    except zipfile.BadZipFile as error:
        raise BrokenVectors(f"{path}: a truncated or damaged zip archive ({error}); download the file again") from error
    names = sorted(name for name in archive.namelist() if not name.endswith("/") and not name.startswith("__MACOSX/"))
    if member is None and len(names) != 1:
        raise BadArguments(f"{path} holds {len(names)} files; choose one with --member: {', '.join(names)}")
    if member is not None and member not in names:
        raise BadArguments(f"{path} holds no file {quoted(member)}; it holds: {', '.join(names)}")
    return archive.open(member or names[0])


def read_vectors(source: Source, format: str | None = None) -> VectorFile:  # noqa: A002 - the word that users type
    """Opens a file of word vectors."""
    if format is not None and format not in FORMATS:
        raise BadArguments(f"unknown format {quoted(format)}; expected one of {', '.join(FORMATS)}")
    source.place = "line 1"
    head = source.head()
    if not head:
        raise source.broken("the file is empty")
    if format is None and PICKLE.match(head):
        raise source.broken(
            "a Python pickle, as gensim saves its vectors. It can run any code. If you trust it, read it with: "
            "helm-creativity fetch NAME --from FILE --format gensim",
            "",
        )
    name, line = format or sniff(head), head.partition(b"\n")[0]
    if name in ("fasttext-bin", "gensim"):
        return VectorFile(name, "record", *_read_with_gensim(source, name))
    header = HEADER.fullmatch(line)
    promised, dimension = (int(header[1]), int(header[2])) if header and name != "glove" else (0, 0)
    if name == "glove":
        dimension = trailing_numbers(line)
    if not 1 <= dimension <= MOST_COLUMNS:
        expected = "a word and numbers" if name == "glove" else "the number of vectors and the dimension"
        raise source.broken(f"expected {expected}, got {quoted(line[:60])}")
    if name == "word2vec-bin":
        return VectorFile(name, "record", dimension, _binary_blocks(source, dimension, promised))
    return VectorFile(name, "line", dimension, _text_blocks(source, dimension, None if name == "glove" else promised))


def sniff(head: bytes) -> str:
    """The format of a file that begins with ``head``.

    A first line of exactly two whole numbers is a header; what follows it is text if the next line ends with a number
    or holds nothing but printable characters. (Text of dimension 1 whose first word is a whole number looks like
    a header, and a few bytes of binary look like text: then the format must be named.)
    """
    if head.startswith(FASTTEXT_MAGIC):
        return "fasttext-bin"
    first, _, rest = head.partition(b"\n")
    if not HEADER.fullmatch(first):
        return "glove"
    second, ended, _ = rest.partition(b"\n")
    # A byte that is not UTF-8 becomes a lone surrogate, which is not printable.
    printable = second.decode("utf-8", "surrogateescape").rstrip("\r").isprintable()
    return "word2vec" if printable or (ended and trailing_numbers(second) > 0) else "word2vec-bin"


def trailing_numbers(line: bytes) -> int:
    """How many numbers stand at the end of the line; its first field is a word whatever it looks like."""
    fields = reversed(line.rstrip(b" \r").split(b" ")[1:])
    return sum(1 for _ in takewhile(NUMBER.fullmatch, fields))


def _decoded(words: Sequence[bytes]) -> list[str]:
    return b"\n".join(words).decode("utf-8", "surrogateescape").split("\n")


def _text_blocks(source: Source, dimension: int, promised: int | None) -> Iterator[VectorBlock]:
    following = 1  # number of the next line
    for lines in _lines(source):
        first, following = following, following + len(lines)
        if promised is not None and following - 2 > promised:
            problem = f"the header promises {promised} vectors, but here is another line"
            raise source.broken(problem, f"line {promised + 2}")
        if promised is not None and first == 1:
            first, lines = 2, lines[1:]
        if lines:
            yield _parse(source, lines, first, dimension)
    if promised is not None and following - 2 < promised:
        problem = f"the file ends after {following - 2} vectors, but its header promises {promised}"
        raise source.broken(problem, f"line {following - 1}")


def _lines(source: Source) -> Iterator[list[bytes]]:
    """Whole lines without their line feeds."""
    number, rest = 1, b""
    for chunk in source.chunks():
        *lines, rest = (rest + chunk).split(b"\n")
        number += len(lines)
        source.place = f"line {number}"
        if len(rest) > LONGEST_LINE:
            raise source.broken(f"no line break within {LONGEST_LINE} bytes; is it text?")
        if lines:
            yield lines
    if rest:
        yield [rest]
        logger.warning("%s, line %d: the last line has no line break; taken as complete", source.path, number)


def _parse(source: Source, lines: list[bytes], first: int, dimension: int) -> VectorBlock:
    """A block of lines, parsed by one call of numpy; what it refuses is read line by line for the one to blame."""
    words, numbers = zip(*(_split(line, dimension) for line in lines), strict=True)
    if all(words) and not b"".join(numbers).translate(None, NUMERIC):
        with contextlib.suppress(ValueError):
            text = [fields.decode("ascii") for fields in numbers]
            vectors = np.loadtxt(text, dtype=np.float32, delimiter=" ", comments=None, ndmin=2)
            if vectors.shape == (len(lines), dimension) and bool(np.isfinite(vectors).all()):
                return VectorBlock(_decoded(words), vectors, first)
    problems = ((number, _problem(line, dimension)) for number, line in enumerate(lines, first))
    number, problem = next(found for found in problems if found[1])
    raise source.broken(problem, f"line {number}")


def _split(line: bytes, dimension: int) -> tuple[bytes, bytes]:
    """Word and numbers of a line; no word when the line has too many numbers."""
    line = line.rstrip(b" \r")
    word, _, numbers = line.partition(b" ")
    if numbers.count(b" ") == dimension - 1:
        return word, numbers
    word, *fields = line.rsplit(b" ", dimension)
    return (b"", numbers) if NUMBER.fullmatch(word.rpartition(b" ")[2]) else (word, b" ".join(fields))


def _problem(line: bytes, dimension: int) -> str:
    word, numbers = _split(line, dimension)
    fields = numbers.split(b" ") if numbers else []
    if len(fields) != dimension:
        return f"expected a word and {dimension} numbers, got {trailing_numbers(line)} numbers"
    if not word:
        return f"no word before the {dimension} numbers"
    for column, field in enumerate(fields, 1):
        if not NUMBER.fullmatch(field) or abs(float(field)) > LARGEST:
            return f"expected a finite number in column {column} of {dimension}, got {quoted(field)}"
    return ""


def _binary_blocks(source: Source, dimension: int, promised: int) -> Iterator[VectorBlock]:
    chunks = source.chunks()
    next(chunks)
    data, start, first, size = source.head().partition(b"\n")[2], 0, 1, 4 * dimension
    while True:
        words: list[bytes] = []
        rows: list[bytes] = []
        while first + len(words) <= promised and 0 <= (space := data.find(b" ", start)) < len(data) - size:
            words.append(data[start:space].lstrip(b"\n"))
            start = space + 1 + size
            rows.append(data[space + 1 : start])
        if words:
            yield _block(source, words, b"".join(rows), first, dimension)
        first += len(words)
        data, start = data[start:], 0
        if first > promised:
            break
        source.place = f"record {first} of {promised}"
        if len(data) > LONGEST_WORD and b" " not in data:
            raise source.broken(f"no word within {LONGEST_WORD} bytes; is the dimension in the header right?")
        chunk = next(chunks, b"")
        if not chunk:
            raise source.broken("the file ends here, but its header promises more; download the file again")
        data += chunk
    source.place = "after the last vector"
    if any(chunk.strip(b"\n") for chunk in chain([data], chunks)):
        raise source.broken(f"the header promises {promised} vectors, but more data follow the last of them", "")


def _block(source: Source, words: list[bytes], rows: bytes, first: int, dimension: int) -> VectorBlock:
    vectors = np.frombuffer(rows, dtype="<f4").reshape(-1, dimension).astype(np.float32, copy=False)
    finite = np.logical_and.reduce(np.isfinite(vectors), axis=1)
    for i, word in enumerate(words):
        if not word or b"\n" in word or not finite[i]:
            what = "a number that is not finite" if not finite[i] else f"the word {word[:60]!r}"
            raise source.broken(f"{what}; is the dimension {dimension} in the header right?", f"record {first + i}")
    return VectorBlock(_decoded(words), vectors, first)


def _read_with_gensim(source: Source, format: str) -> tuple[int, Iterator[VectorBlock]]:  # noqa: A002
    if source.packed:
        raise BadArguments(f"{source.path}: unpack the file first; gensim reads this format from a plain file")
    from gensim.models import KeyedVectors
    from gensim.models.fasttext import load_facebook_vectors

    path, is_fasttext = str(source.path), format == "fasttext-bin"
    try:
        model = load_facebook_vectors(path) if is_fasttext else KeyedVectors.load(path, mmap="r")
    except Exception as error:  # unpickling raises whatever the bytes make it raise
        what = "a FastText model" if is_fasttext else "KeyedVectors"
        raise source.broken(f"gensim cannot read it as {what}: {quoted(error)}", "") from error
    if not isinstance(model, KeyedVectors):
        kind = type(model).__name__
        raise source.broken(f"expected KeyedVectors of gensim, got {kind}; save the wv of a model", "")
    return int(model.vector_size), _gensim_blocks(source, model.index_to_key, model.vectors)


def _gensim_blocks(source: Source, words: list[str], vectors: NDArray[np.float32]) -> Iterator[VectorBlock]:
    for start in range(0, len(words), GENSIM_ROWS):
        rows = slice(start, start + GENSIM_ROWS)
        encoded = [word.encode("utf-8", "surrogateescape") for word in words[rows]]
        yield _block(source, encoded, vectors[rows].astype("<f4").tobytes(), start + 1, vectors.shape[1])
    source.finish(sorted(source.path.parent.glob(f"{glob.escape(source.path.name)}.*.npy")))
