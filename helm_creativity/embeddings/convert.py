"""Turns a file of word vectors into a store, once, in one pass and with bounded memory.

The store is written into a hidden folder beside its place and renamed when it is complete and on the disk. So a
conversion that is killed leaves nothing that looks finished, and of two processes that convert the same file at once
the slower one finds the work done and throws its own away.
"""

from __future__ import annotations

import contextlib
import errno
import os
import secrets
import shutil
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO

import numpy as np
from numpy.typing import NDArray

from helm_creativity.benchmark.files.source_files import sync, writing_to
from helm_creativity.embeddings.formats import VectorFile, read_vectors
from helm_creativity.embeddings.sources import Source, open_source
from helm_creativity.embeddings.specs import WordVectorsSpec
from helm_creativity.embeddings.store import ROWS, TRIE, VECTORS, Meta, fingerprint, read_meta, stores
from helm_creativity.embeddings.text_vectors import VectorBlock
from helm_creativity.errors import BadArguments, BrokenVectors, FileProblem
from helm_creativity.safe_text import quoted

WORDS = "words.txt"
ABANDONED_AFTER = 24 * 3600
"""Seconds without a write after which a hidden folder is taken for one that a killed conversion left."""


def convert(path: Path, spec: WordVectorsSpec, progress: bool = False) -> Path:
    """Converts a file into a store."""
    for policy, allowed in ((spec.duplicates, ("error", "first")), (spec.unreadable, ("error", "skip"))):
        if policy not in allowed:
            raise BadArguments(f"expected one of {', '.join(allowed)}, got {quoted(policy)}")
    with writing_to(stores()), _hidden_folder(spec.place) as draft:
        with open_source(path, spec.member) as source:
            file = read_vectors(source, spec.format)
            counts = _Writer(draft, file, spec).write(source, progress)
        if spec.unpacked_sha256 not in (None, source.sha256):
            raise FileProblem(
                f"{path} is not {spec.name}: expected unpacked sha256 {spec.unpacked_sha256}, got {source.sha256}"
            )
        _build_trie(draft, counts.words)
        _describe(draft, spec, source, file, counts)
        return _publish(draft, spec.place)


@dataclass
class _Counts:
    words: int = 0
    duplicates: int = 0
    zero_vectors: int = 0
    unreadable: int = 0
    seen: set[str] = field(default_factory=set)


class _Writer:
    def __init__(self, draft: Path, file: VectorFile, spec: WordVectorsSpec) -> None:
        self._draft = draft
        self._file = file
        self._spec = spec
        self._counts = _Counts()

    def write(self, source: Source, progress: bool) -> _Counts:
        counts = self._counts
        with (self._draft / VECTORS).open("wb") as rows, (self._draft / WORDS).open("wb") as words:
            length = _write_header(rows, 0, self._file.dimension)
            for block in _with_progress(self._file.blocks, source, progress):
                kept, units = self._fresh_words(source, block)
                rows.write(units.tobytes())
                words.writelines(f"{word}\n".encode() for word in kept)
                counts.words += len(kept)
            if counts.words == 0:
                raise BrokenVectors(f"{source.path}: no usable vector in the whole file")
            rows.seek(0)
            if _write_header(rows, counts.words, self._file.dimension) != length:
                raise FileProblem("this version of numpy writes headers of varying length; use numpy 1.26 or newer")
        counts.seen.clear()
        return counts

    def _fresh_words(self, source: Source, block: VectorBlock) -> tuple[list[str], NDArray[np.float32]]:
        entries = zip(block.words, block.positions, strict=True)
        fresh = np.array([self._is_fresh(source, word, int(position)) for word, position in entries])
        norms = np.sqrt(np.einsum("nd,nd->n", block.vectors, block.vectors, dtype=np.float64))
        keep = fresh & (norms > 0)
        self._counts.zero_vectors += int(fresh.sum() - keep.sum())
        units = (block.vectors[keep] / norms[keep, None]).astype("<f4")
        return [word for word, stays in zip(block.words, keep, strict=True) if stays], units

    def _is_fresh(self, source: Source, word: str, position: int) -> bool:
        """Whether the word can be read and comes for the first time; counts it, or raises, if not."""
        if "\0" in word or (not word.isascii() and any("\ud800" <= character <= "\udfff" for character in word)):
            self._unreadable(source, word, position)
        elif word in self._counts.seen:
            self._duplicate(source, word, position)
        else:
            self._counts.seen.add(word)
            return True
        return False

    def _unreadable(self, source: Source, word: str, position: int) -> None:
        if self._spec.unreadable == "error":
            raise BrokenVectors(
                f"{source.path}, {self._file.unit} {position}: the word is not UTF-8 text without null characters: "
                f"{quoted(word[:60].encode('utf-8', 'surrogateescape'))}; to leave such words out: "
                "helm-creativity embeddings fetch NAME --from FILE --unreadable skip"
            )
        self._counts.unreadable += 1

    def _duplicate(self, source: Source, word: str, position: int) -> None:
        if self._spec.duplicates == "error":
            first = _first_position(source.path, self._spec, word)
            raise BrokenVectors(
                f"{source.path}, {self._file.unit} {position}: the word {quoted(word)} was already on "
                f"{self._file.unit} "
                f"{first}; to keep the first: helm-creativity embeddings fetch NAME --from FILE --duplicates first"
            )
        self._counts.duplicates += 1


