"""Word vectors for the conditional DAT whose angles can be read off."""

import numpy as np
import pytest
from support.cdat import make_vectors

FOR_ROCK = ["quickly", "slowly", "softly", "loudly", "gladly", "sadly", "badly"]
FOR_WOLF = ["warmly", "coldly", "boldly", "fairly", "kindly", "rarely", "surely"]
FORMS = ["rock", "rocks", "rocking", "rocked", "rocky", "bedrock", "wolf", "wolves", "dry", "dries"]


def axis(*shares):
    """A vector of 16 numbers from pairs of position and number."""
    vector = np.zeros(16)
    for position, share in shares:
        vector[position] = share
    return vector.tolist()


@pytest.fixture(scope="session")
def angles(home, tmp_path_factory):
    """Two cues at right angles, seven adverbs that belong to each, and seven nouns in all.

    ``FOR_ROCK``: cosine 3/5 to rock, 0 to wolf, 9/25 to each other. ``FOR_WOLF``: 4/5 to wolf, 0 to rock, 16/25 to each
    other. WordNet has no noun among them. The seven nouns are the cues and five others, of which idea and river have
    cosines 3/5 and 4/5 to wolf, and the rest is at right angles to both cues.
    """
    vectors = {"rock": axis((0, 1)), "wolf": axis((1, 1)), **dict.fromkeys(["lamp", "golf", "violin"], axis((2, 1)))}
    vectors |= {"idea": axis((1, 0.6), (2, 0.8)), "river": axis((1, 0.8), (2, 0.6))}
    vectors |= {word: axis((0, 0.6), (i, 0.8)) for i, word in enumerate(FOR_ROCK, 3)}
    vectors |= {word: axis((1, 0.8), (i, 0.6)) for i, word in enumerate(FOR_WOLF, 3)}
    return make_vectors(tmp_path_factory.mktemp("angles"), "angles", vectors)


@pytest.fixture(scope="session")
def square(home, tmp_path_factory):
    """The words of ``angles`` and one more noun, all at right angles."""
    words = ["rock", "wolf", "lamp", "golf", "violin", "idea", "river", "tree", *FOR_ROCK, *FOR_WOLF]
    rows = np.eye(len(words)).tolist()
    return make_vectors(tmp_path_factory.mktemp("square"), "square", dict(zip(words, rows, strict=True)))


@pytest.fixture(scope="session")
def forms(home, tmp_path_factory):
    """Cues with their forms, and seven adverbs, all at right angles."""
    words = [*FORMS, *FOR_ROCK]
    rows = np.eye(len(words)).tolist()
    return make_vectors(tmp_path_factory.mktemp("forms"), "forms", dict(zip(words, rows, strict=True)))
