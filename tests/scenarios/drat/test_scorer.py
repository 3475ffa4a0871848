"""From answers to DRAT scores and reasons."""

import numpy as np
import pytest
from support.drat import FIGURE_8, GOOD, NARROW, one, row, scorer_under

from helm_creativity.benchmark.protocols import Embedded
from helm_creativity.benchmark.types import FailureReason
from helm_creativity.embeddings.builtin import builtin
from helm_creativity.embeddings.registry import fetch_embedding
from helm_creativity.errors import BadArguments
from helm_creativity.lexicon.word_files import CUE_WORDS
from helm_creativity.scenarios.drat.benchmark import anchor_sets
from helm_creativity.scenarios.drat.scoring import drat_of_lists

# Degrees in a plane. The anchor ``compass`` points to 0, and the pool's .9 quantile is its tenth word of eleven, which
# lies at 60: what is less than 60 degrees away is relevant.
DEGREES = {"compass": 0, "river": 0, "lamp": 50, "golf": -50, "cat": 59, "dog": 60, "violin": -61, "thimble": 90}
DEGREES |= {"idea": 180, "monk": 125, "crystal": -125, "supply": 20, "chain": -20, "supply-chain": 3}
DEGREES |= {**dict.fromkeys([f"pool{letter}" for letter in "abcdefghi"], 90), "poolj": 60, "poolk": -10}
POOL = [word for word in DEGREES if word.startswith("pool")]
RELEVANT = ["river", "lamp", "golf"]
# Distances 1 - cos 50°, twice, and 1 - cos 100°.
SCORE = 100 * (2 * (1 - np.cos(np.radians(50))) + 1 - np.cos(np.radians(100))) / 3


def vectors_file(folder, name, of_words, of_pool):
    """A file of the plane's words, in which all but the anchor are turned by so many degrees."""
    path = folder / f"{name}.txt"
    turns = {word: of_pool if word in POOL else of_words for word in DEGREES} | {"compass": 0}
    angles = {word: np.radians(degrees + turns[word]) for word, degrees in DEGREES.items()}
    path.write_text("".join(f"{word} {np.cos(angle):.9f} {np.sin(angle):.9f}\n" for word, angle in angles.items()))
    return path


@pytest.fixture(scope="module")
def planes(home, tmp_path_factory):
    """``plane``, and ``turned``, where other words are relevant: those less than 70 degrees away."""
    folder = tmp_path_factory.mktemp("planes")
    fetch_embedding("plane", origin=vectors_file(folder, "plane", 0, 0))
    fetch_embedding("turned", origin=vectors_file(folder, "turned", 180, 10))
    pool = folder / "pool.txt"
    pool.write_text("\n".join(POOL))
    return str(pool)


@pytest.fixture
def plane(planes):
    return scorer_under("plane", pool=planes)


def of_plane(scorer, words):
    """The outcome of words for the plane's anchor."""
    return one(scorer, words=words, anchors=["compass"])


@pytest.fixture(scope="module")
def scorer():
    return scorer_under()


def test_worked_by_hand(plane):
    """Three relevant words among seven; collapse is a score of 0, no failure: the answer is scored, and counted."""
    found = of_plane(plane, [*RELEVANT, "violin", "thimble", "idea", "monk"])
    names = ("tau", "survivors", "relevance_collapse_rate")
    assert (found.score, found.failure_reason) == (pytest.approx(SCORE, abs=1e-4), None)
    assert [found.submetrics[name] for name in names] == [pytest.approx(0.5, abs=1e-6), 3, 0]
    assert found.details["surviving_words"] == RELEVANT
    # A word at the threshold has the utility of the pool's tenth word, as that word itself.
    few = of_plane(plane, ["cat", "dog", "poolj", "violin"])
    assert (few.score, few.failure_reason, few.details["surviving_words"]) == (0, None, ["cat"])
    assert [few.submetrics[name] for name in names] == [pytest.approx(0.5, abs=1e-6), 1, 1]
    assert few.submetrics["dat_of_all"] > 0


def test_the_first_ten_valid_words_are_scored(scorer):
    """Not the first ten entries, and not the eleventh word."""
    words = GOOD[:9]
    found = one(scorer, words=["xyzzy", *words[:3], words[0], *words[3:], "vessel", "heartbeat"])
    assert found.details["scored_words"] == [*words, "vessel"]
    assert (found.details["unknown_entries"], found.details["repeated_entries"]) == (["xyzzy"], [words[0]])
    assert found.score == one(scorer, words=[*words, "vessel"]).score
    names = ("n_valid", "wrong_count_rate", "unknown_rate", "repeated_rate")
    assert [found.submetrics[name] for name in names] == pytest.approx([11, 1, 1 / 13, 1 / 13])


