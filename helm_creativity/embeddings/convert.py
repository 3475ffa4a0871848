"""Turns a file of word vectors into a store, once, in one pass; memory grows with its words, not with its numbers.

The store is written into a hidden folder beside its place and renamed when it is complete and on the disk. So a
conversion that is killed leaves nothing that looks finished, and of two processes that convert the same file at once
the slower one finds the work done and throws its own away.
"""

from __future__ import annotations

import contextlib
import errno
import json
import os
import secrets
import shutil
import time
from collections import Counter
from collections.abc import Container, Iterator
from dataclasses import asdict
from pathlib import Path
from typing import IO

import numpy as np

from helm_creativity.benchmark.files.source_files import sync, writing_to
from helm_creativity.embeddings.specs import WordVectorsSpec
from helm_creativity.embeddings.store import META, ROWS, TRIE, VECTORS, Meta, fingerprint, read_meta, stores
from helm_creativity.embeddings.vector_files import Source, VectorFile, open_source, read_vectors
from helm_creativity.errors import FileProblem
from helm_creativity.safe_text import quoted

ABANDONED_AFTER = 24 * 3600
"""Seconds without a write after which a hidden folder is taken for one that a killed conversion left."""


def convert(path: Path, spec: WordVectorsSpec, progress: bool = False) -> Path:
    """Converts a file into a store."""
    import marisa_trie

    with writing_to(stores()), _hidden_folder(spec.place) as draft:
        with open_source(path, spec.member) as source:
            file = read_vectors(source, spec.format)
            words, left_out = _write_rows(draft / VECTORS, file, spec, source, progress)
        if spec.unpacked_sha256 not in (None, source.sha256):
            raise FileProblem(
                f"{path} is not {spec.name}: expected unpacked sha256 {spec.unpacked_sha256}, got {source.sha256}; to "
                "use it anyway, give it another name"
            )
        trie = marisa_trie.Trie(words)
        trie.save(str(draft / TRIE))
        rows = np.empty(len(words), dtype=np.int32)
        for row, word in enumerate(words):
            rows[trie[word]] = row
        np.save(draft / ROWS, rows)
        meta = Meta(
            name=spec.name,
            dimension=file.dimension,
            words=len(words),
            sha256=source.sha256,
            bytes=source.bytes,
            file=path.name,
            format=file.format,
            origin=fingerprint(path),
            **left_out,
        )
        (draft / META).write_text(json.dumps(asdict(meta), indent=2, ensure_ascii=False) + "\n", "utf-8")
        for part in draft.iterdir():
            sync(part)
        return _publish(draft, spec.place)


def _write_rows(
    target: Path, file: VectorFile, spec: WordVectorsSpec, source: Source, progress: bool
) -> tuple[list[str], Counter[str]]:
    """Writes the vectors of words that come for the first time, scaled to length one; the words, and what was left."""
    from tqdm import tqdm

    has_row: dict[str, bool] = {}
    left_out: Counter[str] = Counter()
    total = source.path.stat().st_size
    bar = tqdm(total=total, unit="B", unit_scale=True, desc="converting", disable=None if progress else True)
    with target.open("wb") as rows, bar:
        _write_header(rows, 0, file.dimension)
        for block in file.blocks:
            norms = np.sqrt(np.einsum("nd,nd->n", block.vectors, block.vectors, dtype=np.float64))
            keep = (norms > 0).tolist()
            for i, word in enumerate(block.words):
                if kind := _blemish(word, f"{file.unit} {block.first + i}", has_row, spec, source):
                    left_out[kind] += 1
                    keep[i] = False
                else:
                    left_out["zero_vectors"] += not keep[i]
                    has_row[word] = keep[i]
            rows.write((block.vectors[keep] / norms[keep][:, None]).astype("<f4").tobytes())
            bar.update(source.tell() - bar.n)
        words = [word for word, is_written in has_row.items() if is_written]
        if not words:
            raise source.broken("no usable vector in the whole file", "")
        rows.seek(0)
        _write_header(rows, len(words), file.dimension)
    return words, left_out


def _write_header(file: IO[bytes], rows: int, dimension: int) -> None:
    """Writes the head of an ``.npy`` file; since numpy 1.26 its length does not depend on the number of rows."""
    header = {"descr": "<f4", "fortran_order": False, "shape": (rows, dimension)}
    np.lib.format.write_array_header_1_0(file, header)


def _blemish(word: str, place: str, seen: Container[str], spec: WordVectorsSpec, source: Source) -> str:
    """Why a word is left out, "" where it is not; raises where the spec leaves no such words out."""
    if word in seen:
        kind, policy, option = "duplicates", spec.duplicates, "--duplicates first"
        problem = f"the word {quoted(word)} comes a second time"
    elif "\0" in word or (not word.isascii() and any("\ud800" <= character <= "\udfff" for character in word)):
        kind, policy, option = "unreadable", spec.unreadable, "--unreadable skip"
        shown = quoted(word[:60].encode("utf-8", "surrogateescape"))
        problem = f"the word is not UTF-8 text without null characters: {shown}"
    else:
        return ""
    if policy == "error":
        command = f"helm-creativity fetch NAME --from FILE {option}"
        raise source.broken(f"{problem}; to leave such words out: {command}", place)
    return kind


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
