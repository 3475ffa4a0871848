import pytest


@pytest.fixture
def home(tmp_path, monkeypatch):
    """An empty home of the package."""
    folder = tmp_path / "home"
    monkeypatch.setenv("HELM_CREATIVITY_HOME", str(folder))
    return folder
