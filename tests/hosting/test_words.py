"""Embedding and dictionary as arguments of run entries."""

import pytest

from helm_creativity.errors import BadArguments
from helm_creativity.hosting import Arguments, vector_settings, word_settings

UNKNOWN = "unknown embedding 'nope'"


def test_an_embedding_is_shown_in_its_short_form(tmp_path):
    """A metric needs the whole name, a run's name has no room for it."""
    path = tmp_path / "my vectors.txt"
    path.write_text("cat 1 0\ndog 0 1\n")
    vectors = vector_settings(Arguments("x"), str(path))
    assert (vectors.usable, vectors.args) == (True, {"embedding": str(path)})
    assert vectors.named == {"embedding": "my-vectors.txt"}


def test_what_is_left_out_is_the_protocols(toy):
    """And told to what else is asked of it."""
    asked = []
    assert vector_settings(Arguments("x"), "", toy, asked.append).embedding == toy
    assert vector_settings(Arguments("x"), "builtin", toy, asked.append).embedding == "builtin"
    assert asked == [toy, "builtin"]


def test_a_refused_embedding_is_replaced(toy):
    """By one that is always here; what else is asked of it is not asked then, and may refuse it, too."""
    asked = []

    def refuse(name):
        raise BadArguments(f"{name} has no vector for the object 'box'")

    arguments = Arguments("x")
    found = [vector_settings(arguments, "nope", "", asked.append), vector_settings(arguments, toy, "", refuse)]
    assert [(one.embedding, one.usable) for one in found] == [("builtin", False)] * 2
    assert asked == []
    with pytest.raises(BadArguments, match=f"{UNKNOWN}.*; toy has no vector for the object 'box'$"), arguments:
        pass
    with pytest.raises(BadArguments, match="expected names of embeddings joined by"), Arguments("x") as arguments:
        vector_settings(arguments, "")


@pytest.mark.parametrize(
    ("embedding", "dictionary", "expected"),
    [
        ("", "", ("builtin", "none")),  # the built-in table is a dictionary itself
        ("toy", "", ("toy", "wordnet")),
        ("toy", "none", ("toy", "none")),
        ("builtin", "wordnet", ("builtin", "wordnet")),
    ],
)
def test_words_have_a_dictionary(toy, embedding, dictionary, expected):
    """The protocol's, unless told otherwise."""
    words = word_settings(Arguments("x"), embedding, dictionary, "builtin", "wordnet")
    assert (words.embedding, words.dictionary, words.usable) == (*expected, True)
    assert words.args == words.named == {"embedding": expected[0], "dictionary": expected[1]}


@pytest.mark.parametrize(
    ("embedding", "dictionary", "message"),
    [
        ("nope", "none", UNKNOWN),
        ("glove-840b", "none", "embeddings fetch glove-840b"),
        # Which dictionary would be the usual one under that name is not worth a complaint.
        ("nope", "", UNKNOWN),
        ("toy", "mine", "dictionary must be one of olson2021, wordnet, none, got 'mine'$"),
        ("toy", "", "not on this machine: the dictionary 'olson2021'"),
        ("nope", "mine", f"{UNKNOWN}.*; dictionary must be one of"),
    ],
)
def test_refused_words_are_replaced(toy, embedding, dictionary, message):
    """Both, by what makes a scorer on any machine."""
    arguments = Arguments("x")
    words = word_settings(arguments, embedding, dictionary, "builtin", "olson2021")
    with pytest.raises(BadArguments, match=message) as caught, arguments:
        pass
    assert (words.args, words.usable) == ({"embedding": "builtin", "dictionary": "none"}, False)
    assert ("olson2021-words" in str(caught.value)) == ((embedding, dictionary) == ("toy", ""))


def test_own_arguments_stand_before_vectors_and_words(toy):
    """In the order of the run's name; None of them is no argument."""
    words = word_settings(Arguments("x"), toy, "none", "builtin", "none")
    chosen = words.chosen({"letters": "all", "draw": 0}, {}, 3)
    assert list(chosen.args.items()) == [("letters", "all"), ("draw", 0), ("embedding", toy), ("dictionary", "none")]
    assert (chosen.named, chosen.trials) == ({"embedding": toy, "dictionary": "none"}, 3)
    both = vector_settings(Arguments("x"), toy).chosen({"objects": "all"})
    assert both.args == both.named == {"objects": "all", "embedding": toy}
    assert words.chosen().args == words.args
