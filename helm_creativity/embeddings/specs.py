"""Embedding specs: what a name means, what it costs to find out, and the embedding itself; those that have a name."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from helm_creativity.benchmark.files.source_files import SourceFile
from helm_creativity.benchmark.files.yaml_files import read_yaml
from helm_creativity.benchmark.protocols import Embedding
from helm_creativity.embeddings import builtin
from helm_creativity.embeddings.models import ModelSource, hidden_layers, require_folder, require_own_modules
from helm_creativity.embeddings.store import VectorStore, read_meta, stores
from helm_creativity.errors import BadArguments, EmbeddingNotFound
from helm_creativity.extras import require
from helm_creativity.safe_text import quoted

if TYPE_CHECKING:
    from helm_creativity.embeddings.encoders import ContextualEncoder


@dataclass(frozen=True, kw_only=True)
class EmbeddingSpec(ABC):
    """One embedding: what is known of it, and how to get it.

    The kind is ``table``, ``vectors``, ``sentences``, ``bert`` (isolated words) or ``context`` (words in sentences).
    """

    name: str
    kind: str
    short: str = ""
    dimension: int | None = None
    description: str = ""
    licence: str = ""
    citation: str = ""

    @property
    def label(self) -> str:
        """Short form of the name, for the names of runs and for signatures."""
        return self.short or self.name

    @abstractmethod
    def signature(self) -> str:
        """The embedding's signature, without loading the embedding."""

    def require(self) -> None:
        """Raises whatever would stop ``load`` from working, without loading."""
        self.signature()

    @abstractmethod
    def load(self) -> Embedding:
        """The embedding."""


class BuiltinSpec(EmbeddingSpec):
    """The table that ships with the package."""

    def signature(self) -> str:
        """From the table's description."""
        return builtin.signature()

    def load(self) -> Embedding:
        """The table."""
        return builtin.BuiltinEmbedding()


@dataclass(frozen=True, kw_only=True)
class WordVectorsSpec(EmbeddingSpec):
    """Word vectors in a store, and how a file of them becomes that store."""

    kind: str = "vectors"
    archive: SourceFile | None = None
    unpacked_sha256: str | None = None
    format: str | None = None
    member: str | None = None
    duplicates: str = "error"
    unreadable: str = "error"
    folder: str = ""

    @property
    def place(self) -> Path:
        """Folder of the store."""
        return stores() / (self.folder or self.name)

    def signature(self) -> str:
        """From the store's description."""
        meta = read_meta(self.place)
        if meta is not None:
            return meta.signature
        size = self.archive.bytes if self.archive else None
        download = f" (a download of {size / 1e9:.1f} GB)" if size else ""
        raise EmbeddingNotFound(
            f"the embedding {quoted(self.name)} is not on this machine; get it{download} with: "
            f"helm-creativity fetch {self.name}; or take the small table of this package: embedding=builtin in a run "
            "entry, --embedding builtin where a command has that option"
        )

    def load(self) -> VectorStore:
        """Opens the store."""
        self.require()
        return VectorStore(self.place)


@dataclass(frozen=True, kw_only=True)
class EncoderSpec(EmbeddingSpec):
    """A neural encoder: of sentences, or, with a layer, of single words."""

    kind: str = "sentences"
    model: ModelSource
    layer: int | None = None

    def signature(self) -> str:
        """From the name and the configuration files. Only whether the packages are installed is checked."""
        require("sentence_transformers", self.name)
        return f"{self.label}@{self.model.identity()}/{self.encoder().dimension}d"

    def require(self) -> None:
        """The model's files must be here, name no foreign code, and have the layer."""
        folder = require_folder(self.model, self.name)
        if self.layer is None:
            require_own_modules(folder)
        elif self.layer > hidden_layers(folder):
            raise BadArguments(f"{self.name}: expected a layer from 0 to {hidden_layers(folder)}, got {self.layer}")

    def load(self) -> Embedding:
        """The encoder, which loads its model when it is first used."""
        encoder: Embedding = self.encoder()
        return encoder

    def encoder(self) -> Any:  # noqa: ANN401 - three classes, one of which is no ``Embedding``
        """What ``load`` returns, before it is known to be an ``Embedding``."""
        from helm_creativity.embeddings.encoders import BertWordEncoder, SentenceEncoder

        if self.layer is None:
            return SentenceEncoder(self.model, self.name, label=self.label, dimension=self.dimension)
        return BertWordEncoder(self.model, self.layer, self.name, label=self.label, dimension=self.dimension)


class ContextSpec(EncoderSpec):
    """A BERT that reads words within their sentences: ``encoders.ContextualEncoder``, which is no ``Embedding``.

    Its signature says no layers.
    """

    def load(self) -> NoReturn:
        """Raises ``BadArguments``: it has no vectors of words or texts."""
        raise BadArguments(
            f"{self.name} reads words within sentences and has no vectors for single words; for "
            "these use a layer of a BERT, such as bert-layer6, or bert-layer6:MODEL"
        )

    require = load

    def encoder(self, layers: Sequence[int] = (6, 7)) -> ContextualEncoder:
        """The encoder that pools these hidden states, from 0; it loads its model when it is first used."""
        from helm_creativity.embeddings.encoders import ContextualEncoder

        return ContextualEncoder(self.model, layers, self.name, label=self.label, dimension=self.dimension)


_CLASSES: dict[str, type[EmbeddingSpec]] = {"table": BuiltinSpec, "vectors": WordVectorsSpec, "context": ContextSpec}


def _named(name: str, facts: dict[str, Any]) -> EmbeddingSpec:
    if "model" in facts:
        facts["model"] = ModelSource(*facts["model"].split("@"))
    if "archive" in facts:
        facts["archive"] = SourceFile(**facts["archive"], licence=facts["licence"], citation=facts["citation"])
    return _CLASSES.get(facts["kind"], EncoderSpec)(name=name, **facts)


CATALOGUE = {name: _named(name, facts) for name, facts in read_yaml(Path(__file__).with_name("catalogue.yaml")).items()}
"""Every named embedding, in the order in which they are listed."""
