"""Paths held against those of other runs, under real and made vectors."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.create_runs import answer, write_run

from helm_creativity.core.population import Candidate
from helm_creativity.core.protocols import Embedded
from helm_creativity.embeddings.encoders import SentenceEncoder
from helm_creativity.results.runs import read_suite
from helm_creativity.results.samples import saved_samples
from helm_creativity.scenarios.create import across
from helm_creativity.scenarios.create.across import NearestText, PathNeighbours, list_candidates
from helm_creativity.scenarios.create.measure import annealed

SETTINGS = {"protocol": "wadhwa2026"}


class Made(SentenceEncoder):
    """Unit vectors at random for whatever text, the same for the same; counts what it is asked."""

    def __init__(self, seed=0, dimension=8, length=1.0):
        self.seed, self.size, self.length = seed, dimension, length
        self.asked = []

    dimension = property(lambda self: self.size)

    def embed(self, texts):
        self.asked += texts
        return Embedded(np.stack([self.vector(text) for text in texts]), np.ones(len(texts), dtype=bool))

    def vector(self, text):
        row = np.random.default_rng([self.seed, *text.encode()]).normal(size=self.size)
        return (self.length * row / np.linalg.norm(row)).astype(np.float32)


def neighbours(monkeypatch, *embeddings):
    """Distances under made embeddings."""
    monkeypatch.setattr(across, "require_embeddings", lambda name: True)
    monkeypatch.setattr(across, "check_embeddings", lambda name: ("made",))
    monkeypatch.setattr(across, "load_embeddings", lambda name: embeddings)
    return PathNeighbours("made")


def sample_of(tmp_path, state):
    """The row that a run's folder holds."""
    write_run(tmp_path, "a/m", [state])
    (run,), _ = read_suite(tmp_path)
    (saved,) = saved_samples(run)
    return saved.row


def test_valid_paths_with_what_judges_make_of_them(tmp_path):
    """Facts with their quality, others at 0, those that a judgement lacks without; invalid ones are none."""
    text = """<answer>{
        "1": [["Ada", "wrote", "Notes"], ["Notes", "won", "Prize"]],
        "2": [["Bob", "wrote", "Notes"], ["Notes", "won", "Prize"]],
        "3": [["Ada", "met", "Eve"], ["Eve", "won", "Prize"]],
        "4": [["Ada", "won", "Prize"]],
        "5": [["Ada", "won", "Prize"]]
    }</answer>"""
    state = answer("q", ("-", 50.0, True), ("-", 7000.0, True), ("-", 5.0, False), text=text)
    found = list_candidates(sample_of(tmp_path, state), SETTINGS, 1.0)
    assert found.task == ("Ada", "won", "Prize")
    assert found.found == (
        Candidate("[('ada', 'wrote', 'notes'), ('notes', 'won', 'prize')]", " [wrote] notes", 4.0),
        Candidate("[('ada', 'met', 'eve'), ('eve', 'won', 'prize')]", " [met] eve", 0.0),
        Candidate("[('ada', 'won', 'prize')]", " [won] prize", None),
    )
    assert [
        candidate.quality for candidate in list_candidates(sample_of(tmp_path / "b", state), SETTINGS, 0.5).found
    ] == [
        4,
        5,
        None,
    ]


text_lists = st.lists(st.text("abcde", min_size=1, max_size=3), min_size=2, max_size=12, unique=True)


@given(text_lists, st.data())
def test_the_nearest_by_definition(texts, data):
    """ν of eq. 3, pair by pair, and a text of the population at that distance."""
    among = np.array(data.draw(st.lists(st.booleans(), min_size=len(texts), max_size=len(texts)).filter(any)))
    places = data.draw(st.lists(st.integers(0, len(texts) - 1), max_size=5))
    made = Made(dimension=3)
    with pytest.MonkeyPatch.context() as patch:
        near = neighbours(patch, made)
        near.enter(texts, set())
        found = near.nearest(places, np.tile(among, (len(places), 1))) if places else []
    vectors = np.stack([made.vector(text) for text in texts])
    others = vectors[among]
    expected = [min(float(annealed(max(0.0, 1 - vectors[place] @ other))) for other in others) for place in places]
    assert [neighbour.distance for neighbour in found] == pytest.approx(expected, abs=1e-5)
    for place, neighbour in zip(places, found, strict=True):
        assert among[neighbour.place]
        closest = (vectors[place] @ vectors[among].T).max()
        assert vectors[place] @ vectors[neighbour.place] == pytest.approx(closest, abs=1e-6)
        assert neighbour.distance == 0 or place != neighbour.place


def test_an_ensemble_takes_the_mean_of_distances_not_of_the_nearest(monkeypatch):
    """Before the least is taken."""
    first, second = Made(1, 3), Made(2, 5)
    near = neighbours(monkeypatch, first, second)
    texts = list("abcdefgh")
    near.enter(texts, set())
    (found,) = near.nearest([0], np.arange(8)[None] > 0)
    distances = [
        np.mean([annealed(1 - float(member.vector("a") @ member.vector(text))) for member in (first, second)])
        for text in "bcdefgh"
    ]
    assert found.distance == pytest.approx(min(distances), abs=1e-6)
    assert found.place == 1 + int(np.argmin(distances))


@pytest.mark.parametrize("length", [0.8, 0.0])
def test_the_same_text_is_at_no_distance_whatever_its_vector(monkeypatch, length):
    """Rows of some embeddings are shorter than one, and texts of unknown words have none."""
    near = neighbours(monkeypatch, Made(length=length))
    near.enter(["a", "b"], set())
    assert near.nearest([1], np.array([[True, True]])) == [NearestText(1, 0.0)]
    assert near.nearest([1], np.array([[True, False]]))[0].distance > 0


def test_texts_of_several_queries_are_embedded_once(monkeypatch):
    """And have the same vectors there."""
    made, fresh = Made(), Made()
    near = neighbours(monkeypatch, made)
    near.enter(["a", "b", "c"], {"a", "c"})
    near.enter(["c", "d"], {"c"})
    near.enter(["a", "c", "d"], set())
    assert made.asked == ["a", "b", "c", "d", "d"]
    other = neighbours(monkeypatch, fresh)
    other.enter(["a", "c", "d"], set())
    among = np.array([[True, False, True]] * 3)
    assert near.nearest([1, 1, 0], among) == other.nearest([1, 1, 0], among)
