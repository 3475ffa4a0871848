"""What the command says of embeddings."""

import hashlib
import json

import pytest

from helm_creativity.embeddings.models import (
    ModelSource,
    folder_digest,
    hidden_dimension,
    parse_model,
    require_own_modules,
    sentence_dimension,
)
from helm_creativity.embeddings.registry import require_embeddings
from helm_creativity.errors import BadArguments, FileProblem

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
    assert parse_model(f"org/some.model@{COMMIT}") == ModelSource("org/some.model", COMMIT)
    assert parse_model(f"org/some.model@{COMMIT}").identity() == "rev:e8c3b32edf54"
    write(tmp_path / "m", "config.json", {})
    write(tmp_path / "m", "model.safetensors", "weights")
    assert parse_model(str(tmp_path / "m")) == ModelSource(str(tmp_path / "m"))
    assert parse_model(str(tmp_path / "m")).identity() == f"sha256:{folder_digest(tmp_path / 'm')[:12]}"
    monkeypatch.chdir(tmp_path)
    assert parse_model("m") == ModelSource(str(tmp_path / "m"))


UNPINNED = "is not pinned.*: write org/model@<commit> with all 40"
NEITHER = "expected an existing folder with a model, or organisation/name@<commit>"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        *((f"org/model{end}", UNPINNED) for end in ("", "@main", f"@{COMMIT[:12]}", f"@{COMMIT}0", "@")),
        *((text, NEITHER) for text in ("/no/such/folder", "./org/model", "model", "a/b/c", "")),
    ],
)
def test_a_hub_name_without_a_full_commit_and_what_is_no_model_are_refused(text, message):
    """A branch or a tag may move."""
    with pytest.raises(BadArguments, match=message):
        parse_model(text)


def listed(**files):
    """SHA-256 of the lines that ``sha256sum`` prints for the files."""
    return digest("".join(f"{digest(content)}  {name}\n" for name, content in files.items()))


def test_the_digest_of_a_folder_covers_every_file_that_makes_the_vectors(tmp_path):
    """In the order of paths, not of the disk. Documents, hidden files and weights that are not loaded do not count."""
    write(tmp_path, "model-2.safetensors", "two")
    write(tmp_path, "config.json", "{}")
    write(tmp_path, "1_Pooling/config.json", "pooling")
    for other in ("README.md", "code.py", ".cache/x.json", "onnx/model.onnx", "pytorch_model.bin", "tf_model.h5"):
        write(tmp_path, other, "ignored")
    write(tmp_path, "2_Dense/pytorch_model.bin", "dense")
    expected = {"1_Pooling/config.json": "pooling", "2_Dense/pytorch_model.bin": "dense", "config.json": "{}"}
    assert folder_digest(tmp_path) == listed(**expected, **{"model-2.safetensors": "two"})


OWN = {"path": "1_Pooling", "type": "sentence_transformers.models.Pooling"}


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("modules.json", [OWN, {"path": "2", "type": "evil.Module"}], r"foreign code would run: 'evil\.Module';"),
        (
            "modules.json",
            [{"path": "", "type": "sentence_transformers_evil.Module"}],
            r"run: 'sentence_transformers_evil",
        ),
        ("modules.json", [{"path": ""}], "run: '';"),
        ("inner/modules.json", [{"path": "", "type": "os.system"}], r"run: 'os\.system';"),
        ("1_Router/router_config.json", {"types": {"query_0_X": "evil.Module"}}, r"run: 'evil\.Module';"),
        ("1_Asym/config.json", {"types": {"query-1": "evil.Module"}}, r"run: 'evil\.Module';"),
        ("modules.json", [{**OWN, "path": "../other"}], r"outside its folder: \.\./other"),
        ("modules.json", [{**OWN, "path": "/other"}], "outside its folder: /other"),
        ("modules.json", {"type": "Pooling"}, r"expected a list of modules in .*modules\.json"),
    ],
)
def test_a_model_that_names_foreign_code_is_refused(tmp_path, name, content, message):
    write(tmp_path, "config.json", {"hidden_size": 4})
    write(tmp_path, "model.safetensors", "weights")
    write(tmp_path, name, content)
    with pytest.raises(FileProblem, match=message):
        require_own_modules(tmp_path)
    with pytest.raises(FileProblem, match=message):
        require_embeddings(str(tmp_path))


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
    write(tmp_path, "config.json", {"hidden_size": 99})
    write(tmp_path, "modules.json", MODULES)
    write(tmp_path, "1_Pooling/config.json", pooling)
    if dense is not None:
        write(tmp_path, "2_Dense/config.json", dense)
    assert sentence_dimension(tmp_path) == expected


def test_a_plain_transformer_has_the_dimension_of_its_hidden_states(tmp_path):
    write(tmp_path, "config.json", {"hidden_size": 12})
    assert sentence_dimension(tmp_path) == hidden_dimension(tmp_path) == 12
    write(tmp_path, "config.json", {})
    with pytest.raises(FileProblem, match="does not set hidden_size"):
        hidden_dimension(tmp_path)
    write(tmp_path, "config.json", "{")
    with pytest.raises(FileProblem, match=r"cannot read .*config.json"):
        hidden_dimension(tmp_path)
