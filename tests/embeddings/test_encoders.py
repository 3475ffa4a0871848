"""Encoders, against the definition: one text at a time through the plain model."""

import json
import shutil
import sys
from concurrent.futures import ThreadPoolExecutor
from types import ModuleType

import numpy as np
import pytest
from support.encoders import plain_bert, plain_vectors, real_encoder, tiny_bert

from helm_creativity.embeddings.encoders import BertWordEncoder, ContextualEncoder, SentenceEncoder, parse_layers
from helm_creativity.embeddings.models import ModelSource
from helm_creativity.errors import BadArguments, CreativityError, FileProblem

WORDS = ["cat", "dog", "catdog", "a", "extraordinarily", "well-being", "Dog", "cat 猫"]
TEXTS = [
    ["the cat sat on a mat", "dog", "extraordinarily well, is it not?"],
    ["a b c", "cat dog cat"],
    ["one only"],
    ["", "..!?", "猫"],
    [],
    ["z " * 90, "dog and cat"],
]


@pytest.fixture(scope="session")
def folder(tmp_path_factory):
    """A BERT of eight layers with random weights; also a sentence encoder with mean pooling, as published ones are."""
    folder = tiny_bert(tmp_path_factory.mktemp("models") / "tiny")
    kinds = {"Transformer": "", "Pooling": "1_Pooling"}
    modules = [
        {"idx": i, "name": str(i), "path": path, "type": f"sentence_transformers.models.{kind}"}
        for i, (kind, path) in enumerate(kinds.items())
    ]
    (folder / "modules.json").write_text(json.dumps(modules))
    (folder / "sentence_bert_config.json").write_text(json.dumps({"max_seq_length": 64, "do_lower_case": False}))
    (folder / "1_Pooling").mkdir()
    pooling = {"word_embedding_dimension": 16, "pooling_mode_mean_tokens": True, "pooling_mode_cls_token": False}
    (folder / "1_Pooling" / "config.json").write_text(json.dumps(pooling))
    return folder


def encoder_of(kind, folder, *arguments, **options):
    return kind(ModelSource(str(folder)), *arguments, **options)


def unit(vectors):
    """A tensor's rows, of length one."""
    rows = vectors.detach().double().numpy()
    return rows / np.linalg.norm(rows, axis=-1, keepdims=True)


@pytest.mark.parametrize(("layer", "batch"), [(0, 64), (6, 1), (6, 3), (8, 3)])
def test_a_word_is_the_mean_of_its_pieces_in_one_layer(folder, layer, batch):
    vectors, known = encoder_of(BertWordEncoder, folder, layer, batch=batch).embed(WORDS)
    assert known.all()
    slow = [unit(sum(plain_vectors(folder, [word], (layer,)))) for word in WORDS]
    np.testing.assert_allclose(vectors, slow, atol=1e-5)
    assert vectors.dtype == np.float32


def test_words_without_a_known_piece_are_unknown(folder):
    """Blank texts, other scripts and the names of special tokens have no vector, in any company."""
    encoder = encoder_of(BertWordEncoder, folder, batch=2)
    texts = ["cat", "", "  ", "猫", "[SEP]", "[MASK]", "\ud800", "dog"]
    vectors, known = encoder.embed(texts)
    assert known.tolist() == encoder.knows(texts).tolist() == [text in ("cat", "dog") for text in texts]
    assert not vectors[~known].any()
    assert encoder.embed([]).vectors.shape == (0, 16)


def test_sentences_are_pooled_and_scaled_by_sentence_transformers(folder, tmp_path):
    """Mean pooling over all tokens of the last layer, as its configuration says. Blank texts are unknown."""
    texts = ["cat", "a dog and a cat", "extraordinarily well"]
    encoder = encoder_of(SentenceEncoder, folder, batch=2)
    (*vectors, blank), known = encoder.embed([*texts, " \n"])
    assert known.tolist() == encoder.knows([*texts, ""]).tolist() == [True] * 3 + [False]
    assert not blank.any()
    assert not encoder_of(SentenceEncoder, tmp_path, dimension=16).embed(["", "\t"]).known.any(), "without a model"
    tokenizer, model = plain_bert(folder)
    slow = [unit(model(**tokenizer(text, return_tensors="pt")).last_hidden_state[0].mean(dim=0)) for text in texts]
    np.testing.assert_allclose(vectors, slow, atol=1e-5)


def test_texts_beyond_the_window_are_cut(folder):
    """With the two special pieces 64 fit, as the model's own settings say; what is cut off moves nothing."""
    encoder = encoder_of(SentenceEncoder, folder)
    fits, beyond = " ".join(["cat"] * 62), " ".join(["cat"] * 63)
    assert encoder.cut([fits, beyond, "", "dog"]).tolist() == [False, True, False, False]
    assert encoder.cut([]).tolist() == []
    first, second, other = encoder.embed([f"{fits} dog", f"{fits} dog dog", f"{fits[4:]} dog"]).vectors
    np.testing.assert_allclose(first, second, atol=1e-6)
    assert np.abs(other - first).max() > 1e-4


