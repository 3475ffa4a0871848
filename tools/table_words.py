"""Which texts the built-in table holds: words that people and models use, from lists whose licences allow it.

* every single-word common noun of WordNet 3.0;
* the words of SCOWL up to size 60, inflected forms included. A form in -s whose stem is in the table has the stem's
  vector and no row of its own, unless it is a noun itself or in SCOWL up to size 35;
* WordNet's hyphenated nouns; its other words, hyphenated or not, that its tagged texts contain; and its nouns of two
  words that they contain, with a hyphen, because entries of answers are looked up so (``swimming-pool``);
* abbreviations that WordNet writes in capitals and SCOWL has up to size 60 (``dna``);
* words of our own choice, ``modern.txt`` and ``pairs.txt``, and the phrases of ``phrases.txt``.
"""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from helm_creativity.embeddings.builtin import lemmas

HERE = Path(__file__).parent
SINGLE_WORD = re.compile("[a-z]{2,}")
HYPHENATED_TOO = re.compile("[a-z]{2,}(-[a-z]+)*|[a-z](-[a-z]{2,})+")
PARTS_OF_SPEECH = ("noun", "verb", "adj", "adv")
LARGEST, COMMON = 60, 35
"""Sizes of SCOWL: of the words that the table holds, and of those that are frequent."""
LONGEST = 24
"""Letters of the longest noun of two words: longer ones are seldom one entry of an answer."""
_SCOWL_FILE = re.compile(
    r"(?:english|american|british|british_z|canadian|australian|special|variant_1|british_variant_1)"
    r"-(words|upper|abbreviations)\.(\d+)"
)


class NounLists(NamedTuple):
    """Single words of letters that WordNet has as nouns, in lower case and sorted.

    Attributes:
        common: written in lower case in at least one sense.
        proper: never written so.
        capitals: those of ``proper`` that are written in capitals throughout.
    """

    common: list[str]
    proper: list[str]
    capitals: list[str]


def read_nouns(wordnet: Path) -> NounLists:
    """The nouns of ``data.noun``."""
    lower: set[str] = set()
    others: set[str] = set()
    for line in _entries(wordnet / "data.noun"):
        fields = line.split(" ")
        for i in range(int(fields[3], 16)):
            word = fields[4 + 2 * i]
            (lower if word == word.lower() else others).add(word)
    proper = {word.lower() for word in others} - lower
    capitals = {word.lower() for word in others if word.isupper()} - lower
    common, proper, capitals = ({w for w in some if SINGLE_WORD.fullmatch(w)} for some in (lower, proper, capitals))
    return NounLists(sorted(common), sorted(proper), sorted(capitals))


def read_exceptions(wordnet: Path, nouns: set[str]) -> list[tuple[str, str]]:
    """Irregular plurals of ``noun.exc`` whose lemma is among the nouns and that are not nouns themselves."""
    pairs = []
    for line in (wordnet / "noun.exc").read_text("utf-8").splitlines():
        plural, *lemmas_of_it = line.split()
        lemma = next((lemma_of_it for lemma_of_it in lemmas_of_it if lemma_of_it in nouns), None)
        if lemma is not None and plural not in nouns and SINGLE_WORD.fullmatch(plural):
            pairs.append((plural, lemma))
    return sorted(pairs)


def read_scowl(folder: Path, size: int, *kinds: str) -> set[str]:
    """Words of SCOWL up to a size, of the kinds ``words``, ``upper`` and ``abbreviations``."""
    return {
        word
        for path, kind, of_size in _scowl_files(folder)
        if kind in kinds and of_size <= size
        for word in path.read_text("latin-1").splitlines()
    }


def scowl_digest(folder: Path) -> str:
    """One sha256 for the files of SCOWL that are read here: their names and what is in them."""
    digest = hashlib.sha256()
    for path, _, size in _scowl_files(folder):
        if size <= LARGEST:
            digest.update(f"{path.name}\n".encode() + path.read_bytes())
    return digest.hexdigest()


def texts_of_table(wordnet: Path, scowl: Path, nouns: NounLists) -> list[str]:
    """The texts in alphabetical order; see the module."""
    common = set(nouns.common)
    core = common | {word for word in read_scowl(scowl, LARGEST, "words") if HYPHENATED_TOO.fullmatch(word)}
    own_row = common | read_scowl(scowl, COMMON, "words")
    words = {word for word in core if word in own_row or not any(stem in core for stem in lemmas(word))}
    abbreviations = {word.lower() for word in read_scowl(scowl, LARGEST, "upper", "abbreviations")}
    words |= abbreviations.intersection(nouns.capitals)
    words |= _of_wordnet(wordnet)
    return sorted({*words, *_own("modern.txt"), *_own("pairs.txt"), *_own("phrases.txt")})


def _of_wordnet(wordnet: Path) -> set[str]:
    """Words of the four parts of speech beyond single-word nouns: hyphenated, tagged, or of two words."""
    tagged = Counter[str]()
    for line in (wordnet / "cntlist.rev").read_text("utf-8").splitlines():
        sense, _, count = line.split()
        tagged[sense.partition("%")[0]] += int(count)
    found = set()
    for part in PARTS_OF_SPEECH:
        for line in _entries(wordnet / f"index.{part}"):
            lemma = line.partition(" ")[0]
            if part != "noun":
                wanted = tagged[lemma] > 0 and "_" not in lemma
            elif "_" in lemma:
                wanted = tagged[lemma] > 0 and lemma.count("_") == 1 and len(lemma) <= LONGEST
            else:
                wanted = "-" in lemma
            if wanted and HYPHENATED_TOO.fullmatch(text := lemma.replace("_", "-")):
                found.add(text)
    return found


def _entries(path: Path) -> Iterator[str]:
    """Lines of one of WordNet's files, without its notice."""
    return (line for line in path.read_text("utf-8").splitlines() if not line.startswith(" "))


def _scowl_files(folder: Path) -> Iterator[tuple[Path, str, int]]:
    """Path, kind and size."""
    for path in sorted(folder.iterdir()):
        if match := _SCOWL_FILE.fullmatch(path.name):
            yield path, match[1], int(match[2])


def _own(name: str) -> list[str]:
    """The lines of a file of this folder, without remarks."""
    lines = (HERE / name).read_text("utf-8").splitlines()
    return [line for line in lines if line and not line.startswith("#")]
