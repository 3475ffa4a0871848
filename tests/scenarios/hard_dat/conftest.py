"""Vectors at right angles, and answers to one item."""

from dataclasses import dataclass

import numpy as np
import pytest
from support.hard_dat import scorer_under

from helm_creativity.benchmark.types import Response, Sample
from helm_creativity.embeddings.registry import fetch_embedding
from helm_creativity.task_types.word_list.scorer import GivenWordsScorer

GIVEN = ["water", "definition", "town", "circle"]
B_WORDS = [f"b{vowel}{end}" for vowel in "aeiou" for end in ("d", "g", "n", "t", "x")]
OTHERS = ["cat", "dog", "culdesac", "b-side"]


@pytest.fixture(scope="session")
def squares(home, tmp_path_factory):
    """25 words with b, the given words and some others, all at right angles: every HardDAT under them is 100."""
    path = tmp_path_factory.mktemp("squares") / "squares.txt"
    words = [*B_WORDS, *GIVEN, *OTHERS]
    rows = np.eye(len(words), dtype=int)
    path.write_text("".join(f"{word} {' '.join(map(str, row))}\n" for word, row in zip(words, rows, strict=True)))
    fetch_embedding("squares", origin=path)
    return "squares"


@dataclass
class One:
    """Scores single answers to one item."""

    scorer: GivenWordsScorer
    letter: str = "b"
    given: tuple[str, ...] = tuple(GIVEN)

    def row(self, text=None, words=None, **answer):
        """The row of an answer."""
        fields = {"letter": self.letter, "given": list(self.given)}
        return (
            Sample(None, {**fields, "words": words}) if words is not None else Sample(Response(text, **answer), fields)
        )

    def __call__(self, text=None, words=None, **answer):
        return self.scorer.score([self.row(text, words, **answer)])[0]


@pytest.fixture
def one(squares):
    """The letter b with four given words."""
    return One(scorer_under(squares))


@pytest.fixture
def item():
    """Another item, or another scorer."""
    return One


@pytest.fixture(scope="session")
def b_words():
    """The 25 words with b."""
    return list(B_WORDS)
