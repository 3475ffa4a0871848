"""Vectors from neural encoders: sentences through sentence-transformers, words alone or in sentences through a BERT.

A model is loaded when the first text is encoded, once per process, and used by one thread at a time. It runs on the
CPU unless torch finds an accelerator. Texts longer than the model's window (256 to 512 word pieces) are cut there by
the model.
"""

from __future__ import annotations

import threading
import traceback
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property, partial
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from helm_creativity.benchmark.protocols import Embedded
from helm_creativity.embeddings.models import (
    ModelSource,
    hidden_dimension,
    require_folder,
    require_own_modules,
    sentence_dimension,
)
from helm_creativity.errors import BadArguments, CreativityError, FileProblem
from helm_creativity.safe_text import quoted

BATCH = 64
TORCHVISION = "operator torchvision::nms does not exist"
LAYERS = (6, 7)
MAX_TOKENS = 50
PUNCTUATION = (".", ",", "!", "?")

# Pieces at a time, padding included: the states of 8 layers of bert-large are then 67 MB.
BUDGET = 2048

_Sentence = tuple[int, NDArray[np.int64], NDArray[np.bool_]]
"""Number of its text, its t pieces by number, and which of them count."""

_loading = threading.Lock()
_loaded: dict[tuple[str, ModelSource], tuple[Any, threading.Lock]] = {}


class Encoder:
    """A BERT, loaded when it is first used, with the blocks below ``_depth``, or with all."""

    _width = staticmethod(hidden_dimension)
    _depth: int | None = None

    def __init__(
        self,
        source: ModelSource,
        name: str | None = None,
        *,
        label: str | None = None,
        dimension: int | None = None,
        batch: int = BATCH,
    ) -> None:
        """Loads nothing."""
        self.name = name or source.label
        self._source, self._label = source, label or self.name
        self._dimension, self._batch = dimension, batch

    @cached_property
    def dimension(self) -> int:
        """Number d of columns, from the model's configuration files where it is not known."""
        return self._width(require_folder(self._source, self.name)) if self._dimension is None else self._dimension

    @cached_property
    def signature(self) -> str:
        """``name@rev:<commit>/<d>d`` for a model of the hub, ``name@sha256:<digest>/<d>d`` for a folder.

        The digest is that of all files that make the vectors (``models.folder_digest``): weights, tokeniser, pooling
        and the other settings.
        """
        return f"{self._label}@{self._source.identity()}/{self.dimension}d"

    def load(self) -> None:
        """Loads tokeniser and model now, downloading them if they are on the hub and not on this machine."""
        self._tokenizer()
        self._model()

    def _tokenizer(self) -> tuple[Any, threading.Lock]:
        return load_once("tokenizer", self._source, self.name, bert_tokenizer)

    def _model(self) -> tuple[Any, threading.Lock]:
        return load_once(f"bert {self._depth}", self._source, self.name, partial(bert_model, depth=self._depth))

    def _require_width(self, width: int) -> None:
        if width != self.dimension:
            raise CreativityError(f"{self.name}: expected vectors of dimension {self.dimension}, got {width}")


class _TextEncoder(Encoder, ABC):
    """An encoder as an ``Embedding``."""

    @abstractmethod
    def knows(self, texts: Sequence[str]) -> NDArray[np.bool_]: ...

    @abstractmethod
    def _encode(self, texts: list[str]) -> NDArray[np.float32]:
        """Unit vectors of known texts, shape (n, d)."""

    def embed(self, texts: Sequence[str]) -> Embedded:
        """Unit vectors of the known texts, in batches; zero rows for the others."""
        known = self.knows(texts)
        vectors = np.zeros((len(texts), self.dimension), dtype=np.float32)
        if known.any():
            rows = self._encode([encodable(text) for text, is_known in zip(texts, known, strict=True) if is_known])
            self._require_width(rows.shape[1])
            if not np.isfinite(rows).all():
                raise CreativityError(
                    f"{self.name}: the encoder returned numbers that are not finite; are its weights intact?"
                )
            vectors[known] = rows
        return Embedded(vectors, known)


