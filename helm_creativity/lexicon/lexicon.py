"""Which words count: those of a dictionary that every embedding knows, resolved once for a whole run."""

from __future__ import annotations

import re
import zipfile
import zlib
from collections.abc import Callable, Container, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import filterfalse
from pathlib import Path

import numpy as np

from helm_creativity.benchmark.files.source_files import file_sha256
from helm_creativity.benchmark.files.untrusted_files import UNREADABLE, open_file, parse_json, read_bytes
from helm_creativity.benchmark.protocols import Embedding
from helm_creativity.benchmark.sources import find_source, require_source
from helm_creativity.embeddings.builtin import ENDINGS, BuiltinEmbedding, builtin, table
from helm_creativity.embeddings.builtin.estimates import WithEstimates, without_estimates
from helm_creativity.errors import FileProblem
from helm_creativity.lexicon.word_files import FUNCTION_WORDS, read_words_file
from helm_creativity.parsing.words import olson_candidates, plain_spelling, word_candidates
from helm_creativity.safe_text import quoted

# Lines of the dictionary that the authors' program uses (Olson et al. 2021, dat.py).
DICTIONARY_WORD = re.compile(r"[a-z][a-z-]*[a-z]")
OLSON, TAGGER = "olson2021-words", "nltk-tagger"
_MODEL = "averaged_perceptron_tagger_eng"
# By a rule they are plurals of nouns; WordNet's list of exceptions refers them to words that it has not as nouns.
_EXCEPTIONS = frozenset({"anabases", "arses", "fortes", "his", "involucra", "is"})
DICTIONARIES = ("olson2021", "nakajima2026", "wordnet", "none")
# What takes their place under the built-in table: any of its words, and its nouns.
SHIPPED = {"olson2021": "none", "nakajima2026": "wordnet"}

Candidates = Callable[[str], "tuple[str, ...]"]

ESTIMATED_AT_MOST = 0.4
"""Largest share of entries without a row in a response of which any are estimated. Of 8,572 lists of English words by
people (Olson et al. 2021, study 2) one has more. Of 180 lists in each of six other languages all have, but for seven
French ones.
"""
# As they are looked up: "don't" is "dont".
_NEVER_ESTIMATED = frozenset(word.replace("'", "") for word in FUNCTION_WORDS)


@dataclass(frozen=True)
class Dictionary:
    """A set of words with a name that tells which one it is."""

    signature: str
    words: Container[str]


@lru_cache(maxsize=4)
def read_dictionary(path: Path, name: str) -> Dictionary:
    """A dictionary from a file with one word per line; other lines are skipped, as the authors' program does."""
    try:
        lines = read_bytes(path).decode("utf-8").splitlines()
    except (OSError, ValueError) as error:
        raise FileProblem(f"cannot read the dictionary {path}: {error}") from error
    words = frozenset(line for line in lines if DICTIONARY_WORD.fullmatch(line))
    if not words:
        raise FileProblem(f"the dictionary {path} holds no word: expected one lowercase word per line")
    return Dictionary(f"{name}@sha256:{file_sha256(path)[:12]}", words)


class NltkNouns:
    """The words in lower case that NLTK takes for nouns, as a set: by its tagger, or by WordNet.

    The program of Nakajima et al. 2026 asks it so (``validate`` in cdat/embeddings/cdat_sbert.py): the tag of the word
    by itself is NN or NNS, or one of its synsets is a noun. Proper nouns count, and so does most of what neither knows,
    since NN is the tagger's guess for an unknown word: misspellings, and two words with a space between them.

    Without a tagger, the common nouns of one word of WordNet, plurals included.
    """

    def __init__(self, tagger: Path | None = None) -> None:
        self._tagger = tagger

    def __contains__(self, word: object) -> bool:
        text = str(word)
        if self._tagger is None:
            return builtin().lemma(text) is not None
        return has_noun_sense(text) or read_tagger(self._tagger)(text) in ("NN", "NNS")


