"""Word vectors of a few stops between two entities, so that every distance is known."""

import pytest
from support.cdat import make_vectors
from support.create import VECTORS


@pytest.fixture(scope="session")
def stops(home, tmp_path_factory):
    """The vectors under the name ``stops``, and one of a letter, which is no word."""
    letter = {"k": (0.0, 1.0, 0.0, 0.0, 0.0)}
    return make_vectors(tmp_path_factory.mktemp("stops"), "stops", {**VECTORS, **letter})


@pytest.fixture(scope="session")
def far_stops(home, tmp_path_factory):
    """Vectors under which all stops are at right angles."""
    rows = {name: [float(name == other) for other in VECTORS] for name in VECTORS}
    return make_vectors(tmp_path_factory.mktemp("far"), "far-stops", rows)
