import pytest
from support.encoders import tiny_bert


@pytest.fixture
def home(tmp_path, monkeypatch):
    """An empty home of the package."""
    folder = tmp_path / "home"
    monkeypatch.setenv("HELM_CREATIVITY_HOME", str(folder))
    return folder


@pytest.fixture(scope="session")
def bert_folder(tmp_path_factory):
    """A BERT of eight layers with random weights."""
    return tiny_bert(tmp_path_factory.mktemp("models") / "tiny-bert")
