"""What the tests of the Artificial Hivemind share."""

import pytest
from support.hivemind import write_angles

from helm_creativity.embeddings.registry import fetch_embedding


@pytest.fixture(scope="session", autouse=True)
def angles(home, tmp_path_factory):
    """Word vectors in a plane, named ``compass``."""
    fetch_embedding("compass", origin=write_angles(tmp_path_factory.mktemp("compass") / "angles.txt"))
    return "compass"
