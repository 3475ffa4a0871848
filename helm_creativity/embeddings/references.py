"""What one name refers to, and what can be asked of it: its signature, cheaply, and the embedding itself."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn, Protocol

from helm_creativity.core.protocols import Embedding
from helm_creativity.embeddings.catalogue import BERT_BASE, CATALOGUE, EmbeddingInfo
from helm_creativity.embeddings.convert import Recipe, convert
from helm_creativity.embeddings.model_files import require_own_modules
from helm_creativity.embeddings.models import (
    ModelSource,
    existing,
    hidden_dimension,
    hidden_layers,
    parse_model,
    require_folder,
    sentence_dimension,
    with_copy,
)
from helm_creativity.embeddings.sources import DamagedError, open_source
from helm_creativity.embeddings.store import VectorStore, fingerprint, own_stores, read_meta, stores
from helm_creativity.errors import BadArguments, BrokenVectors, EmbeddingNotFound
from helm_creativity.extras import require

BERT_NAME = re.compile(r"bert-layer(?P<layer>\d{1,3})(?::(?P<model>.+))?")
CONTEXT_NAME = re.compile(r"bert:(?P<model>.+)", re.DOTALL)
STORE_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,99}")
PACKED = (".gz", ".zip")


class Reference(Protocol):
    """One name that has been understood."""

    @property
    def label(self) -> str:
        """Short form for the names of runs."""

    def signature(self) -> str:
        """Signature without loading."""

    def require(self) -> None:
        """Raises whatever would stop ``load`` from working, without loading."""

    def load(self) -> Embedding:
        """The embedding."""


@dataclass(frozen=True)
class BuiltinReference:
    """The table that ships with the package."""

    label: str = "builtin"

    def require(self) -> None:
        """It is always here."""

    def signature(self) -> str:
        """From the table's description."""
        from helm_creativity.embeddings import builtin

        return str(builtin.signature())

    def load(self) -> Embedding:
        """The table."""
        from helm_creativity.embeddings import builtin

        embedding: Embedding = builtin.BuiltinEmbedding()
        return embedding


@dataclass(frozen=True)
class StoreReference:
    """Word vectors that were converted under a name."""

    label: str

    def require(self) -> None:
        """The store must be here."""
        self.signature()

    def signature(self) -> str:
        """From the store's description."""
        meta = read_meta(stores() / self.label)
        if meta is None:
            raise self._missing()
        return meta.signature

    def load(self) -> Embedding:
        """Opens the store."""
        if read_meta(stores() / self.label) is None:
            raise self._missing()
        return VectorStore(stores() / self.label)

    def _missing(self) -> EmbeddingNotFound:
        info = CATALOGUE.get(self.label)
        size = info.archive.bytes if info and info.archive else None
        download = f" (a download of {size / 1e9:.1f} GB)" if size else ""
        return EmbeddingNotFound(
            f"the embedding {self.label!r} is not on this machine; bring it{download} with: "
            f"helm-creativity embeddings fetch {self.label}"
        )


@dataclass(frozen=True)
class FileReference:
    """A user's own file of word vectors. The first question about it converts it."""

    path: Path

    @property
    def label(self) -> str:
        """The file's name."""
        return self.path.name

    def require(self) -> None:
        """The file must be readable."""
        self.signature()

    def signature(self) -> str:
        """From the store of the file."""
        return self.load().signature

    def load(self) -> VectorStore:
        """Opens the file's store, converting the file when it is new."""
        stem = stem_of(self.path)
        known = fingerprint(self.path)
        for meta in own_stores(f"{stem}-*"):
            # A store that the user named himself may begin like this file's name; it is not this file's.
            if meta.name == stem and meta.origin == known:
                return VectorStore(stores() / f"{stem}-{meta.sha256[:12]}")
        with open_source(self.path) as source:
            try:
                for _ in source.chunks():
                    pass
            except DamagedError as error:
                raise BrokenVectors(f"{self.path}: {error}") from error
        recipe = Recipe(stem, folder=f"{stem}-{source.sha256[:12]}")
        if read_meta(recipe.place) is None:
            convert(self.path, recipe)
        return VectorStore(recipe.place)


