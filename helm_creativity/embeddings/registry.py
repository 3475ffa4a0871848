"""Names of embeddings: what run entries and commands may say, and what they get.

A name is one of the catalogue (``builtin``, ``glove-840b``...), a store that was made with ``fetch NAME
--from FILE``, ``bert-layerN:MODEL``, the path of a file of word vectors, the path of a folder with a sentence
encoder, or a hub name pinned to a commit (``organisation/name@<commit>``). Several joined by ``+`` are an ensemble:
each gives its own vectors and scores, and the scores are averaged, never the vectors. Names of kind ``context`` and
``bert:MODEL`` can be fetched and signed like the others; what they name is loaded by ``encoders.ContextualEncoder``.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from threading import Lock
from typing import Any, TypeVar

from helm_creativity.benchmark.files.source_files import fetch, find, home, path_in_home
from helm_creativity.benchmark.names import meant
from helm_creativity.benchmark.protocols import Embedding
from helm_creativity.embeddings.convert import convert
from helm_creativity.embeddings.models import existing, keep_copy, parse_model
from helm_creativity.embeddings.specs import CATALOGUE, ContextSpec, EmbeddingSpec, EncoderSpec, WordVectorsSpec
from helm_creativity.embeddings.store import VectorStore, fingerprint, own_stores, read_meta, stores
from helm_creativity.embeddings.vector_files import open_source
from helm_creativity.errors import BadArguments, CreativityError
from helm_creativity.safe_text import quoted

BERT_NAME = re.compile(r"bert-layer(?P<layer>\d{1,3})(:(?P<model>.+))?|bert:(?P<context>.+)", re.DOTALL)
STORE_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,99}")

_Result = TypeVar("_Result")


def load_embeddings(name: str) -> tuple[Embedding, ...]:
    """The embeddings of a name, opened once per process."""
    return tuple(each_embedding(name, _opened))


def load_tables(name: str) -> tuple[Embedding, ...]:
    """Those of a name's embeddings that are tables of words, and have no vector for a word that is not in them."""
    found = each_embedding(name, lambda spec: () if isinstance(spec, EncoderSpec) else (_opened(spec),))
    return tuple(table for tables in found for table in tables)


_opening = Lock()


def _opened(spec: EmbeddingSpec) -> Embedding:
    with _opening:  # threads that come before the first is done would each load a table of their own
        return _open(home(), spec)


@cache
def _open(_: Path, spec: EmbeddingSpec) -> Embedding:
    return spec.load()


def is_here(spec: EmbeddingSpec) -> bool:
    """Whether an embedding of the catalogue is on this machine."""
    if isinstance(spec, EncoderSpec):
        return spec.model.folder() is not None
    return not isinstance(spec, WordVectorsSpec) or read_meta(spec.place) is not None


def check_embeddings(name: str) -> tuple[str, ...]:
    """The signatures that ``load_embeddings(name)`` would have, without torch, gensim or pandas.

    Word vectors must be on this machine. Encoders of the hub need not be: their name and commit say everything. A
    file of word vectors that is used for the first time is converted here, so that a broken one is found before
    anything is paid for.
    """
    return tuple(each_embedding(name, lambda spec: spec.signature()))


def require_embeddings(name: str) -> bool:
    """Makes sure, before anything is paid for, that ``load_embeddings(name)`` will work; no torch, gensim or pandas."""
    each_embedding(name, lambda spec: spec.require())
    return True


def require_single(setting: str, name: str) -> None:
    """Makes sure, before anything is paid for, that a name is one embedding, and here."""
    if "+" in embedding_label(name):
        raise BadArguments(f"{setting} must be a single embedding here, got {quoted(name)}")
    require_embeddings(name)


def is_embedding(name: str) -> bool:
    """Whether the name means something, be it on this machine or not."""
    try:
        return bool(each_embedding(name, lambda spec: True))
    except BadArguments:
        return False


def embedding_label(name: str) -> str:
    """Short form of a name for the names of runs: a path's last part, without commas, equals signs and the like."""

    def label(spec: EmbeddingSpec) -> str:
        commit = spec.model.revision if isinstance(spec, EncoderSpec) and spec.label not in CATALOGUE else None
        return re.sub(r"[^\w.@-]", "-", f"{spec.label}@{commit[:12]}" if commit else spec.label)

    return "+".join(each_embedding(name, label))


def each_embedding(name: str, ask: Callable[[EmbeddingSpec], _Result]) -> list[_Result]:
    """What a function says of each embedding of a name; what is wrong with any of them is reported together."""
    parts = [name] if name and ("+" not in name or existing(name) is not None) else name.split("+")
    if not all(parts):
        raise BadArguments(f"expected names of embeddings joined by +, got {quoted(name)}")
    if len(set(parts)) < len(parts):
        raise BadArguments(f"{quoted(name)} names the same embedding twice")
    found, problems = [], []
    for part in parts:
        try:
            found.append(ask(find_embedding_spec(part)))
        except CreativityError as error:
            problems.append(error)
    if len(problems) == 1:
        raise problems[0]
    if problems:
        kind = type(problems[0]) if len(set(map(type, problems))) == 1 else CreativityError
        raise kind("; ".join(map(str, problems)))
    return found


