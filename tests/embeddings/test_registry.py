import dataclasses
import hashlib
import re
import shutil
import zipfile

import numpy as np
import pytest

from helm_creativity.benchmark.files.source_files import SourceFile, path_in_home
from helm_creativity.embeddings import encoders, registry
from helm_creativity.embeddings.encoders import BertWordEncoder, SentenceEncoder
from helm_creativity.embeddings.models import folder_digest
from helm_creativity.embeddings.registry import check_embeddings, embedding_label, fetch_embedding, load_embeddings
from helm_creativity.embeddings.specs import CATALOGUE
from helm_creativity.embeddings.store import own_stores
from helm_creativity.errors import (
    BadArguments,
    BrokenVectors,
    CreativityError,
    EmbeddingNotFound,
    FileProblem,
)

COMMIT = "0123456789abcdef0123456789abcdef01234567"
SMALL = b"cat 3 4\ndog 0 1\ncat 1 1\n\xff 1 1\n"
FINE = b"cat 3 4\ndog 0 1\n"


def digest(content):
    """SHA-256 of some bytes."""
    return hashlib.sha256(content).hexdigest()


@pytest.fixture(autouse=True)
def fresh(home):
    """A home of its own, and nothing loaded before."""
    registry._open.cache_clear()


@pytest.fixture
def official(tmp_path, monkeypatch):
    """The catalogue's GloVe, but small: the archive that its publisher would serve, and the text inside."""
    archive, text = tmp_path / "official.zip", tmp_path / "official.txt"
    text.write_bytes(SMALL)
    with zipfile.ZipFile(archive, "w") as packed:
        packed.write(text, "official.txt")
    content = archive.read_bytes()
    source = SourceFile("official.zip", "", len(content), digest(content), "PDDL-1.0", "cite")
    spec = dataclasses.replace(CATALOGUE["glove-840b"], archive=source, unpacked_sha256=digest(SMALL))
    monkeypatch.setitem(CATALOGUE, "glove-840b", spec)
    return archive, text


@pytest.fixture
def fine(tmp_path):
    """A file without blemish."""
    path = tmp_path / "my vectors.300d.txt"
    path.write_bytes(FINE)
    return path


@pytest.fixture
def model(tmp_path):
    """A folder that looks like an encoder."""
    folder = tmp_path / "my-encoder"
    folder.mkdir()
    (folder / "config.json").write_text('{"hidden_size": 12}')
    (folder / "model.safetensors").write_bytes(b"weights")
    return folder


def test_the_catalogue_is_complete():
    """Every file has an address and a checksum, every model a full commit, every embedding a licence and a source."""
    for name, spec in CATALOGUE.items():
        assert spec.name == name
        assert spec.licence
        assert spec.citation
        if spec.kind == "vectors":
            assert spec.archive.url.startswith("https://")
            assert re.fullmatch("[0-9a-f]{64}", spec.archive.sha256)
            assert re.fullmatch("[0-9a-f]{64}", spec.unpacked_sha256)
        elif spec.kind != "table":
            assert re.fullmatch("[0-9a-f]{40}", spec.model.revision)
            assert (spec.kind == "bert") == (spec.layer is not None)


@pytest.mark.parametrize("name", ["sbert-mpnet", "sbert-minilm", "bert-layer6", "bert-large-layer6", "granite-278m"])
def test_encoders_of_the_catalogue_are_known_without_being_here(name):
    """Their name, commit and dimension say all; the embedding says the same."""
    spec = CATALOGUE[name]
    expected = f"{name}@rev:{spec.model.revision[:12]}/{spec.dimension}d"
    assert check_embeddings(name) == (expected,)
    (embedding,) = load_embeddings(name)
    assert embedding.signature == expected
    assert isinstance(embedding, SentenceEncoder if spec.kind == "sentences" else BertWordEncoder)
    assert embedding.name == embedding_label(name) == name


def test_word_vectors_that_are_not_here_say_how_to_get_them():
    """With the exact command, and what it will download."""
    for ask in (check_embeddings, load_embeddings):
        with pytest.raises(
            EmbeddingNotFound,
            match=r"'glove-840b' is not on .* 2\.2 GB\) with: helm-creativity embeddings fetch glove-840b$",
        ):
            ask("glove-840b")


def test_unknown_names_are_refused_with_the_nearest_and_all_known():
    """A slip of the finger costs one reading."""
    with pytest.raises(
        BadArguments, match=r"unknown embedding 'glove-840'; did you mean 'glove-840b'\? Known are builtin, glove"
    ):
        check_embeddings("glove-840")
    for name, message in (
        ("zzz", "unknown embedding 'zzz'"),
        ("", "joined by"),
        ("builtin+", "joined by"),
        ("+", "joined by"),
    ):
        with pytest.raises(BadArguments, match=message):
            load_embeddings(name)


