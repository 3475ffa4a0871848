"""Copies of published encoders that users bring themselves."""

import dataclasses

import pytest

from helm_creativity.embeddings import catalogue, registry
from helm_creativity.embeddings.models import kept_folder, weights_digest
from helm_creativity.embeddings.registry import check_embeddings, fetch_embedding
from helm_creativity.errors import BadArguments, FileProblem


@pytest.fixture
def folder(tmp_path):
    """The files of a model, as far as anything looks at them before it is loaded."""
    folder = tmp_path / "model"
    (folder / "1_Pooling").mkdir(parents=True)
    (folder / "config.json").write_text('{"hidden_size": 768}')
    (folder / "model.safetensors").write_bytes(b"weights")
    return folder


@pytest.fixture
def known(folder, monkeypatch):
    """``sbert-mpnet``, whose weights are those of the folder."""
    info = dataclasses.replace(catalogue.CATALOGUE["sbert-mpnet"], weights_sha256=weights_digest(folder))
    monkeypatch.setitem(registry.CATALOGUE, "sbert-mpnet", info)
    return info


def test_a_verified_copy_takes_the_place_of_the_hub(home, folder, known):
    """Under the same signature: it is the same model."""
    before = check_embeddings("sbert-mpnet")
    assert fetch_embedding("sbert-mpnet", folder) == before == ("sbert-mpnet@rev:e8c3b32edf54/768d",)
    reference = registry._understand("sbert-mpnet")
    assert reference.source.place() == (str(kept_folder("sbert-mpnet")), None)
    assert reference.source.folder() == kept_folder("sbert-mpnet")
    assert (kept_folder("sbert-mpnet") / "model.safetensors").read_bytes() == b"weights"
    assert [path.name for path in kept_folder("sbert-mpnet").parent.iterdir()] == ["sbert-mpnet"]


def test_bringing_it_twice_changes_nothing(home, folder, known):
    """The first copy stays."""
    assert fetch_embedding("sbert-mpnet", folder) == fetch_embedding("sbert-mpnet", folder)


def test_other_weights_are_refused(home, folder):
    """With both checksums, and nothing is kept."""
    with pytest.raises(FileProblem, match=r"is not sbert-mpnet: expected weights with sha256 78c0197b6159.*, got"):
        fetch_embedding("sbert-mpnet", folder)
    assert not kept_folder("sbert-mpnet").exists()


def test_a_model_whose_weights_are_not_known_is_not_taken(home, folder):
    """Its path can be used instead."""
    with pytest.raises(BadArguments, match="granite-278m is not made from a file"):
        fetch_embedding("granite-278m", folder)
