"""Objects and prompts."""

import re

import pytest

from helm_creativity.core.prompts import render
from helm_creativity.embeddings.registry import load_embeddings
from helm_creativity.scenarios.aut.benchmark import CATEGORIES, HERE, ONE_TO_FIVE, TEN_TO_FIFTY, TENTHS
from helm_creativity.scenarios.aut.items import object_name, object_names, object_phrase, object_sets

TABLE_18 = (
    "Imagine that someone gives you a book. Write down as many uses as you can think of for this object, up to 10 "
    "uses. Please list the uses as words or phrases (single word answers are ok), separated by semicolons. Do not "
    "write anything besides your proposed uses."
)


def names(key):
    return [thing.name for thing in object_sets()[key]]


def test_the_objects_of_the_sources():
    """In their order; all of them once."""
    assert names("mctb2025") == ["brick", "box", "paperclip", "bottle", "rope", "book", "table", "shovel"]
    assert names("wenger2025") == ["book", "fork", "table", "hammer", "pants"]
    assert names("all") == [*names("mctb2025"), "fork", "hammer", "pants"]
    assert set(object_sets()) == {"mctb2025", "wenger2025", "all"}


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
    assert all(name in phrase and phrase.startswith("a ") for name, phrase in object_sets()["all"])


def test_the_printed_prompt_is_exact():
    """Wadhwa et al. 2026, Table 18, with the object as its only variable."""
    assert render(HERE, "wenger2025", phrase="a book").text == TABLE_18
    assert render(HERE, "wenger2025", phrase="a fork").text == TABLE_18.replace("a book", "a fork")


@pytest.mark.parametrize("template", ["wenger2025", "mctb2025_own", "agc2026_own"])
def test_every_protocol_has_a_prompt(template):
    """With the object in it once, and nothing of creativity, which is the instruction's part."""
    text = render(HERE, template, phrase="a shovel").text
    assert text.count("shovel") == 1
    assert not re.search("creativ|original|effective", text)


@pytest.mark.parametrize("rubric", [TENTHS, ONE_TO_FIVE, TEN_TO_FIFTY, CATEGORIES])
def test_questions_number_the_uses(rubric):
    """From 1, a line each, as replies refer to them."""
    question = rubric.question(phrase="a brick", uses=("doorstop", "hold <b>paper</b> & co"))
    assert "\n\n1. doorstop\n2. hold <b>paper</b> & co\n\nReply" in question.user
    assert question.rated == ("doorstop", "hold <b>paper</b> & co")
    assert "a brick" in question.user


def test_questions_name_their_scale():
    """The one on which replies are read."""
    for rubric, low, high in ((TENTHS, "1", "5"), (ONE_TO_FIVE, "1", "5"), (TEN_TO_FIFTY, "10", "50")):
        text = rubric.question(phrase="a brick", uses=["x"]).user
        assert re.search(rf"from {low} to {high}\b", text)
        assert (rubric.scale.low, rubric.scale.high) == (float(low), float(high))
    assert TENTHS.scale.step == 0.1


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
