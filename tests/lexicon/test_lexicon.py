"""Which words count."""

import numpy as np
import pytest

from helm_creativity.errors import FileProblem
from helm_creativity.lexicon.lexicon import Dictionary, Lexicon, read_dictionary


class Knows:
    """An embedding that knows the given words and counts the questions."""

    name = "knows"

    def __init__(self, *words):
        self.words, self.questions = set(words), 0

    def knows(self, texts):
        self.questions += 1
        return np.array([text in self.words for text in texts], dtype=bool)


def words(entries, *embeddings, dictionary=None):
    lexicon = Lexicon(embeddings, dictionary)
    lexicon.resolve(entries)
    return tuple(map(lexicon.word, entries))


def test_first_candidate_that_is_known_counts():
    """``cul de sac`` is looked up with hyphens, then as one word; ``top-hat`` as it is, then without."""
    assert words(["cul de sac"], Knows("culdesac", "cul-de-sac")) == ("cul-de-sac",)
    assert words(["cul de sac"], Knows("culdesac")) == ("culdesac",)
    assert words(["Top-Hat!"], Knows("tophat")) == ("tophat",)


def test_no_candidate_no_word():
    assert words(["Dog", "qqq", "x"], Knows("dog")) == ("dog", None, None)


def test_every_member_of_an_ensemble_must_know_the_word():
    assert words(["cat", "dog"], Knows("cat", "dog"), Knows("dog")) == (None, "dog")


def test_dictionary_and_vectors_must_both_hold_the_word():
    dictionary = Dictionary("d", frozenset({"cat", "tophat"}))
    known = Knows("cat", "dog", "top-hat", "tophat")
    assert words(["cat", "dog", "top-hat"], known, dictionary=dictionary) == ("cat", None, "tophat")


@pytest.mark.parametrize(
    ("entries", "words"),
    [
        (("river / Fluss", "tree/Baum", "arm / Arm"), ("river", "tree", "arm")),
        (("Fluss/river", "Baum/tree", "Haus/house"), ("river", "tree", "house")),
        (("river / tree", "house / arm"), ("river / tree", "house / arm")),
        (("Fluss / Baum", "Haus / Brot"), ("Fluss / Baum", "Haus / Brot")),
        (("river / Fluss", "tree"), ("river / Fluss", "tree")),
        ((), ()),
    ],
)
def test_of_a_list_in_two_languages_the_side_that_is_known_counts(entries, words):
    lexicon = Lexicon([Knows("river", "tree", "house", "arm")])
    assert lexicon.in_one_language(entries) == words


def test_a_distinct_entry_is_looked_up_once():
    embedding = Knows("cat")
    lexicon = Lexicon([embedding])
    lexicon.resolve(["cat"] * 100)
    asked = embedding.questions
    lexicon.resolve(["cat"] * 100)
    assert (asked, embedding.questions) == (1, 2)
    assert lexicon.word("cat") == "cat"


def test_dictionary_keeps_the_lines_that_the_authors_program_keeps(tmp_path):
    """Lower-case letters and hyphens, at least two, beginning and ending with a letter."""
    path = tmp_path / "words.txt"
    path.write_text("cat\ntop-hat\na\nParis\n-x\nx-\ndon't\n\nox\n")
    dictionary = read_dictionary(path, "mine")
    assert dictionary.words == {"cat", "top-hat", "ox"}
    assert dictionary.signature.startswith("mine@sha256:")


def test_a_file_without_words_is_no_dictionary(tmp_path):
    (tmp_path / "empty.txt").write_text("A\nB\n")
    with pytest.raises(FileProblem, match="holds no word"):
        read_dictionary(tmp_path / "empty.txt", "empty")
    with pytest.raises(FileProblem, match="cannot read the dictionary"):
        read_dictionary(tmp_path / "absent.txt", "absent")
