"""Divergent Semantic Integration of texts, and the vectors that it is computed from.

How far apart the ideas are that a story brings together.

Formula (Johnson, Kaufman, Baker et al. 2022, as the Multimodal Creative Thinking Benchmark 2025 describes it)::

    DSI(v_1..v_n) = 2 / (n(n-1)) · Σ_{i<j} (1 - cos(v_i, v_j))

over all vectors of a story: hidden states 6 and 7 of bert-large-uncased of every word piece, each vector by itself, so
that a piece and itself in the other layer are a pair as well (``embeddings.encoders`` has what is left out). With
vectors of length one the sum over pairs is (n² - |Σ_i v_i|²) / 2 and needs no pair.

Units: cosine distance. 0 is n times the same direction, 1 on average unrelated; the maximum, n/(n-1), lies at 2 for two
opposite vectors. Values are those of one model and its layers and compare with no others.

Undefined, NaN, for fewer than two vectors.
"""

from __future__ import annotations

import re
import string
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import chain
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from helm_creativity.benchmark.protocols import Embedding
from helm_creativity.embeddings.encoders import LAYERS, ContextualEncoder, SentenceEncoder, check_layers, parse_layers
from helm_creativity.embeddings.models import hidden_layers, require_folder
from helm_creativity.embeddings.phrases import phrase_vector
from helm_creativity.embeddings.registry import (
    check_embeddings,
    embedding_label,
    find_embedding_spec,
    load_embeddings,
    require_embeddings,
)
from helm_creativity.embeddings.specs import ContextSpec
from helm_creativity.errors import BadArguments
from helm_creativity.lexicon.word_files import FUNCTION_WORDS, words_checksum
from helm_creativity.safe_text import quoted

if TYPE_CHECKING:
    from nltk.tokenize.punkt import PunktSentenceTokenizer

EMBEDDING = "bert-large-uncased"


# A table of nouns knows many function words by accident: "he" as helium, "at" as money of Laos. In stories
# "back" is one as well, which in uses, as in "back scratcher", is not; and so are the endings of contractions.
LEFT_OUT = FUNCTION_WORDS | {"back", "d", "ll", "m", "re", "s", "t", "ve"}

_WORD = re.compile(r"[^\W\d_]+")
_WHOLE = re.compile(rf"{_WORD.pattern}(?:'{_WORD.pattern})*")
_PUNCTUATION = str.maketrans("", "", string.punctuation)

# Stories at a time: enough sentences of each length for full batches, and few enough to hold.
STEP = 64


@dataclass(frozen=True)
class IntegrationVectors:
    """An embedding's name and, of a BERT in context, the layers; see ``find_vectors``."""

    embedding: str
    layers: tuple[int, ...] = ()

    @property
    def compared(self) -> dict[str, str]:
        """Everything that moves a DSI, by name, as ``comparability`` wants it."""
        if self.layers:
            return {"embedding": self._encoder.signature, "sentences": "punkt-untrained"}
        (signature,) = check_embeddings(self.embedding)
        return {"embedding": signature, "words": f"without@{words_checksum(LEFT_OUT)}"}

    def require(self) -> bool:
        """Makes sure, before anything is paid for, that ``dsi`` will work; loads nothing."""
        if not self.layers:
            return require_embeddings(self.embedding)
        check_embeddings(self.embedding)
        folder = require_folder(self._spec.model, self.embedding)
        check_layers(self.embedding, self.layers, hidden_layers(folder))
        return True

    def dsi(self, stories: Sequence[str]) -> list[float | None]:
        """DSI of m stories; None for fewer than two vectors. Memory is flat, whatever m is."""
        found: list[float | None] = []
        for start in range(0, len(stories), STEP):
            some = stories[start : start + STEP]
            values = dsi_of_sums(*self._sums(some)) if self.layers else self._without_context(some)
            found += [None if np.isnan(value) else value for value in values.tolist()]
        return found

    def _sums(self, texts: Sequence[str]) -> tuple[NDArray[np.intp], NDArray[np.float64]]:
        return self._encoder.sums([[bare(sentence) for sentence in sentences(text)] for text in texts])

    def _without_context(self, stories: Sequence[str]) -> NDArray[np.float64]:
        (embedding,) = load_embeddings(self.embedding)
        return dsi_of_lists(*_known_rows(embedding, [content_words(story) for story in stories]))

    def embed(self, texts: Sequence[str]) -> tuple[NDArray[np.float64], list[bool]]:
        """A vector of each of m texts: the mean over its word pieces in a BERT, else as by ``embed_texts``."""
        if not self.layers:
            return embed_texts(load_embeddings(self.embedding)[0], texts)
        _, totals = self._sums(texts)
        lengths = np.linalg.norm(totals, axis=1)
        known = lengths > 0
        return totals / np.where(known, lengths, 1.0)[:, None], known.tolist()

    @property
    def _spec(self) -> ContextSpec:
        spec = find_embedding_spec(self.embedding)
        assert isinstance(spec, ContextSpec)
        return spec

    @cached_property
    def _encoder(self) -> ContextualEncoder:
        return self._spec.encoder(self.layers)


