"""Right and wrong; and the prompt that is asked."""

import pytest

from helm_creativity.scenarios.rat.scoring import accuracy


@pytest.mark.parametrize(
    ("word", "accepted", "right"),
    [
        ("fire", "fire", True),
        ("FIRE", "fire", True),
        ("court", "school|court", True),
        ("school", "school|court", True),
        ("book-case", "bookcase", True),
        ("fires", "fire", False),
        ("ire", "fire", False),
        ("firework", "fire", False),
        ("school|court", "school|court", False),
    ],
)
def test_only_the_key_is_right(word, accepted, right):
    """The key or an alternative, in any case; neither an inflection nor a part nor the whole list."""
    assert accuracy(word, accepted) == 100 * right