class SentenceEncoder(_TextEncoder):
    """Sentences, through sentence-transformers; rows of length one. Blank texts are unknown."""

    _width = staticmethod(sentence_dimension)

    def knows(self, texts: Sequence[str]) -> NDArray[np.bool_]:
        """Shape (n,): which texts are not blank."""
        return np.array([bool(text.strip()) for text in texts], dtype=np.bool_)

    def load(self) -> None:
        """Loads the model now, downloading it if it is on the hub and not on this machine."""
        self._model()

    def cut(self, texts: Sequence[str]) -> NDArray[np.bool_]:
        """Shape (n,): which texts go on beyond the model's window, so that their ends move no vector."""
        model, lock = self._model()
        with lock:
            pieces = model.tokenizer([encodable(text) for text in texts], verbose=False)["input_ids"] if texts else []
        limit = model.max_seq_length
        return np.array([limit is not None and len(piece) > limit for piece in pieces], dtype=np.bool_)

    def _encode(self, texts: list[str]) -> NDArray[np.float32]:
        model, lock = self._model()
        options = {"normalize_embeddings": True, "convert_to_numpy": True, "show_progress_bar": False}
        with lock:
            return np.asarray(model.encode(texts, batch_size=self._batch, **options), dtype=np.float32)

    def _model(self) -> tuple[Any, threading.Lock]:
        return load_once("sentence", self._source, self.name, _sentence_transformer)


class BertWordEncoder(_TextEncoder):
    """Isolated words: the hidden state of one layer of BERT, mean over the word's pieces, scaled to length one.

    The word stands alone between ``[CLS]`` and ``[SEP]``; these two, and pieces that are unknown to the model's
    vocabulary (``[UNK]``), stay out of the mean. Layer 0 is the embedding layer, layer 6 the output of the sixth
    block. A text without any known piece is unknown.

    The multi-creativity test battery of 2025 (``BERT_WordEmbeddings_L6``) computes the same from layer 6 of
    bert-base-uncased, but keeps ``[UNK]`` in the mean, has vectors for words of its dictionary only, and joins or
    hyphenates compounds before looking them up, which is here the caller's business.
    """

    def __init__(
        self,
        source: ModelSource,
        layer: int = 6,
        name: str | None = None,
        **options: Any,  # noqa: ANN401 - those of ``Encoder``
    ) -> None:
        """Loads nothing."""
        super().__init__(source, name or f"bert-layer{layer}:{source.label}", **options)
        self.layer = layer

    def knows(self, texts: Sequence[str]) -> NDArray[np.bool_]:
        """Shape (n,): which texts have a word piece that the model knows. Loads the tokeniser, not the model."""
        known = [mask.any(axis=1) for _, mask in self._batches(list(map(encodable, texts)))]
        return np.concatenate(known) if known else np.zeros(0, dtype=np.bool_)

    def _batches(self, texts: list[str]) -> Iterator[tuple[Any, NDArray[np.bool_]]]:
        """Tokens of a batch, and which of them are pieces of the word, shape (batch, tokens)."""
        tokenizer, lock = self._tokenizer()
        for start in range(0, len(texts), self._batch):
            with lock:
                batch = texts[start : start + self._batch]
                tokens = tokenizer(batch, padding=True, truncation=True, return_tensors="np")
            yield tokens, ~np.isin(tokens["input_ids"], tokenizer.all_special_ids)

    def _encode(self, texts: list[str]) -> NDArray[np.float32]:
        import torch

        (model, lock), rows = self._model(), []
        for tokens, mask in self._batches(texts):
            inputs = {key: torch.as_tensor(value, device=model.device) for key, value in tokens.items()}
            with lock, torch.inference_mode():
                states = model(**inputs, output_hidden_states=True).hidden_states[self.layer]
                weights = torch.as_tensor(mask, device=model.device, dtype=states.dtype)
                # Scaled to length one, the sum over the pieces is the mean over them.
                sums = torch.einsum("btd,bt->bd", states, weights)
                rows.append(torch.nn.functional.normalize(sums, dim=1).float().cpu().numpy())
        return np.concatenate(rows)


