"""Texts through a BERT, sentence by sentence: every word piece in its context, summed up so that none is kept.

What is done to a sentence is that of Divergent Semantic Integration (Johnson, Kaufman, Baker et al. 2022): at most 50
pieces with ``[CLS]`` and ``[SEP]``, longer sentences are cut there; special tokens and the pieces . , ! ? are left out
of what is compared, though the others see them; and each of several layers gives vectors of its own.

The authors' program pads every sentence to 50 pieces. Padding is masked in attention, so that the states of the other
pieces are the same with it and without, up to the rounding of float32 (differences of 1e-6). Here sentences of all
texts are batched by their length, whatever they belong to, and padded to the longest of their batch.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property, partial
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from helm_creativity.embeddings.encoders import bert_model, bert_tokenizer, encodable, load_once, locks
from helm_creativity.embeddings.models import ModelSource, hidden_dimension, require_folder
from helm_creativity.errors import BadArguments, CreativityError
from helm_creativity.safe_text import quoted

LAYERS = (6, 7)
MAX_TOKENS = 50
PUNCTUATION = (".", ",", "!", "?")

# Pieces at a time, padding included: the states of 8 layers of bert-large are then 67 MB.
BUDGET = 2048


class VectorSums(NamedTuple):
    """What a mean over all pairs needs of the unit vectors of m texts.

    Attributes:
        counts: shape (m,): vectors of each text.
        totals: shape (m, d), float64: their sum.
    """

    counts: NDArray[np.int64]
    totals: NDArray[np.float64]


class _Sentence(NamedTuple):
    """A sentence's text, its pieces by number, and which of them count, shape (t,)."""

    text: int
    pieces: NDArray[np.int64]
    counts: NDArray[np.bool_]


