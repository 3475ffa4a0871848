"""Baselines: choice without a language model."""

import json

import numpy as np
import pytest
from helm.common.request import Request
from hypothesis import given
from hypothesis import strategies as st
from support.dat import dat_scorer

from helm_creativity.baselines.client import BaselineClient
from helm_creativity.baselines.nouns import load_nouns
from helm_creativity.baselines.word_choosers import CHOOSERS, greedy_unrelated, make_seed
from helm_creativity.benchmark.prompts import id_of_words, render
from helm_creativity.benchmark.protocols import Embedded
from helm_creativity.benchmark.registry import find_entry
from helm_creativity.benchmark.types import Response, Sample

DAT = find_entry("dat").folder
PROTOCOLS = find_entry("dat").card.words


def slow_greedy(vectors, n, first):
    """Schapiro et al. 2026, Algorithm 1, line by line."""
    chosen = [first]
    while len(chosen) < n:
        rest = [v for v in range(len(vectors)) if v not in chosen]
        chosen.append(min(rest, key=lambda v: np.mean([vectors[v] @ vectors[u] for u in chosen])))
    return chosen


@given(st.integers(0, 2**32 - 1), st.integers(1, 12), st.integers(0, 29))
def test_greedy_is_algorithm_1(seed, n, first):
    vectors = np.random.default_rng(seed).normal(size=(30, 5)).astype(np.float32)
    assert greedy_unrelated(vectors, n, first) == slow_greedy(vectors, n, first)


def test_greedy_worked_by_hand():
    """From (1,0): first its opposite, then the two at right angles, the lower row first."""
    vectors = np.array([[0, 1], [1, 0], [0, -1], [-1, 0]], dtype=np.float32)
    # After (1,0): sums 0, -, 0, -1 -> row 3. After both: sums 0, -, 0, - -> row 0. Then the only one left.
    assert greedy_unrelated(vectors, 4, first=1) == [1, 3, 0, 2]


@pytest.mark.parametrize("strategy", sorted(CHOOSERS))
def test_equal_seeds_choose_equal_words(strategy):
    first, again, other = (CHOOSERS[strategy]("builtin", seed).unrelated(10) for seed in (1, 1, 2))
    assert first == again != other
    assert len(set(first)) == 10


def test_seeds_do_not_depend_on_the_process():
    # The first eight bytes of the SHA-256 of "a", a null byte, "b".
    assert make_seed("a", "b") == 0x59B271AE1BBCB1D3
    assert make_seed("a", "b") != make_seed("ab")


def test_vocabulary_is_what_the_embedding_knows(toy):
    nouns = load_nouns(toy)
    assert "thimble" in nouns.words
    assert not {"culdesac", "paris"} & set(nouns.words)
    assert len(nouns.words) == len(nouns.vectors)


def test_an_encoder_is_asked_for_the_nouns_once(monkeypatch, tmp_path):
    """It needs minutes for them; another process finds them on the disk, another encoder does not."""
    monkeypatch.setenv("HELM_CREATIVITY_HOME", str(tmp_path))

    class Encoder:
        def __init__(self, signature):
            self.signature, self.dimension, self.calls = signature, 2, 0

        def knows(self, texts):
            return np.array([text < "b" for text in texts])

        def embed(self, texts):
            self.calls += 1
            return Embedded(np.full((len(texts), 2), self.calls, dtype=np.float32), np.ones(len(texts), dtype=bool))

    encoders = {"one": Encoder("one@sha256:1/2d"), "two": Encoder("two@sha256:2/2d")}
    monkeypatch.setattr("helm_creativity.embeddings.registry.load_embeddings", lambda name: (encoders[name],))
    for name in ("one", "one", "two"):
        load_nouns.cache_clear()
        nouns = load_nouns(name)
        assert max(nouns.words) < "b"
        assert nouns.vectors.shape == (len(nouns.words), 2)
    load_nouns.cache_clear()
    assert [encoder.calls for encoder in encoders.values()] == [1, 1]
    assert [path.suffix for path in (tmp_path / "vocabularies").iterdir()] == [".npy", ".npy"]


@pytest.mark.parametrize("strategy", sorted(CHOOSERS))
@pytest.mark.parametrize("protocol", sorted(PROTOCOLS))
def test_every_prompt_of_the_dat_is_answered_in_its_form(strategy, protocol):
    rule = PROTOCOLS[protocol].rule
    client = BaselineClient(strategy)
    for prompt_id in PROTOCOLS[protocol].prompts:
        prompt = render(DAT, id_of_words(DAT, prompt_id, "own"), n_words=rule.asked).text
        result = client.make_request(Request(model="creativity/x", model_deployment="creativity/x", prompt=prompt))
        assert result.success
        text = result.completions[0].text
        assert (protocol == "schapiro2026") == text.startswith("[")
        (sample_score,) = dat_scorer(protocol, "builtin", None).score([Sample(Response(text))])
        assert sample_score.submetrics["n_valid"] == rule.asked
        assert sample_score.submetrics["wrong_count_rate"] == 0


def ask(**fields):
    prompt = render(DAT, "schapiro2026", n_words=10).text
    request = Request(**{"model": "creativity/x", "model_deployment": "creativity/x", "prompt": prompt, **fields})
    return BaselineClient("random").make_request(request)


def test_trials_differ_and_repeat():
    answers = [ask(random=trial).completions[0].text for trial in (None, "1", "2", "1")]
    assert len(set(answers)) == 3
    assert answers[1] == answers[3]
    assert len({completion.text for completion in ask(num_completions=3).completions}) == 3
    messages = [{"role": "user", "content": render(DAT, "schapiro2026", n_words=10).text}]
    assert len(json.loads(ask(prompt="", messages=messages).completions[0].text)) == 10


def test_another_prompt_is_a_final_failure():
    result = ask(prompt="What is 2 + 2?")
    assert not result.success
    assert not result.error_flags.is_retriable
    assert "answers only prompts of creativity benchmarks" in result.error


def test_a_missing_embedding_is_a_final_failure():
    prompt = render(DAT, "olson2021", n_words=10).text
    request = Request(model="creativity/g", model_deployment="creativity/g", prompt=prompt)
    result = BaselineClient("greedy", "glove-840b").make_request(request)
    assert "helm-creativity fetch glove-840b" in result.error
    assert not result.error_flags.is_retriable
