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
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from helm_creativity.embeddings.encoders import Encoder, encodable
from helm_creativity.embeddings.models import ModelSource
from helm_creativity.errors import BadArguments, CreativityError
from helm_creativity.safe_text import quoted

LAYERS = (6, 7)
MAX_TOKENS = 50
PUNCTUATION = (".", ",", "!", "?")

# Pieces at a time, padding included: the states of 8 layers of bert-large are then 67 MB.
BUDGET = 2048

_Sentence = tuple[int, NDArray[np.int64], NDArray[np.bool_]]
"""Number of its text, its t pieces by number, and which of them count."""


class ContextualEncoder(Encoder):
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
        max_tokens: int = MAX_TOKENS,
        budget: int = BUDGET,
        **options: Any,  # noqa: ANN401 - those of ``Encoder``
    ) -> None:
        """Loads nothing."""
        super().__init__(source, name, **options)
        self.layers = tuple(layers)
        self._depth, self._max_tokens, self._budget = max(layers), max_tokens, budget

    @cached_property
    def signature(self) -> str:
        """``name@rev:<commit>/<d>d/layers6+7/50tokens``, with the digest of the files where a folder is the model."""
        return f"{super().signature}/layers{'+'.join(map(str, self.layers))}/{self._max_tokens}tokens"

    def sums(self, texts: Sequence[Sequence[str]]) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
        """How many unit vectors each of m texts has, shape (m,), and their sum, shape (m, d).

        Means over all pairs need no more.
        """
        counts = np.zeros(len(texts), dtype=np.int64)
        totals = np.zeros((len(texts), self.dimension))
        for batch in self._batches(texts):
            owners = np.array([text for text, _, _ in batch], dtype=np.intp)
            np.add.at(counts, owners, [len(self.layers) * int(chosen.sum()) for _, _, chosen in batch])
            np.add.at(totals, owners, self._encode(batch))
        return counts, totals

    def _batches(self, texts: Sequence[Sequence[str]]) -> Iterator[list[_Sentence]]:
        """Batches of sentences of similar length, so that padding is short; those without a piece that counts go."""
        flat = [(number, encodable(sentence)) for number, text in enumerate(texts) for sentence in text]
        if not flat:
            return
        tokenizer, lock = self._tokenizer()
        with lock:
            found = tokenizer([sentence for _, sentence in flat], truncation=True, max_length=self._max_tokens)
            unwanted = [*tokenizer.all_special_ids, *tokenizer.convert_tokens_to_ids(list(PUNCTUATION))]
        pieces = [np.asarray(ids, dtype=np.int64) for ids in found["input_ids"]]
        batch: list[_Sentence] = []
        for place in sorted(range(len(flat)), key=lambda place: len(pieces[place])):
            chosen = ~np.isin(pieces[place], unwanted)
            if not chosen.any():
                continue
            if batch and (len(batch) + 1) * len(chosen) > self._budget:
                yield batch
                batch = []
            batch.append((flat[place][0], pieces[place], chosen))
        if batch:
            yield batch

    def _encode(self, batch: Sequence[_Sentence]) -> NDArray[np.float64]:
        """Sums of the unit vectors of each sentence, shape (b, d)."""
        import torch

        (model, lock), (tokenizer, _) = self._model(), self._tokenizer()
        shape = len(batch), max(len(pieces) for _, pieces, _ in batch)
        ids = np.full(shape, tokenizer.pad_token_id or 0, dtype=np.int64)
        there, counts = np.zeros_like(ids), np.zeros(ids.shape, dtype=np.bool_)
        for row, (_, pieces, chosen) in enumerate(batch):
            place = row, slice(len(pieces))
            ids[place], there[place], counts[place] = pieces, 1, chosen
        inputs = {"input_ids": ids, "attention_mask": there}
        tensors = {key: torch.as_tensor(value, device=model.device) for key, value in inputs.items()}
        with lock, torch.inference_mode():
            states = model(**tensors, output_hidden_states=True).hidden_states
            layers = [states[layer].float().cpu().numpy() for layer in self.layers]
        sums = np.zeros((len(batch), self.dimension))
        for layer in layers:
            self._require_width(layer.shape[2])
            exact = layer.astype(np.float64)
            lengths = np.sqrt(np.einsum("btd,btd->bt", exact, exact))
            if not np.isfinite(lengths[counts]).all() or not lengths[counts].all():
                raise CreativityError(f"{self.name}: the encoder returned vectors of length 0; are its weights intact?")
            weights = np.divide(counts, lengths, out=np.zeros_like(lengths), where=counts)
            sums += np.einsum("btd,bt->bd", exact, weights)
        return sums


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
