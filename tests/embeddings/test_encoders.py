"""Encoders, against the definition: one text at a time through the plain model."""

import json
import threading
from functools import partial
from types import SimpleNamespace

import numpy as np
import pytest
from support.encoders import mean_over_pairs, plain_bert, plain_vectors, real_encoder

from helm_creativity.embeddings import encoders
from helm_creativity.embeddings.encoders import BertWordEncoder, ContextualEncoder, SentenceEncoder, parse_layers
from helm_creativity.embeddings.models import ModelSource, parse_model
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
def sentence_folder(bert_folder):
    """The same weights as a sentence encoder with mean pooling, laid out as published ones are."""
    folder = bert_folder.parent / "tiny-sentences"
    folder.mkdir()
    for file in bert_folder.iterdir():
        (folder / file.name).write_bytes(file.read_bytes())
    kinds = [("0", "", "Transformer"), ("1", "1_Pooling", "Pooling")]
    modules = [
        {"idx": int(name), "name": name, "path": path, "type": f"sentence_transformers.models.{kind}"}
        for name, path, kind in kinds
    ]
    (folder / "modules.json").write_text(json.dumps(modules))
    (folder / "sentence_bert_config.json").write_text(json.dumps({"max_seq_length": 64, "do_lower_case": False}))
    (folder / "1_Pooling").mkdir()
    pooling = {"word_embedding_dimension": 16, "pooling_mode_mean_tokens": True, "pooling_mode_cls_token": False}
    (folder / "1_Pooling" / "config.json").write_text(json.dumps(pooling))
    return folder


def one_by_one(folder, texts, layer, with_special=False):
    """The definition: each text alone, its states without special tokens, their mean, length one."""
    import torch

    tokenizer, model = plain_bert(folder)
    rows = []
    for text in texts:
        pieces = tokenizer.tokenize(text)
        ids = tokenizer.convert_tokens_to_ids(["[CLS]", *pieces, "[SEP]"])
        with torch.no_grad():
            states = model(torch.tensor([ids]), output_hidden_states=True).hidden_states[layer][0].numpy()
        kept = states if with_special else states[1:-1][[piece != "[UNK]" for piece in pieces]]
        mean = kept.mean(axis=0)
        rows.append(mean / np.linalg.norm(mean))
    return np.array(rows)


def encoder_of(kind, folder, *arguments, **options):
    return kind(parse_model(str(folder)), *arguments, **options)


@pytest.mark.parametrize(("layer", "batch"), [(0, 64), (6, 1), (6, 3), (8, 3)])
def test_a_word_is_the_mean_of_its_pieces_in_one_layer(bert_folder, layer, batch):
    """In any batch, the vectors are those of the slow definition, one word at a time."""
    vectors, known = encoder_of(BertWordEncoder, bert_folder, layer, batch=batch).embed(WORDS)
    assert known.all()
    np.testing.assert_allclose(vectors, one_by_one(bert_folder, WORDS, layer), atol=1e-5)
    assert vectors.dtype == np.float32
    assert np.abs(vectors[0] - vectors[1]).max() > 0.01


def test_words_without_a_known_piece_are_unknown(bert_folder):
    """Blank texts, other scripts and the names of special tokens have no vector, in any company."""
    encoder = encoder_of(BertWordEncoder, bert_folder, batch=2)
    texts = ["cat", "", "  ", "猫", "[SEP]", "[MASK]", "\ud800", "dog"]
    vectors, known = encoder.embed(texts)
    assert known.tolist() == [text in ("cat", "dog") for text in texts]
    assert encoder.knows(texts).tolist() == known.tolist()
    np.testing.assert_array_equal(vectors[~known], 0)
    assert encoder.embed([]).vectors.shape == (0, 16)


