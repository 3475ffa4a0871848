"""The fit of a use: how probable it is that a text is a use of an object, and not of another one or of nothing.

It is the product of two probabilities. That a text is a use of anything at all is told by a small net from the order of
its words, as pairs of neighbouring word classes, and its vector: nouns at random and words in disorder are none. That
it is one of this object rather than of another is told by a logistic regression from the cosines between its words and
the object, and from how two linear maps place them, which were learned from what things are used for by ConceptNet.
All vectors are those of the built-in table. ``tools/train_fit.py`` makes the weights and examines them;
``docs/judges.md`` says how well they do.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from helm_creativity.embeddings.builtin import builtin
from helm_creativity.lexicon.word_files import FUNCTION_WORDS
from helm_creativity.scenarios.aut.parse import content_words
from helm_creativity.scenarios.aut.vectors import UseSpace
from helm_creativity.scenarios.aut.weights import Floats, Weights

WEIGHTS = Path(__file__).parent / "judges" / "fit-builtin.npz"
_WORD = re.compile(r"[^\W_]+(?:[-'][^\W_]+)*")
_ALIKE = (
    "a an the|to|in into inside|on onto|at|for|of|with|as|by|from|off out|over up down|under|and|or|it|them they|its|"
    "your my his her their our|you i he she we|someone somebody people|something things thing stuff|use used using|"
    "be is are was|can could|would will|make|that which who|when while if|so|not no|one two|like|very really|"
    "other another"
)
"""Frequent words, each class of which is a class of its own."""
_CLOSED = {word: place for place, words in enumerate(_ALIKE.split("|")) for word in words.split()}
_OPEN = max(_CLOSED.values()) + 1
_ING, _ED, _LY, _PERSON, _PLURAL, _NOUN, _OTHER, _UNKNOWN, _NUMBER, _EDGE = range(_OPEN, _OPEN + 10)
CLASSES = _EDGE + 1


class FitWeights(NamedTuple):
    """What was learned. The built-in table has d dimensions, the maps have k.

    ``pairs`` are the p pairs of word classes that are features. ``uses`` and ``things`` map vectors to k dimensions,
    shape (d, k); inner products of what they give, at length one, are multiplied by ``scale``. ``others`` are v things
    so mapped, shape (v, k), with which an object is compared. ``threshold`` is the fit below which a use is not rated.
    """

    phrase: Weights
    thing: Weights
    pairs: NDArray[np.int64]
    uses: Floats
    things: Floats
    others: Floats
    scale: float
    threshold: float


@lru_cache(maxsize=20_000)
def word_class(word: str) -> int:
    """The class of a word in lower case: a frequent word's, or by its ending and by what WordNet says of nouns."""
    if word in _CLOSED:
        return _CLOSED[word]
    table = builtin()
    lemma = table.lemma(word)
    tests = (
        (word.isdigit(), _NUMBER),
        (word in FUNCTION_WORDS, _OTHER),
        (table.stem(word) is None, _UNKNOWN),
        (word.endswith("ing"), _ING),
        (word.endswith("ed"), _ED),
        (word.endswith("ly"), _LY),
        (lemma is None, _OTHER),
        (lemma != word, _PLURAL),
        (word.endswith(("er", "or")), _PERSON),
    )
    return next((found for holds, found in tests if holds), _NOUN)


def class_pairs(text: str) -> list[int]:
    """The numbers of neighbouring word classes, the beginning and the end of the text among them; each once."""
    words = _WORD.findall(text.replace("’", "'"))
    classes = [_EDGE, *(word_class(word.lower()) for word in words), _EDGE]
    return list(dict.fromkeys(a * CLASSES + b for a, b in pairwise(classes)))


def _unit(rows: Floats) -> Floats:
    return np.asarray(rows / np.maximum(np.linalg.norm(rows, axis=-1, keepdims=True), 1e-9))