class ContextualEncoder:
    """Word pieces within their sentences: hidden states of some layers of a BERT, each scaled to length one.

    Layer 0 is the embedding layer, layer 6 the output of the sixth block. Layers above the highest that is asked for
    are not computed.
    """

    def __init__(
        self,
        source: ModelSource,
        layers: Sequence[int] = LAYERS,
        name: str | None = None,
        *,
        label: str | None = None,
        dimension: int | None = None,
        max_tokens: int = MAX_TOKENS,
        budget: int = BUDGET,
    ) -> None:
        """Loads nothing."""
        self.name = name or source.label
        self.layers = tuple(layers)
        self._source, self._label = source, label or self.name
        self._dimension, self._max_tokens, self._budget = dimension, max_tokens, budget

    @cached_property
    def dimension(self) -> int:
        """Number d of columns."""
        return hidden_dimension(require_folder(self._source, self.name)) if self._dimension is None else self._dimension

    @cached_property
    def signature(self) -> str:
        """``name@rev:<commit>/<d>d/layers6+7/50tokens``, with the digest of the files where a folder is the model."""
        layers = "+".join(map(str, self.layers))
        identity = self._source.identity()
        return f"{self._label}@{identity}/{self.dimension}d/layers{layers}/{self._max_tokens}tokens"

    def load(self) -> None:
        """Loads tokeniser and model now, downloading them if they are on the hub and not on this machine."""
        self._tokenizer()
        self._model()

    def sums(self, texts: Sequence[Sequence[str]]) -> VectorSums:
        """The vectors of texts, summed up text by text."""
        counts = np.zeros(len(texts), dtype=np.int64)
        totals = np.zeros((len(texts), self.dimension))
        sentences = [piece for piece in self._pieces(texts) if piece.counts.any()]
        for batch in self._batches(sentences):
            owners = np.array([sentence.text for sentence in batch], dtype=np.intp)
            np.add.at(counts, owners, [len(self.layers) * int(sentence.counts.sum()) for sentence in batch])
            np.add.at(totals, owners, self._encode(batch))
        return VectorSums(counts, totals)

    def _pieces(self, texts: Sequence[Sequence[str]]) -> Iterator[_Sentence]:
        tokenizer = self._tokenizer()
        flat = [(number, encodable(sentence)) for number, text in enumerate(texts) for sentence in text]
        if not flat:
            return
        with locks[("tokenizer", self._source)]:
            found = tokenizer([sentence for _, sentence in flat], truncation=True, max_length=self._max_tokens)
            unwanted = [*tokenizer.all_special_ids, *tokenizer.convert_tokens_to_ids(list(PUNCTUATION))]
        for (number, _), ids in zip(flat, found["input_ids"], strict=True):
            pieces = np.asarray(ids, dtype=np.int64)
            yield _Sentence(number, pieces, ~np.isin(pieces, unwanted))

    def _batches(self, sentences: Sequence[_Sentence]) -> Iterator[list[_Sentence]]:
        """Batches of sentences of similar length, so that padding is short."""
        batch: list[_Sentence] = []
        for sentence in sorted(sentences, key=lambda sentence: len(sentence.pieces)):
            if batch and (len(batch) + 1) * len(sentence.pieces) > self._budget:
                yield batch
                batch = []
            batch.append(sentence)
        if batch:
            yield batch

    def _encode(self, batch: Sequence[_Sentence]) -> NDArray[np.float64]:
        """Sums of the unit vectors of each sentence, shape (b, d)."""
        import torch

        model, longest = self._model(), max(len(sentence.pieces) for sentence in batch)
        ids = np.full((len(batch), longest), self._tokenizer().pad_token_id or 0, dtype=np.int64)
        there, counts = np.zeros_like(ids), np.zeros(ids.shape, dtype=np.bool_)
        for row, sentence in enumerate(batch):
            place = row, slice(len(sentence.pieces))
            ids[place], there[place], counts[place] = sentence.pieces, 1, sentence.counts
        inputs = {"input_ids": ids, "attention_mask": there}
        tensors = {key: torch.as_tensor(value, device=model.device) for key, value in inputs.items()}
        with locks[(self._kind, self._source)], torch.inference_mode():
            states = model(**tensors, output_hidden_states=True).hidden_states
            chosen = [states[layer].float().cpu().numpy() for layer in self.layers]
        sums = np.zeros((len(batch), self.dimension))
        for layer in chosen:
            sums += self._summed(layer, counts)
        return sums

    def _summed(self, states: NDArray[np.float32], counts: NDArray[np.bool_]) -> NDArray[np.float64]:
        """Sums of a layer's states, scaled to length one, over the pieces that count: (b, t, d) to (b, d)."""
        if states.shape[2] != self.dimension:
            raise CreativityError(f"{self.name}: expected vectors of dimension {self.dimension}, got {states.shape[2]}")
        exact = states.astype(np.float64)
        lengths = np.sqrt(np.einsum("btd,btd->bt", exact, exact))
        if not np.isfinite(lengths[counts]).all() or not lengths[counts].all():
            raise CreativityError(f"{self.name}: the encoder returned vectors of length 0; are its weights intact?")
        weights = np.divide(counts, lengths, out=np.zeros_like(lengths), where=counts)
        return np.asarray(np.einsum("btd,bt->bd", exact, weights))

    @property
    def _kind(self) -> str:
        return f"bert to layer {max(self.layers)}"

    def _tokenizer(self) -> Any:  # noqa: ANN401 - a type of an optional heavy package
        return load_once("tokenizer", self._source, self.name, bert_tokenizer)

    def _model(self) -> Any:  # noqa: ANN401 - a type of an optional heavy package
        model = load_once(self._kind, self._source, self.name, partial(_shallow, depth=max(self.layers)))
        check_layers(self.name, self.layers, model.config.num_hidden_layers)
        return model


def check_layers(name: str, layers: Sequence[int], number: int) -> None:
    """Refuses layers of a model that has ``number`` of them."""
    wrong = [layer for layer in layers if not 0 <= layer <= number]
    if wrong:
        raise BadArguments(
            f"{name}: expected layers from 0 to {number}, got {', '.join(map(str, wrong))}; "
            "choose others with layers=, joined by +"
        )


def parse_layers(text: object) -> tuple[int, ...]:
    """Numbers joined by ``+``, in rising order, since their order moves no score."""
    parts = str(text).split("+")
    if not all(part.isascii() and part.isdigit() and len(part) < 4 for part in parts):
        raise BadArguments(f"layers must be numbers joined by +, such as 6+7, got {quoted(text)}")
    layers = tuple(sorted(map(int, parts)))
    if len(set(layers)) < len(layers):
        raise BadArguments(f"layers must differ, got {quoted(text)}")
    return layers


def _shallow(source: ModelSource, depth: int) -> Any:  # noqa: ANN401
    model = bert_model(source)
    blocks = getattr(getattr(model, "encoder", None), "layer", None)
    if blocks is not None:
        model.encoder.layer = blocks[: max(depth, 1)]
    return model
