"""Which words count: dictionaries by name, by file and by checksum, and nouns by WordNet and NLTK's tagger."""

import dataclasses
import os
import re
from itertools import chain
from pathlib import Path

import numpy as np
import pytest
from support.authors_files import use_real_files
from support.tagger import PARTS, fetched_tagger, write_tagger

from helm_creativity.benchmark.base import parse_settings
from helm_creativity.benchmark.files.source_files import file_sha256, path_in_home
from helm_creativity.benchmark.loading import get_benchmark
from helm_creativity.benchmark.registry import list_entries
from helm_creativity.benchmark.sources import find_source
from helm_creativity.errors import FileProblem
from helm_creativity.lexicon.lexicon import (
    OLSON,
    TAGGER,
    Dictionary,
    Lexicon,
    NltkNouns,
    default_dictionary,
    find_dictionary,
    has_noun_sense,
    read_dictionary,
    read_tagger,
)
from helm_creativity.task_types.word_list.benchmark import WordListSettings


class Knows:
    """An embedding that knows the given words."""

    name = "knows"

    def __init__(self, *words):
        self.words = set(words)

    def knows(self, texts):
        return np.array([text in self.words for text in texts], dtype=bool)


@pytest.mark.parametrize(
    ("entries", "known", "dictionary", "words"),
    [
        ("cul de sac", ["culdesac cul-de-sac"], None, ["cul-de-sac"]),
        ("cul de sac", ["culdesac"], None, ["culdesac"]),
        ("Top-Hat!", ["tophat"], None, ["tophat"]),
        ("Dog, qqq, x", ["dog"], None, ["dog", None, None]),
        ("cat, dog", ["cat dog", "dog"], None, [None, "dog"]),
        ("cat, dog, top-hat", ["cat dog top-hat tophat"], "cat tophat", ["cat", None, "tophat"]),
    ],
)
def test_the_first_candidate_that_is_known_counts(entries, known, dictionary, words):
    """To every member of an ensemble, and to the dictionary: as it is, then with hyphens, then as one word."""
    allowed = None if dictionary is None else Dictionary("d", frozenset(dictionary.split()))
    lexicon = Lexicon([Knows(*these.split()) for these in known], allowed)
    lexicon.resolve(entries.split(", "))
    assert [lexicon.word(entry) for entry in entries.split(", ")] == words


@pytest.mark.parametrize(
    ("entries", "words"),
    [
        (("river / Fluss", "tree/Baum", "arm / Arm"), ("river", "tree", "arm")),
        (("Fluss/river", "Baum/tree", "Haus/house"), ("river", "tree", "house")),
        *((entries, entries) for entries in [("river / tree", "house / arm"), ("Fluss / Baum", "Haus / Brot")]),
        *((entries, entries) for entries in [("river / Fluss", "tree"), ()]),
    ],
)
def test_of_a_list_in_two_languages_the_side_that_is_known_counts(entries, words):
    lexicon = Lexicon([Knows("river", "tree", "house", "arm")])
    assert lexicon.in_one_language(entries) == words


def test_a_dictionary_keeps_the_lines_that_the_authors_program_keeps(tmp_path):
    """Lower-case letters and hyphens, at least two, beginning and ending with a letter."""
    path = tmp_path / "words.txt"
    path.write_text("cat\ntop-hat\na\nParis\n-x\nx-\ndon't\n\nox\n")
    dictionary = read_dictionary(path, "mine")
    assert dictionary.words == {"cat", "top-hat", "ox"}
    assert dictionary.signature == f"mine@sha256:{file_sha256(path)[:12]}"
    path.write_text("A\nB\n")
    with pytest.raises(FileProblem, match="holds no word"):
        read_dictionary(path, "empty")
    with pytest.raises(FileProblem, match="cannot read the dictionary"):
        read_dictionary(tmp_path / "absent.txt", "absent")


