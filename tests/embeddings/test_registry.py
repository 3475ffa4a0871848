"""What the names of embeddings mean, and how embeddings come to this machine."""

import dataclasses
import hashlib
import shutil
import time
import zipfile
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from support.command import run

from helm_creativity.benchmark.files.source_files import SourceFile, path_in_home
from helm_creativity.embeddings import registry
from helm_creativity.embeddings.encoders import BertWordEncoder, SentenceEncoder
from helm_creativity.embeddings.models import ModelSource, folder_digest
from helm_creativity.embeddings.registry import check_embeddings, embedding_label, fetch_embedding, load_embeddings
from helm_creativity.embeddings.specs import CATALOGUE, ContextSpec, WordVectorsSpec
from helm_creativity.embeddings.store import own_stores, stores
from helm_creativity.errors import BadArguments, CreativityError, EmbeddingNotFound, FileProblem

COMMIT = "0123456789abcdef0123456789abcdef01234567"
HUB = f"org/model@{COMMIT}"
SMALL = b"cat 3 4\ndog 0 1\ncat 1 1\n\xff 1 1\n"
FINE = b"cat 3 4\ndog 0 1\n"
pytestmark = pytest.mark.usefixtures("home")
DOWNLOAD = "helm_creativity.benchmark.files.source_files._download"


def digest(content):
    return hashlib.sha256(content).hexdigest()


def forbid(message):
    return lambda *_, **__: pytest.fail(message)


@pytest.fixture
def fine(tmp_path):
    """A file without blemish."""
    path = tmp_path / "my vectors.300d.txt"
    path.write_bytes(FINE)
    return path


@pytest.fixture
def official(tmp_path, monkeypatch):
    """The catalogue's GloVe, but small: the archive that its publisher would serve, and the text inside."""
    archive, text = tmp_path / "official.zip", tmp_path / "official.txt"
    text.write_bytes(SMALL)
    with zipfile.ZipFile(archive, "w") as packed:
        packed.write(text, "official.txt")
    source = SourceFile("official.zip", "", archive.stat().st_size, digest(archive.read_bytes()), "PDDL-1.0", "cite")
    spec = dataclasses.replace(CATALOGUE["glove-840b"], archive=source, unpacked_sha256=digest(SMALL))
    monkeypatch.setitem(CATALOGUE, "glove-840b", spec)
    return archive, text


@pytest.mark.parametrize("name", ["sbert-mpnet", "granite-278m", "bert-layer6", "bert-large-layer6", "bert-layer11"])
def test_named_encoders_are_known_without_being_here(name):
    """Their name, layer, commit and dimension say all; the embedding says the same."""
    spec = registry.find_embedding_spec(name)
    (embedding,) = load_embeddings(name)
    expected = f"{name}@rev:{spec.model.revision[:12]}/{spec.dimension}d"
    assert check_embeddings(name) == (embedding.signature,) == (expected,)
    assert isinstance(embedding, SentenceEncoder if spec.layer is None else BertWordEncoder)
    assert getattr(embedding, "layer", None) == spec.layer
    assert embedding.name == name == embedding_label(name).partition("@")[0]


@pytest.mark.parametrize("name", ["sbert-mpnet", "glove-840b", "bert-layer6", HUB, f"bert:{HUB}"])
def test_an_embedding_that_is_not_here_is_reported_with_its_command(name, monkeypatch):
    """Before anything is paid for; encoders too, whose signature is known without them."""
    monkeypatch.setattr("huggingface_hub.try_to_load_from_cache", lambda *_, **__: None)
    with pytest.raises(EmbeddingNotFound, match=f"helm-creativity fetch {name}(;|$)"):
        (check_embeddings if name.startswith("bert:") else registry.require_embeddings)(name)


