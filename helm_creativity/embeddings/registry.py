"""Names of embeddings: what run entries and commands may say, and what they get.

A name is one of the catalogue (``builtin``, ``glove-840b``...), a store that was made with ``embeddings fetch NAME
--from FILE``, ``bert-layerN:MODEL``, the path of a file of word vectors, the path of a folder with a sentence
encoder, or a hub name pinned to a commit (``organisation/name@<commit>``). Several joined by ``+`` are an ensemble:
each gives its own vectors and scores, and the scores are averaged, never the vectors. Names of kind ``context`` and
``bert:MODEL`` can be fetched and signed like the others; what they name is loaded by ``contextual``.
"""

from __future__ import annotations

import difflib
import re
import threading
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from helm_creativity.core.protocols import Embedding
from helm_creativity.embeddings.catalogue import CATALOGUE, EmbeddingInfo
from helm_creativity.embeddings.convert import Recipe, convert
from helm_creativity.embeddings.models import existing, keep_copy
from helm_creativity.embeddings.references import (
    STORE_NAME,
    ContextReference,
    EncoderReference,
    Reference,
    find_embedding_spec,
    is_reserved,
)
from helm_creativity.embeddings.store import own_stores, read_meta
from helm_creativity.errors import BadArguments, CreativityError, FileProblem
from helm_creativity.io.files import SourceFile, fetch, find, home, path_of, sha256_of, verify

__all__ = [
    "CATALOGUE",
    "EmbeddingInfo",
    "check_embeddings",
    "embedding_label",
    "fetch_embedding",
    "is_embedding",
    "load_embeddings",
    "require_embeddings",
]

_Result = TypeVar("_Result")
_lock = threading.Lock()
_loaded: dict[tuple[str, str], Embedding] = {}


def load_embeddings(name: str) -> tuple[Embedding, ...]:
    """The embeddings of a name, opened once per process.

    Args:
        name: see the top of this module; ``a+b`` gives two.

    Raises:
        BadArguments: unknown name; all unknown parts are reported at once.
        EmbeddingNotFound: known, but not on this machine.
        BrokenVectors: a file of vectors, used for the first time, that cannot be read.
    """
    return tuple(_each(name, _load_once))


def check_embeddings(name: str) -> tuple[str, ...]:
    """The signatures that ``load_embeddings(name)`` would have, without torch, gensim or pandas.

    Word vectors must be on this machine. Encoders of the hub need not be: their name and commit say everything. A
    file of word vectors that is used for the first time is converted here, so that a broken one is found before
    anything is paid for.

    Raises:
        BadArguments: unknown name; all problems of the parts are reported at once.
        EmbeddingNotFound: known, but not on this machine; the message has the command that brings it.
    """
    return tuple(_each(name, lambda part, reference: reference.signature()))


def require_embeddings(name: str) -> bool:
    """Makes sure, before anything is paid for, that ``load_embeddings(name)`` will work; no torch, gensim or pandas.

    Returns:
        True.

    Raises:
        BadArguments: unknown name, or a layer that the model does not have.
        EmbeddingNotFound: known, but not on this machine; the message has the command that brings it.
    """
    _each(name, lambda part, reference: reference.require())
    return True


def is_embedding(name: str) -> bool:
    """Whether the name means something, be it on this machine or not."""
    try:
        return bool(_each(name, lambda part, reference: True))
    except BadArguments:
        return False


def embedding_label(name: str) -> str:
    """Short form of a name for the names of runs: a path's last part, without commas, equals signs and the like."""
    return "+".join(_each(name, lambda part, reference: _plain(_label(reference))))


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
    """Brings embeddings to this machine, unless they are there.

    Args:
        name: as in ``load_embeddings``; with ``origin`` it may be a new one.
        origin: a copy that the user has: the official archive, or the text inside it; the folder of a sentence
            encoder; under a new name any file of word vectors.
        progress: shows progress bars on a terminal.
        format: of the file, if its first bytes do not show it.
        member: file inside a zip archive that holds several.
        duplicates: ``error`` or ``first``; the catalogue knows what official files need.
        unreadable: ``error`` or ``skip``, likewise.

    Returns:
        The signatures.

    Raises:
        BadArguments: the name is unknown, or cannot have an ``origin``.
        FileProblem: a file cannot be had, or has the wrong checksum.
        BrokenVectors: the file cannot be read as word vectors.
    """
    if origin is not None and name not in CATALOGUE:
        own = Recipe(name, "", format, member, duplicates or "error", unreadable or "error")
        return (_fetch_own(own, origin, progress),)
    options = [format, member, duplicates, unreadable]
    if origin is None and any(option is not None for option in options):
        raise BadArguments(
            "format, member, duplicates and unreadable describe a file of your own; give it with --from FILE"
        )
    return tuple(_each(name, lambda part, reference: _fetch(part, reference, origin, progress)))


