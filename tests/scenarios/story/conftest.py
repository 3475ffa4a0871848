import pytest
from support.encoders import tiny_bert


@pytest.fixture(scope="session")
def bert(tmp_path_factory):
    """Name of a BERT of eight layers with random weights, as run entries have it."""
    return f"bert:{tiny_bert(tmp_path_factory.mktemp('models') / 'tiny-bert')}"
