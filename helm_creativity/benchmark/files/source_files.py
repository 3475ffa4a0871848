"""Files that others publish: each has a name, a size and a checksum, and is verified before it is kept.

Files lie under ``home()/files/``. A file appears there under its final name only after it has been verified and
written to the disk, so whatever ``find`` returns may be used.
"""

from __future__ import annotations

import contextlib
import hashlib
import ipaddress
import os
import re
import secrets
import shutil
import socket
import stat
import sys
from collections.abc import Iterator, Mapping
from contextvars import ContextVar
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path, PurePosixPath
from types import MappingProxyType
from typing import TYPE_CHECKING, Annotated
from urllib.parse import urljoin, urlsplit

from helm_creativity.benchmark.files.untrusted_files import open_file
from helm_creativity.errors import FileProblem

if TYPE_CHECKING:
    import requests

HOME_VARIABLE = "HELM_CREATIVITY_HOME"
RAW = "https://raw.githubusercontent.com/"
CHUNK = 1 << 20
COMMIT = re.compile(r"/([0-9a-f]{40})/")
_COPIES: ContextVar[Mapping[str, Path]] = ContextVar("_COPIES", default=MappingProxyType({}))
DOWNLOAD_TIMEOUT = 60
"""Seconds without a byte after which a download is given up."""


@dataclass(frozen=True)
class SourceFile:
    """A file that somebody else publishes."""

    name: Annotated[str, "file name, as its publisher gives it"]
    url: Annotated[str, "where it is downloaded; empty where it has to be brought by hand"]
    bytes: Annotated[int | None, "size, or null where only the checksum is known"]
    sha256: Annotated[str, "64 hex digits; empty if unknown and `url` names a commit: the first copy's is kept"]
    licence: Annotated[str, "short name of the licence"]
    citation: Annotated[str, "what to cite"]
    description: Annotated[str, "one sentence"] = ""
    bundles: Annotated[tuple[str, ...], "names under which files that belong together are fetched at once"] = ()

    @property
    def commit(self) -> str:
        """The 40 hexadecimal digits of the commit that the address names; "" where it names none."""
        return "".join(COMMIT.findall(self.url)[:1])

    @property
    def repository(self) -> str:
        """``owner/name`` of its repository of GitHub; "" for a file that lies elsewhere."""
        return "/".join(self.url.removeprefix(RAW).split("/")[:2]) if self.url.startswith(RAW) else ""

    @property
    def place(self) -> PurePosixPath:
        """Where the file lies in its authors' repository; its name where the address names no commit."""
        return PurePosixPath(self.url.partition(f"/{self.commit}/")[2] if self.commit else self.name)


def home() -> Path:
    """Folder of everything that this package keeps: ``HELM_CREATIVITY_HOME``, or one in the platform's cache folder."""
    if chosen := os.environ.get(HOME_VARIABLE):
        return Path(chosen).expanduser().absolute()
    import platformdirs

    return Path(platformdirs.user_cache_dir("helm-creativity", appauthor=False))


def path_in_home(source: SourceFile) -> Path:
    """Where the file lies, or would lie. Two versions of a file have two places."""
    return home() / "files" / f"{(source.sha256 or source.commit)[:12]}-{source.name}"


def checksum_known(source: SourceFile) -> str:
    """The SHA-256 that the file must have; "" where there is none and no copy has come in yet."""
    kept = _kept_checksum(source)
    return source.sha256 or (kept.read_text("ascii").strip() if kept.is_file() else "")


def _kept_checksum(source: SourceFile) -> Path:
    return path_in_home(source).with_suffix(f"{Path(source.name).suffix}.sha256")


@contextlib.contextmanager
def using_copies(copies: Mapping[str, Path]) -> Iterator[None]:
    """Inside, ``find`` gives these copies, which were verified, by their SHA-256."""
    token = _COPIES.set({**_COPIES.get(), **copies})
    try:
        yield
    finally:
        _COPIES.reset(token)


def find(source: SourceFile) -> Path | None:
    """The file if it is here. It was verified when it came in, so that only its size is looked at.

    A link, or a file of another user, as may lie in a home that several users share, is verified once in a process.
    """
    if copy := _COPIES.get().get(source.sha256):
        return copy
    path = path_in_home(source)
    try:
        status = path.lstat()
        if stat.S_ISREG(status.st_mode) and (status.st_uid == 0 or status.st_uid == os.geteuid()):
            return path if source.bytes in (None, status.st_size) else None
        _verify_once(path, source)
    except (OSError, FileProblem):
        return None
    return path


def fetch(source: SourceFile, origin: Path | None = None, progress: bool = False) -> Path:
    """Brings the file in, verified, unless it is here already."""
    if origin is None and (here := find(source)) is not None:
        return here
    target = path_in_home(source)
    if origin is not None:
        verify(origin, source)
    with writing_to(target.parent), beside(target) as draft:
        if origin is None:
            _download(source, draft, progress)
        else:
            shutil.copyfile(origin, draft)
        verify(draft, source)
        sync(draft)
        if not checksum_known(source):
            _kept_checksum(source).write_text(f"{file_sha256(draft)}\n", "ascii")
        os.replace(draft, target)
    return target


def copy_in(folder: Path, source: SourceFile) -> Path:
    """The copy of a file in a folder, such as a clone of its authors' repository; a path to a file is the copy."""
    if not folder.is_dir():
        return folder
    places = (folder / source.place, folder / source.place.name, folder / source.name)
    found = next((path for path in places if path.is_file()), None)
    if found is None:
        raise FileProblem(f"{folder} has no {source.place}, nor {source.place.name}: choose the folder that has it")
    return found


