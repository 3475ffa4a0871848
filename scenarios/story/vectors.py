"""Which vectors DSI is computed from: a BERT that reads whole sentences, or any embedding of isolated words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from helm_creativity.embeddings.contextual import LAYERS, ContextualEncoder, check_layers, parse_layers
from helm_creativity.embeddings.models import hidden_layers, require_folder
from helm_creativity.embeddings.registry import (
    check_embeddings,
    embedding_label,
    find_embedding_spec,
    load_embeddings,
    require_embeddings,
)
from helm_creativity.embeddings.specs import ContextSpec
from helm_creativity.embeddings.word_table import WordTable
from helm_creativity.errors import BadArguments
from helm_creativity.safe_text import quoted
from helm_creativity.scenarios.story.measure import dsi_of_lists, dsi_of_sums
from helm_creativity.scenarios.story.parse import bare, content_words, content_words_checksum, sentences

EMBEDDING = "bert-large-uncased"

# Stories at a time: enough sentences of each length for full batches, and few enough to hold.
STEP = 64


@dataclass(frozen=True)
class StoryVectors:
    """An embedding's name and, of a BERT in context, the layers; see ``find_vectors``.

    Attributes:
        embedding: as in run entries.
        layers: in rising order; none for an embedding of isolated words.
    """

    embedding: str
    layers: tuple[int, ...] = ()

    @property
    def compared(self) -> dict[str, str]:
        """Everything that moves a DSI, by name, as ``comparability`` wants it."""
        if self.layers:
            return {"embedding": self._encoder.signature, "sentences": "punkt-untrained"}
        (signature,) = check_embeddings(self.embedding)
        return {"embedding": signature, "words": f"without@{content_words_checksum()}"}

    def require(self) -> bool:
        """Makes sure, before anything is paid for, that ``dsi`` will work; loads nothing.

        Returns:
            True.

        Raises:
            EmbeddingNotFound: known, but not on this machine; the message has the command that brings it.
            BadArguments: for a layer that the model does not have.
        """
        if not self.layers:
            return require_embeddings(self.embedding)
        check_embeddings(self.embedding)
        folder = require_folder(self._spec.model, self.embedding)
        check_layers(self.embedding, self.layers, hidden_layers(folder))
        return True

    def dsi(self, stories: Sequence[str]) -> list[float | None]:
        """DSI of m stories; None for fewer than two vectors. Memory is flat, whatever m is."""
        measure = self._in_context if self.layers else self._in_isolation
        found: list[float | None] = []
        for start in range(0, len(stories), STEP):
            values = measure(stories[start : start + STEP]).tolist()
            found += [None if np.isnan(value) else value for value in values]
        return found

    def _in_context(self, stories: Sequence[str]) -> NDArray[np.float64]:
        parts = [[bare(sentence) for sentence in sentences(story)] for story in stories]
        return dsi_of_sums(*self._encoder.sums(parts))

    def _in_isolation(self, stories: Sequence[str]) -> NDArray[np.float64]:
        table, words = self._table, [content_words(story) for story in stories]
        distinct = list(dict.fromkeys(word for words_of_story in words for word in words_of_story))
        known = {word for word, there in zip(distinct, table.embedding.knows(distinct), strict=True) if there}
        return dsi_of_lists(
            table.rows([[word for word in words_of_story if word in known] for words_of_story in words]), table.vectors
        )

    @property
    def _spec(self) -> ContextSpec:
        spec = find_embedding_spec(self.embedding)
        assert isinstance(spec, ContextSpec)
        return spec

    @cached_property
    def _encoder(self) -> ContextualEncoder:
        return self._spec.encoder(self.layers)

    @cached_property
    def _table(self) -> WordTable:
        (embedding,) = load_embeddings(self.embedding)
        return WordTable(embedding)


def find_vectors(embedding: object = "", layers: object = "") -> StoryVectors:
    """The vectors of two arguments of a run entry.

    Args:
        embedding: ``bert-large-uncased`` (if left out) or another name of kind ``context``; ``bert:MODEL`` with a
            folder or ``organisation/name@<commit>``; or any single embedding of words, such as ``builtin``.
        layers: hidden states to pool, joined by ``+``; 6+7 if left out. Only a BERT in context has them.

    Raises:
        BadArguments: for an unknown embedding or several, and for layers that cannot be.
    """
    name = str(embedding) or EMBEDDING
    if "+" in embedding_label(name):
        raise BadArguments(f"embedding must be a single one here, got {quoted(name)}")
    if isinstance(find_embedding_spec(name), ContextSpec):
        return StoryVectors(name, LAYERS if layers == "" else parse_layers(layers))
    if layers != "":
        raise BadArguments(
            f"layers belong to a BERT that reads sentences, such as {EMBEDDING}; {name} has none, got "
            f"layers={quoted(layers)}: leave them out"
        )
    return StoryVectors(name)
