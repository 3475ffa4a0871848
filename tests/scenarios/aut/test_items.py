"""Objects and prompts."""

import pytest

from helm_creativity.benchmark.prompts import render
from helm_creativity.embeddings.registry import load_embeddings
from helm_creativity.scenarios.aut.benchmark import HERE
from helm_creativity.scenarios.aut.items import object_name, object_names, object_phrase, object_sets

TABLE_18 = (
    "Imagine that someone gives you a book. Write down as many uses as you can think of for this object, up to 10 "
    "uses. Please list the uses as words or phrases (single word answers are ok), separated by semicolons. Do not "
    "write anything besides your proposed uses."
)


def names(key):
    return list(object_sets()[key])


def test_every_object_has_a_vector_in_the_builtin_table():
    """So that everything runs offline."""
    (one,) = load_embeddings("builtin")
    assert one.knows(names("all")).all()


def test_phrases():
    """With an article, of somebody's own objects too; and as the authors' prompts name an object."""
    assert [object_phrase(name) for name in ("book", "pants", "tyre")] == ["a book", "a pair of pants", "a tyre"]
    assert object_names("a pair of pants") == {
        "phrase": "a pair of pants",
        "thing": "pair of pants",
        "capitals": "PAIR OF PANTS",
    }
    assert all(name in phrase and phrase.startswith("a ") for name, phrase in object_sets()["all"].items())


def test_the_printed_prompt_is_exact():
    """Wadhwa et al. 2026, Table 18, with the object as its only variable."""
    assert render(HERE, "wenger2025", phrase="a book").text == TABLE_18
    assert render(HERE, "wenger2025", phrase="a fork").text == TABLE_18.replace("a book", "a fork")


@pytest.mark.parametrize(
    ("named", "name"),
    [
        ("brick", "brick"),
        ("A  Brick", "brick"),
        ("an umbrella", "umbrella"),
        ("The rope", "rope"),
        ("a pair of pants", "pants"),
        ("pair of pants", "pants"),
        ("piece of the rope", "piece of the rope"),
        ("A4 paper", "a4 paper"),
        ("theatre", "theatre"),
        ("a", "a"),
    ],
)
def test_an_object_has_one_name(named, name):
    """However a file names it, so that its responses are of one item."""
    assert object_name(named) == name
