"""Right and wrong; and the prompt that is asked."""

from pathlib import Path

import pytest

import helm_creativity.scenarios.rat as benchmark
from helm_creativity.core.prompts import render
from helm_creativity.scenarios.rat.measure import solved


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
    assert solved(word, accepted) is right


def test_the_prompt_is_the_one_that_the_paper_prints():
    """With the stems of the paper's example, the prompt is appendix E.5 to the letter."""
    prompt = render(Path(benchmark.__file__).parent, "schapiro2026", stems=["cracker", "fly", "fighter"])
    assert prompt.text == (
        'What single word can be combined with each of "cracker", "fly", and "fighter" to form a compound word or '
        "common phrase?\nRespond with ONLY the single answer word in lowercase. No explanation."
    )


def test_the_prompt_of_create_is_the_one_that_its_table_prints():
    """With the stems of the example, Table 18 but for a line break."""
    prompt = render(Path(benchmark.__file__).parent, "wadhwa2026", stems=["cottage", "swiss", "cake"])
    assert prompt.text.replace("\n", " ") == (
        "Find a fourth word that is related to all three of the following words: cottage / swiss / cake Respond with "
        "only the single word answer, nothing else."
    )
