"""Ratings of single texts that stand in the cells of a file."""

import pytest

from helm_creativity.core.ratings import Scale
from helm_creativity.errors import BadArguments
from helm_creativity.judges.file_ratings import ratings_of_cells

SCALE = Scale(1, 5)


@pytest.mark.parametrize(
    ("cell", "values"),
    [
        ([1, 4.5, 5], [[1], [4.5], [5]]),
        ("[1, [2, 4], null]", [[1], [2, 4], []]),
        ([[], None, [3]], [[], [], [3]]),
        ("", [[], [], []]),
        (None, [[], [], []]),
    ],
)
def test_each_text_has_its_own(cell, values):
    """A number, several, or none; as JSON, too."""
    assert ratings_of_cells({"originality": cell}, "originality", SCALE, 3) == values


@pytest.mark.parametrize("cell", [[1, 2], [1, 2, 3, 4], 5, "high", "[1, 2", {"1": 1}])
def test_as_many_are_needed_as_there_are_texts(cell):
    """None is ever shifted to another text."""
    with pytest.raises(BadArguments, match=r"expected originality as a list with .* for each of 3 texts of the"):
        ratings_of_cells({"originality": cell}, "originality", SCALE, 3)


@pytest.mark.parametrize("entry", [0, 6, "x", [1, 9], True])
def test_ratings_are_on_the_scale(entry):
    """From 1 to 5, as the question asks for."""
    with pytest.raises(BadArguments, match="expected originality as a rating from 1 to 5, or a list of them, got"):
        ratings_of_cells({"originality": [1, entry, 1]}, "originality", SCALE, 3)
