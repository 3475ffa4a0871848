"""Numbers that papers print, under the vectors for which they hold."""

import pytest

from helm_creativity.scenarios.dat.scoring import dat

pytestmark = pytest.mark.glove


@pytest.mark.parametrize(
    ("one", "other", "distance"),
    [("cat", "dog", 0.1983), ("cat", "thimble", 0.8787), ("dog", "algorithm", 0.9555)],
)
def test_distances_between_two_words(glove, one, other, distance):
    """Olson et al. 2021 and the report of the Multimodal Creative Thinking Benchmark 2025."""
    assert dat(glove.embed([one, other]).vectors) == pytest.approx(100 * distance, abs=0.005)


@pytest.mark.parametrize(
    ("words", "score", "digits"),
    [
        ("arm eyes feet hand head leg body", 50.31, 0.005),
        ("lamp algorithm golf playground orchestra spaghetti crocodile", 88.52, 0.005),
        ("hippo jumper machinery prickle tickets tomato violin", 95, 0.5),
    ],
)
def test_example_answers(glove, words, score, digits):
    """To the last printed digit."""
    vectors, known = glove.embed(words.split())
    assert known.all()
    assert dat(vectors) == pytest.approx(score, abs=digits)
