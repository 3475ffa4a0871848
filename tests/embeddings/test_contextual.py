"""Word pieces within their sentences: against the definition, one sentence at a time."""

import threading
from functools import partial
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from support.encoders import LETTERS, mean_over_pairs, plain_vectors, real_encoder

from helm_creativity.embeddings import encoders
from helm_creativity.embeddings.encoders import ContextualEncoder, check_layers, parse_layers
from helm_creativity.embeddings.models import ModelSource, parse_model
from helm_creativity.embeddings.registry import (
    check_embeddings,
    embedding_label,
    find_embedding_spec,
    require_embeddings,
)
from helm_creativity.embeddings.specs import CATALOGUE, ContextSpec
from helm_creativity.errors import BadArguments, CreativityError

TEXTS = [
    ["the cat sat on a mat", "dog", "extraordinarily well, is it not?"],
    ["a b c", "cat dog cat"],
    ["one only"],
    ["", "..!?", "猫"],
    [],
    ["z " * 90, "dog and cat"],
]


def unit_sums(vectors):
    return sum(vector.double().numpy() / np.linalg.norm(vector.double().numpy()) for vector in vectors)


def distance(sums):
    """The mean over pairs, from sums of unit vectors."""
    n, totals = sums
    return 1 - (np.einsum("md,md->m", totals, totals) - n) / (n * (n - 1))


def encoder_of(folder, *arguments, **options):
    return ContextualEncoder(parse_model(str(folder)), *arguments, **options)


@pytest.mark.parametrize(("layers", "budget"), [((6, 7), 2048), ((0,), 120), ((3, 5, 8), 50)])
def test_sums_are_those_of_each_sentence_alone(bert_folder, layers, budget):
    """In any batch: of every layer, without special pieces and punctuation, cut at 50 pieces."""
    counts, totals = encoder_of(bert_folder, layers, budget=budget).sums(TEXTS)
    for text, n, total in zip(TEXTS, counts, totals, strict=True):
        vectors = plain_vectors(bert_folder, text, layers)
        assert n == len(vectors)
        np.testing.assert_allclose(total, unit_sums(vectors) if vectors else 0, atol=1e-5)
    assert totals.dtype == np.float64
    # 90 letters are cut to 48 pieces and the two special ones; of "dog and cat" and: a, ##n, ##d.
    assert counts[5] == len(layers) * (48 + 5)


def test_the_mean_over_pairs_is_that_of_the_loop(bert_folder):
    """Of the vectors as one set, a piece and itself in the other layer among the pairs."""
    found = distance(encoder_of(bert_folder).sums(TEXTS[:3]))
    slow = [mean_over_pairs(plain_vectors(bert_folder, text, (6, 7))) for text in TEXTS[:3]]
    np.testing.assert_allclose(found, slow, atol=1e-6)
    assert np.ptp(slow) > 0.01


def test_layers_sentences_and_context_matter(bert_folder):
    """Otherwise the tests above would say little."""
    one = encoder_of(bert_folder).sums([["cat dog"], ["cat", "dog"], ["dog cat"]])[1]
    assert np.abs(one[0] - one[1]).max() > 0.01
    assert np.abs(one[0] - one[2]).max() > 0.01
    other = encoder_of(bert_folder, (5, 6)).sums([["cat dog"]])[1]
    assert np.abs(one[0] - other[0]).max() > 0.01


stories = st.lists(st.lists(st.text(LETTERS + " ", max_size=30), max_size=4), min_size=1, max_size=5)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None, max_examples=8)
@given(stories, st.randoms(use_true_random=False), st.integers(50, 400))
def test_neither_order_nor_batches_matter(bert_folder, texts, random, budget):
    """Up to the rounding of single precision."""
    order = list(range(len(texts)))
    random.shuffle(order)
    plain = encoder_of(bert_folder).sums(texts)
    mixed = encoder_of(bert_folder, budget=budget).sums([texts[i] for i in order])
    assert mixed[0].tolist() == plain[0][order].tolist()
    np.testing.assert_allclose(mixed[1], plain[1][order], rtol=1e-5, atol=1e-5)


def test_layers_above_the_highest_are_not_computed(bert_folder):
    """And the model that other encoders use keeps them."""
    encoder = encoder_of(bert_folder, (1, 3))
    encoder.load()
    assert len(encoder._model()[0].encoder.layer) == 3
    words = encoders.BertWordEncoder(parse_model(str(bert_folder)), 8)
    assert words.embed(["cat"]).known.all()
    assert len(words._model()[0].encoder.layer) == 8