class ContextualEncoder(Encoder):
    """Word pieces within their sentences: hidden states of some layers of a BERT, each scaled to length one.

    What is done to a sentence is that of Divergent Semantic Integration (Johnson, Kaufman, Baker et al. 2022): at most
    50 pieces with ``[CLS]`` and ``[SEP]``, longer sentences are cut there; special tokens and the pieces . , ! ? are
    left out of what is compared, though the others see them; and each of several layers gives vectors of its own.
    Layers above the highest that is asked for are not computed.

    The authors' program pads every sentence to 50 pieces. Padding is masked in attention, so that the states of the
    other pieces are the same with it and without, up to the rounding of float32 (differences of 1e-6). Here sentences
    of all texts are batched by their length, whatever they belong to, and padded to the longest of their batch.
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


def encodable(text: str) -> str:
    """The text with lone surrogates, which tokenisers refuse, replaced."""
    return text.encode("utf-8", "replace").decode("utf-8")


def load_once(
    kind: str, source: ModelSource, name: str, loader: Callable[[ModelSource], Any]
) -> tuple[Any, threading.Lock]:
    """The one object of its kind in this process, and the lock under which it is used; errors say what to do."""
    key = (kind, source)
    with _loading:
        if key not in _loaded:
            try:
                found = loader(source)
                source.require_intact()
            except FileProblem:
                raise
            except Exception as error:
                raise CreativityError(_explain(error, source, name)) from error
            _loaded[key] = found, threading.Lock()
        return _loaded[key]


def _explain(error: Exception, source: ModelSource, name: str) -> str:
    if TORCHVISION in "".join(traceback.format_exception(error)):
        return (
            f"cannot load {name}: the installed torchvision does not fit the installed torch, which breaks every "
            "encoder; nothing here needs it, so remove it: pip uninstall torchvision"
        )
    if source.revision is None:
        return f"cannot load {name} from {source.location}: {error}"
    return (
        f"cannot load {name} ({source.location} at {source.revision}): {error}; on a machine with a connection, bring "
        f"it with: helm-creativity fetch {name}"
    )


def _sentence_transformer(source: ModelSource) -> Any:  # noqa: ANN401
    folder = source.folder()
    if folder is None:  # what a model on the hub imports, its JSON files say
        from huggingface_hub import snapshot_download

        folder = Path(snapshot_download(source.location, revision=source.revision, allow_patterns="*.json"))
    require_own_modules(folder)
    from sentence_transformers import SentenceTransformer

    # Some models are published in half precision; newer versions of transformers would then also compute in it.
    place, revision = source.place()
    return SentenceTransformer(place, revision=revision).float()


def bert_tokenizer(source: ModelSource) -> Any:  # noqa: ANN401
    """The tokeniser of a BERT, for ``load_once``."""
    from transformers import AutoTokenizer

    place, revision = source.place()
    return AutoTokenizer.from_pretrained(place, revision=revision or "main", trust_remote_code=False)


def bert_model(source: ModelSource, depth: int | None = None) -> Any:  # noqa: ANN401
    """A BERT in single precision where it runs fastest, with its blocks up to a depth, for ``load_once``."""
    import torch
    from transformers import AutoModel

    place, revision = source.place()
    # Left to itself, it asks on the terminal whether code that came with the model may be run.
    model = AutoModel.from_pretrained(place, revision=revision or "main", trust_remote_code=False).eval().float()
    blocks = getattr(getattr(model, "encoder", None), "layer", None)
    if depth is not None and blocks is not None:
        model.encoder.layer = blocks[: max(depth, 1)]
    return model.to("cuda" if torch.cuda.is_available() else "mps" if torch.backends.mps.is_available() else "cpu")