def test_all_problems_of_an_ensemble_are_reported_at_once():
    """Two unknown names in one message; a mixture is an error of the general kind."""
    with pytest.raises(BadArguments, match=r"'nope'.*'neither'"):
        check_embeddings("nope+bert-layer6+neither")
    with pytest.raises(CreativityError, match=r"'nope'.*embeddings fetch glove-840b"):
        check_embeddings("nope+glove-840b")


def test_an_ensemble_gives_each_of_its_members(fine):
    """In the order of the name."""
    fetch_embedding("mine", fine)
    both = load_embeddings("mine+bert-layer6")
    assert [embedding.name for embedding in both] == ["mine", "bert-layer6"]
    assert check_embeddings("mine+bert-layer6") == tuple(embedding.signature for embedding in both)
    assert embedding_label("mine+bert-layer6") == "mine+bert-layer6"
    with pytest.raises(BadArguments, match="names the same embedding twice"):
        check_embeddings("mine+mine")


def test_official_files_convert_from_archive_or_text_and_are_the_same(official, home):
    """With the catalogue's policies for their blemishes; the signature is that of the text."""
    archive, text = official
    expected = (f"glove-840b@sha256:{digest(SMALL)[:12]}/2d",)
    assert fetch_embedding("glove-840b", archive) == expected
    (embedding,) = load_embeddings("glove-840b")
    assert embedding.knows(["cat", "dog"]).all()
    meta = embedding.meta
    assert (meta.duplicates, meta.unreadable) == (1, 1)
    assert check_embeddings("glove-840b") == expected
    shutil.rmtree(home)
    assert fetch_embedding("glove-840b", text) == expected


def test_other_files_do_not_pass_for_official_ones(official, fine):
    """Both digests that would be right are in the message, and the way out."""
    with pytest.raises(FileProblem, match=f"is not glove-840b: .* got {digest(FINE)}; .* give it another name"):
        fetch_embedding("glove-840b", fine)
    with pytest.raises(FileProblem, match=r"cannot read .*absent"):
        fetch_embedding("glove-840b", fine.with_name("absent"))


def test_a_downloaded_archive_is_removed_when_its_store_is_complete(official, monkeypatch):
    """Nothing needs it any more, and it is large; if the conversion fails it stays, to be used again."""
    archive, _ = official
    source = CATALOGUE["glove-840b"].archive

    def download(source, draft, progress):
        draft.write_bytes(archive.read_bytes())

    monkeypatch.setattr("helm_creativity.benchmark.files.source_files._download", download)
    with monkeypatch.context() as patch:
        patch.setattr(registry, "convert", lambda *arguments: (_ for _ in ()).throw(FileProblem("no space left")))
        with pytest.raises(FileProblem, match="no space left"):
            fetch_embedding("glove-840b")
    assert path_in_home(source).is_file()
    monkeypatch.setattr(
        "helm_creativity.benchmark.files.source_files._download", lambda *arguments: pytest.fail("downloaded again")
    )
    fetch_embedding("glove-840b")
    assert not path_in_home(source).exists()
    fetch_embedding("glove-840b")


def test_a_file_of_ones_own_gets_a_name(fine, tmp_path):
    """And is listed, loaded and checked under it."""
    assert fetch_embedding("mine-2.0", fine) == (f"mine-2.0@sha256:{digest(FINE)[:12]}/2d",)
    assert [meta.name for meta in own_stores()] == ["mine-2.0"]
    np.testing.assert_allclose(load_embeddings("mine-2.0")[0].embed(["cat"]).vectors, [[0.6, 0.8]], atol=1e-7)
    blemished = tmp_path / "b.txt"
    blemished.write_bytes(SMALL)
    with pytest.raises(BrokenVectors, match="line 3: the word 'cat' comes a second time"):
        fetch_embedding("blemished", blemished)
    fetch_embedding("blemished", blemished, duplicates="first", unreadable="skip", format="glove")
    assert load_embeddings("blemished")[0].meta.words == 2


@pytest.mark.parametrize("name", ["a+b", "a/b", "a,b", "a=b", "", ".hidden", "a b", "../x", "a:b", "a@b"])
def test_names_that_run_entries_or_folders_cannot_hold_are_refused(fine, name):
    """Before anything is converted."""
    with pytest.raises(BadArguments, match="letters, digits, dots, dashes and underscores only"):
        fetch_embedding(name, fine)