def same_states(value):
    """A model of eight layers, all of whose states are one number."""
    import torch

    def model(input_ids, **_):
        return SimpleNamespace(hidden_states=[torch.full((*input_ids.shape, 16), value)] * 9)

    model.device = "cpu"
    return model, threading.Lock()


def test_wrong_models_are_refused(bert_folder, monkeypatch):
    """Another dimension than promised, states without a length."""
    with pytest.raises(CreativityError, match="expected vectors of dimension 5, got 16"):
        encoder_of(bert_folder, dimension=5).sums([["cat"]])
    encoder = encoder_of(bert_folder)
    encoder.load()
    for value in (0.0, np.nan):
        monkeypatch.setattr(encoder, "_model", partial(same_states, value))
        with pytest.raises(CreativityError, match="vectors of length 0"):
            encoder.sums([["cat"]])


def test_nothing_is_loaded_for_nothing(bert_folder, monkeypatch):
    """Texts without sentences, and sentences without pieces that count, need no model."""
    monkeypatch.setattr(encoders, "bert_model", lambda source, depth: pytest.fail("loaded"))
    counts, totals = encoder_of(bert_folder, (4,)).sums([[], [""], ["...", "猫"]])
    assert counts.tolist() == [0, 0, 0]
    np.testing.assert_array_equal(totals, 0)


@pytest.mark.parametrize(("text", "layers"), [("6+7", (6, 7)), ("7+6", (6, 7)), (6, (6,)), ("12+0+5", (0, 5, 12))])
def test_layers_are_read_in_rising_order(text, layers):
    """HELM makes a number of a single one."""
    assert parse_layers(text) == layers


@pytest.mark.parametrize("text", ["", "6,7", "six", "-1", "6++7", "6.5", "+", "٦", "1000", None, 6.0])
def test_other_layers_are_refused(text):
    """With an example."""
    with pytest.raises(BadArguments, match=r"layers must be numbers joined by \+, such as 6\+7, got"):
        parse_layers(text)


def test_layers_are_checked_against_their_number():
    """Both ends belong to it."""
    check_layers("m", (0, 8), 8)
    with pytest.raises(BadArguments, match="m: expected layers from 0 to 8, got 9, 12; choose others with layers="):
        check_layers("m", (8, 9, 12), 8)


def test_names_of_berts_in_context(bert_folder):
    """Those of the catalogue, and ``bert:`` with a folder or a pinned name of the hub."""
    named = find_embedding_spec("bert-large-uncased")
    assert (named.model, named.dimension) == (CATALOGUE["bert-large-uncased"].model, 1024)
    own = find_embedding_spec(f"bert:{bert_folder}")
    assert isinstance(own, ContextSpec)
    assert (own.label, own.encoder().dimension) == ("bert:tiny-bert", 16)
    assert embedding_label(f"bert:{bert_folder}") == "bert-tiny-bert"
    commit = "0123456789abcdef" + "0" * 24
    assert find_embedding_spec(f"bert:org/model@{commit}").model == ModelSource("org/model", commit)
    assert embedding_label(f"bert:org/model@{commit}") == "bert-model@0123456789ab"
    with pytest.raises(BadArguments, match="is not pinned"):
        find_embedding_spec("bert:org/model")


def test_a_bert_in_context_is_no_embedding_of_words(home):
    """It can be signed, and where words are embedded it is refused before anything is paid for."""
    assert check_embeddings("bert-large-uncased") == ("bert-large-uncased@rev:6da4b6a26a18/1024d",)
    for ask in (require_embeddings, lambda name: find_embedding_spec(name).load()):
        with pytest.raises(BadArguments, match=r"bert-large-uncased reads words within sentences .* bert-layer6"):
            ask("bert-large-uncased")


@pytest.mark.encoders
def test_a_real_bert_agrees_with_the_loop():
    """Published weights, real sentences, layers that this model has."""
    folder = real_encoder("all-MiniLM-L6-v2")
    if folder is None:
        pytest.skip("all-MiniLM-L6-v2 is not on this machine")
    texts = [
        ["The stamp on the letter was older than the post office", "Nobody would send it", "And yet it came"],
        ["Diesel and petrol sang in the pump", "supercalifragilistic 🙂 words " * 12],
    ]
    found = distance(encoder_of(folder, (5, 6)).sums(texts))
    slow = [mean_over_pairs(plain_vectors(folder, text, (5, 6))) for text in texts]
    np.testing.assert_allclose(found, slow, atol=1e-6)