@dataclass(frozen=True, kw_only=True)
class VectorFileSpec(WordVectorsSpec):
    """A user's own file of word vectors. The first question about it converts it."""

    path: Path

    def signature(self) -> str:
        """From the store of the file."""
        return self.load().signature

    def load(self) -> VectorStore:
        """Opens the file's store, converting the file when it is new."""
        known = fingerprint(self.path)
        for meta in own_stores(f"{self.name}-*"):
            # A store that the user named himself may begin like this file's name; it is not this file's.
            if meta.name == self.name and meta.origin == known:
                return VectorStore(stores() / f"{self.name}-{meta.sha256[:12]}")
        with open_source(self.path) as source:
            source.finish()
        spec = replace(self, folder=f"{self.name}-{source.sha256[:12]}")
        if read_meta(spec.place) is None:
            convert(self.path, spec)
        return VectorStore(spec.place)


def find_embedding_spec(name: str) -> EmbeddingSpec:
    """What a single name means.

    Names of the catalogue come first, then stores, ``bert-layerN[:MODEL]``, ``bert:MODEL``, existing paths, and pinned
    hub names.
    """
    if name in CATALOGUE:
        return CATALOGUE[name]
    if STORE_NAME.fullmatch(name) and read_meta(stores() / name) is not None:
        return WordVectorsSpec(name=name)
    if bert := BERT_NAME.fullmatch(name):
        if bert["context"]:
            model = parse_model(bert["context"])
            return ContextSpec(name=name, short=f"bert:{model.label}", model=model)
        layer, short = int(bert["layer"]), f"bert-layer{int(bert['layer'])}"
        if not bert["model"]:
            usual = CATALOGUE["bert-layer6"]
            assert isinstance(usual, EncoderSpec)
            return replace(usual, name=name, short=short, layer=layer, description="")
        model = parse_model(bert["model"])
        return EncoderSpec(name=name, short=f"{short}:{model.label}", model=model, layer=layer)
    path = existing(name)
    if path is not None and path.is_file():
        return VectorFileSpec(name=_store_name(path.name), short=path.name, path=path)
    if path is not None or "/" in name:
        model = parse_model(name)
        return EncoderSpec(name=name, short=model.label, model=model)
    known = [*CATALOGUE, *(meta.name for meta in own_stores() if meta.name not in CATALOGUE)]
    raise BadArguments(
        f"unknown embedding {quoted(name)}{meant(name, known) or '.'} Known are {', '.join(known)}, paths of files or "
        "folders that exist, and organisation/name@<commit>"
    )


def _store_name(file_name: str) -> str:
    """The name of a file, without endings and signs of its own, that means nothing else."""
    name = file_name.removesuffix(".gz").removesuffix(".zip")
    stem = name.rpartition(".")[0] or name
    plain = re.sub(r"[^A-Za-z0-9._-]", "-", stem).lstrip(".-_") or "vectors"
    return f"file-{plain}" if plain in CATALOGUE or BERT_NAME.fullmatch(plain) else plain


def fetch_embedding(
    name: str, origin: Path | None = None, progress: bool = False, **options: str | None
) -> tuple[str, ...]:
    """Brings embeddings to this machine, unless they are there; their signatures.

    The options ``format``, ``member``, ``duplicates`` and ``unreadable`` describe a file of the user's own.
    """
    chosen: dict[str, Any] = {option: value for option, value in options.items() if value is not None}
    if origin is None or name in CATALOGUE:
        if chosen and origin is None:
            raise BadArguments(f"{', '.join(chosen)} describe a file of your own; name it with --from FILE")
        return tuple(each_embedding(name, lambda spec: _fetch(spec, origin, progress)))
    if BERT_NAME.fullmatch(name):
        raise BadArguments(f"{quoted(name)} is already taken; give your file another name")
    if not STORE_NAME.fullmatch(name):
        raise BadArguments(
            f"a name for word vectors has letters, digits, dots, dashes and underscores only, got {quoted(name)}"
        )
    own = WordVectorsSpec(name=name, **chosen)
    convert(origin, own, progress)
    return (own.signature(),)


def _fetch(spec: EmbeddingSpec, origin: Path | None, progress: bool) -> str:
    if isinstance(spec, WordVectorsSpec) and spec.archive is not None:
        if read_meta(spec.place) is None:
            convert(origin or fetch(spec.archive, progress=progress), spec, progress)
        if find(spec.archive) is not None:  # it is large, and nothing needs it any more
            path_in_home(spec.archive).unlink(missing_ok=True)
    elif isinstance(spec, EncoderSpec) and origin is not None and origin.is_dir():
        if not spec.model.published:
            raise BadArguments(
                f"the checksums of the files of {spec.name} are not known, so no copy of it can be verified; use "
                f"the folder instead of the name: {origin}"
            )
        keep_copy(spec.model, origin)
    elif origin is not None:
        raise BadArguments(f"{spec.name} is not made from a file; give the file another name, or leave --from out")
    elif isinstance(spec, EncoderSpec):
        spec.encoder().load()
    return spec.signature()
