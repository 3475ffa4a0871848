"""What is missing is reported before anything is paid for, and what is damaged stops nothing else."""

import json

import pytest

from helm_creativity.embeddings.registry import check_embeddings, fetch_embedding, load_embeddings, require_embeddings
from helm_creativity.embeddings.store import own_stores, stores
from helm_creativity.errors import BadArguments


@pytest.fixture
def vectors(tmp_path):
    """A small file of word vectors."""
    path = tmp_path / "glove-840b.txt"
    path.write_text("cat 1 0\ndog 0 1\n")
    return path


def test_a_layer_must_exist(home, tmp_path):
    """The configuration says how many there are."""
    (tmp_path / "config.json").write_text(json.dumps({"num_hidden_layers": 12, "hidden_size": 8}))
    assert require_embeddings(f"bert-layer12:{tmp_path}")
    with pytest.raises(BadArguments, match="expected a layer from 0 to 12, got 13"):
        require_embeddings(f"bert-layer13:{tmp_path}")


def test_a_file_does_not_take_the_name_of_a_published_embedding(home, vectors):
    """Its signature would be read as theirs."""
    assert load_embeddings(str(vectors))[0].name == "file-glove-840b"


def test_a_named_store_that_begins_like_the_file_is_not_the_files(home, tmp_path):
    """Both come from the same file, each under its own name."""
    path = tmp_path / "own.txt"
    path.write_text("cat 1 0\ndog 0 1\n")
    fetch_embedding("own-vectors", path)
    assert load_embeddings(str(path))[0].name == "own"
    assert load_embeddings("own-vectors")[0].name == "own-vectors"
    assert check_embeddings(str(path))[0].startswith("own@sha256:")


@pytest.mark.parametrize("name", ["builtin", "bert-layer3"])
def test_a_store_does_not_take_a_name_that_means_something(home, vectors, name):
    """The name would mean the file from then on."""
    with pytest.raises(BadArguments, match=r"is not made from a file|is already taken"):
        fetch_embedding(name, vectors)


def test_a_damaged_store_stops_nothing_else(home, vectors, caplog):
    """It is named and left out."""
    (stores() / "broken").mkdir(parents=True)
    (stores() / "broken" / "meta.json").write_text("{")
    (stores() / "file-glove-840b-broken").mkdir()
    (stores() / "file-glove-840b-broken" / "meta.json").write_text("{")
    fetch_embedding("mine", vectors)
    assert [meta.name for meta in own_stores()] == ["mine"]
    assert "broken" in caplog.text
    assert check_embeddings(str(vectors))
    with pytest.raises(BadArguments, match="unknown embedding 'nope'"):
        check_embeddings("nope")


@pytest.mark.parametrize("name", ["x" * 300, "a\0b", "~nobody-of-that-name"])
def test_texts_that_cannot_be_paths_are_unknown_names(home, name):
    """And no failure of the file system."""
    with pytest.raises(BadArguments, match="unknown embedding"):
        check_embeddings(name)
