"""Which model an encoder runs: folders, pinned names of the hub, and copies of published ones that users bring."""

import hashlib
import json
import os
import time

import pytest

from helm_creativity.embeddings import models
from helm_creativity.embeddings.models import ModelSource, folder_digest, hidden_dimension, parse_model
from helm_creativity.embeddings.models import sentence_dimension as dimension
from helm_creativity.embeddings.registry import check_embeddings, fetch_embedding, require_embeddings
from helm_creativity.embeddings.specs import CATALOGUE
from helm_creativity.errors import BadArguments, FileProblem

COMMIT = "e8c3b32edf5434bc2275fc9bab85f82640a19130"
MODEL = CATALOGUE["sbert-mpnet"].model
CONTENTS = {
    "1_Pooling/config.json": '{"pooling_mode": "mean"}',
    "config.json": '{"hidden_size": 768}',
    "model.safetensors": "weights",
}


def write(folder, files):
    """Files of text or JSON."""
    for name, content in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(content if isinstance(content, str) else json.dumps(content))
    return folder


def digest(text):
    return hashlib.sha256(text.encode()).hexdigest()


def test_a_pinned_hub_name_and_a_folder_are_understood(tmp_path, monkeypatch):
    assert parse_model(f"org/some.model@{COMMIT}") == ModelSource("org/some.model", COMMIT)
    assert parse_model(f"org/some.model@{COMMIT}").identity() == "rev:e8c3b32edf54"
    folder = write(tmp_path / "m", CONTENTS)
    monkeypatch.chdir(tmp_path)
    assert parse_model("m") == parse_model(str(folder)) == ModelSource(str(folder))
    assert parse_model("m").identity() == f"sha256:{folder_digest(folder)[:12]}"


UNPINNED = "is not pinned.*: write org/model@<commit> with all 40"  # a branch or a tag may move
NEITHER = "expected an existing folder with a model, or organisation/name@<commit>"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        *((f"org/model{end}", UNPINNED) for end in ("", "@main", f"@{COMMIT[:12]}", f"@{COMMIT}0", "@")),
        *((text, NEITHER) for text in ("/no/such/folder", "./org/model", "model", "a/b/c", "")),
    ],
)
def test_a_hub_name_without_a_full_commit_and_what_is_no_model_are_refused(text, message):
    with pytest.raises(BadArguments, match=message):
        parse_model(text)


def test_the_digest_of_a_folder_covers_every_file_that_makes_the_vectors(tmp_path):
    """As ``sha256sum`` prints them, in the order of paths. Documents, hidden files and other weights do not count."""
    counted = [*CONTENTS, "2_Dense/pytorch_model.bin"]
    others = ["README.md", "code.py", ".cache/x.json", "onnx/model.onnx", "pytorch_model.bin", "tf_model.h5"]
    write(tmp_path, {name: name for name in [*counted[::-1], *others]})
    assert folder_digest(tmp_path) == digest("".join(f"{digest(name)}  {name}\n" for name in sorted(counted)))


OWN = {"path": "1_Pooling", "type": "sentence_transformers.models.Pooling"}
FOREIGN = "foreign code would run: '{}';".format
EVIL = FOREIGN(r"evil\.Module")


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("modules.json", [OWN, {"path": "2", "type": "evil.Module"}], EVIL),
        (
            "modules.json",
            [{"type": "sentence_transformers_evil.Module"}],
            FOREIGN("sentence_transformers_evil.Module"),
        ),
        ("modules.json", [{"path": ""}], FOREIGN("")),
        ("inner/modules.json", [{"path": "", "type": "os.system"}], FOREIGN(r"os\.system")),
        ("1_Router/router_config.json", {"types": {"query_0_X": "evil.Module"}}, EVIL),
        ("1_Asym/config.json", {"types": {"query-1": "evil.Module"}}, EVIL),
        ("modules.json", [{**OWN, "path": "../other"}], r"outside its folder: \.\./other"),
        ("modules.json", [{**OWN, "path": "/other"}], "outside its folder: /other"),
        ("modules.json", {"type": "Pooling"}, r"expected a list of modules in .*modules\.json"),
    ],
)
def test_a_model_that_names_foreign_code_is_refused(tmp_path, name, content, message):
    write(tmp_path, {**CONTENTS, name: content})
    with pytest.raises(FileProblem, match=message):
        require_embeddings(str(tmp_path))