def test_score_is_the_formula_on_the_tables_rows(scorer):
    """The slow way: look all texts up, one answer at a time."""
    anchors = anchor_sets("scientific", 4)["scientific-08"]
    words = list(builtin().nouns[::4300])
    vectors = builtin().embed([*words, *anchors, *CUE_WORDS]).vectors
    n, rows = len(words), range(len(vectors))
    (found,) = drat_of_lists([rows[:n]], [tuple(rows[n : n + 4])], rows[n + 4 :], vectors)
    scored = one(scorer, words=words, anchors=anchors)
    numbers = (scored.score, scored.submetrics["tau"], scored.submetrics["dat_of_all"])
    assert numbers == pytest.approx((found.score, found.tau, found.dat), abs=1e-4)
    survivors = [word for word, there in zip(words, found.survivors, strict=True) if there]
    assert scored.details["surviving_words"] == survivors


def test_an_ensemble_is_the_mean_of_its_members(planes):
    """Each has a threshold and survivors of its own: here three words survive under one and none under the other."""
    found = of_plane(scorer_under("plane+turned", pool=planes), [*RELEVANT, "violin"])
    assert found.score == pytest.approx(SCORE / 2, abs=1e-4)
    assert (found.submetrics["survivors"], found.submetrics["relevance_collapse_rate"]) == (1.5, 0.5)
    assert found.submetrics["tau"] == pytest.approx((0.5 + np.cos(np.radians(70))) / 2, abs=1e-6)
    assert found.details["surviving_words"] == {"plane": RELEVANT, "turned": []}


def test_anchors_among_the_words_are_scored_and_counted_or_left_out_by_name(scorer):
    """The other words have the score that they have alone; the share is of the entries, and its key says so."""
    usual, without = scorer, scorer_under(anchor_words="left_out")
    given = ["Heartbeat", "heartburn", "pipeline", *GOOD[:6]]
    assert [one(each, words=given).submetrics["anchor_rate"] for each in (usual, without)] == [pytest.approx(2 / 9)] * 2
    assert one(usual, words=given).details["surviving_words"][0] == "heartbeat"
    found = one(without, words=given)
    assert found.details["anchor_entries"] == ["Heartbeat", "pipeline"]
    assert found.score == one(usual, words=["heartburn", *GOOD[:6]]).score
    assert one(usual, words=FIGURE_8).score > 80
    assert one(without, words=FIGURE_8).failure_reason == FailureReason.TOO_FEW_VALID
    keys = [made.settings.compared() for made in (usual, without)]
    assert "anchor_words" not in keys[0]
    assert keys[1] == {**keys[0], "anchor_words": "left_out"}
    # The plural of an anchor is the anchor; a singular that is no noun, and a word with the same beginning, are none.
    plurals = ["mice", "Leaves", "supply chains", "topologies"]
    found = one(without, words=[*plurals, *GOOD[:6]], anchors=["mouse", "leaf", "supply chain", "topology"])
    assert (found.details["anchor_entries"], found.details["scored_words"]) == (plurals, GOOD[:6])
    others = {"anchors": ["new", "gas", "mouse", "leaf"]}
    assert one(usual, words=["news", "gasp", "mousetrap", "leaflet"], **others).submetrics["anchor_rate"] == 0


def test_an_anchor_of_two_words_is_the_sum_of_them_under_word_vectors(plane):
    """At 20 and -20 degrees: their sum points where ``compass`` does. Unknown anchors are named, with the embedding."""
    words = [*RELEVANT, "cat", "dog", "violin"]
    whole, parts = (one(plane, words=words, anchors=anchors) for anchors in (["compass"], ["supply chain"]))
    assert parts.score == pytest.approx(whole.score, abs=1e-4)
    assert parts.details == whole.details
    with pytest.raises(BadArguments, match="plane has no vector for the anchors 'plugh', 'xyzzy'"):
        one(plane, words=words, anchors=["xyzzy", "compass", "plugh"])


class Padding:
    """The built-in table, as a sentence encoder computes: the longest text of a batch moves the last bits of all."""

    name, signature, dimension, knows = "builtin", "builtin", builtin().dimension, staticmethod(builtin().knows)

    def embed(self, texts):
        vectors, known = builtin().embed(texts)
        return Embedded(vectors * np.float32(1 + max(map(len, texts)) * 1e-6), known)


def test_a_threshold_does_not_depend_on_the_other_responses(monkeypatch):
    """To the last bit, where an encoder's vectors depend on what is embedded with them."""
    monkeypatch.setattr("helm_creativity.task_types.word_list.scorer.load_embeddings", lambda name: (Padding(),))
    overlapping = ["heartbeat", "theorem", "immune system", "organization"]
    rows = [row(words=words, anchors=anchors) for words in (NARROW, GOOD) for anchors in (overlapping, FIGURE_8)]
    together = [sample_score.submetrics["tau"] for sample_score in scorer_under().score(rows)]
    assert together == [scorer_under().score([alone])[0].submetrics["tau"] for alone in rows]
