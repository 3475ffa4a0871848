"""Paths held against those of other runs, under real and made vectors."""

import tracemalloc
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from published.benchmarks import create_table
from support.create_runs import answer, write_run
from support.encoders import real_encoder

from helm_creativity.core.benchmark import comparable_key
from helm_creativity.core.loading import get_benchmark
from helm_creativity.core.population import Candidate
from helm_creativity.core.protocols import Embedded
from helm_creativity.embeddings.encoders import SentenceEncoder
from helm_creativity.errors import BadArguments
from helm_creativity.results.samples import saved_samples
from helm_creativity.results.suite import Run, read_suite
from helm_creativity.scenarios.create import across
from helm_creativity.scenarios.create.across import NearestText, PathNeighbours, list_candidates
from helm_creativity.scenarios.create.measure import annealed
from helm_creativity.scenarios.create.parse import path_text

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


def test_the_protocol_says_what_is_valid(tmp_path):
    """The authors' program does not ask where a path of several triples begins, and keeps repeated ones."""
    text = '<answer>{"1": [["Bob", "wrote", "Notes"], ["Notes", "won", "Prize"]]}</answer>'
    row = sample_of(tmp_path, answer("q", text=text))
    assert list_candidates(row, SETTINGS, 1.0).found == ()
    (one,) = list_candidates(row, {"protocol": "wadhwa2026_code"}, 1.0).found
    assert one.text == " [wrote] notes"


def test_an_answer_without_paths_has_none(tmp_path):
    """Its query is known all the same."""
    found = list_candidates(sample_of(tmp_path, answer("q", text="I cannot.")), SETTINGS, 1.0)
    assert found == (("Ada", "won", "Prize"), ())


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


def test_of_several_without_likeness_the_nearest_vector_is_named(monkeypatch):
    """All distances beyond .7 are 1."""

    class Plane(Made):
        def vector(self, text):
            return np.array({"a": [1, 0], "b": [-1, 0], "c": [0, 1], "d": [0, -1]}[text], dtype=np.float32)

    near = neighbours(monkeypatch, Plane(dimension=2))
    near.enter(["a", "b", "c", "d"], set())
    assert near.nearest([0, 2], np.array([[False, True, True, True]] * 2)) == [NearestText(2, 1.0), NearestText(2, 0.0)]
    assert near.nearest([0], np.array([[False, True, False, False]])) == [NearestText(1, 1.0)]


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


def test_a_query_of_known_texts_alone(monkeypatch):
    """Nothing is embedded then."""
    made = Made()
    near = neighbours(monkeypatch, made)
    near.enter(["a", "b"], {"a", "b"})
    first = near.nearest([0], np.array([[False, True]]))
    near.enter(["a", "b"], set())
    assert near.nearest([0], np.array([[False, True]])) == first
    assert made.asked == ["a", "b"]


def test_memory_is_that_of_one_query(monkeypatch):
    """Vectors of earlier ones go, but for the few that are shared."""
    near = neighbours(monkeypatch, Made(dimension=384))

    def query(number):
        near.enter(["shared", *(f"{number} {i}" for i in range(200))], {"shared"})

    query(0)
    tracemalloc.start()
    try:
        query(1)
        _, once = tracemalloc.get_traced_memory()
        for number in range(2, 8):
            query(number)
        held, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert most < 1.3 * once
    assert held < 2 * 201 * 384 * 8


def test_an_embedding_that_is_not_here():
    """It is refused before anything is read."""
    with pytest.raises(BadArguments, match="unknown embedding 'nothing'"):
        PathNeighbours("nothing")


def test_every_part_of_a_key_is_compared_or_named():
    """How paths came about may differ; how they are judged moves the quality alone."""
    benchmark = get_benchmark("create")
    settings = benchmark.settings_type(protocol="wadhwa2026", form="resample", judges="x/one", embedding="builtin")
    keys = {part.partition(":")[0] for part in comparable_key(benchmark, settings).split("|")[1:]}
    assert keys >= across.MAY_DIFFER | across.JUDGING
    assert keys - across.MAY_DIFFER - across.JUDGING == {"protocol", "items", "card"}


def test_the_embedding_of_runs():
    """The usual one, where their arguments do not name one."""

    def run(**settings):
        return Run("r", "g", "a/m", settings, {}, Path("r"))

    assert across._embedding([run(embedding="toy", temperature=1)]) == "toy"
    assert across._embedding([run(max_tokens=99)]) == "sbert-minilm"
    with pytest.raises(BadArguments, match=r"several embeddings \(sbert-minilm, toy\)"):
        across._embedding([run(), run(embedding="toy")])


@pytest.mark.encoders
def test_table_7_comes_out():
    """Each path's nearest among the four is the one beside it, at the distance printed."""
    place = real_encoder("all-MiniLM-L6-v2")
    if place is None:
        pytest.skip("all-MiniLM-L6-v2 is not on this machine: set HELM_CREATIVITY_TEST_MODELS")
    near = PathNeighbours(str(place))
    table = create_table("Table 7")
    texts = [path_text(path) for row in table for path in row[:2]]
    near.enter(texts, set())
    population = np.arange(8) % 2 == 1
    found = near.nearest([0, 2, 4, 6], np.tile(population, (4, 1)))
    assert [neighbour.place for neighbour in found] == [1, 3, 5, 7]
    assert [round(neighbour.distance, 2) for neighbour in found] == [printed for *_, printed in table]
