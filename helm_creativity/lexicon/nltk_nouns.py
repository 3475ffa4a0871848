"""Which words NLTK takes for nouns: what its tagger calls one, and what has a noun sense in WordNet.

The program of Nakajima et al. 2026 asks it so (``validate`` in cdat/embeddings/cdat_sbert.py): the tag of the word by
itself is NN or NNS, or one of its synsets is a noun. Proper nouns count, and so does most of what neither knows, since
NN is the tagger's guess for an unknown word: misspellings, and two words with a space between them.
"""

from __future__ import annotations

import zipfile
import zlib
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path

from helm_creativity.benchmark.files.untrusted_files import UNREADABLE, open_file, parse_json
from helm_creativity.embeddings.builtin import builtin
from helm_creativity.embeddings.builtin.plurals import ENDINGS
from helm_creativity.errors import FileProblem
from helm_creativity.lexicon.cues import read_words_file

TAGGER = "nltk-tagger"
_MODEL = "averaged_perceptron_tagger_eng"

# The detachment rules for nouns of NLTK's WordNetCorpusReader, which has one more than WordNet.
_ENDINGS = (*ENDINGS, ("ves", "f"))
# By a rule they are plurals of nouns; WordNet's list of exceptions refers them to words that it has not as nouns.
_EXCEPTIONS = frozenset({"anabases", "arses", "fortes", "his", "involucra", "is"})


class NltkNouns:
    """The words in lower case that NLTK takes for nouns, as a set."""

    def __init__(self, tagger: Path) -> None:
        self._tagger = tagger

    def __contains__(self, word: object) -> bool:
        return isinstance(word, str) and (has_noun_sense(word) or read_tagger(self._tagger)(word) in ("NN", "NNS"))


def has_noun_sense(word: str) -> bool:
    """Whether NLTK finds a noun synset of WordNet 3.0 for a word in lower case; with a space inside it finds none."""
    if word in _EXCEPTIONS:
        return False
    singulars = (word[: -len(ending)] + singular for ending, singular in _ENDINGS if word.endswith(ending))
    return builtin().lemma(word) is not None or any(map(_is_noun, (word, *singulars)))


def _is_noun(word: str) -> bool:
    letter = len(word) == 1 and word.isalpha()
    return letter or builtin().lemma(word) == word or builtin().is_proper_noun(word) or word in _other_nouns()


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
            f"`helm-creativity items fetch {TAGGER}`"
        ) from error
    return lambda word: str(tagger.tag([word])[0][1])
