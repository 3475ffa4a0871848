"""The numbers of Schapiro et al. 2026, Figure 8."""

import pytest
from support.drat import GOOD, IRRELEVANT, NARROW, one
from support.encoders import real_encoder

from helm_creativity.embeddings.registry import fetch_embedding
from helm_creativity.scenarios.drat.protocols import EMBEDDING, Rule
from helm_creativity.scenarios.drat.scorer import DratScorer

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
    assert EMBEDDING == "sbert-mpnet"
    for embedding in (EMBEDDING, str(mpnet)):
        scorer = DratScorer(Rule(), embedding)
        for (words, score, survivors), relevant in zip(FIGURE, RELEVANT, strict=True):
            outcome = one(scorer, words=words)
            assert outcome.score == pytest.approx(score, abs=0.01)
            assert outcome.facets["survivors"] == survivors
            assert outcome.facets["tau"] == pytest.approx(0.3605, abs=0.00005)
            assert outcome.details["surviving_words"] == relevant


def test_the_builtin_table_agrees():
    """The same words survive, and the scores are within a fifth of a point."""
    scorer = DratScorer(Rule(), "builtin")
    for (words, score, survivors), relevant in zip(FIGURE, RELEVANT, strict=True):
        outcome = one(scorer, words=words)
        assert outcome.score == pytest.approx(score, abs=0.2)
        assert outcome.facets["survivors"] == survivors
        assert outcome.facets["relevance_collapse_rate"] == (survivors < 3)
        assert outcome.details["surviving_words"] == relevant


def test_the_second_list_is_an_eighth_below_the_first():
    """The figure's caption: about 13 %."""
    good, narrow, _ = (one(DratScorer(Rule(), "builtin"), words=words).score for words, _, _ in FIGURE)
    assert 1 - narrow / good == pytest.approx(0.13, abs=0.005)
