"""Nouns by NLTK's tagger and WordNet, as the program of Nakajima et al. 2026 asks for them."""

import os
import re
from itertools import chain
from pathlib import Path

import pytest
from support.authors_files import use_real_files
from support.tagger import PARTS, fetched_tagger, write_tagger

from helm_creativity.benchmark.files.source_files import file_sha256, path_in_home
from helm_creativity.benchmark.sources import find_source
from helm_creativity.errors import FileProblem
from helm_creativity.lexicon.lexicon import TAGGER, NltkNouns, find_dictionary, has_noun_sense, read_tagger

WORDNET = Path(os.environ.get("WNSEARCHDIR") or "/usr/share/wordnet")
# NLTK's WordNetCorpusReader.MORPHOLOGICAL_SUBSTITUTIONS[NOUN].
RULES = "s:,ses:s,ves:f,xes:x,zes:z,ches:ch,shes:sh,men:man,ies:y"
WORD = re.compile("[a-z-]{2,}")


@pytest.mark.parametrize(
    "word",
    [
        *["cat", "cats", "wolves", "mice", "shelves", "women"],
        *["well-being", "x-ray", "x-rays", "mothers-in-law", "paris", "as"],
    ],
)
def test_nouns_of_wordnet(word):
    """Plurals by rule and irregular ones, hyphens, proper nouns; "as" is a plural of the letter."""
    assert has_noun_sense(word)


@pytest.mark.parametrize("word", ["quickly", "happy", "online", "is", "his", "ice cream", "swimming pool", "-", ""])
def test_no_nouns_of_wordnet(word):
    """NLTK looks phrases up with their space, which WordNet writes as an underscore."""
    assert not has_noun_sense(word)


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


def test_a_missing_tagger_says_how_to_get_it():
    with pytest.raises(FileProblem, match="helm-creativity fetch nltk-tagger`, or use the dictionary wordnet"):
        find_dictionary("nakajima2026")


def test_the_signature_has_the_checksums_of_tagger_and_wordnet():
    with fetched_tagger() as path:
        digests = f"{file_sha256(path)[:12]}+fea17d2f9656"
        assert find_dictionary("nakajima2026").signature == f"nakajima2026@sha256:{digests}"


def test_tags_of_the_real_tagger(monkeypatch):
    """Words of the authors' published lists, where the user who runs the tests has fetched it."""
    use_real_files(monkeypatch, TAGGER)
    tag = read_tagger(path_in_home(find_source(TAGGER)))
    assert {tag(word) for word in ("shockwave", "airbag", "earbud", "coworker", "online", "sad", "ice cream")} == {"NN"}
    assert tag("quickly") == "RB"
