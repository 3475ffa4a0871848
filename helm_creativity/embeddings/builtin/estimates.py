"""Estimated vectors of words that the built-in table lacks: compounds, misspellings, and words by their letters.

In this order, the first that applies:

1. A text that the table has with a hyphen, or without: ``yoyo`` counts as ``yo-yo``.
2. A text of five letters or more that becomes exactly one word of the table when letters are doubled or doubled ones
   made single: ``proffesional`` counts as ``professional``.
3. A compound of two frequent words of three letters or more, with a hyphen or without (``shockwave``). Its vector is a
   weighted sum of the phrase of its parts (``phrases.phrase_vector``), its n-grams and the mean word.
4. One letter, a hyphen and a word of the table of three letters or more (``c-clef``): a weighted sum of the word, its
   n-grams and the mean word.
5. A misspelling: exactly one word of the table differs by one letter that is missing, added, another or exchanged with
   its neighbour. The first letter must be the same, and the text must have six letters. It counts as that word.
6. A word by its n-grams of letters, if they are those of words and it is no run of keys; see ``is_plausible``.

Everything else stays unknown: proper nouns of WordNet, texts with other signs than letters from a to z and one hyphen,
and letters that make no word. ``tools/builtin_estimates.py`` makes the files; docs/embeddings.md has what was measured.
"""

from __future__ import annotations

import json
import re
import zlib
from collections.abc import Container, Sequence
from functools import cached_property, lru_cache
from itertools import compress
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from helm_creativity.benchmark.protocols import Embedding
from helm_creativity.embeddings.builtin import BuiltinEmbedding, builtin, facts
from helm_creativity.embeddings.phrases import Extended, phrase_vector
from helm_creativity.parsing.text import is_function_word

HERE = Path(__file__).parent
ESTIMATE_FILES = ("ngrams.npy", "directions.npy", "triples.npy", "frequent.npy")
BUCKETS = 16_384
SHORTEST, LONGEST = 3, 5
"""Letters of an n-gram, the signs for both ends of a word included."""
LEAST_PART = 3
"""Fewest letters of a part of a compound, and of a word that is estimated by its letters."""
LEAST_MISSPELT = 6
"""Fewest letters of a misspelling. Of five letters, a third has one right word, and a quarter of rare words has a
wrong one."""
LEAST_DOUBLED = 5
MOST_SURPRISE = 3.5
"""Most nats per letter of a word: 97 % of rare words left out have less, and 3 % of random letters."""
RUN = 5
"""Letters, both ends included, of a run by which words are told from nonsense."""
MOST_NEW_RUNS = 0.6
"""Largest share of a word's runs of letters that no word of the table has: 96 % of rare words without a row have less,
and 8 % of consonants and vowels in turn, 4 % of shuffled words, 1 % of random letters and of mashed keys."""
MOST_LETTERS = 30
_KEYS_IN_A_ROW = 5
_WORD = re.compile("[a-z]+(?:-[a-z]+)?")
_DOUBLED = re.compile(r"(.)\1+")
_LETTERS = "abcdefghijklmnopqrstuvwxyz"
_AFFIXES: dict[str, list[str]] = json.loads((HERE / "affixes.json").read_text("utf-8"))
"""What is joined to a word and makes no compound of it: n-grams know these better."""


def ngram_places(word: str) -> NDArray[np.intp]:
    """The place of each n-gram of a word, hyphens aside, among ``BUCKETS``."""
    text = f"<{word.replace('-', '')}>".encode()
    found = [
        zlib.crc32(text[i : i + n]) % BUCKETS for n in range(SHORTEST, LONGEST + 1) for i in range(len(text) - n + 1)
    ]
    return np.array(found, dtype=np.intp)


def letter_runs(word: str) -> list[str]:
    """Its runs of ``RUN`` letters, with signs for both ends."""
    text = f"<{word}>"
    return [text[i : i + RUN] for i in range(len(text) - RUN + 1)]


def letter_codes(word: str) -> NDArray[np.intp]:
    """The letters from 1 to 26, and 0 for both ends."""
    return np.array([0, *(ord(letter) - 96 for letter in word), 0], dtype=np.intp)


