import hashlib
import json

import pytest

from helm_creativity.embeddings.models import (
    ModelSource,
    hidden_dimension,
    parse_model,
    require_folder,
    sentence_dimension,
    weights_digest,
)
from helm_creativity.errors import BadArguments, EmbeddingNotFound, FileProblem

COMMIT = "e8c3b32edf5434bc2275fc9bab85f82640a19130"


def write(folder, name, content):
    """A file of text or JSON."""
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(content if isinstance(content, str) else json.dumps(content))
    return path


def digest(text):
    """SHA-256 of a text."""
    return hashlib.sha256(text.encode()).hexdigest()


def test_a_pinned_hub_name_and_a_folder_are_understood(tmp_path, monkeypatch):
    """Nothing is loaded or looked up on the way."""
    assert parse_model(f"org/some.model@{COMMIT}") == ModelSource("org/some.model", COMMIT)
    assert parse_model(f"org/some.model@{COMMIT}").identity() == "rev:e8c3b32edf54"
    write(tmp_path / "m", "config.json", {})
    write(tmp_path / "m", "model.safetensors", "weights")
    assert parse_model(str(tmp_path / "m")) == ModelSource(str(tmp_path / "m"))
    assert parse_model(str(tmp_path / "m")).identity() == f"sha256:{digest('weights')[:12]}"
    monkeypatch.chdir(tmp_path)
    assert parse_model("m") == ModelSource(str(tmp_path / "m"))


@pytest.mark.parametrize(
    "text", ["org/model", "org/model@main", f"org/model@{COMMIT[:12]}", f"org/model@{COMMIT}0", "org/model@"]
)
def test_a_hub_name_without_a_full_commit_is_refused_with_the_spelling(text):
    """A branch or a tag may move."""
    with pytest.raises(BadArguments, match=r"is not pinned.*: write org/model@<commit> with all 40"):
        parse_model(text)


@pytest.mark.parametrize("text", ["/no/such/folder", "./org/model", "model", "a/b/c", ""])
def test_what_is_neither_is_refused(text):
    """With what would be right."""
    with pytest.raises(BadArguments, match="expected an existing folder with a model, or organisation/name@<commit>"):
        parse_model(text)


def test_a_folder_without_configuration_holds_no_encoder(tmp_path):
    """It is not mistaken for one."""
    with pytest.raises(BadArguments, match="holds no encoder"):
        parse_model(str(tmp_path))


def test_one_file_of_weights_has_its_own_digest_and_several_that_of_their_list(tmp_path):
    """Order of paths, not of the disk; older PyTorch files count only where there are no safetensors."""
    write(tmp_path, "model-2.safetensors", "two")
    assert weights_digest(tmp_path) == digest("two")
    write(tmp_path, "model-1.safetensors", "one")
    write(tmp_path, "pytorch_model.bin", "ignored")
    write(tmp_path, "2_Dense/pytorch_model.bin", "dense")
    lines = [("dense", "2_Dense/pytorch_model.bin"), ("one", "model-1.safetensors"), ("two", "model-2.safetensors")]
    expected = "".join(f"{digest(content)}  {path}\n" for content, path in lines)
    assert weights_digest(tmp_path) == digest(expected)


def test_weights_that_change_have_another_digest(tmp_path):
    """What was computed before is not used for another file."""
    write(tmp_path, "model.safetensors", "one")
    assert weights_digest(tmp_path) == digest("one")
    write(tmp_path, "model.safetensors", "longer")
    assert weights_digest(tmp_path) == digest("longer")


def test_a_folder_without_weights_is_an_error(tmp_path):
    """Its signature would be empty."""
    with pytest.raises(FileProblem, match="holds no weights: expected"):
        weights_digest(tmp_path)


MODULES = [{"path": ""}, {"path": "1_Pooling"}, {"path": "2_Dense"}, {"path": "3_Normalize"}]


@pytest.mark.parametrize(
    ("pooling", "dense", "expected"),
    [
        ({"word_embedding_dimension": 8, "pooling_mode_mean_tokens": True, "pooling_mode_cls_token": False}, None, 8),
        ({"word_embedding_dimension": 8, "pooling_mode_mean_tokens": True, "pooling_mode_cls_token": True}, None, 16),
        ({"embedding_dimension": 8, "pooling_mode": "mean"}, None, 8),
        ({"embedding_dimension": 8, "pooling_mode": ["mean", "max", "cls"]}, None, 24),
        ({"word_embedding_dimension": 8, "pooling_mode_mean_tokens": True}, {"in_features": 8, "out_features": 3}, 3),
    ],
)
def test_the_dimension_of_a_sentence_encoder_is_that_of_its_last_module(tmp_path, pooling, dense, expected):
    """Pooling modes are joined; a dense layer decides."""
    write(tmp_path, "config.json", {"hidden_size": 99})
    write(tmp_path, "modules.json", MODULES)
    write(tmp_path, "1_Pooling/config.json", pooling)
    if dense is not None:
        write(tmp_path, "2_Dense/config.json", dense)
    assert sentence_dimension(tmp_path) == expected


def test_a_plain_transformer_has_the_dimension_of_its_hidden_states(tmp_path):
    """sentence-transformers adds mean pooling to it."""
    write(tmp_path, "config.json", {"hidden_size": 12})
    assert sentence_dimension(tmp_path) == hidden_dimension(tmp_path) == 12
    write(tmp_path, "config.json", {})
    with pytest.raises(FileProblem, match="does not say hidden_size"):
        hidden_dimension(tmp_path)
    write(tmp_path, "config.json", "{")
    with pytest.raises(FileProblem, match=r"cannot read .*config.json"):
        hidden_dimension(tmp_path)


def test_a_hub_model_is_looked_for_in_the_hubs_cache(tmp_path, monkeypatch):
    """Without asking the network."""
    from huggingface_hub import constants

    monkeypatch.setattr(constants, "HF_HUB_CACHE", str(tmp_path))
    source = parse_model(f"org/model@{COMMIT}")
    assert source.folder() is None
    with pytest.raises(
        EmbeddingNotFound, match=r"spec is not on this machine; .*helm-creativity embeddings fetch spec"
    ):
        require_folder(source, "spec")
    snapshot = tmp_path / "models--org--model" / "snapshots" / COMMIT
    write(snapshot, "config.json", {"hidden_size": 7})
    assert require_folder(source, "spec") == snapshot