def has_noun_sense(word: str) -> bool:
    """Whether NLTK finds a noun synset of WordNet 3.0 for a word in lower case; with a space inside it finds none."""
    if word in _EXCEPTIONS:
        return False
    # The detachment rules for nouns of NLTK's WordNetCorpusReader, which has one more than WordNet.
    rules = ((ending, singular) for ending, singular in (*ENDINGS, ("ves", "f")) if word.endswith(ending))
    forms = (word, *(word[: -len(ending)] + singular for ending, singular in rules))
    lemma, other = builtin().lemma, _other_nouns()
    return lemma(word) is not None or any(
        (len(form) == 1 and form.isalpha()) or lemma(form) == form or builtin().is_proper_noun(form) or form in other
        for form in forms
    )


@lru_cache(maxsize=1)
def _other_nouns() -> frozenset[str]:
    return frozenset(read_words_file(Path(__file__).parent / "other_nouns.txt"))


@lru_cache(maxsize=1)
def read_tagger(path: Path) -> Callable[[str], str]:
    """The part of speech that the tagger gives to a word by itself."""
    from nltk.tag.perceptron import PerceptronTagger

    try:
        with open_file(path) as file, zipfile.ZipFile(file) as archive:
            weights, tags, classes = (
                parse_json(archive.read(f"{_MODEL}/{_MODEL}.{part}.json")) for part in ("weights", "tagdict", "classes")
            )
        tagger = PerceptronTagger(load=False)
        tagger.model.weights, tagger.tagdict = dict(weights), dict(tags)
        tagger.classes = tagger.model.classes = set(classes)
    except (*UNREADABLE, zipfile.BadZipFile, zlib.error) as error:
        raise FileProblem(
            f"cannot read NLTK's tagger {path}: {error}; delete it and download it again with "
            f"`helm-creativity fetch {TAGGER}`"
        ) from error
    return lambda word: str(tagger.tag([word])[0][1])


def default_dictionary(of_protocol: str, embedding: str) -> str:
    """The dictionary where none is named: the protocol's, or under the built-in table, alone or not, one that ships."""
    return SHIPPED.get(of_protocol, of_protocol) if "builtin" in embedding.split("+") else of_protocol


def find_dictionary(name: str) -> Dictionary | None:
    """A dictionary by name or by file; the authors' own is known by its checksum, wherever it lies."""
    if name == "none":
        return None
    if name == "wordnet":
        return Dictionary(f"wordnet-nouns@sha256:{table()['inputs']['data.noun'][:12]}", NltkNouns())
    if name == "nakajima2026":
        tagger = require_source(TAGGER, f"NLTK's tagger, for the dictionary {name!r}", "the dictionary wordnet")
        digests = f"{file_sha256(tagger)[:12]}+{table()['inputs']['data.noun'][:12]}"
        return Dictionary(f"{name}@sha256:{digests}", NltkNouns(tagger))
    if name == "olson2021":
        return read_dictionary(require_source(OLSON, f"the dictionary {name!r}", "the dictionary none"), name)
    path = Path(name)
    if not path.exists():
        raise FileProblem(
            f"dictionary must be one of {', '.join(DICTIONARIES)}, or a file that exists, got {quoted(name)}"
        )
    dictionary, official = read_dictionary(path, path.stem), find_source(OLSON).sha256[:12]
    known = official in dictionary.signature
    return replace(dictionary, signature=f"olson2021@sha256:{official}") if known else dictionary


def dictionary_label(name: str) -> str:
    """Short form for names of runs: the dictionary's own name, or a file's and the checksum of its words."""
    if name in ("", *DICTIONARIES):
        return name
    try:
        found = find_dictionary(name)
    except FileProblem:
        return Path(name).stem
    return re.sub(r"[^\w.@-]", "-", found.signature.replace("sha256:", "")) if found else name


