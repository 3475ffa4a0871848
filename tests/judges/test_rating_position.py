"""Where the number stands that was read as a rating."""

import pytest

from helm_creativity.judges.rating_position import rating_position


def found(text, value=7, *, name="originality", rated=(), alone=True):
    """The reply with the place marked, or None."""
    span = rating_position(text, name, value, rated, alone=alone)
    return None if span is None else f"{text[: span[0]]}<<{text[slice(*span)]}>>{text[span[1] :]}"


@pytest.mark.parametrize(
    "marked",
    [
        "<<7>>",
        "**<<7>>**",
        "Score: <<7>>",
        "Score: <<7>>/10",
        "Originality: <<7>>. It has 7 parts.",
        "**Originality**: <<7>>",
        "The originality is <<7>>, the rest is 7 too.",
        "In 7 words. Rating: <<7>>",
        'SCORES = {"originality": <<7>>, "feasibility": 3}',
        "I would give it a <<7>> out of 10; 17 or 7.5 or 1-7 or 3/7 it is not, nor a 7th.",
        "<think>originality: 7, or 7?</think>Originality: <<7>>",
        "Ünique — originality… <<7>>",
    ],
)
def test_the_one_place_is_found(marked):
    """Behind the name first, then behind a word for ratings, then anywhere; never in thoughts."""
    assert found(marked.replace("<<", "").replace(">>", "")) == marked


@pytest.mark.parametrize(
    "text",
    [
        "",
        "seven",
        "7 or 7",
        "Originality: 7\nOriginality: 7",
        "Rating 7, score 7",
        "I give it a seven, of 7 parts.",
        "Originality: 7.5",
        "<think>7</think>",
        "originality: 17",
    ],
)
def test_a_place_that_may_be_another_ones_is_none(text):
    """Nothing is guessed."""
    assert found(text) is None


@pytest.mark.parametrize("value", [7.5, -7.0])
def test_no_figures_stand_for_other_numbers(value):
    """Which no token holds."""
    assert found("Score: 7.5 -7 7", value) is None


def test_of_several_dimensions_each_has_its_own():
    """The same figures behind another name, or behind none, are another's."""
    text = '{"originality": 7, "clarity_of_form": 7}'
    assert found(text, alone=False) == '{"originality": <<7>>, "clarity_of_form": 7}'
    assert found(text, name="clarity_of_form", alone=False) == '{"originality": 7, "clarity_of_form": <<7>>}'
    assert found("Clarity of form: 7", name="clarity_of_form", alone=False) == "Clarity of form: <<7>>"
    assert found("Score: 7", alone=False) is found("7", alone=False) is None
    assert found("Its originality: 7, if seven can be.", alone=False) == "Its originality: <<7>>, if seven can be."
    assert found("Unoriginality: 7", alone=False) is None


def test_what_is_quoted_from_the_rated_text_is_no_place():
    """Unless the reply is nothing else."""
    assert found('It says "originality: 7". High!', rated=("So: Originality: 7!",)) is None
    assert found("It has 7 parts. High!", rated=("Made of 7 parts",)) is None
    assert found("It has 7 parts. High!", rated=("Made of parts",)) == "It has <<7>> parts. High!"
    assert found(" 7.", rated=("Made of 7 parts",)) == " <<7>>."
