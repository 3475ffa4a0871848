"""Copies of published encoders that users bring themselves."""

import hashlib
import os
import time

import pytest

from helm_creativity.embeddings import models, registry
from helm_creativity.embeddings.registry import check_embeddings, fetch_embedding, require_embeddings
from helm_creativity.embeddings.specs import CATALOGUE
from helm_creativity.errors import FileProblem

MODEL = CATALOGUE["sbert-mpnet"].model
POOLING = "1_Pooling/config.json"
CONTENTS = {POOLING: '{"pooling_mode": "mean"}', "config.json": '{"hidden_size": 768}', "model.safetensors": "weights"}


@pytest.fixture
def folder(tmp_path):
    """The files of a model that are verified before it is loaded, and one that is not needed."""
    folder = tmp_path / "model"
    (folder / "1_Pooling").mkdir(parents=True)
    for name, content in {**CONTENTS, "README.md": "read me"}.items():
        (folder / name).write_text(content)
    return folder


@pytest.fixture(autouse=True)
def known(monkeypatch):
    """``sbert-mpnet``, whose published files are those of the folder."""
    digests = {name: hashlib.sha256(content.encode()).hexdigest() for name, content in CONTENTS.items()}
    monkeypatch.setattr(models, "PUBLISHED", {f"{MODEL.location}@{MODEL.revision}": digests})


def test_a_verified_copy_takes_the_place_of_the_hub(home, folder):
    """Under the same signature: it is the same model. Only what was verified is taken along."""
    before = check_embeddings("sbert-mpnet")
    assert fetch_embedding("sbert-mpnet", folder) == before == ("sbert-mpnet@rev:e8c3b32edf54/768d",)
    place = MODEL.kept
    model = registry.find_embedding_spec("sbert-mpnet").model
    assert model.place() == (str(place), None)
    assert model.folder() == place
    assert {path.relative_to(place).as_posix() for path in place.rglob("*") if path.is_file()} == CONTENTS.keys()
    assert [path.name for path in place.parent.iterdir()] == ["all-mpnet-base-v2"]
    assert require_embeddings("sbert-mpnet")


@pytest.mark.parametrize("name", CONTENTS)
def test_a_copy_in_which_any_file_differs_is_refused(home, folder, name):
    """With the file and both checksums, and nothing is kept. A pooling that differs moves every score."""
    (folder / name).write_text("{}")
    digest = hashlib.sha256(CONTENTS[name].encode()).hexdigest()
    with pytest.raises(FileProblem, match=rf"is not {MODEL.location} at e8c.*: {name} has sha256 44136f.* of {digest}"):
        fetch_embedding("sbert-mpnet", folder)
    (folder / name).unlink()
    with pytest.raises(FileProblem, match=f"{name} is missing"):
        fetch_embedding("sbert-mpnet", folder)
    assert not MODEL.kept.exists()


def test_a_copy_to_which_a_file_is_added_later_is_not_used(home, folder):
    fetch_embedding("sbert-mpnet", folder)
    (MODEL.kept / "added_tokens.json").write_text("{}")
    with pytest.raises(FileProblem, match=r"no longer those of .*: added_tokens\.json is not one of them; remove"):
        require_embeddings("sbert-mpnet")
    fetch_embedding("sbert-mpnet", folder)
    assert require_embeddings("sbert-mpnet")


@pytest.mark.parametrize("name", CONTENTS)
def test_a_copy_that_is_changed_later_is_not_used(home, folder, name, monkeypatch):
    """Whatever its file times say, and however large the file is; bringing it again mends it."""
    monkeypatch.setattr(models, "LARGE", 5)
    fetch_embedding("sbert-mpnet", folder)
    file = MODEL.kept / name
    times = file.stat()
    time.sleep(0.05)  # clocks of file systems tick every few milliseconds
    file.write_text(file.read_text()[::-1])
    os.utime(file, ns=(times.st_atime_ns, times.st_mtime_ns))
    with pytest.raises(FileProblem, match=rf"no longer those of {MODEL.location} .*: {name} has sha256 .*fetch the"):
        require_embeddings("sbert-mpnet")
    fetch_embedding("sbert-mpnet", folder)
    assert require_embeddings("sbert-mpnet")
    assert file.read_text() == CONTENTS[name]


def test_a_large_file_is_read_once_for_all_processes(home, folder, monkeypatch):
    monkeypatch.setattr(models, "LARGE", len(CONTENTS["config.json"]))
    fetch_embedding("sbert-mpnet", folder)
    read = []
    real = models.file_sha256
    monkeypatch.setattr(models, "file_sha256", lambda path: (read.append(path.name), real(path))[1])
    monkeypatch.setattr(models, "_digests", {})
    require_embeddings("sbert-mpnet")
    require_embeddings("sbert-mpnet")
    assert read == ["model.safetensors"]  # the smallest of the three