class TextFeatures:
    """What is computed of each of n texts once, whatever the object: its vector, and those of its words."""

    def __init__(self, texts: Sequence[str]) -> None:
        table = builtin()
        self.texts = list(texts)
        self.vectors = UseSpace(table, self.texts).vectors(self.texts)
        self._words = [content_words(text) for text in self.texts]
        distinct = list(dict.fromkeys(word for words in self._words for word in words))
        rows, known = table.embed(distinct)
        places = {word: place for place, (word, there) in enumerate(zip(distinct, known, strict=True)) if there}
        self.rows = _unit(rows)
        self.places = [[places[word] for word in words if word in places] for words in self._words]

    def phrase(self, pairs: NDArray[np.int64]) -> Floats:
        """Shape (n, 6 + p + d): lengths, unknown words, how alike neighbouring words are, pairs, and the vector."""
        found = np.zeros((len(self.texts), 6 + len(pairs)), np.float32)
        column = {pair: place for place, pair in enumerate(pairs.tolist(), start=6)}
        for row, text, words, places in zip(found, self.texts, self._words, self.places, strict=True):
            n_words = len(text.split())
            row[:4] = np.log1p(n_words), n_words == 1, np.log1p(len(text)), 1 - len(places) / max(1, len(words))
            if len(places) > 1:
                alike = (self.rows[places[1:]] * self.rows[places[:-1]]).sum(axis=1)
                row[4:6] = alike.mean(), alike.min()
            row[[column[pair] for pair in class_pairs(text) if pair in column]] = 1
        return np.column_stack([found, self.vectors]).astype(np.float32)


def thing_features(things: Sequence[str], texts: TextFeatures, weights: FitWeights) -> Floats:
    """Shape (n, 13): how near each text, and its nearest word, are to its object, as they are and as they are mapped.

    m is the inner product of a mapped text with its mapped object, and l the logarithm of the mean of exp over the
    inner products with the other things. Of the text: cos, m, m - l, l, the greatest product with another thing, and
    the share of these that are less than m. Of its words: the greatest, mean and least cosine, and the greatest and the
    mean of m and of m - l.
    """
    objects = UseSpace(builtin(), things).vectors(things)
    mapped, target = _unit(texts.vectors @ weights.uses), _unit(objects @ weights.things)
    scale = np.float32(weights.scale)
    product = scale * (mapped * target).sum(axis=1)
    others = scale * mapped @ weights.others.T
    usual = np.log(np.exp(others).mean(axis=1))
    cosine = (texts.vectors * objects).sum(axis=1)
    whole = [product, product - usual, usual, others.max(axis=1), (others < product[:, None]).mean(axis=1)]
    of_words = np.zeros((len(things), 7), np.float32)
    words = scale * _unit(texts.rows @ weights.uses)
    usual_word = np.log(np.exp(words @ weights.others.T).mean(axis=1))
    for row, places, vector, goal in zip(of_words, texts.places, objects, target, strict=True):
        if places:
            near, met = texts.rows[places] @ _unit(vector), words[places] @ goal
            more = met - usual_word[places]
            row[:] = near.max(), near.mean(), near.min(), met.max(), met.mean(), more.max(), more.mean()
    return np.column_stack([cosine, *whole, of_words]).astype(np.float32)


def _probability(values: Floats) -> Floats:
    return np.asarray(1 / (1 + np.exp(-values.astype(np.float64))))


def probabilities(things: Sequence[str], uses: Sequence[str], weights: FitWeights) -> tuple[Floats, Floats]:
    """Shape (n,) each: that each of n texts is a use of anything, and that such a use is one of its object."""
    texts = TextFeatures(uses)
    phrase = _probability(weights.phrase.value(texts.phrase(weights.pairs)))
    return phrase, _probability(weights.thing.value(thing_features(things, texts, weights)))


def fits(things: Sequence[str], uses: Sequence[str], weights: FitWeights) -> Floats:
    """Shape (n,): the fit of each of n uses to the object of each, in millionths, so that company changes none."""
    phrase, thing = probabilities(things, uses, weights)
    return np.round(phrase * thing, 6)


@cache
def load_fit() -> FitWeights:
    """The weights, from their file, where matrices are bytes with a scale for each column."""
    with np.load(WEIGHTS) as stored:
        arrays = {key: stored[key] for key in stored.files}
    for key in [key for key in arrays if key.endswith("_step")]:
        of = key.removesuffix("_step")
        arrays[of] = arrays[of].astype(np.float32) * arrays.pop(key)
    phrase, thing = (
        Weights(**{key: arrays[f"{part}_{key}"] for key in Weights._fields}) for part in ("phrase", "thing")
    )
    pairs, uses, things, others = (arrays[name] for name in ("pairs", "uses", "things", "others"))
    return FitWeights(phrase, thing, pairs, uses, things, others, float(arrays["scale"]), float(arrays["threshold"]))


def fit_of_uses(thing: str, uses: Sequence[str]) -> list[float]:
    """The probability that each text is a use of an object, and not of another one or of nothing."""
    return fits([thing] * len(uses), uses, load_fit()).tolist() if uses else []