MODULES = [{"path": ""}, {"path": "1_Pooling"}, {"path": "2_Dense"}, {"path": "3_Normalize"}]
OLD = {"word_embedding_dimension": 8, "pooling_mode_mean_tokens": True}


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        ({"1_Pooling/config.json": {**OLD, "pooling_mode_cls_token": False}}, 8),
        ({"1_Pooling/config.json": {**OLD, "pooling_mode_cls_token": True}}, 16),
        ({"1_Pooling/config.json": {"embedding_dimension": 8, "pooling_mode": "mean"}}, 8),
        ({"1_Pooling/config.json": {"embedding_dimension": 8, "pooling_mode": ["mean", "max", "cls"]}}, 24),
        ({"1_Pooling/config.json": OLD, "2_Dense/config.json": {"in_features": 8, "out_features": 3}}, 3),
        ({}, 99),
    ],
)
def test_the_dimension_of_a_sentence_encoder_is_that_of_its_last_module(tmp_path, files, expected):
    write(tmp_path, {"config.json": {"hidden_size": 99}})
    assert dimension(tmp_path) == 99
    assert dimension(write(tmp_path, {"modules.json": MODULES, **files})) == expected


@pytest.mark.parametrize(("content", "message"), [({}, "does not set hidden_size"), ("{", "cannot read .*config")])
def test_a_model_that_does_not_say_its_dimension_is_refused(tmp_path, content, message):
    with pytest.raises(FileProblem, match=message):
        hidden_dimension(write(tmp_path, {"config.json": content}))


@pytest.fixture
def folder(home, tmp_path, monkeypatch):
    """A copy of ``sbert-mpnet``, and a file that is not needed; what was published is as small."""
    digests = {name: digest(content) for name, content in CONTENTS.items()}
    monkeypatch.setattr(models, "PUBLISHED", {f"{MODEL.location}@{MODEL.revision}": digests})
    monkeypatch.setattr(models, "LARGE", len(CONTENTS["config.json"]))
    return write(tmp_path / "model", {**CONTENTS, "README.md": "read me"})


def kept():
    """What is in the home's copy."""
    return {str(path.relative_to(MODEL.kept)): path.read_text() for path in MODEL.kept.rglob("*") if path.is_file()}


def test_a_verified_copy_takes_the_place_of_the_hub(folder):
    """Under the same signature: it is the same model. Only what was verified is taken along."""
    before = check_embeddings("sbert-mpnet")
    assert fetch_embedding("sbert-mpnet", folder) == before == ("sbert-mpnet@rev:e8c3b32edf54/768d",)
    assert MODEL.place() == (str(MODEL.kept), None)
    assert MODEL.folder() == MODEL.kept
    assert kept() == CONTENTS
    assert [path.name for path in MODEL.kept.parent.iterdir()] == ["all-mpnet-base-v2"]
    assert require_embeddings("sbert-mpnet")


@pytest.mark.parametrize("name", CONTENTS)
def test_a_copy_in_which_any_file_differs_is_refused(folder, name):
    """With the file and both checksums, and nothing is kept. A pooling that differs moves every score."""
    write(folder, {name: "{}"})
    wrong = f"{name} has sha256 44136f.* in place of {digest(CONTENTS[name])}"
    with pytest.raises(FileProblem, match=rf"is not {MODEL.location} at e8c.*: {wrong}"):
        fetch_embedding("sbert-mpnet", folder)
    (folder / name).unlink()
    with pytest.raises(FileProblem, match=f"{name} is missing"):
        fetch_embedding("sbert-mpnet", folder)
    assert not MODEL.kept.exists()


@pytest.mark.parametrize(
    ("name", "problem"),
    [*((name, f"{name} has sha256") for name in CONTENTS), ("added_tokens.json", r"added_tokens\.json is not one of")],
)
def test_a_copy_that_is_changed_later_is_not_used(folder, name, problem):
    """Whatever its file times say, and however large the file is; bringing it again mends it."""
    fetch_embedding("sbert-mpnet", folder)
    file = MODEL.kept / name
    times = file.stat() if file.exists() else MODEL.kept.stat()
    time.sleep(0.05)  # clocks of file systems tick every few milliseconds
    file.write_text(CONTENTS.get(name, "{}")[::-1])
    os.utime(file, ns=(times.st_atime_ns, times.st_mtime_ns))
    with pytest.raises(FileProblem, match=rf"no longer those of {MODEL.location} .*: {problem}.*; remove the folder"):
        require_embeddings("sbert-mpnet")
    fetch_embedding("sbert-mpnet", folder)
    assert require_embeddings("sbert-mpnet")
    assert kept() == CONTENTS


def test_a_large_file_is_read_once_for_all_processes(folder, monkeypatch):
    fetch_embedding("sbert-mpnet", folder)
    read, real = [], models.file_sha256
    monkeypatch.setattr(models, "file_sha256", lambda path: read.append(path.name) or real(path))
    monkeypatch.setattr(models, "_digests", {})  # as in another process
    assert require_embeddings("sbert-mpnet")
    assert require_embeddings("sbert-mpnet")
    assert read == ["model.safetensors"]  # the smallest of the three
