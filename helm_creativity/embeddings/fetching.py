"""Brings embeddings to this machine: official files, models of the hub, and what the user has himself."""

from __future__ import annotations

from pathlib import Path

from helm_creativity.benchmark.files.source_files import SourceFile, fetch, file_sha256, find, path_in_home, verify
from helm_creativity.embeddings.catalogue import CATALOGUE
from helm_creativity.embeddings.convert import convert
from helm_creativity.embeddings.models import keep_copy
from helm_creativity.embeddings.registry import STORE_NAME, each_embedding, is_reserved
from helm_creativity.embeddings.specs import EmbeddingSpec, EncoderSpec, WordVectorsSpec
from helm_creativity.embeddings.store import read_meta
from helm_creativity.errors import BadArguments, FileProblem
from helm_creativity.safe_text import quoted


def fetch_embedding(
    name: str,
    origin: Path | None = None,
    progress: bool = False,
    *,
    format: str | None = None,  # noqa: A002 - the word that users type
    member: str | None = None,
    duplicates: str | None = None,
    unreadable: str | None = None,
) -> tuple[str, ...]:
    """Brings embeddings to this machine, unless they are there."""
    if origin is not None and name not in CATALOGUE:
        own = WordVectorsSpec(
            name=name,
            format=format,
            member=member,
            duplicates=duplicates or "error",
            unreadable=unreadable or "error",
        )
        return (_fetch_own(own, origin, progress),)
    options = [format, member, duplicates, unreadable]
    if origin is None and any(option is not None for option in options):
        raise BadArguments(
            "format, member, duplicates and unreadable describe a file of your own; name it with --from FILE"
        )
    return tuple(each_embedding(name, lambda spec: _fetch(spec, origin, progress)))


def _fetch(spec: EmbeddingSpec, origin: Path | None, progress: bool) -> str:
    if isinstance(spec, WordVectorsSpec) and spec.archive is not None:
        return _fetch_vectors(spec, spec.archive, origin, progress)
    if isinstance(spec, EncoderSpec) and origin is not None and origin.is_dir():
        if not spec.model.published:
            raise BadArguments(
                f"the checksums of the files of {spec.name} are not known, so no copy of it can be verified; use "
                f"the folder instead of the name: {origin}"
            )
        keep_copy(spec.model, origin)
        return spec.signature()
    if origin is not None:
        raise BadArguments(f"{spec.name} is not made from a file; give the file another name, or leave --from out")
    if isinstance(spec, EncoderSpec):
        spec.download()
    return spec.signature()


def _fetch_vectors(spec: WordVectorsSpec, archive: SourceFile, origin: Path | None, progress: bool) -> str:
    """Store of an official file. The archive goes when the store is complete: nothing needs it any more."""
    if read_meta(spec.place) is None:
        if origin is not None:
            _verify_official(spec, archive, origin)
        convert(origin or fetch(archive, progress=progress), spec, progress)
    if find(archive) is not None:
        path_in_home(archive).unlink(missing_ok=True)
    return spec.signature()


def _verify_official(spec: WordVectorsSpec, archive: SourceFile, origin: Path) -> None:
    if spec.unpacked_sha256 is None:
        verify(origin, archive)
        return
    try:
        digest = file_sha256(origin)
    except OSError as error:
        raise FileProblem(f"cannot read {origin}: {error.strerror or error}") from error
    if digest not in (archive.sha256, spec.unpacked_sha256):
        raise FileProblem(
            f"{origin} is not {archive.name}: expected sha256 {archive.sha256}, or {spec.unpacked_sha256} for the text "
            f"inside, got {digest}; to use it anyway, give it another name"
        )


def _fetch_own(spec: WordVectorsSpec, origin: Path, progress: bool) -> str:
    if is_reserved(spec.name):
        raise BadArguments(f"{quoted(spec.name)} is already taken; give your file another name")
    if not STORE_NAME.fullmatch(spec.name):
        raise BadArguments(
            f"a name for word vectors has letters, digits, dots, dashes and underscores only, got {quoted(spec.name)}"
        )
    convert(origin, spec, progress)
    return spec.signature()