@pytest.mark.parametrize(
    ("dictionary", "embedding", "used"),
    [
        *(("olson2021", embedding, "none") for embedding in ("builtin", "builtin+glove-840b", "glove-840b+builtin")),
        *(("olson2021", embedding, "olson2021") for embedding in ("glove-840b", "glove+bert-layer6", "builtin.vec")),
        ("nakajima2026", "builtin", "wordnet"),
        ("wordnet", "builtin", "wordnet"),
        ("none", "glove-840b", "none"),
    ],
)
def test_a_dictionary_that_must_be_fetched_gives_way_under_the_builtin_table(dictionary, embedding, used):
    """Also where that is one of two."""
    assert default_dictionary(dictionary, embedding) == used


def test_another_dictionary_than_the_usual_is_a_warning(toy, caplog):
    dat = get_benchmark("dat")
    parse_settings(dat, {"embedding": "builtin", "dictionary": "none"}, asked=False)
    parse_settings(dat, {"embedding": "builtin"}, asked=False)
    assert caplog.messages == []
    parse_settings(dat, {"embedding": "builtin", "dictionary": "wordnet"}, asked=False)
    parse_settings(dat, {"embedding": toy, "dictionary": "none"}, asked=False)
    first, second = caplog.messages
    assert first.startswith("dictionary=wordnet is not that of protocol olson2021 under builtin, which is none: ")
    assert second.startswith("dictionary=none is not that of protocol olson2021 under toy, which is olson2021: ")


def test_the_authors_dictionary_is_known_by_its_checksum(tmp_path, toy, caplog, monkeypatch):
    """Wherever the file lies; without it, it says how to get it, before any request is paid for."""
    with pytest.raises(FileProblem, match="helm-creativity fetch olson2021-words"):
        find_dictionary("olson2021")
    path = tmp_path / "mine.txt"
    path.write_text("cat\n")
    file = dataclasses.replace(find_source(OLSON), sha256=file_sha256(path))
    monkeypatch.setattr("helm_creativity.lexicon.lexicon.find_source", lambda name: file)
    parse_settings(get_benchmark("dat"), {"embedding": toy, "dictionary": str(path)}, asked=False)
    assert caplog.messages == []
    assert find_dictionary(str(path)).signature == f"olson2021@sha256:{file.sha256[:12]}"


def test_wordnets_nouns_are_a_dictionary():
    """Plurals included, nouns of two words not; the signature has the checksum of WordNet's file."""
    dictionary = find_dictionary("wordnet")
    texts = ["cat", "cats", "wolves", "washer", "quickly", "paris", "washing machine", "washing-machine", "ice creams"]
    assert [text for text in texts if text in dictionary.words] == texts[:4]
    assert dictionary.signature == "wordnet-nouns@sha256:fea17d2f9656"


PAGE = Path(__file__).parents[2] / "docs" / "embeddings.md"
OF_PAGE = re.compile(r"^\| `creativity_(\w+)` \| `(\w+)` \| `(\S+)` \| `(\w+)` \| `(\w+)` \|$", re.MULTILINE)


def test_the_page_has_the_dictionary_of_every_protocol():
    """As settings take it where none is named."""
    usual = []
    for entry in list_entries():
        kind = get_benchmark(entry.name).settings_type
        if not entry.ours or not issubclass(kind, WordListSettings):
            continue
        for protocol in kind.protocols:
            own, offline = kind(protocol=protocol), kind(protocol=protocol, embedding="builtin")
            usual.append((entry.name, protocol, own.embedding, own.dictionary, offline.dictionary))
    assert OF_PAGE.findall(PAGE.read_text("utf-8")) == sorted(usual)


WORDNET = Path(os.environ.get("WNSEARCHDIR") or "/usr/share/wordnet")
# NLTK's WordNetCorpusReader.MORPHOLOGICAL_SUBSTITUTIONS[NOUN].
RULES = "s:,ses:s,ves:f,xes:x,zes:z,ches:ch,shes:sh,men:man,ies:y"
WORD = re.compile("[a-z-]{2,}")