def test_sentences_are_pooled_and_scaled_by_sentence_transformers(sentence_folder):
    """Mean pooling over all tokens of the last layer, as this model's configuration says; rows of length one."""
    encoder = SentenceEncoder(parse_model(str(sentence_folder)), batch=2)
    texts = ["cat", "a dog and a cat", "extraordinarily well"]
    vectors, known = encoder.embed(texts)
    assert known.all()
    assert vectors.dtype == np.float32
    np.testing.assert_allclose(vectors, one_by_one(sentence_folder, texts, 8, with_special=True), atol=1e-5)


def test_texts_beyond_the_window_are_cut(sentence_folder):
    """With the two special pieces 64 fit, as the model's own settings say; what is cut off moves nothing."""
    encoder = SentenceEncoder(parse_model(str(sentence_folder)))
    fits, cut = " ".join(["cat"] * 62), " ".join(["cat"] * 63)
    assert encoder.cut([fits, cut, "", "dog"]).tolist() == [False, True, False, False]
    assert encoder.cut([]).tolist() == []
    first, other = encoder.embed([f"{fits} dog", f"{fits} dog dog"]).vectors
    np.testing.assert_allclose(first, other, atol=1e-6)
    assert np.abs(encoder.embed([f"{' '.join(['cat'] * 61)} dog"]).vectors[0] - first).max() > 1e-4


def test_blank_sentences_are_unknown_and_cost_nothing(sentence_folder, monkeypatch):
    encoder = SentenceEncoder(ModelSource(str(sentence_folder)), dimension=16)
    monkeypatch.setattr(encoders, "load_once", lambda *arguments: pytest.fail("loaded"))
    assert encoder.knows(["a", " \n", ""]).tolist() == [True, False, False]
    vectors, known = encoder.embed(["", "\t"])
    assert not known.any()
    np.testing.assert_array_equal(vectors, np.zeros((2, 16)))


