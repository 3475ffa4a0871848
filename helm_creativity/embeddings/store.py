"""A folder of word vectors that opens in milliseconds: nothing is parsed, scaled or copied when it is opened.

The folder holds

* ``vectors.npy``: shape (n, d), float32, rows of length one, in the order of the file that they came from;
* ``words.marisa``: a trie that gives every word a number;
* ``rows.npy``: shape (n,), int32: that number -> its row;
* ``meta.json``: what is in it and where it came from, as ``Meta``.

All but the last are memory-mapped, so that processes on one machine share one copy, and only the pages that are
looked at are read.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from helm_creativity.benchmark.files.source_files import home
from helm_creativity.benchmark.files.untrusted_files import read_json, require_file
from helm_creativity.benchmark.protocols import Embedded
from helm_creativity.errors import FileProblem
from helm_creativity.safe_text import module_logger

logger = module_logger(__name__)

LAYOUT = 1
VECTORS, TRIE, ROWS, META = "vectors.npy", "words.marisa", "rows.npy", "meta.json"


@dataclass(frozen=True)
class Meta:
    """What a store says of itself."""

    name: str
    dimension: int
    words: int
    sha256: str
    bytes: int
    file: str
    format: str
    duplicates: int = 0
    zero_vectors: int = 0
    unreadable: int = 0
    origin: str = ""
    layout: int = LAYOUT

    @property
    def signature(self) -> str:
        """``name@sha256:<12 hex digits>/<dimension>d``: the same however the file was packed."""
        return f"{self.name}@sha256:{self.sha256[:12]}/{self.dimension}d"

    @property
    def left_out(self) -> str:
        """How many lines of the file are not in the store, and why."""
        return f"{self.duplicates} duplicates, {self.zero_vectors} zero vectors, {self.unreadable} unreadable words"


def stores() -> Path:
    """Folder of all stores."""
    return home() / "embeddings"


def fingerprint(path: Path) -> str:
    """Place, size and time of change of a file."""
    status = path.stat()
    return f"{path.resolve()}:{status.st_size}:{status.st_mtime_ns}"


def read_meta(folder: Path) -> Meta | None:
    """What the store in ``folder`` says of itself, or None if there is no store."""
    try:
        found = read_json(folder / META)
        if found["layout"] != LAYOUT:
            raise ValueError(f"expected layout {LAYOUT}, got {found['layout']}")
        return Meta(**{field.name: found[field.name] for field in fields(Meta)})
    except (FileNotFoundError, NotADirectoryError):
        return None
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise FileProblem(
            f"cannot read the store {folder}: {error}; remove the folder and fetch the embedding again"
        ) from error


def own_stores(pattern: str = "[!.]*") -> list[Meta]:
    """Descriptions of the stores on this machine; one that cannot be read is logged and left out."""
    found = []
    for folder in sorted(stores().glob(pattern)):
        try:
            meta = read_meta(folder)
        except FileProblem as problem:
            logger.warning("%s", problem)
            continue
        if meta is not None:
            found.append(meta)
    return found


class VectorStore:
    """Word vectors in a folder, as an ``Embedding``. Words are looked up exactly as they were written in the file."""

    def __init__(self, folder: Path) -> None:
        """Opens a store."""
        import marisa_trie

        meta = read_meta(folder)
        if meta is None:
            raise FileProblem(f"no store of word vectors in {folder}")
        self.meta, self.name, self.signature, self.dimension = meta, meta.name, meta.signature, meta.dimension
        try:
            for part in (VECTORS, ROWS, TRIE):
                require_file(folder / part)
            self._vectors: NDArray[np.float32] = np.asarray(np.load(folder / VECTORS, mmap_mode="r"))
            self._rows: NDArray[np.int32] = np.asarray(np.load(folder / ROWS, mmap_mode="r"))
            self._trie: Any = marisa_trie.Trie().mmap(str(folder / TRIE))
            shapes = (self._vectors.shape, self._rows.shape, len(self._trie))
            if shapes != ((meta.words, meta.dimension), (meta.words,), meta.words):
                raise ValueError("its parts differ in size")
        except (OSError, EOFError, ValueError, RuntimeError) as error:
            raise FileProblem(
                f"the store {folder} is damaged ({error}); remove it and fetch the embedding again"
            ) from error

    def knows(self, texts: Sequence[str]) -> NDArray[np.bool_]:
        """Shape (n,): which texts are words of the store."""
        return self._find(texts) >= 0

    def embed(self, texts: Sequence[str]) -> Embedded:
        """Unit vectors of the texts that are words of the store; zero rows for the others."""
        rows = self._find(texts)
        known = rows >= 0
        vectors = np.zeros((len(texts), self.dimension), dtype=np.float32)
        vectors[known] = self._vectors[rows[known]]
        return Embedded(vectors, known)

    def _find(self, texts: Sequence[str]) -> NDArray[np.int64]:
        """Shape (n,): row of each text, -1 where it has none."""
        keys = np.full(len(texts), -1, dtype=np.int64)
        for i, text in enumerate(texts):
            # The trie ends a key at a null character and cannot encode a lone surrogate; no word of a store has either.
            if "\0" not in text:
                with suppress(UnicodeEncodeError):
                    keys[i] = self._trie.get(text, -1)
        return np.where(keys >= 0, self._rows[keys], -1)
