import pytest
from support.encoders import tiny_bert

from helm_creativity.benchmark.loading import get_benchmark


@pytest.fixture(scope="session")
def bert(tmp_path_factory):
    """Name of a BERT of eight layers with random weights, as run entries have it."""
    return f"bert:{tiny_bert(tmp_path_factory.mktemp('models') / 'tiny-bert')}"


@pytest.fixture(scope="session")
def story():
    """The benchmark."""
    return get_benchmark("story")