def test_fetching_what_needs_no_file_refuses_one(fine):
    """And options that describe a file are refused without one."""
    with pytest.raises(BadArguments, match="sbert-mpnet is not made from a file"):
        fetch_embedding("sbert-mpnet", fine)
    with pytest.raises(BadArguments, match="name it with --from FILE"):
        fetch_embedding("glove-840b", duplicates="first")
    with pytest.raises(BadArguments, match="unknown embedding 'absent'"):
        fetch_embedding("absent")


def test_fetching_an_encoder_loads_it(monkeypatch):
    """At its pinned commit."""
    asked = []
    monkeypatch.setattr(encoders, "_loaded", {})
    monkeypatch.setattr(encoders, "_sentence_transformer", asked.append)
    monkeypatch.setattr(encoders, "bert_tokenizer", asked.append)
    monkeypatch.setattr(encoders, "bert_model", lambda source, depth: asked.append(source))
    fetch_embedding("sbert-minilm+bert-layer6")
    minilm, bert = CATALOGUE["sbert-minilm"].model, CATALOGUE["bert-layer6"].model
    assert asked == [minilm, bert, bert]


def test_a_path_of_word_vectors_is_converted_once(fine, home, monkeypatch):
    """By the first question; its name is its stem, its folder has its digest, and the label is its file name."""
    expected = (f"my-vectors.300d@sha256:{digest(FINE)[:12]}/2d",)
    assert check_embeddings(str(fine)) == expected
    assert [folder.name for folder in (home / "embeddings").iterdir()] == [f"my-vectors.300d-{digest(FINE)[:12]}"]
    monkeypatch.setattr(
        "helm_creativity.embeddings.registry.convert", lambda *arguments: pytest.fail("converted again")
    )
    monkeypatch.setattr("helm_creativity.embeddings.registry.open_source", lambda *arguments: pytest.fail("read again"))
    assert load_embeddings(str(fine))[0].signature == expected[0]
    assert embedding_label(str(fine)) == "my-vectors.300d.txt"


def test_a_file_that_moved_is_known_again_and_one_that_changed_is_not(fine, monkeypatch):
    """By its content, whatever its name."""
    first = check_embeddings(str(fine))
    moved = fine.rename(fine.with_name("my vectors.300d.vec"))
    with monkeypatch.context() as patch:
        patch.setattr("helm_creativity.embeddings.registry.convert", lambda *arguments: pytest.fail("converted again"))
        assert check_embeddings(str(moved)) == first
    moved.write_bytes(b"cat 1 2\n")
    assert check_embeddings(str(moved)) == (f"my-vectors.300d@sha256:{digest(b'cat 1 2' + bytes([10]))[:12]}/2d",)


def test_a_folder_with_an_encoder_is_an_embedding(model):
    """Of sentences, or of words with a layer before it."""
    identity = f"sha256:{folder_digest(model)[:12]}"
    assert check_embeddings(str(model)) == (f"my-encoder@{identity}/12d",)
    assert check_embeddings(f"bert-layer3:{model}") == (f"bert-layer3:my-encoder@{identity}/12d",)
    sentences, words = load_embeddings(f"{model}+bert-layer3:{model}")
    assert isinstance(sentences, SentenceEncoder)
    assert isinstance(words, BertWordEncoder)
    assert (words.layer, words.signature) == (3, f"bert-layer3:my-encoder@{identity}/12d")
    assert embedding_label(f"{model}+bert-layer3:{model}") == "my-encoder+bert-layer3-my-encoder"
    with pytest.raises(BadArguments, match="holds no encoder"):
        check_embeddings(str(model.parent))


def test_hub_models_outside_the_catalogue_must_be_pinned_and_fetched(tmp_path, monkeypatch):
    """Their dimension is in their files."""
    from huggingface_hub import constants

    monkeypatch.setattr(constants, "HF_HUB_CACHE", str(tmp_path))
    with pytest.raises(BadArguments, match="write org/model@<commit>"):
        check_embeddings("org/model")
    name = f"org/model@{COMMIT}"
    with pytest.raises(EmbeddingNotFound, match=f"helm-creativity embeddings fetch {name}$"):
        check_embeddings(name)
    snapshot = tmp_path / "models--org--model" / "snapshots" / COMMIT
    snapshot.mkdir(parents=True)
    (snapshot / "config.json").write_text('{"hidden_size": 9}')
    assert check_embeddings(name) == ("model@rev:0123456789ab/9d",)
    assert load_embeddings(name)[0].signature == "model@rev:0123456789ab/9d"
    assert embedding_label(name) == "model@0123456789ab"


@pytest.mark.parametrize("name", list(CATALOGUE))
def test_labels_fit_into_the_name_of_a_run(name):
    """No slash, comma, equals sign, colon or blank, whatever the embedding; nothing has to be on the machine."""
    assert re.fullmatch(r"[\w.@+-]+", embedding_label(name))
