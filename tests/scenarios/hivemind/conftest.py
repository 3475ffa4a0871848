"""What the tests of the Artificial Hivemind share."""

import pytest
from support.hivemind import write_angles

from helm_creativity.embeddings.registry import fetch_embedding


@pytest.fixture(scope="session", autouse=True)
def angles(home, tmp_path_factory):
    """Word vectors in a plane, named ``angles``."""
    fetch_embedding("angles", origin=write_angles(tmp_path_factory.mktemp("angles") / "angles.txt"))
    return "angles"
