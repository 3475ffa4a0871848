"""What the tests of more than one benchmark need."""

import pytest
from support import tongues

from helm_creativity.embeddings.registry import fetch_embedding


@pytest.fixture(scope="session")
def many_tongues(home, tmp_path_factory):
    """The nouns of twelve languages as word vectors named ``tongues``: equal for translations, else at right angles."""
    path = tmp_path_factory.mktemp("tongues") / "tongues.txt"
    tongues.write_vectors(path, tongues.directions())
    fetch_embedding("tongues", origin=path)
    return "tongues"