def _fetch(name: str, reference: Reference, origin: Path | None, progress: bool) -> str:
    info = CATALOGUE.get(name)
    if info is not None and info.archive is not None:
        return _fetch_vectors(info, info.archive, origin, progress)
    if origin is not None and info is not None and info.model is not None and origin.is_dir():
        if not info.model.published:
            raise BadArguments(
                f"the checksums of the files of {name} are not known, so that no copy of it can be verified; give the "
                f"folder in place of the name: {origin}"
            )
        keep_copy(info.model, origin)
        return _understand(name).signature()
    if origin is not None:
        raise BadArguments(f"{name} is not made from a file; give the file another name, or leave --from out")
    if isinstance(reference, (EncoderReference, ContextReference)):
        _load_model(reference)
    return reference.signature()


def _load_model(reference: EncoderReference | ContextReference) -> None:
    from helm_creativity.embeddings.contextual import ContextualEncoder
    from helm_creativity.embeddings.encoders import BertWordEncoder, SentenceEncoder

    if isinstance(reference, ContextReference):
        ContextualEncoder(reference.source, name=reference.spec).load()
    elif reference.layer is None:
        SentenceEncoder(reference.source, reference.spec).load()
    else:
        BertWordEncoder(reference.source, reference.layer, reference.spec).load()


def _fetch_vectors(info: EmbeddingInfo, archive: SourceFile, origin: Path | None, progress: bool) -> str:
    """Store of an official file. The archive goes when the store is complete: nothing needs it any more."""
    recipe = Recipe(
        name=info.name,
        format=info.format,
        duplicates=info.duplicates,
        unreadable=info.unreadable,
        sha256=info.unpacked_sha256,
        url=archive.url,
        licence=info.licence,
        citation=info.citation,
        description=info.description,
    )
    meta = read_meta(recipe.place)
    if meta is None:
        if origin is not None:
            _verify_official(info, archive, origin)
        convert(origin or fetch(archive, progress=progress), recipe, progress)
        meta = read_meta(recipe.place)
    if find(archive) is not None:
        path_of(archive).unlink(missing_ok=True)
    assert meta is not None
    return meta.signature


def _verify_official(info: EmbeddingInfo, archive: SourceFile, origin: Path) -> None:
    """Raises ``FileProblem`` unless the file is the official archive, or the text inside if its checksum is known."""
    if info.unpacked_sha256 is None:
        verify(origin, archive)
        return
    try:
        digest = sha256_of(origin)
    except OSError as error:
        raise FileProblem(f"cannot read {origin}: {error.strerror or error}") from error
    if digest not in (archive.sha256, info.unpacked_sha256):
        raise FileProblem(
            f"{origin} is not {archive.name}: expected sha256 {archive.sha256}, or {info.unpacked_sha256} for the text "
            f"inside, got {digest}; to use it all the same, give it another name"
        )


def _fetch_own(recipe: Recipe, origin: Path, progress: bool) -> str:
    if is_reserved(recipe.name):
        raise BadArguments(f"{recipe.name!r} means something already; give your file another name")
    if not STORE_NAME.fullmatch(recipe.name):
        raise BadArguments(
            f"a name for word vectors has letters, digits, dots, dashes and underscores only, got {recipe.name!r}"
        )
    meta = read_meta(convert(origin, recipe, progress))
    assert meta is not None
    return meta.signature


def _each(name: str, ask: Callable[[str, Reference], _Result]) -> list[_Result]:
    """Answers of all parts of a name; what is wrong with any of them is reported together."""
    answers, problems = [], []
    for part in _parts(name):
        try:
            answers.append(ask(part, _understand(part)))
        except CreativityError as error:
            problems.append(error)
    if len(problems) == 1:
        raise problems[0]
    if problems:
        raise _common(problems)("; ".join(str(problem) for problem in problems))
    return answers


def _common(problems: list[CreativityError]) -> type[CreativityError]:
    kinds = {type(problem) for problem in problems}
    return kinds.pop() if len(kinds) == 1 else CreativityError


def _parts(name: str) -> list[str]:
    if name and ("+" not in name or existing(name) is not None):
        return [name]
    parts = name.split("+")
    if not all(parts):
        raise BadArguments(f"expected names of embeddings joined by +, got {name!r}")
    if len(set(parts)) < len(parts):
        raise BadArguments(f"{name!r} names the same embedding twice")
    return parts


def _understand(part: str) -> Reference:
    reference = find_embedding_spec(part)
    if reference is None:
        known = [*CATALOGUE, *(meta.name for meta in own_stores() if meta.name not in CATALOGUE)]
        near = difflib.get_close_matches(part, known, n=1)
        hint = f"; did you mean {near[0]!r}?" if near else "."
        raise BadArguments(
            f"unknown embedding {part!r}{hint} Known are {', '.join(known)}, paths of files or folders that exist, and "
            "organisation/name@<commit>"
        )
    return reference


def _load_once(part: str, reference: Reference) -> Embedding:
    with _lock:
        key = (str(home()), part)
        if key not in _loaded:
            _loaded[key] = reference.load()
        return _loaded[key]


def _label(reference: Reference) -> str:
    source = reference.source if isinstance(reference, (EncoderReference, ContextReference)) else None
    pinned = source is not None and source.revision is not None and reference.label not in CATALOGUE
    return f"{reference.label}@{source.revision[:12]}" if pinned and source and source.revision else reference.label


def _plain(label: str) -> str:
    return re.sub(r"[^\w.@-]", "-", label)