def test_one_model_a_process_whatever_the_number_of_threads(sentence_folder, monkeypatch):
    loads = []
    real = encoders._sentence_transformer
    monkeypatch.setattr(encoders, "_sentence_transformer", lambda source: (loads.append(source), real(source))[1])
    monkeypatch.setattr(encoders, "_loaded", {})
    both = [SentenceEncoder(parse_model(str(sentence_folder))) for _ in range(2)]
    results = []
    threads = [
        threading.Thread(target=lambda i=i: results.append(both[i % 2].embed(["cat", "dog"]).vectors)) for i in range(8)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(loads) == 1
    assert len(results) == 8
    for result in results:
        np.testing.assert_allclose(result, results[0], atol=1e-6)


@pytest.mark.parametrize("make", [SentenceEncoder, BertWordEncoder])
def test_a_torchvision_that_does_not_fit_is_named_with_its_remedy(bert_folder, monkeypatch, make):

    def fail(source):
        try:
            raise RuntimeError("operator torchvision::nms does not exist")
        except RuntimeError as error:
            raise ModuleNotFoundError("Could not import module 'BertModel'") from error

    monkeypatch.setattr(encoders, "_loaded", {})
    monkeypatch.setattr(encoders, "_sentence_transformer", fail)
    monkeypatch.setattr(encoders, "bert_tokenizer", fail)
    with pytest.raises(CreativityError, match=r"torchvision does not fit .*: pip uninstall torchvision"):
        make(ModelSource(str(bert_folder)), dimension=16).embed(["cat"])


def unit_sums(vectors):
    return sum(vector.double().numpy() / np.linalg.norm(vector.double().numpy()) for vector in vectors)


def distance(sums):
    """The mean over pairs, from sums of unit vectors."""
    n, totals = sums
    return 1 - (np.einsum("md,md->m", totals, totals) - n) / (n * (n - 1))


@pytest.mark.parametrize(("layers", "budget"), [((6, 7), 2048), ((0,), 120), ((3, 5, 8), 50)])
def test_sums_are_those_of_each_sentence_alone(bert_folder, layers, budget):
    """In any batch: of every layer, without special pieces and punctuation, cut at 50 pieces."""
    counts, totals = encoder_of(ContextualEncoder, bert_folder, layers, budget=budget).sums(TEXTS)
    for text, n, total in zip(TEXTS, counts, totals, strict=True):
        vectors = plain_vectors(bert_folder, text, layers)
        assert n == len(vectors)
        np.testing.assert_allclose(total, unit_sums(vectors) if vectors else 0, atol=1e-5)
    assert totals.dtype == np.float64
    # 90 letters are cut to 48 pieces and the two special ones; of "dog and cat" and: a, ##n, ##d.
    assert counts[5] == len(layers) * (48 + 5)


def same_states(value):
    """A model of eight layers, all of whose states are one number."""
    import torch

    def model(input_ids, **_):
        return SimpleNamespace(hidden_states=[torch.full((*input_ids.shape, 16), value)] * 9)

    model.device = "cpu"
    return model, threading.Lock()


def test_vectors_that_are_not_what_was_promised_are_refused(bert_folder, sentence_folder, monkeypatch):
    """Another dimension than the signature says, numbers that are not finite, states without a length."""
    with pytest.raises(CreativityError, match="expected vectors of dimension 5, got 16"):
        encoder_of(SentenceEncoder, sentence_folder, dimension=5).embed(["cat"])
    with pytest.raises(CreativityError, match="expected vectors of dimension 5, got 16"):
        encoder_of(ContextualEncoder, bert_folder, dimension=5).sums([["cat"]])
    encoder = encoder_of(SentenceEncoder, sentence_folder)
    monkeypatch.setattr(encoder, "_encode", lambda texts: np.full((1, 16), np.nan, dtype=np.float32))
    with pytest.raises(CreativityError, match="numbers that are not finite"):
        encoder.embed(["cat"])
    encoder = encoder_of(ContextualEncoder, bert_folder)
    for value in (0.0, np.nan):
        monkeypatch.setattr(encoder, "_model", partial(same_states, value))
        with pytest.raises(CreativityError, match="vectors of length 0"):
            encoder.sums([["cat"]])


@pytest.mark.encoders
def test_a_real_bert_agrees_with_the_loop():
    folder = real_encoder("all-MiniLM-L6-v2")
    if folder is None:
        pytest.skip("all-MiniLM-L6-v2 is not on this machine")
    texts = [
        ["The stamp on the letter was older than the post office", "Nobody would send it", "And yet it came"],
        ["Diesel and petrol sang in the pump", "supercalifragilistic 🙂 words " * 12],
    ]
    found = distance(encoder_of(ContextualEncoder, folder, (5, 6)).sums(texts))
    slow = [mean_over_pairs(plain_vectors(folder, text, (5, 6))) for text in texts]
    np.testing.assert_allclose(found, slow, atol=1e-6)


def test_code_that_came_with_a_model_does_not_run(tmp_path):
    """Nor is anything else that the model names imported."""
    ran = tmp_path / "ran"
    (tmp_path / "config.json").write_text('{"hidden_size": 4}')
    (tmp_path / "modules.json").write_text(json.dumps([{"idx": 0, "name": "0", "path": "", "type": "code.Module"}]))
    (tmp_path / "code.py").write_text(f"open({str(ran)!r}, 'w').close()\nclass Module: pass\n")
    with pytest.raises(FileProblem, match=r"foreign code would run: 'code\.Module'"):
        SentenceEncoder(parse_model(str(tmp_path)), dimension=4).load()
    assert not ran.exists()


def test_layers_are_read_in_rising_order():
    """HELM makes a number of a single one."""
    assert [parse_layers(text) for text in ("7+6", 6, "12+0+5")] == [(6, 7), (6,), (0, 5, 12)]
    for text in ["", "6,7", "six", "-1", "6++7", "6.5", "٦", "1000", None, 6.0, "6+6"]:
        with pytest.raises(BadArguments, match=r"layers must (be numbers joined by \+|differ)"):
            parse_layers(text)