def test_one_model_a_process_whatever_the_number_of_threads(folder, tmp_path, monkeypatch):
    import sentence_transformers as package

    loads, real = [], package.SentenceTransformer
    monkeypatch.setattr(package, "SentenceTransformer", lambda place, revision: loads.append(place) or real(place))
    copy = shutil.copytree(folder, tmp_path / "copy")
    both = [encoder_of(SentenceEncoder, copy) for _ in range(2)]
    with ThreadPoolExecutor(8) as threads:
        results = list(threads.map(lambda i: both[i % 2].embed(["cat", "dog"]).vectors, range(8)))
    assert len(loads) == 1
    np.testing.assert_allclose(results, [results[0]] * 8, atol=1e-6)


class Misfit(ModuleType):
    """A package that cannot be imported from because of torchvision."""

    def __getattr__(self, name):
        cause = RuntimeError("operator torchvision::nms does not exist")
        raise ModuleNotFoundError("Could not import module 'BertModel'") from cause


@pytest.mark.parametrize(
    ("kind", "package"), [(SentenceEncoder, "sentence_transformers"), (BertWordEncoder, "transformers")]
)
def test_a_torchvision_that_does_not_fit_is_named_with_its_remedy(tmp_path, monkeypatch, kind, package):
    monkeypatch.setitem(sys.modules, package, Misfit(package))
    with pytest.raises(CreativityError, match=r"torchvision does not fit .*: pip uninstall torchvision"):
        encoder_of(kind, tmp_path, dimension=16).embed(["cat"])


@pytest.mark.parametrize(
    ("name", "layers", "budget"),
    [
        ("tiny", (6, 7), 2048),
        ("tiny", (0,), 120),
        ("tiny", (3, 5, 8), 50),
        pytest.param("all-MiniLM-L6-v2", (5, 6), 2048, marks=pytest.mark.encoders),
    ],
)
def test_sums_are_those_of_each_sentence_alone(folder, name, layers, budget):
    """In any batch: of every layer, without special pieces and punctuation, cut at 50 pieces."""
    used = folder if name == "tiny" else real_encoder(name)
    if used is None:
        pytest.skip(f"{name} is not on this machine")
    counts, totals = encoder_of(ContextualEncoder, used, layers, budget=budget).sums(TEXTS)
    slow = [[unit(vector) for vector in plain_vectors(used, text, layers)] for text in TEXTS]
    assert counts.tolist() == list(map(len, slow))
    expected = [sum(vectors, np.zeros(totals.shape[1])) for vectors in slow]
    np.testing.assert_allclose(totals, expected, atol=1e-5 if name == "tiny" else 1e-4)
    assert totals.dtype == np.float64
    # 90 letters are cut to 48 pieces and the two special ones; of "dog and cat" and: a, ##n, ##d.
    assert name != "tiny" or counts[5] == len(layers) * (48 + 5)


@pytest.mark.parametrize(
    ("kind", "weights", "options", "message"),
    [
        (SentenceEncoder, None, {"dimension": 5}, "expected vectors of dimension 5, got 16"),
        (ContextualEncoder, None, {"dimension": 5}, "expected vectors of dimension 5, got 16"),
        (SentenceEncoder, np.nan, {}, "numbers that are not finite"),
        (BertWordEncoder, np.nan, {}, "numbers that are not finite"),
        (ContextualEncoder, np.nan, {}, "vectors of length 0"),
        (ContextualEncoder, 0, {}, "vectors of length 0"),
    ],
)
def test_vectors_that_are_not_what_was_promised_are_refused(folder, tmp_path, kind, weights, options, message):
    """Another dimension than the signature says, and what damaged weights make."""
    copy = shutil.copytree(folder, tmp_path / "copy")
    if weights is not None:
        from transformers import BertModel

        model = BertModel.from_pretrained(folder)
        for values in model.parameters():
            values.data.fill_(weights)
        model.save_pretrained(copy)
    encoder = encoder_of(kind, copy, **options)
    with pytest.raises(CreativityError, match=message):
        encoder.sums([["cat"]]) if kind is ContextualEncoder else encoder.embed(["cat"])


def test_code_that_came_with_a_model_does_not_run(tmp_path):
    """Nor is anything else that the model names imported."""
    ran = tmp_path / "ran"
    (tmp_path / "config.json").write_text('{"hidden_size": 4}')
    (tmp_path / "modules.json").write_text(json.dumps([{"idx": 0, "name": "0", "path": "", "type": "code.Module"}]))
    (tmp_path / "code.py").write_text(f"open({str(ran)!r}, 'w').close()\nclass Module: pass\n")
    with pytest.raises(FileProblem, match=r"foreign code would run: 'code\.Module'"):
        encoder_of(SentenceEncoder, tmp_path).load()
    assert not ran.exists()


@pytest.mark.parametrize("text", ["", "6,7", "six", "-1", "6++7", "6.5", "٦", "1000", None, 6.0, "6+6"])
def test_layers_are_read_in_rising_order(text):
    """HELM makes a number of a single one."""
    assert [parse_layers(good) for good in ("7+6", 6, "12+0+5")] == [(6, 7), (6,), (0, 5, 12)]
    with pytest.raises(BadArguments, match=r"layers must (be numbers joined by \+|differ)"):
        parse_layers(text)