@dataclass(frozen=True)
class EncoderReference:
    """A neural encoder: of sentences, or, with a layer, of single words."""

    spec: str
    label: str
    source: ModelSource
    layer: int | None = None
    dimension: int | None = None

    def signature(self) -> str:
        """From the name and the configuration files. Only whether the packages are installed is checked."""
        require("sentence_transformers", self.spec)
        return f"{self.label}@{self.source.identity()}/{self._width()}d"

    def require(self) -> None:
        """The model's files must be here, name no foreign code, and have the layer."""
        folder = require_folder(self.source, self.spec)
        if self.layer is None:
            require_own_modules(folder)
        elif self.layer > hidden_layers(folder):
            raise BadArguments(f"{self.spec}: expected a layer from 0 to {hidden_layers(folder)}, got {self.layer}")

    def load(self) -> Embedding:
        """The encoder, which loads its model when it is first used."""
        from helm_creativity.embeddings.encoders import BertWordEncoder, SentenceEncoder

        width = self._width()
        if self.layer is None:
            return SentenceEncoder(self.source, self.spec, label=self.label, dimension=width)
        return BertWordEncoder(self.source, self.layer, self.spec, label=self.label, dimension=width)

    def _width(self) -> int:
        if self.dimension is not None:
            return self.dimension
        folder = require_folder(self.source, self.spec)
        return sentence_dimension(folder) if self.layer is None else hidden_dimension(folder)


@dataclass(frozen=True)
class ContextReference:
    """A BERT that reads words within their sentences: ``contextual.ContextualEncoder``, which is no ``Embedding``."""

    spec: str
    label: str
    source: ModelSource
    dimension: int | None = None

    def signature(self) -> str:
        """From the name and the configuration files, without layers."""
        require("sentence_transformers", self.spec)
        return f"{self.label}@{self.source.identity()}/{self.width()}d"

    def require(self) -> NoReturn:
        """Raises ``BadArguments``: it has no vectors of words or texts."""
        raise BadArguments(
            f"{self.spec} reads words within the sentences of a text, and gives no vectors of words by themselves; for "
            "these use a layer of a BERT, such as bert-layer6, or bert-layer6:MODEL"
        )

    def load(self) -> NoReturn:
        """As ``require``."""
        self.require()

    def width(self) -> int:
        """Number d of columns."""
        return hidden_dimension(require_folder(self.source, self.spec)) if self.dimension is None else self.dimension


def stem_of(path: Path) -> str:
    """File name without its endings, as the name of a store."""
    name = path.name
    for ending in PACKED:
        name = name.removesuffix(ending)
    stem = name.rpartition(".")[0] or name
    plain = re.sub(r"[^A-Za-z0-9._-]", "-", stem).lstrip(".-_") or "vectors"
    return f"file-{plain}" if is_reserved(plain) else plain


def is_reserved(name: str) -> bool:
    """Whether a name means something already, so that no file of the user's may have it."""
    return name in CATALOGUE or BERT_NAME.fullmatch(name) is not None


def find_embedding_spec(name: str) -> Reference | None:
    """What a single name means, or None if it means nothing.

    Names of the catalogue come first, then stores, ``bert-layerN[:MODEL]``, ``bert:MODEL``, existing paths, and pinned
    hub names.

    Raises:
        BadArguments: a hub name that is not pinned, or a folder that holds no encoder.
    """
    if name in CATALOGUE:
        return _named(CATALOGUE[name])
    if STORE_NAME.fullmatch(name) and read_meta(stores() / name) is not None:
        return StoreReference(name)
    bert = BERT_NAME.fullmatch(name)
    if bert:
        model = parse_model(bert["model"]) if bert["model"] else with_copy(BERT_BASE)
        label = f"bert-layer{int(bert['layer'])}" + (f":{model.label}" if bert["model"] else "")
        return EncoderReference(name, label, model, int(bert["layer"]), None if bert["model"] else 768)
    context = CONTEXT_NAME.fullmatch(name)
    if context:
        model = parse_model(context["model"])
        return ContextReference(name, f"bert:{model.label}", model)
    path = existing(name)
    if path is not None and path.is_file():
        return FileReference(path)
    if path is not None or "/" in name:
        model = parse_model(name)
        return EncoderReference(name, model.label, model)
    return None


def _named(info: EmbeddingInfo) -> Reference:
    if info.kind == "table":
        return BuiltinReference()
    if info.model is None:
        return StoreReference(info.name)
    if info.kind == "context":
        return ContextReference(info.name, info.name, with_copy(info.model), info.dimension)
    return EncoderReference(info.name, info.name, with_copy(info.model), info.layer, info.dimension)