def test_hub_models_outside_the_catalogue_are_known_by_their_files(tmp_path, monkeypatch):
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_CACHE", str(tmp_path))
    snapshot = tmp_path / "models--org--model" / "snapshots" / COMMIT
    snapshot.mkdir(parents=True)
    (snapshot / "config.json").write_text('{"hidden_size": 9}')
    assert check_embeddings(HUB) == ("model@rev:0123456789ab/9d",) == (load_embeddings(HUB)[0].signature,)
    assert embedding_label(HUB) == "model@0123456789ab"


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("glove-840", r"unknown embedding 'glove-840'; did you mean 'glove-840b'\? Known are builtin, glove"),
        ("", "joined by"),
        ("builtin+", "joined by"),
        ("builtin+builtin", "names the same embedding twice"),
        ("nope+bert-layer6+neither", "'nope'.*'neither'"),
        ("nope+glove-840b", "'nope'.*fetch glove-840b"),
        ("org/model", "write org/model@<commit>"),
        ("bert:org/model", "is not pinned"),
        *((text, "unknown embedding") for text in ("x" * 300, "a\0b", "~nobody-of-that-name")),
    ],
)
def test_names_that_mean_nothing_are_refused_together(name, message):
    """With the nearest name that is known; no text is a failure of the file system."""
    with pytest.raises(CreativityError, match=message):
        check_embeddings(name)


def test_a_folder_with_an_encoder_is_an_embedding(tmp_path):
    model = tmp_path / "my-encoder"
    model.mkdir()
    (model / "config.json").write_text('{"hidden_size": 12, "num_hidden_layers": 3}')
    (model / "model.safetensors").write_bytes(b"weights")
    name = f"{model}+bert-layer3:{model}+bert:{model}"
    identity = f"my-encoder@sha256:{folder_digest(model)[:12]}/12d"
    assert check_embeddings(name) == tuple(f"{kind}{identity}" for kind in ("", "bert-layer3:", "bert:"))
    assert embedding_label(name) == "my-encoder+bert-layer3-my-encoder+bert-my-encoder"
    sentences, words = load_embeddings(f"{model}+bert-layer3:{model}")
    assert isinstance(sentences, SentenceEncoder)
    assert (words.layer, words.signature) == (3, f"bert-layer3:{identity}")
    assert registry.require_embeddings(f"bert-layer3:{model}")
    with pytest.raises(BadArguments, match="expected a layer from 0 to 3, got 4"):
        registry.require_embeddings(f"bert-layer4:{model}")
    with pytest.raises(BadArguments, match="holds no encoder"):
        check_embeddings(str(tmp_path))


@pytest.mark.parametrize("ask", [registry.require_embeddings, load_embeddings])
def test_a_bert_in_context_is_no_embedding_of_words(ask):
    """It can be signed, and where words are embedded it is refused before anything is paid for."""
    assert check_embeddings("bert-large-uncased") == ("bert-large-uncased@rev:6da4b6a26a18/1024d",)
    spec = registry.find_embedding_spec(f"bert:{HUB}")
    assert isinstance(spec, ContextSpec)
    assert (spec.model, embedding_label(spec.name)) == (ModelSource("org/model", COMMIT), "bert-model@0123456789ab")
    with pytest.raises(BadArguments, match=r"bert-large-uncased reads words within sentences .* bert-layer6"):
        ask("bert-large-uncased")


def test_a_file_of_ones_own_gets_a_name(fine):
    """Blemishes are left out where one says so, and the command says how many."""
    assert fetch_embedding("mine-2.0", fine) == (f"mine-2.0@sha256:{digest(FINE)[:12]}/2d",)
    np.testing.assert_allclose(load_embeddings("mine-2.0")[0].embed(["cat"]).vectors, [[0.6, 0.8]], atol=1e-7)
    fine.write_bytes(SMALL)
    said = run("fetch", "blemished", "--from", fine, "--duplicates", "first", "--unreadable", "skip").text
    assert said.splitlines() == [
        f"ready: blemished@sha256:{digest(SMALL)[:12]}/2d",
        "2 words; left out: 1 duplicates, 0 zero vectors, 1 unreadable words",
    ]
    assert [meta.name for meta in own_stores()] == ["blemished", "mine-2.0"]
    with pytest.raises(BadArguments, match="name it with --from FILE"):
        fetch_embedding("glove-840b", duplicates="first")


SIGNS = "letters, digits, dots, dashes and underscores only"
TAKEN = "is already taken|is not made from a file"


@pytest.mark.parametrize(
    ("name", "message"),
    [
        *((name, SIGNS) for name in ("a+b", "a/b", "a,b", "a=b", "", ".hidden", "a b", "../x", "a@b")),
        *((name, TAKEN) for name in ("builtin", "bert-layer3", "sbert-mpnet")),
    ],
)
def test_names_that_run_entries_cannot_hold_or_that_mean_something_are_refused(fine, name, message):
    with pytest.raises(BadArguments, match=message):
        fetch_embedding(name, fine)


