"""The numbers of Schapiro et al. 2026, Figure 8."""

import pytest
from support.drat import BENCHMARK, GOOD, IRRELEVANT, NARROW, one, scorer_under
from support.encoders import real_encoder

from helm_creativity.embeddings.registry import fetch_embedding

FIGURE = [(GOOD, 81.99, 3), (NARROW, 71.31, 8), (IRRELEVANT, 0, 0)]
RELEVANT = [
    ["river", "breath", "clockwork"],
    ["rhythm", "pulse", "flow", "network", "circuit", "structure", "cascade", "vibration"],
    [],
]


@pytest.fixture
def mpnet(tmp_path, monkeypatch):
    """all-mpnet-base-v2 in a home of its own, taken from the folder where it lies."""
    folder = real_encoder("all-mpnet-base-v2")
    if folder is None:
        pytest.skip("all-mpnet-base-v2 is not on this machine")
    monkeypatch.setenv("HELM_CREATIVITY_HOME", str(tmp_path))
    return folder


@pytest.mark.encoders
def test_figure_8(mpnet):
    """To the last printed digit, by the encoder's name as by its folder."""
    fetch_embedding("sbert-mpnet", mpnet)
    assert BENCHMARK.settings(prompts="own").embedding == "sbert-mpnet"
    for embedding in ("sbert-mpnet", str(mpnet)):
        scorer = scorer_under(embedding)
        for (words, score, survivors), relevant in zip(FIGURE, RELEVANT, strict=True):
            sample_score = one(scorer, words=words)
            assert sample_score.score == pytest.approx(score, abs=0.01)
            assert sample_score.submetrics["survivors"] == survivors
            assert sample_score.submetrics["tau"] == pytest.approx(0.3605, abs=0.00005)
            assert sample_score.details["surviving_words"] == relevant


def test_the_builtin_table_agrees():
    """The same words survive, and the scores are within a fifth of a point, the second an eighth below the first."""
    scorer = scorer_under()
    for (words, score, survivors), relevant in zip(FIGURE, RELEVANT, strict=True):
        sample_score = one(scorer, words=words)
        assert sample_score.score == pytest.approx(score, abs=0.2)
        assert sample_score.submetrics["survivors"] == survivors
        assert sample_score.submetrics["relevance_collapse_rate"] == (survivors < 3)
        assert sample_score.details["surviving_words"] == relevant
    assert 1 - one(scorer, words=NARROW).score / one(scorer, words=GOOD).score == pytest.approx(0.13, abs=0.005)