def find_vectors(embedding: object = "", layers: object = "") -> IntegrationVectors:
    """The vectors of two arguments of a run entry."""
    name = str(embedding) or EMBEDDING
    if "+" in embedding_label(name):
        raise BadArguments(f"embedding must be a single one here, got {quoted(name)}")
    if isinstance(find_embedding_spec(name), ContextSpec):
        return IntegrationVectors(name, LAYERS if layers == "" else parse_layers(layers))
    if layers != "":
        raise BadArguments(
            f"layers belong to a BERT that reads sentences, such as {EMBEDDING}; {name} has none, got "
            f"layers={quoted(layers)}: leave them out"
        )
    return IntegrationVectors(name)


def dsi_of_sums(counts: NDArray[np.integer], totals: NDArray[np.float64]) -> NDArray[np.float64]:
    """DSI of m stories from the sums of their unit vectors.

    Args:
        counts: shape (m,): vectors of each story.
        totals: shape (m, d): their sum.

    Returns:
        Shape (m,), from 0 to n/(n-1); NaN for fewer than two vectors.
    """
    n = counts.astype(np.float64)
    similarity = np.einsum("md,md->m", totals, totals) - n
    mean = np.divide(similarity, n * (n - 1), out=np.full(len(n), np.nan), where=n > 1)
    return np.asarray(1 - mean)


def dsi_of_lists(lists: Sequence[Sequence[int]], vectors: NDArray[np.float32]) -> NDArray[np.float64]:
    """The same formula over words without context, which is no published DSI.

    A word counts as often as it occurs. It has the distance 0 from itself, also under vectors that are not of length
    one, as those of the built-in table.

    Args:
        lists: m stories as rows of one table.
        vectors: shape (u, d), compared by dot product.

    Returns:
        Shape (m,); NaN for fewer than two words.
    """
    found = np.full(len(lists), np.nan)
    for place, rows in enumerate(lists):
        if (n := len(rows)) >= 2:
            words, times = np.unique(rows, return_counts=True)
            x = vectors[words].astype(np.float64)
            total = times @ x
            between = total @ total - times**2 @ np.einsum("ud,ud->u", x, x)
            found[place] = 1 - (between + (times * (times - 1)).sum()) / (n * (n - 1))
    return found


def content_words(text: str, left_out: Collection[str] = LEFT_OUT) -> list[str]:
    """The words that are not ``left_out``, as often as they occur.

    Contractions are looked up whole, before their parts: of "don't" nothing is left, of "letter's" the letter.
    """
    whole = _WHOLE.findall(text.casefold().replace("’", "'"))
    return [part for word in whole if word not in left_out for part in word.split("'") if part not in left_out]


def sentences(text: str) -> list[str]:
    """The sentences by the Punkt algorithm (Kiss & Strunk 2006) as NLTK has it, without any trained abbreviations.

    So the authors of DSI divide stories. "Dr. Smith" is then two sentences, and so are a question in quotes and "he
    asked"; see ``count_sentences``.
    """
    return [str(sentence) for sentence in _punkt().tokenize(text)]


@lru_cache(maxsize=1)
def _punkt() -> PunktSentenceTokenizer:
    """Compiles its patterns once; without training it keeps nothing of a text."""
    from nltk.tokenize.punkt import PunktSentenceTokenizer

    return PunktSentenceTokenizer()


def bare(sentence: str) -> str:
    """The sentence without ASCII punctuation, as DSI encodes it: "well-being" is "wellbeing", "don't" is "dont"."""
    return sentence.translate(_PUNCTUATION)


def embed_texts(
    embedding: Embedding, texts: Sequence[str], split: Callable[[str], list[str]] = content_words
) -> tuple[NDArray[np.float64], list[bool]]:
    """A vector of each text: a sentence encoder's of the whole, or the sum of those of its words, of length one."""
    if not texts:
        return np.zeros((0, embedding.dimension)), []
    if isinstance(embedding, SentenceEncoder):
        encoded = embedding.embed(texts)
        return np.asarray(encoded.vectors, np.float64), encoded.known.tolist()
    lists, rows = _known_rows(embedding, [split(text) for text in texts])
    vectors = [phrase_vector(rows[its]) if its else None for its in lists]
    filled = [np.zeros(embedding.dimension) if vector is None else vector for vector in vectors]
    return np.array(filled, np.float64), [vector is not None for vector in vectors]


def _known_rows(embedding: Embedding, lists: Sequence[Sequence[str]]) -> tuple[list[list[int]], NDArray[np.float32]]:
    """The rows of those words of each list that have a vector, and the vectors."""
    if not (distinct := list(dict.fromkeys(chain.from_iterable(lists)))):
        return [[] for _ in lists], np.zeros((0, embedding.dimension), np.float32)
    rows, there = embedding.embed(distinct)
    row_of = {word: row for row, word in enumerate(distinct) if there[row]}
    return [[row_of[word] for word in some if word in row_of] for some in lists], rows