def verify(path: Path, source: SourceFile) -> None:
    """Raises ``FileProblem`` unless the file has the size and the SHA-256 of ``source``."""
    if not (source.sha256 or source.commit):
        raise FileProblem(f"{source.name} is ambiguous: its card must have a sha256, or a url with a commit")
    try:
        size = path.stat().st_size
        if source.bytes not in (None, size):
            raise FileProblem(f"{path} is not {source.name}: expected {source.bytes} bytes, got {size}")
        digest = file_sha256(path)
    except OSError as error:
        raise FileProblem(f"cannot read {path}, expected to hold {source.name}: {error.strerror or error}") from error
    expected = checksum_known(source)
    if digest != (expected or digest):
        first = f", that of the first copy; if that copy was wrong, delete {_kept_checksum(source)}"
        raise FileProblem(
            f"{path} is not {source.name}: expected sha256 {expected}, got {digest}{'' if source.sha256 else first}"
        )


_verify_once = lru_cache(maxsize=64)(verify)
"""For a file that another user may have put there."""


def file_sha256(path: Path) -> str:
    """Hexadecimal SHA-256 of a file."""
    digest = hashlib.sha256()
    with open_file(path) as file:
        while chunk := file.read(CHUNK):
            digest.update(chunk)
    return digest.hexdigest()


def sync(path: Path) -> None:
    """Waits until the file is on the disk, so that a crash after the rename cannot leave an empty one."""
    with path.open("rb+") as file:
        os.fsync(file.fileno())


@contextlib.contextmanager
def writing_to(folder: Path) -> Iterator[None]:
    """Makes the folder, and turns what can go wrong while writing into it into ``FileProblem``."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        yield
    except OSError as error:
        raise FileProblem(f"cannot write into {folder}: {error.strerror or error}") from error


def require_new_file(path: Path) -> None:
    """Refuses a file that could not be written, before the work whose results it is to hold; pipes are taken."""
    try:
        if path.is_dir():
            raise FileProblem(f"cannot write {path}: it is a folder; name a file")
        if path.is_file() or not path.exists():
            with beside(path.resolve()):
                pass
    except OSError as error:
        raise cannot_write(path, error) from error


def require_new_folder(path: Path) -> None:
    """Refuses a folder that could not be made or takes no file, before the work whose results it is to hold."""
    there = next(folder for folder in (path, *path.absolute().parents) if os.path.exists(folder))
    if not there.is_dir():
        raise FileProblem(f"cannot write into {path}: {there} is a file; name a folder")
    try:
        with beside(there / "draft"):
            pass
    except OSError as error:
        raise cannot_write(path, error) from error


def cannot_write(path: Path, error: Exception) -> FileProblem:
    """What is wrong with a file that was to be written; an error may name the draft beside it, which nobody knows."""
    for folder in (path.parent, path.resolve().parent):
        if isinstance(error, FileNotFoundError) and not folder.exists():
            return FileProblem(f"cannot write {path}: there is no folder {folder}; make it first")
    return FileProblem(f"cannot write {path}: {getattr(error, 'strerror', None) or error}")


@contextlib.contextmanager
def beside(target: Path) -> Iterator[Path]:
    """A new empty file in the folder of ``target``, removed at the end if it still exists."""
    draft = target.with_name(f".{target.name}-{secrets.token_hex(8)}")
    draft.touch(exist_ok=False)
    try:
        yield draft
    finally:
        draft.unlink(missing_ok=True)


def _download(source: SourceFile, draft: Path, progress: bool) -> None:
    if not source.url:
        raise FileProblem(
            f"{source.name} cannot be downloaded automatically: download it by hand, then pass it with --from FILE"
        )
    import pooch
    import requests

    download = pooch.HTTPDownloader(
        progressbar=progress and sys.stderr.isatty(),
        chunk_size=CHUNK,
        timeout=DOWNLOAD_TIMEOUT,
        hooks={"response": _check_redirect},
    )
    try:
        download(source.url, str(draft), None)
    except requests.exceptions.RequestException as error:
        raise FileProblem(
            f"cannot download {source.name} from {source.url}: {error}; check the connection, or get the file "
            "elsewhere and pass it with --from FILE"
        ) from error


def _check_redirect(response: requests.Response, **_: object) -> None:
    """Refuses redirects from HTTPS to less, or into this machine's network; for other hosts there are checksums."""
    before, target = urlsplit(response.url), urlsplit(urljoin(response.url, response.headers.get("location", "")))
    why = ""
    if response.is_redirect and before.scheme == "https" and target.scheme != "https":
        why = "others may read and change what is sent that way"
    elif response.is_redirect and target.hostname != before.hostname and _is_inside(target.hostname or ""):
        why = "that is an address of this machine or its network"
    if why:
        where = f"{before.hostname} sends a download on to {target.scheme}://{target.hostname}"
        raise FileProblem(f"{where}, and it does not go there: {why}; download the file by hand")


def _is_inside(host: str) -> bool:
    """A name that cannot be resolved here is not."""
    try:
        found = {str(entry[4][0]).partition("%")[0] for entry in socket.getaddrinfo(host, None)}
    except OSError:
        return False
    return not all(ipaddress.ip_address(address).is_global for address in found)