NOUNS = "cat, cats, wolves, mice, shelves, women, well-being, x-ray, x-rays, mothers-in-law, paris, as"
OTHERS = "quickly, happy, online, is, his, ice cream, swimming pool, -, "


@pytest.mark.parametrize(
    ("word", "is_noun"),
    [*((word, True) for word in NOUNS.split(", ")), *((word, False) for word in OTHERS.split(", "))],
)
def test_nouns_of_wordnet(word, is_noun):
    """Plurals by rule and irregular ones, hyphens, proper nouns; "as" is a plural of the letter.

    NLTK looks phrases up with their space, which WordNet writes as an underscore.
    """
    assert has_noun_sense(word) == is_noun


@pytest.mark.skipif(not (WORDNET / "index.noun").is_file(), reason="WordNet's files are not on this machine")
def test_the_rule_is_nltks_morphy():
    """One word in eleven of all that could be a form of a noun of WordNet, by the definition and its own files."""
    lines = (WORDNET / "index.noun").read_text().splitlines()
    index = {line.split(" ", 1)[0] for line in lines if not line.startswith(" ")}
    irregular = {form: rest for form, *rest in map(str.split, (WORDNET / "noun.exc").read_text().splitlines())}
    rules = [rule.split(":") for rule in RULES.split(",")]

    def has_synset(word):
        if word in irregular:
            forms = irregular[word]
        else:
            forms = [word[: -len(old)] + new for old, new in rules if word.endswith(old)]
        return not index.isdisjoint([word, *forms])

    inflected = (word[: len(word) - len(new)] + old for word in index for old, new in rules if word.endswith(new))
    words = sorted({*filter(WORD.fullmatch, chain(index, irregular, inflected))})
    tried = [*words[::11], *filter(WORD.fullmatch, irregular)]
    assert len(tried) > 10_000
    assert [word for word in tried if has_noun_sense(word) != has_synset(word)] == []


def test_a_word_that_wordnet_lacks_is_a_noun_by_its_tag(tmp_path):
    """The tagger's guess for what it does not know is NN; of what WordNet knows it is not asked."""
    nouns = NltkNouns(write_tagger(tmp_path / "tagger.zip"))
    words = ["earbud", "ice cream", "sad", "gadgetets", "quickly", "happy", "cat"]
    assert [word in nouns for word in words] == [True, True, True, True, False, False, True]
    assert "cat" in NltkNouns(tmp_path / "no-such-file")


@pytest.mark.parametrize("parts", [{}, {"weights": {}}, {**PARTS, "tagdict": 7}, {**PARTS, "classes": None}])
def test_another_file_is_refused(tmp_path, parts):
    path = write_tagger(tmp_path / "tagger.zip", parts)
    with pytest.raises(FileProblem, match=r"cannot read NLTK's tagger .*fetch nltk-tagger"):
        read_tagger(path)
    path.write_bytes(b"\x80\x04]\x94.")  # a pickle is not read
    with pytest.raises(FileProblem, match=r"cannot read NLTK's tagger .*not a zip file"):
        read_tagger(path)


def test_the_signature_has_the_checksums_of_tagger_and_wordnet():
    """A missing tagger says how to get it."""
    with pytest.raises(FileProblem, match="helm-creativity fetch nltk-tagger`, or use the dictionary wordnet"):
        find_dictionary("nakajima2026")
    with fetched_tagger() as path:
        digests = f"{file_sha256(path)[:12]}+fea17d2f9656"
        assert find_dictionary("nakajima2026").signature == f"nakajima2026@sha256:{digests}"


def test_tags_of_the_real_tagger(monkeypatch):
    """Words of the authors' published lists, where the user who runs the tests has fetched it."""
    use_real_files(monkeypatch, TAGGER)
    tag = read_tagger(path_in_home(find_source(TAGGER)))
    assert {tag(word) for word in ("shockwave", "airbag", "earbud", "coworker", "online", "sad", "ice cream")} == {"NN"}
    assert tag("quickly") == "RB"
