"""Word vectors of a few objects and uses, so that every distance is known."""

import pytest
from support.aut import own_words, put_authors_words
from support.cdat import make_vectors
from support.scoring import Scoring

from helm_creativity.benchmark.loading import get_benchmark

BRICK = (0.0, 1.0, 0.0, 0.0)
VECTORS = {
    "book": (1.0, 0.0, 0.0, 0.0),
    "reading": (1.0, 0.0, 0.0, 0.0),
    "weight": (0.0, 0.0, 0.0, 1.0),
    "doorstop": (0.0, 0.0, 1.0, 0.0),
    "paper": (0.0, 0.0, 1.0, 0.0),
    "novel": (0.6, 0.0, 0.8, 0.0),
    "door-bell": (-1.0, 0.0, 0.0, 0.0),
    "un": (-1.0, 0.0, 0.0, 0.0),
    **dict.fromkeys(["brick", "fork", "table", "hammer", "pants"], BRICK),
}


@pytest.fixture(scope="session")
def toy_uses(home, tmp_path_factory):
    """The vectors above under the name ``uses``."""
    return make_vectors(tmp_path_factory.mktemp("uses"), "uses", VECTORS)


@pytest.fixture(scope="session")
def other_uses(home, tmp_path_factory):
    """Vectors under which all uses but two are opposite to these, and ``weight`` is unknown."""
    rows = {word: (-1.0, 0.0) if word in ("doorstop", "novel") else (1.0, 0.0) for word in VECTORS if word != "weight"}
    return make_vectors(tmp_path_factory.mktemp("other"), "others", rows)


@pytest.fixture(scope="session")
def scorer_of():
    """Scores responses under a protocol in words of this package or its authors', an embedding and three judges."""

    def make(protocol, embedding, own=True):
        values = {"protocol": protocol, "embedding": embedding, "judges": "j/0+j/1+j/2"}
        benchmark = get_benchmark("aut")
        return Scoring(benchmark, benchmark.settings_type(**values, **(own_words(protocol) if own else {})))

    return make


@pytest.fixture
def authors_words(home):
    """Stand-ins for the authors' files, as if they had been fetched."""
    paths = put_authors_words()
    yield
    for path in paths:
        path.unlink()
