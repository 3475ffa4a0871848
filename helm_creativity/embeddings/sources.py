"""The bytes of a file of word vectors, unpacked if it is packed, hashed on the way."""

from __future__ import annotations

import contextlib
import gzip
import hashlib
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import IO, cast

from helm_creativity.benchmark.files.untrusted_files import open_file
from helm_creativity.errors import BadArguments, BrokenVectors, FileProblem
from helm_creativity.safe_text import quoted

CHUNK = 1 << 21
HEAD = 1 << 20
GZIP_MAGIC = b"\x1f\x8b"
ZIP_MAGIC = b"PK\x03\x04"


class DamagedError(Exception):
    """The compressed data end early or are damaged. Readers catch it, because they know the line."""


class Source:
    """One pass over the unpacked bytes of a file."""

    def __init__(self, path: Path, file: IO[bytes], stream: IO[bytes]) -> None:
        self.path = path
        self.packed = stream is not file
        self.bytes = 0
        self._file = file
        self._stream = stream
        self._digest = hashlib.sha256()
        self._head: bytes | None = None

    @property
    def sha256(self) -> str:
        """Hexadecimal SHA-256 of the unpacked bytes read so far; it does not depend on how they are packed."""
        return self._digest.hexdigest()

    def tell(self) -> int:
        """How far the file on the disk has been read, in bytes."""
        return self._file.tell()

    def head(self) -> bytes:
        """The first bytes (at most 1 MiB), which ``chunks`` yields again."""
        if self._head is None:
            self._head = self._read(HEAD)
        return self._head

    def chunks(self) -> Iterator[bytes]:
        """All unpacked bytes, in order."""
        yield self.head()
        while chunk := self._read(CHUNK):
            yield chunk

    def add(self, path: Path) -> None:
        """Counts a further file, which belongs to this one, in ``sha256`` and ``bytes``."""
        try:
            with open_file(path) as file:
                while chunk := file.read(CHUNK):
                    self._digest.update(chunk)
                    self.bytes += len(chunk)
        except OSError as error:
            raise FileProblem(f"cannot read {path}: {error.strerror or error}") from error

    def _read(self, size: int) -> bytes:
        try:
            chunk = self._stream.read(size)
        except (EOFError, zlib.error, gzip.BadGzipFile, zipfile.BadZipFile) as error:
            raise DamagedError(
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
    names = [name for name in archive.namelist() if not name.endswith("/") and not name.startswith("__MACOSX/")]
    if member is None and len(names) != 1:
        raise BadArguments(f"{path} holds {len(names)} files; choose one with --member: {', '.join(sorted(names))}")
    if member is not None and member not in names:
        raise BadArguments(f"{path} holds no file {quoted(member)}; it holds: {', '.join(sorted(names))}")
    return archive.open(names[0] if member is None else member)