class Lexicon:
    """Dictionary ∩ embeddings. Each distinct entry is cleaned and looked up once.

    With the built-in table, alone or in an ensemble, entries are looked up without accents: all its texts are ASCII.
    This does not hold for ``word_candidates``, which keep the words of other languages as they are.
    """

    def __init__(
        self,
        embeddings: Sequence[Embedding],
        dictionary: Dictionary | None = None,
        candidates: Candidates = olson_candidates,
    ) -> None:
        self._embeddings = embeddings
        self._estimating = [embedding for embedding in embeddings if isinstance(embedding, WithEstimates)]
        self._exact = [without_estimates(embedding) for embedding in embeddings] if self._estimating else embeddings
        self._estimated: set[str] = set()
        self._dictionary = dictionary
        self._candidates = candidates
        has_table = any(embedding.name == BuiltinEmbedding.name for embedding in embeddings)
        self._plain = has_table and candidates is not word_candidates
        self._words: dict[str, str | None] = {}

    def resolve(self, entries: Iterable[str]) -> None:
        """Looks up all ``entries`` at once; ``word`` then costs a dictionary access each."""
        new = {
            entry: self._candidates(plain_spelling(entry) if self._plain else entry)
            for entry in dict.fromkeys(filterfalse(self._words.__contains__, entries))
        }
        if not new:
            return
        texts = list(dict.fromkeys(text for candidates in new.values() for text in candidates))
        known = self._known(texts, self._exact)
        for entry, candidates in new.items():
            self._words[entry] = next((text for text in candidates if text in known), None)
        if not self._estimating:
            return
        # Others are looked up by what their first spelling counts as; not those with accents, nor function words.
        others = {entry: found[0] for entry, found in new.items() if found and self._words[entry] is None}
        spellings = {
            entry: next((embedding.spelling(text) for embedding in self._estimating), None)
            for entry, text in others.items()
            if entry.isascii() and text not in _NEVER_ESTIMATED
        }
        known = self._known(list(dict.fromkeys(filter(None, spellings.values()))), self._embeddings)
        for entry, spelling in spellings.items():
            if spelling in known:
                self._words[entry] = spelling
                self._estimated.add(entry)

    def _known(self, texts: Sequence[str], embeddings: Sequence[Embedding]) -> frozenset[str]:
        if self._dictionary is not None:
            texts = [text for text in texts if text in self._dictionary.words]
        mask = np.ones(len(texts), dtype=bool)
        for embedding in embeddings:
            mask &= embedding.knows(texts)
        return frozenset(text for text, known in zip(texts, mask, strict=True) if known)

    def in_one_language(self, entries: tuple[str, ...]) -> tuple[str, ...]:
        """The side that is known of a list in two languages, "river / Fluss"; all of it where both are, or none is."""
        if not entries or any(entry.count("/") != 1 for entry in entries):
            return entries
        sides = [tuple(map(str.strip, side)) for side in zip(*(entry.split("/") for entry in entries), strict=True)]
        self.resolve(word for side in sides for word in side)
        known = [sum(self._words[word] is not None and word not in self._estimated for word in side) for side in sides]
        return entries if 2 * min(known) >= max(known) else sides[known.index(max(known))]

    def word(self, entry: str) -> str | None:
        """The word of an entry by itself, which must have been resolved; None if there is none."""
        return self._words[entry]

    def find(self, entries: Sequence[str]) -> tuple[tuple[str | None, ...], tuple[str, ...]]:
        """The words of one response, whose entries must have been resolved, and which entries are estimated.

        None is estimated where more than ``ESTIMATED_AT_MOST`` of them have no row, or have one without their accents
        only: the language is another. Curly apostrophes are no accents.
        """
        words = tuple(map(self._words.__getitem__, entries))
        if self._estimated.isdisjoint(entries):
            return words, ()
        estimated = tuple(entry for entry in entries if entry in self._estimated)
        doubtful = [
            word is None or entry in estimated or not entry.replace("’", "'").isascii()
            for entry, word in zip(entries, words, strict=True)
        ]
        if sum(doubtful) > ESTIMATED_AT_MOST * len(entries):
            return tuple(None if entry in estimated else self._words[entry] for entry in entries), ()
        return words, estimated