def split_compound(text: str, parts: Container[str], nouns: Container[str]) -> tuple[str, str] | None:
    """The two parts of a compound, None where it is none of them.

    Of several cuts that between two nouns comes first (``lip+stick``, not ``lips+tick``), then that nearest the middle.
    """
    if "-" in text:
        cuts = [text.partition("-")[::2]]
    else:
        places = sorted(range(LEAST_PART, len(text) - LEAST_PART + 1), key=lambda cut: (abs(2 * cut - len(text)), cut))
        cuts = [(text[:cut], text[cut:]) for cut in places]
        cuts.sort(key=lambda cut: cut[0] not in nouns or cut[1] not in nouns)
    for first, second in cuts:
        are_parts = min(len(first), len(second)) >= LEAST_PART and first in parts and second in parts
        is_derived = second in _AFFIXES["endings"] or first in _AFFIXES["beginnings"]
        if are_parts and not is_derived and not is_function_word(first) and not is_function_word(second):
            return first, second
    return None


def word_behind_letter(text: str) -> str | None:
    """What stands behind one letter and a hyphen, if it could be a word."""
    letter, _, word = text.partition("-")
    if len(letter) != 1 or len(word) < LEAST_PART or word in _AFFIXES["endings"] or is_function_word(word):
        return None
    return word


def one_letter_off(word: str) -> set[str]:
    """What becomes of a word by one letter less, more, another or exchanged with the next; the first letter stays."""
    found: set[str] = set()
    for i in range(1, len(word) + 1):
        before, after = word[:i], word[i:]
        found.update(before + letter + after for letter in _LETTERS)
        if after:
            found.add(before + after[1:])
            found.update(before + letter + after[1:] for letter in _LETTERS)
        if len(after) > 1:
            found.add(before + after[1] + after[0] + after[2:])
    return found - {word}


def single_letters(word: str) -> str:
    """The word with each run of one letter made a single one."""
    return _DOUBLED.sub(r"\1", word)


def is_run_of_keys(word: str) -> bool:
    """Whether it has five letters that lie side by side on a keyboard."""
    runs = (word[i : i + _KEYS_IN_A_ROW] for i in range(len(word) - _KEYS_IN_A_ROW + 1))
    return any(run in row or run[::-1] in row for run in runs for row in ("qwertyuiop", "asdfghjkl", "zxcvbnm"))


class NgramMap:
    """A linear map from n-grams of letters, shape (BUCKETS, r), to vectors.

    The directions, shape (r + 1, d), are those of the r numbers, and the vector of a word without any.
    """

    def __init__(self, ngrams: NDArray[np.int8], directions: NDArray[np.float32]) -> None:
        self._ngrams, self._directions, self.mean = ngrams, directions[:-1], directions[-1]

    def __call__(self, words: Sequence[str]) -> NDArray[np.float32]:
        """Shape (n, d): each to the last bit what it is alone, which a product of matrices would not give."""
        vectors = np.empty((len(words), len(self.mean)), dtype=np.float32)
        for vector, word in zip(vectors, words, strict=True):
            places = ngram_places(word)
            total = self._ngrams[places].sum(axis=0, dtype=np.float32) / np.float32(len(places) ** 0.5)
            vector[:] = total @ self._directions + self.mean
        return vectors