def _first_position(path: Path, spec: WordVectorsSpec, word: str) -> int:
    """Position of a word's first vector. Reads the file again, so that positions need no memory."""
    with open_source(path, spec.member) as source:
        for block in read_vectors(source, spec.format).blocks:
            if word in block.words:
                return int(block.positions[block.words.index(word)])
    raise FileProblem(f"{path} changed while it was read")


def _write_header(file: IO[bytes], rows: int, dimension: int) -> int:
    """Writes the head of an ``.npy`` file; its length does not depend on the number of rows."""
    header = {"descr": "<f4", "fortran_order": False, "shape": (rows, dimension)}
    np.lib.format.write_array_header_1_0(file, header)
    return file.tell()


def _with_progress(blocks: Iterator[VectorBlock], source: Source, progress: bool) -> Iterator[VectorBlock]:
    if not progress:
        yield from blocks
        return
    from tqdm import tqdm

    total = source.path.stat().st_size
    with tqdm(total=total, unit="B", unit_scale=True, desc="converting", disable=None) as bar:
        for block in blocks:
            bar.update(source.tell() - bar.n)
            yield block
        bar.update(total - bar.n)


def _build_trie(draft: Path, words: int) -> None:
    import marisa_trie

    trie = marisa_trie.Trie(_read_words(draft))
    trie.save(str(draft / TRIE))
    rows = np.empty(words, dtype=np.int32)
    for row, word in enumerate(_read_words(draft)):
        rows[trie[word]] = row
    np.save(draft / ROWS, rows)
    (draft / WORDS).unlink()


def _read_words(draft: Path) -> Iterator[str]:
    with (draft / WORDS).open("rb") as lines:
        for line in lines:
            yield line[:-1].decode("utf-8")


def _describe(draft: Path, spec: WordVectorsSpec, source: Source, file: VectorFile, counts: _Counts) -> None:
    Meta(
        name=spec.name,
        dimension=file.dimension,
        words=counts.words,
        sha256=source.sha256,
        bytes=source.bytes,
        file=source.path.name,
        format=file.format,
        duplicates=counts.duplicates,
        zero_vectors=counts.zero_vectors,
        unreadable=counts.unreadable,
        origin=fingerprint(source.path),
    ).write(draft)
    for part in draft.iterdir():
        sync(part)


@contextlib.contextmanager
def _hidden_folder(place: Path) -> Iterator[Path]:
    """A new folder beside ``place``. Removes it at the end, and those that a killed process left."""
    prefix = f".{place.name}-"
    for left in place.parent.glob(f"{prefix}*"):
        with contextlib.suppress(OSError):
            if time.time() - max(entry.stat().st_mtime for entry in (left, *left.iterdir())) > ABANDONED_AFTER:
                shutil.rmtree(left)
    draft = place.parent / f"{prefix}{secrets.token_hex(8)}"
    draft.mkdir()
    try:
        yield draft
    finally:
        shutil.rmtree(draft, ignore_errors=True)


def _publish(draft: Path, place: Path) -> Path:
    """Renames the finished folder into its place, unless somebody was faster."""
    try:
        os.rename(draft, place)
    except OSError as error:
        if error.errno not in (errno.ENOTEMPTY, errno.EEXIST, errno.EACCES):
            raise
        mine, theirs = read_meta(draft), read_meta(place)
        if theirs is None or mine is None or theirs.sha256 != mine.sha256:
            raise FileProblem(
                f"{place} already holds something else; choose another name, or remove the folder and try again"
            ) from error
    return place