def test_threads_that_ask_at_once_share_one(fine, monkeypatch):
    fetch_embedding("mine", fine)
    loads, load = [], WordVectorsSpec.load
    monkeypatch.setattr(WordVectorsSpec, "load", lambda spec: loads.append(spec.name) or time.sleep(0.2) or load(spec))
    with ThreadPoolExecutor(2) as threads:
        (first,), (second, other) = threads.map(load_embeddings, ["mine", "mine+bert-layer6"])
    assert first is second
    assert check_embeddings("mine+bert-layer6") == (first.signature, other.signature)
    assert embedding_label("mine+bert-layer6") == "mine+bert-layer6"
    assert loads == ["mine"]


def test_official_files_convert_from_archive_or_text_and_are_the_same(official, home, fine):
    """With the catalogue's policies for their blemishes; the signature is that of the text; no other file passes."""
    with pytest.raises(FileProblem, match=f"is not glove-840b: .* got {digest(FINE)}; .* give it another name"):
        fetch_embedding("glove-840b", fine)
    with pytest.raises(FileProblem, match=r"cannot read .*absent"):
        fetch_embedding("glove-840b", fine.with_name("absent"))
    expected = (f"glove-840b@sha256:{digest(SMALL)[:12]}/2d",)
    archive, text = official
    assert fetch_embedding("glove-840b", archive) == check_embeddings("glove-840b") == expected
    (embedding,) = load_embeddings("glove-840b")
    assert embedding.knows(["cat", "dog"]).all()
    assert (embedding.meta.duplicates, embedding.meta.unreadable) == (1, 1)
    shutil.rmtree(home)
    assert fetch_embedding("glove-840b", text) == expected


def test_a_downloaded_archive_is_removed_when_its_store_is_complete(official, monkeypatch):
    """Nothing needs it any more, and it is large; if the conversion fails it stays, to be used again."""
    content, kept = official[0].read_bytes(), path_in_home(CATALOGUE["glove-840b"].archive)
    monkeypatch.setattr(DOWNLOAD, lambda source, draft, progress: draft.write_bytes(content))
    kept.parent.mkdir(parents=True)
    stores().write_text("in the way")
    with pytest.raises(FileProblem, match="cannot write into"):
        fetch_embedding("glove-840b")
    assert kept.is_file()
    stores().unlink()
    monkeypatch.setattr(DOWNLOAD, forbid("downloaded again"))
    assert fetch_embedding("glove-840b") == fetch_embedding("glove-840b") == check_embeddings("glove-840b")
    assert not kept.exists()


def test_a_path_of_word_vectors_is_converted_once(fine, home, monkeypatch):
    """By the first question; its name is its stem, its folder has its digest, the label is its name, wherever it is."""
    expected = (f"my-vectors.300d@sha256:{digest(FINE)[:12]}/2d",)
    assert check_embeddings(str(fine)) == expected
    assert [folder.name for folder in stores().iterdir()] == [f"my-vectors.300d-{digest(FINE)[:12]}"]
    assert embedding_label(str(fine)) == "my-vectors.300d.txt"
    with monkeypatch.context() as patch:
        patch.setattr(registry, "convert", forbid("converted again"))
        moved = fine.rename(fine.with_name("my vectors.300d.vec"))
        assert check_embeddings(str(moved)) == expected
        patch.setattr(registry, "open_source", forbid("read again"))
        moved.rename(fine)
        assert load_embeddings(str(fine))[0].signature == expected[0]
    fine.write_bytes(b"cat 1 2\n")
    assert check_embeddings(str(fine)) == (f"my-vectors.300d@sha256:{digest(fine.read_bytes())[:12]}/2d",)


@pytest.mark.parametrize(
    ("place", "name"), [("c++/v+w.txt", "v-w"), ("glove-840b.txt", "file-glove-840b"), ("own.vec.gz", "own")]
)
def test_a_path_has_a_name_and_a_label_of_its_own(tmp_path, place, name):
    """A path may hold a plus; no file has a published name; a store that begins like the file is not the file's."""
    path = tmp_path / place
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(FINE)
    fetch_embedding(f"{name}-vectors", path)
    (stores() / f"{name}-broken").mkdir()
    (stores() / f"{name}-broken" / "meta.json").write_text("{")
    assert load_embeddings(str(path))[0].name == name
    assert embedding_label(str(path)) == path.name.replace("+", "-")
    assert [meta.name for meta in own_stores()] == [name, f"{name}-vectors"]