class Estimator:
    """Estimates of words that a table lacks."""

    def __init__(self, table: BuiltinEmbedding) -> None:
        self._table = table
        self._spellings: dict[str, str | None] = {}

    @cached_property
    def _map(self) -> NgramMap:
        return NgramMap(np.load(HERE / "ngrams.npy", mmap_mode="r"), np.load(HERE / "directions.npy"))

    @cached_property
    def _surprise(self) -> NDArray[np.uint8]:
        return np.asarray(np.load(HERE / "triples.npy"))

    @cached_property
    def _frequent_words(self) -> frozenset[str]:
        texts = self._table.texts
        return frozenset(compress(texts, np.unpackbits(np.load(HERE / "frequent.npy"), count=len(texts))))

    @cached_property
    def _without_hyphen(self) -> dict[str, str]:
        return {text.replace("-", ""): text for text in self._table.texts if "-" in text}

    @cached_property
    def _by_single_letters(self) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {}
        for text in self._table.texts:
            if text.isalpha():
                found.setdefault(single_letters(text), []).append(text)
        return found

    @cached_property
    def _runs(self) -> frozenset[str]:
        return frozenset(run for text in self._table.texts if text.isalpha() for run in letter_runs(text))

    def spelling(self, text: str) -> str | None:
        """What an unknown text counts as: a text of the table, itself if its vector is estimated, or None."""
        if text not in self._spellings:
            self._spellings[text] = self._spelling(text)
        return self._spellings[text]

    def _spelling(self, text: str) -> str | None:
        if not _WORD.fullmatch(text) or not LEAST_PART <= len(text) <= MOST_LETTERS:
            return None
        joined = text.replace("-", "")
        for other in (joined, self._without_hyphen.get(joined, "")):
            if other and other != text and self._table.stem(other) is not None:
                return other
        if self._table.is_proper_noun(text) or is_run_of_keys(text):
            return None
        doubled = self._by_single_letters.get(single_letters(text), []) if len(text) >= LEAST_DOUBLED else []
        if len(doubled) == 1:
            return doubled[0]
        if split_compound(text, self._frequent_words, self._table.noun_set) is not None:
            return text
        if "-" in text:
            word = word_behind_letter(text)
            return text if word is not None and self._table.stem(word) is not None else None
        if len(text) >= LEAST_MISSPELT:
            found = {word for word in one_letter_off(text) if self._table.stem(word) == word}
            if len(found) == 1:
                return found.pop()
        return text if self.is_plausible(text) else None

    def is_plausible(self, word: str) -> bool:
        """Whether the letters are those of a word: each by the two before it, and runs by those of the table."""
        codes = letter_codes(word)
        surprise = self._surprise[codes[:-2], codes[1:-1], codes[2:]].mean() / 16
        runs = letter_runs(word)
        new = sum(run not in self._runs for run in runs)
        return bool(surprise <= MOST_SURPRISE) and new <= MOST_NEW_RUNS * len(runs)

    def vector(self, text: str) -> NDArray[np.float32]:
        """Shape (d,): of a text that counts as itself."""
        letters = np.asarray(self._map([text])[0])
        word = word_behind_letter(text)
        kind = "letter" if word is not None else "hyphenated" if "-" in text else "joined"
        parts = split_compound(text, self._frequent_words, self._table.noun_set) or () if word is None else (word,)
        phrase = phrase_vector(self._table.embed(parts).vectors) if parts else None
        if phrase is None:
            return letters
        a, b, c = facts("estimates")["weights"][kind]
        return np.asarray(a * phrase + b * letters + c * self._map.mean, dtype=np.float32)


@lru_cache(maxsize=1)
def estimator() -> Estimator:
    """The one estimator of this process."""
    return Estimator(builtin())


class WithEstimates(Extended):
    """The built-in table, alone or with phrases, that also knows words whose vectors are estimated."""

    def spelling(self, text: str) -> str | None:
        """What a text that has no row counts as; see ``Estimator.spelling``."""
        return estimator().spelling(text)

    def _can_make(self, text: str) -> bool:
        return self.spelling(text) is not None

    def _make(self, text: str) -> NDArray[np.float32] | None:
        spelling = self.spelling(text)
        if spelling is None or spelling == text:
            return None if spelling is None else estimator().vector(text)
        return np.asarray(self.exact.embed([spelling]).vectors[0])


def with_estimates(embeddings: Sequence[Embedding]) -> tuple[Embedding, ...]:
    """The embeddings, the built-in table among them with estimates."""
    return tuple(WithEstimates(vectors) if vectors.name == BuiltinEmbedding.name else vectors for vectors in embeddings)


def without_estimates(embedding: Embedding) -> Embedding:
    """The embedding by what it knows itself."""
    return embedding.exact if isinstance(embedding, WithEstimates) else embedding
